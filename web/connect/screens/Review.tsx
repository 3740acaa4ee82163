import { useState } from 'react'
import type { PermissionName } from '../../../contracts/resources.ts'
import { dayMissing, firstGrant, type Grant, PermissionChoice, permissionOf } from '../../forms/PermissionChoice.tsx'
import { destinationWords, shareOf } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Detail, DetailList } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { t } from '../../ui/words/current.ts'
import { Consent } from '../Consent.tsx'
import type { StepProps } from '../use-flow.ts'
import styles from './screens.module.css'

export function Review({ state, flow }: StepProps) {
  const asked = state.requested_permissions
  const [grants, setGrants] = useState(
    () => new Map<PermissionName, Grant>(asked.map((name) => [name, firstGrant(name)])),
  )
  const [checked, setChecked] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const { busy, error, run } = useAction()
  const { review } = state
  const name = state.enterprise.name
  const none = [...grants.values()].every(({ lasts }) => lasts === 'no')
  function submit(): void {
    setChecked(true)
    const chosen = [...grants.values()]
    if (!review || none || !agreed || chosen.some((grant) => grant.lasts === undefined || dayMissing(grant))) {
      focusFirstError()
    } else {
      const consents = review.documents.map(({ name: document, version }) => ({ document, version }))
      const permissions = [...grants].flatMap(([permission, grant]) => permissionOf(permission, grant))
      void run(() => flow.act('grant', { permissions, consents }))
    }
  }
  if (!review) return null
  return (
    <Screen
      title={t('review.title')}
      lead={t('review.lead', { name })}
      onSubmit={submit}
      actions={
        <Button type="submit" busy={busy}>
          {t('review.button')}
        </Button>
      }
    >
      <DetailList>
        <Detail name={t('review.goesTo')}>{destinationWords(review.destination)}</Detail>
        {review.contracts
          .filter(({ decision }) => decision === 'accept')
          .map((contract) => (
            <Detail key={contract.id} name={t('contract.gets', { name })}>
              {shareOf(contract)}
            </Detail>
          ))}
      </DetailList>
      {review.identity === 'review' && <Notice tone="warn">{t('review.longer')}</Notice>}
      <section className={styles.section} aria-labelledby="allow">
        <h2 id="allow" className={styles.subtitle}>
          {t('review.may', { name })}
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
      {checked && none && <Notice tone="danger">{t('review.none')}</Notice>}
      <Consent documents={review.documents} agreed={agreed} onChange={setAgreed} missing={checked && !agreed} />
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}
