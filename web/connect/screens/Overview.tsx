import { useState } from 'react'
import type { OverviewRequest } from '../../../contracts/connect.ts'
import type { Permission, PermissionName } from '../../../contracts/resources.ts'
import { dayMissing, type Grant, grantOf, PermissionChoice, permissionOf } from '../../forms/PermissionChoice.tsx'
import panels from '../../forms/permissions.module.css'
import { destinationWords, lasts, methodTitle, permissionTitle } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Detail, DetailList } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { RequestError } from '../../ui/requests.ts'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'
import styles from './screens.module.css'

/** The first screen of edit mode: the connection as it is, and buttons to change it. */
export function Overview({ state, flow }: StepProps) {
  const { busy, error, run } = useAction()
  const { connection, enterprise } = state
  const [changing, setChanging] = useState<PermissionName>()
  const waiting = state.contracts.filter(({ decision }) => decision === null || decision === 'later').length
  const next = (where: OverviewRequest['next']) => (): void => void run(() => flow.act('overview', { next: where }))
  return (
    <Screen
      title={t('gate.title', { name: enterprise.name })}
      actions={
        <Button look={changing ? 'quiet' : 'primary'} busy={busy} onClick={next('done')}>
          {t('done')}
        </Button>
      }
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <section className={styles.section} aria-labelledby="paid">
        <div className={styles.panelHead}>
          <h2 id="paid" className={styles.subtitle}>
            {t('edit.paid')}
          </h2>
          <Button look="link" onClick={next('method')}>
            {t('edit.change')}
            <span className="visually-hidden"> {t('edit.changePaid')}</span>
          </Button>
        </div>
        <DetailList>
          <Detail name={t('review.goesTo')}>
            {connection.destination
              ? destinationWords(connection.destination)
              : connection.type && methodTitle(connection.type)}
          </Detail>
        </DetailList>
      </section>
      {waiting > 0 && (
        <section className={panels.panel}>
          <p>
            <strong>{waiting === 1 ? t('edit.oneWaits') : t('edit.wait', { count: waiting })}</strong>
          </p>
          <Button look="quiet" onClick={next('contracts')}>
            {t(waiting === 1 ? 'edit.lookOne' : 'edit.look')}
          </Button>
        </section>
      )}
      <section className={styles.section} aria-labelledby="may">
        <h2 id="may" className={styles.subtitle}>
          {t('review.may', { name: enterprise.name })}
        </h2>
        {state.requested_permissions.map((name) => (
          <PermissionPanel
            key={`${name} ${JSON.stringify(connection.permissions)}`}
            name={name}
            current={connection.permissions.find((permission) => permission.name === name)}
            others={connection.permissions.filter((permission) => permission.name !== name)}
            state={state}
            flow={flow}
            open={changing === name}
            onOpen={(open) => setChanging(open ? name : undefined)}
          />
        ))}
      </section>
    </Screen>
  )
}

interface PermissionPanelProps extends StepProps {
  readonly name: PermissionName
  readonly current: Permission | undefined
  readonly others: readonly Permission[]
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

/** One permission as it is; when opened, the choice of how long it lasts, or not at all. */
function PermissionPanel({ name, current, others, state, flow, open, onOpen }: PermissionPanelProps) {
  const { busy, error, run } = useAction()
  const put = (own: readonly Permission[]): Promise<RequestError | undefined> =>
    run(() => flow.act('permissions', { permissions: [...others, ...own] }))
  if (open) {
    return (
      <PermissionForm
        name={name}
        current={current}
        enterprise={state.enterprise.name}
        busy={busy}
        error={error}
        onSave={(own) => void put(own).then((failure) => failure === undefined && onOpen(false))}
        onSignIn={() => void run(() => flow.act('overview', { next: 'sign_in' }))}
        onCancel={() => onOpen(false)}
      />
    )
  }
  return (
    <section className={name === 'payment.debit' ? panels.panelOut : panels.panel} aria-label={permissionTitle(name)}>
      <div className={styles.panelHead}>
        <h3 className={panels.panelTitle}>{permissionTitle(name)}</h3>
        <span className={styles.soft}>{current ? lasts(current) : t('grant.no')}</span>
      </div>
      <div className={styles.choices}>
        <Button look="link" onClick={() => onOpen(true)}>
          {t(current ? 'edit.change' : 'edit.allow')}
          <span className="visually-hidden"> ({permissionTitle(name)})</span>
        </Button>
        {current && (
          <Button look="link" busy={busy} onClick={() => void put([])}>
            {t('edit.stop')}
            <span className="visually-hidden"> ({permissionTitle(name)})</span>
          </Button>
        )}
      </div>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </section>
  )
}

interface PermissionFormProps {
  readonly name: PermissionName
  readonly current: Permission | undefined
  readonly enterprise: string
  readonly busy: boolean
  readonly error: RequestError | undefined
  readonly onSave: (permissions: readonly Permission[]) => void
  readonly onSignIn: () => void
  readonly onCancel: () => void
}

function PermissionForm(props: PermissionFormProps) {
  const { name, current, enterprise, busy, error, onSave, onSignIn, onCancel } = props
  const [checked, setChecked] = useState(false)
  const [grant, setGrant] = useState<Grant>(() => grantOf(current))
  function save(): void {
    setChecked(true)
    if (dayMissing(grant)) focusFirstError()
    else onSave(permissionOf(name, grant))
  }
  return (
    <form
      className={styles.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <PermissionChoice
        name={name}
        enterprise={enterprise}
        grant={grant}
        onChange={setGrant}
        refusable
        checked={checked}
      >
        {error?.code === 'sign_in_required' ? (
          <>
            <Notice>{t('edit.signIn')}</Notice>
            <Button onClick={onSignIn}>{t('signIn')}</Button>
          </>
        ) : (
          <>
            {error && <Notice tone="danger">{error.message}</Notice>}
            <Button type="submit" busy={busy}>
              {t('save')}
            </Button>
          </>
        )}
        <Button look="link" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </PermissionChoice>
    </form>
  )
}
