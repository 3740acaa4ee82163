import { useState } from 'react'
import type { PermissionName } from '../../../contracts/resources.ts'
import { shareOf } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Detail, DetailList } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { dayMissing, type Grant, PermissionChoice, permissionOf } from '../PermissionChoice.tsx'
import type { StepProps } from '../use-flow.ts'
import styles from './screens.module.css'

export function Review({ state, flow }: StepProps) {
  const asked = state.requested_permissions
  const [grants, setGrants] = useState(
    () => new Map<PermissionName, Grant>(asked.map((name) => [name, { lasts: 'always', day: '' }])),
  )
  const [checked, setChecked] = useState(false)
  const { busy, error, run } = useAction()
  const { review } = state
  const name = state.enterprise.name
  const none = [...grants.values()].every(({ lasts }) => lasts === 'no')
  function submit(): void {
    setChecked(true)
    if (none || [...grants.values()].some(dayMissing)) focusFirstError()
    else {
      const permissions = [...grants].flatMap(([permission, grant]) => permissionOf(permission, grant))
      void run(() => flow.act('grant', { permissions }))
    }
  }
  if (!review) return null
  return (
    <Screen
      title="Check and agree"
      lead={`This is what you set up with ${name}.`}
      onSubmit={submit}
      actions={
        <Button type="submit" busy={busy}>
          Agree and connect
        </Button>
      }
    >
      <DetailList>
        <Detail name="Money goes to">{review.destination}</Detail>
        {review.contracts
          .filter(({ decision }) => decision === 'accept')
          .map((contract) => (
            <Detail key={contract.id} name={`${name} gets`}>
              {shareOf(contract)}
            </Detail>
          ))}
      </DetailList>
      {review.identity === 'review' && (
        <Notice tone="warn">
          We need a little longer to confirm who you are. Finish here, and we take it from there.
        </Notice>
      )}
      <section className={styles.section} aria-labelledby="allow">
        <h2 id="allow" className={styles.subtitle}>
          {name} may
        </h2>
        {asked.map((permission) => (
          <PermissionChoice
            key={permission}
            name={permission}
            enterprise={name}
            grant={grants.get(permission) as Grant}
            onChange={(grant) => setGrants((before) => new Map(before).set(permission, grant))}
            refusable={asked.length > 1}
            checked={checked}
          />
        ))}
      </section>
      {checked && none && <Notice tone="danger">Please allow at least one of these, or go back.</Notice>}
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}
