import { useState } from 'react'
import type { AccountHomeSteps, ConnectedEnterprise } from '../../contracts/account.ts'
import type { PermissionName } from '../../contracts/resources.ts'
import { dayMissing, type Grant, grantOf, PermissionChoice, permissionOf } from '../forms/PermissionChoice.tsx'
import { Notice } from '../ui/Notice.tsx'
import { focusFirstError, Screen } from '../ui/Screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'
import { Submit } from './Submit.tsx'

interface AllowedProps {
  readonly enterprise: ConnectedEnterprise
  readonly onSave: (body: AccountHomeSteps['permissions']) => Promise<void>
  readonly onBack: () => void
}

/** The permissions of one enterprise, to be changed or taken back. */
export function Allowed({ enterprise, onSave, onBack }: AllowedProps) {
  const { name, connection, permissions, requested_permissions } = enterprise
  const asked = [...new Set([...requested_permissions, ...permissions.map((permission) => permission.name)])]
  const [grants, setGrants] = useState(
    () =>
      new Map<PermissionName, Grant>(
        asked.map((one) => [one, grantOf(permissions.find((permission) => permission.name === one))]),
      ),
  )
  const [checked, setChecked] = useState(false)
  const { busy, error, run } = useAction()
  function save(): void {
    setChecked(true)
    if ([...grants.values()].some(dayMissing)) focusFirstError()
    else {
      const given = [...grants].flatMap(([permission, grant]) => permissionOf(permission, grant))
      void run(() => onSave({ connection, permissions: given }))
    }
  }
  return (
    <Screen
      title={t('account.may', { name })}
      onSubmit={save}
      actions={<Submit label={t('save')} busy={busy} onBack={onBack} />}
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <h2 className="visually-hidden">{t('account.changeAllowed', { name })}</h2>
        {asked.map((permission) => (
          <PermissionChoice
            key={permission}
            name={permission}
            enterprise={name}
            grant={grants.get(permission) as Grant}
            onChange={(grant) => setGrants((before) => new Map(before).set(permission, grant))}
            refusable
            checked={checked}
          />
        ))}
      </div>
    </Screen>
  )
}
