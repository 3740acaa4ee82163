import { useState } from 'react'
import type { OverviewRequest } from '../../../contracts/connect.ts'
import type { Permission, PermissionName } from '../../../contracts/resources.ts'
import { lasts, METHOD, PERMISSION } from '../../forms/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Detail, DetailList } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { RequestError } from '../../ui/requests.ts'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { dayMissing, type Grant, PermissionChoice, permissionOf } from '../PermissionChoice.tsx'
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
      title={`Your connection with ${enterprise.name}`}
      actions={
        <Button look={changing ? 'quiet' : 'primary'} busy={busy} onClick={next('done')}>
          Done
        </Button>
      }
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <section className={styles.section} aria-labelledby="paid">
        <div className={styles.panelHead}>
          <h2 id="paid" className={styles.subtitle}>
            How you are paid
          </h2>
          <Button look="link" onClick={next('method')}>
            Change<span className="visually-hidden"> how you are paid</span>
          </Button>
        </div>
        <DetailList>
          <Detail name="Money goes to">
            {connection.destination ?? (connection.type && METHOD[connection.type].title)}
          </Detail>
        </DetailList>
      </section>
      {waiting > 0 && (
        <section className={styles.panel}>
          <p>
            <strong>{waiting === 1 ? 'An agreement waits' : `${waiting} agreements wait`} for your answer.</strong>
          </p>
          <Button look="quiet" onClick={next('contracts')}>
            Look at {waiting === 1 ? 'it' : 'them'}
          </Button>
        </section>
      )}
      <section className={styles.section} aria-labelledby="may">
        <h2 id="may" className={styles.subtitle}>
          {enterprise.name} may
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
    <section className={styles.panel} aria-label={PERMISSION[name].title}>
      <div className={styles.panelHead}>
        <h3 className={styles.panelTitle}>{PERMISSION[name].title}</h3>
        <span className={styles.soft}>{current ? lasts(current) : 'Not allowed'}</span>
      </div>
      <div className={styles.choices}>
        <Button look="link" onClick={() => onOpen(true)}>
          {current ? 'Change' : 'Allow'}
          <span className="visually-hidden"> ({PERMISSION[name].title})</span>
        </Button>
        {current && (
          <Button look="link" busy={busy} onClick={() => void put([])}>
            Stop allowing
            <span className="visually-hidden"> ({PERMISSION[name].title})</span>
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
  const [grant, setGrant] = useState<Grant>({
    lasts: current === undefined ? 'no' : current.expires_at ? 'until' : 'always',
    day: current?.expires_at ? localDay(current.expires_at) : '',
  })
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
            <Notice>To allow more than before, please sign in first.</Notice>
            <Button onClick={onSignIn}>Sign in</Button>
          </>
        ) : (
          <>
            {error && <Notice tone="danger">{error.message}</Notice>}
            <Button type="submit" busy={busy}>
              Save
            </Button>
          </>
        )}
        <Button look="link" onClick={onCancel}>
          Cancel
        </Button>
      </PermissionChoice>
    </form>
  )
}

function localDay(at: string): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}
