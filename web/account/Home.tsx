import type { AccountHome, AgreedDocument, ComingPayment, ConnectedEnterprise } from '../../contracts/account.ts'
import { destinationWords, formatDay, lasts, methodTitle, permissionTitle } from '../forms/words.ts'
import { Amount } from '../ui/Amount.tsx'
import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import { t } from '../ui/words/current.ts'
import { Agreement, type Answer } from './Agreement.tsx'
import styles from './account.module.css'
import { List, MovementLine } from './lines.tsx'

const SHOWN = 10

interface HomeProps {
  readonly home: AccountHome
  readonly onWithdraw: () => void
  readonly onMovements: () => void
  readonly onAllowed: (enterprise: ConnectedEnterprise) => void
  readonly onAnswer: Answer
}

export function Home({ home, onWithdraw, onMovements, onAllowed, onAnswer }: HomeProps) {
  return (
    <Screen title={<span className={styles.quiet}>{t('account.balance')}</span>}>
      <div className={styles.balance}>
        <p className={styles.amount}>
          <Amount cents={home.balance_in_cents} />
        </p>
        <p className={styles.soft}>{home.account === null ? t('account.none') : destinationWords(home.account)}</p>
      </div>
      {home.account !== null && <Button onClick={onWithdraw}>{t('account.withdraw')}</Button>}
      {home.coming.length > 0 && <List title={t('account.coming')} empty="" items={home.coming} of={ComingLine} />}
      <List
        title={t('account.movements')}
        empty={t('account.noMovements')}
        items={home.movements.slice(0, SHOWN)}
        of={MovementLine}
      />
      {home.movements.length > 0 && (
        <Button look="quiet" onClick={onMovements}>
          {t('account.all')}
        </Button>
      )}
      <List
        title={t('account.payers')}
        empty={t('account.noPayers')}
        items={home.enterprises}
        of={(enterprise) => <EnterpriseLine enterprise={enterprise} onChange={() => onAllowed(enterprise)} />}
      />
      {home.contracts.length > 0 && (
        <section className={styles.section}>
          <h2 className={styles.subtitle}>{t('account.agreements')}</h2>
          {home.contracts.map((contract) => (
            <Agreement key={`${contract.id} ${contract.status}`} contract={contract} onAnswer={onAnswer} />
          ))}
        </section>
      )}
      {home.documents.length > 0 && (
        <List title={t('account.documents')} empty="" items={home.documents} of={DocumentLine} />
      )}
    </Screen>
  )
}

const ComingLine = ({ enterprise, amount_in_cents, description, on }: ComingPayment) => (
  <>
    <div className={styles.words}>
      <p className={styles.strong}>{enterprise}</p>
      <p className={styles.soft}>{t('account.comingOn', { description, day: formatDay(on) })}</p>
    </div>
    <Amount cents={amount_in_cents} />
  </>
)

interface EnterpriseLineProps {
  readonly enterprise: ConnectedEnterprise
  readonly onChange: () => void
}

function EnterpriseLine({ enterprise, onChange }: EnterpriseLineProps) {
  const { name, type, permissions, requested_permissions, since } = enterprise
  const refused = requested_permissions.filter((one) => !permissions.some((given) => given.name === one))
  return (
    <>
      <div className={styles.words}>
        <p className={styles.strong}>{name}</p>
        <p className={styles.soft}>{t('account.since', { method: methodTitle(type), day: formatDay(since) })}</p>
        {permissions.map((permission) => (
          <p key={permission.name} className={styles.soft}>
            {permissionTitle(permission.name)}. {lasts(permission)}.
          </p>
        ))}
        {refused.map((one) => (
          <p key={one} className={styles.soft}>
            {t('account.notAllowed', { permission: permissionTitle(one) })}.
          </p>
        ))}
      </div>
      <Button look="link" aria-label={t('account.changeAllowed', { name })} onClick={onChange}>
        {t('login.change')}
      </Button>
    </>
  )
}

const DocumentLine = ({ name, version, url, agreed_at }: AgreedDocument) => (
  <div className={styles.words}>
    <p>
      <a href={url} target="_blank" rel="noreferrer">
        {t(`legal.${name}`)}
        <span className="visually-hidden"> {t('review.newTab')}</span>
      </a>
    </p>
    <p className={styles.soft}>
      {t('account.agreedOn', { version: formatDay(`${version}T12:00:00Z`), day: formatDay(agreed_at) })}
    </p>
  </div>
)
