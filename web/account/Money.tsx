import { useCallback, useEffect, useRef, useState } from 'react'
import type {
  AccountMoney,
  AccountMoneySteps,
  AccountNumbers,
  AccountSession,
  AccountWithdrawal,
} from '../../contracts/account.ts'
import { CodeForm } from '../forms/CodeForm.tsx'
import { accountNumber, digitsOnly, type Rule, routingNumber, text } from '../forms/rules.ts'
import { destinationWords, formatDay } from '../forms/words.ts'
import { Amount, formatCents } from '../ui/Amount.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { RetryScreen } from '../ui/RetryScreen.tsx'
import { asRequestError, type RequestError, request } from '../ui/requests.ts'
import { Screen } from '../ui/Screen.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'
import { Submit } from './Submit.tsx'
import { refusalWords, withdrawalWords } from './service-words.ts'

type Send = <Path extends keyof AccountMoneySteps>(path: Path, body: AccountMoneySteps[Path]) => Promise<void>
type Doing = 'withdraw' | 'add' | 'prove' | 'numbers' | 'close'

interface MoneyProps {
  readonly session: AccountSession
  readonly onBack: () => void
}

/** Where the creator's money goes: the bank account, withdrawals, and the numbers at which deposits arrive. */
export function Money({ session, onBack }: MoneyProps) {
  const [money, setMoney] = useState<AccountMoney>()
  const [broken, setBroken] = useState<RequestError>()
  const [doing, setDoing] = useState<Doing>()
  const load = useCallback(async () => {
    setBroken(undefined)
    await request<AccountMoney>('GET', '/account/api/money').then(setMoney, (error: unknown) =>
      setBroken(asRequestError(error)),
    )
  }, [])
  useEffect(() => void load(), [load])
  const send: Send = async (path, body) => {
    setMoney(await request<AccountMoney>('POST', `/account/api/${path}`, { body }))
  }
  const back = () => setDoing(undefined)
  const finish: Send = async (path, body) => {
    await send(path, body)
    back()
  }
  if (broken) return <RetryScreen title={t('load.failed')} message={broken.message} onRetry={load} />
  if (!money) return null
  switch (doing) {
    case 'withdraw':
      return <Withdraw money={money} send={finish} onBack={back} />
    case 'add':
      return <AddBank money={money} send={finish} onBack={back} />
    case 'prove':
      return <Prove money={money} send={finish} onBack={back} />
    case 'numbers':
      return <Numbers session={session} send={send} onBack={back} />
    case 'close':
      return <Close money={money} send={finish} onBack={back} />
    default:
      return <Overview money={money} send={send} onDo={setDoing} onBack={onBack} />
  }
}

interface OverviewProps {
  readonly money: AccountMoney
  readonly send: Send
  readonly onDo: (what: Doing) => void
  readonly onBack: () => void
}

function Overview({ money, send, onDo, onBack }: OverviewProps) {
  const { error, run } = useAction()
  const bank = money.bank_account
  return (
    <Screen
      title={t('money.title')}
      actions={
        <>
          {bank?.status === 'proven' && money.balance_in_cents > 0 && (
            <Button onClick={() => onDo('withdraw')}>{t('account.withdraw')}</Button>
          )}
          <Button look="link" onClick={onBack}>
            {t('account.back')}
          </Button>
        </>
      }
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <section className={styles.section}>
        <h2 className={styles.subtitle}>{t('section.bank')}</h2>
        {bank ? (
          <>
            <div className={`${styles.list} ${styles.line}`}>
              <div className={styles.words}>
                <p className={styles.strong}>{destinationWords(bank.label)}</p>
                <p className={styles.soft}>{t(`money.${bank.status}`)}</p>
              </div>
              <Button look="link" onClick={() => void run(() => send('bank-account/remove', {}))}>
                {t('money.remove')}
              </Button>
            </div>
            {bank.status === 'unproven' && <p className={styles.soft}>{t('money.deposits')}</p>}
            {bank.why !== null && <Notice tone="danger">{t('money.another', { why: refusalWords(bank.why) })}</Notice>}
          </>
        ) : (
          <p className={styles.soft}>{t('money.noBank')}</p>
        )}
        <div className={styles.fields}>
          {bank?.status === 'unproven' && <Button onClick={() => onDo('prove')}>{t('money.enter')}</Button>}
          <Button look="quiet" onClick={() => onDo('add')}>
            {t(bank ? 'money.useAnother' : 'money.add')}
          </Button>
        </div>
      </section>
      <section className={styles.section}>
        <h2 className={styles.subtitle}>{t('money.toThis')}</h2>
        <p className={styles.soft}>{t('money.toThisText')}</p>
        <Button look="quiet" onClick={() => onDo('numbers')}>
          {t('money.showNumbers')}
        </Button>
      </section>
      <Incoming all={money.incoming} />
      <Withdrawals all={money.withdrawals} />
      {money.is_open && (
        <section className={styles.section}>
          <h2 className={styles.subtitle}>{t('close.title')}</h2>
          <p className={styles.soft}>{t('close.text')}</p>
          <Button look="quiet" onClick={() => onDo('close')}>
            {t('close.button')}
          </Button>
        </section>
      )}
    </Screen>
  )
}

const Incoming = ({ all }: { readonly all: AccountMoney['incoming'] }) =>
  all.length > 0 && (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>{t('money.incoming')}</h2>
      <p className={styles.soft}>{t('money.incomingText')}</p>
      <ul className={styles.list}>
        {all.map(({ id, amount_in_cents, available_at }) => (
          <li key={id} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.strong}>{t('money.availableOn', { day: formatDay(available_at) })}</p>
            </div>
            <Amount cents={amount_in_cents} />
          </li>
        ))}
      </ul>
    </section>
  )

const Withdrawals = ({ all }: { readonly all: readonly AccountWithdrawal[] }) =>
  all.length > 0 && (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>{t('money.withdrawals')}</h2>
      <ul className={styles.list}>
        {all.map(({ id, at, amount_in_cents, destination, status, note }) => (
          <li key={id} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.strong}>{t('money.to', { destination: destinationWords(destination) })}</p>
              <p className={styles.soft}>
                {formatDay(at)}. {withdrawalWords({ status, note })}
              </p>
            </div>
            <Amount cents={amount_in_cents} />
          </li>
        ))}
      </ul>
    </section>
  )

interface StepProps {
  readonly money: AccountMoney
  readonly send: Send
  readonly onBack: () => void
}

/** Whole cents of what was typed, `1,250.00` or `1250`. */
const centsOf = (typed: string): number | undefined => {
  const [, dollars = '', cents = ''] = /^\$?(\d{1,8})(?:\.(\d{2}))?$/.exec(typed.replaceAll(/[\s,]/g, '')) ?? []
  return dollars === '' ? undefined : Number(dollars) * 100 + Number(cents)
}

function Withdraw({ money, send, onBack }: StepProps) {
  const most = money.balance_in_cents
  const amount: Rule = (typed) => {
    const cents = centsOf(typed)
    if (!cents) return t('withdraw.enter')
    return cents > most ? t('withdraw.tooMuch') : undefined
  }
  const form = useForm({ amount_in_cents: { rule: amount } })
  const { busy, error, run } = useAction()
  // The same for every try: an answer that was lost on the way must not withdraw twice.
  const { current: once } = useRef(crypto.randomUUID())
  async function submit(): Promise<void> {
    if (!form.check()) return
    const body = { amount_in_cents: centsOf(form.values.amount_in_cents) ?? 0, request: once }
    form.showErrors(await run(() => send('withdraw', body)))
  }
  return (
    <Screen
      title={t('account.withdraw')}
      lead={t('withdraw.lead', {
        destination: destinationWords(money.bank_account?.label ?? ''),
        balance: formatCents(most),
      })}
      onSubmit={() => void submit()}
      actions={<Submit label={t('account.withdraw')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField
          label={t('withdraw.amount')}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount_in_cents')}
        />
      </div>
    </Screen>
  )
}

function Close({ money, send, onBack }: StepProps) {
  const form = useForm({ password: { rule: text(t('what.password')) } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    form.showErrors(await run(() => send('close', form.values)))
  }
  return (
    <Screen
      title={t('close.title')}
      lead={
        money.balance_in_cents > 0
          ? t('close.leadWithMoney', {
              balance: formatCents(money.balance_in_cents),
              destination: money.bank_account ? destinationWords(money.bank_account.label) : t('close.yourBank'),
            })
          : t('close.lead')
      }
      onSubmit={() => void submit()}
      actions={<Submit label={t('close.button')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <PasswordField label={t('field.yourPassword')} autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

const kinds = () => [
  { value: 'checking', label: t('field.checking') },
  { value: 'savings', label: t('field.savings') },
]

function AddBank({ money: { sample }, send, onBack }: StepProps) {
  const form = useForm({
    name_on_account: { initial: sample?.name_on_account, rule: text(t('what.nameOnAccount')) },
    routing_number: {
      initial: sample?.routing_number,
      rule: routingNumber,
      full: 9,
      shape: (typed) => digitsOnly(typed, 9),
    },
    account_number: { initial: sample?.account_number, rule: accountNumber },
    account_type: { initial: sample?.account_type, rule: (value) => (value ? undefined : t('addBank.chooseKind')) },
    password: { rule: text(t('what.password')) },
  })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    const { account_type, ...rest } = form.values
    const body = { ...rest, account_type: account_type === 'savings' ? 'savings' : 'checking' } as const
    form.showErrors(await run(() => send('bank-account', body)))
  }
  return (
    <Screen
      title={t('section.bank')}
      lead={t(sample ? 'addBank.sample' : 'addBank.lead')}
      onSubmit={() => void submit()}
      actions={<Submit label={t('addBank.button')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label={t('field.nameOnAccount')} autoComplete="name" {...form.field('name_on_account')} />
        <TextField
          label={t('field.routing')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('routing_number')}
        />
        <TextField label={t('field.account')} autoComplete="off" {...form.field('account_number')} />
        <SelectField label={t('addBank.kind')} options={kinds()} {...form.field('account_type')} />
        <PasswordField label={t('field.yourPassword')} autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

/** Cents of a small deposit: `0.32`, `.32` or `32`. */
const smallCents = (typed: string): number => Number(typed.replace(/^\$?0?\./, '').padEnd(2, '0'))
const small: Rule = (typed) =>
  /^\$?(0?\.\d{2}|\d{1,2})$/.test(typed) && smallCents(typed) > 0 ? undefined : t('prove.enter')

function Prove({ money: { bank_account: bank }, send, onBack }: StepProps) {
  const form = useForm({ first: { rule: small }, second: { rule: small } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    const { first, second } = form.values
    await run(() => send('bank-account/prove', { first: smallCents(first), second: smallCents(second) }))
  }
  return (
    <Screen
      title={t('prove.title')}
      lead={t('prove.lead', { bank: destinationWords(bank?.label ?? ''), left: bank?.tries_left ?? 0 })}
      onSubmit={() => void submit()}
      actions={<Submit label={t('prove.button')} busy={busy} onBack={onBack} />}
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label={t('prove.first')} inputMode="decimal" autoComplete="off" {...form.field('first')} />
        <TextField label={t('prove.second')} inputMode="decimal" autoComplete="off" {...form.field('second')} />
      </div>
    </Screen>
  )
}

interface NumbersProps extends Pick<StepProps, 'send' | 'onBack'> {
  readonly session: AccountSession
}

/** A code to the mobile number, then the numbers. */
function Numbers({ session, send, onBack }: NumbersProps) {
  const [numbers, setNumbers] = useState<AccountNumbers>()
  const { error, run } = useAction()
  const asked = useRef<Promise<unknown>>(undefined)
  useEffect(() => {
    asked.current ??= run(() => send('numbers/code', {}))
  })
  async function show(code: string): Promise<void> {
    // A code holds from when it was sent. One that is filled in can be confirmed before that.
    await asked.current
    setNumbers(await request<AccountNumbers>('POST', '/account/api/numbers', { body: { code } }))
  }
  if (numbers) {
    return (
      <Screen
        title={t('numbers.title')}
        lead={t('numbers.lead')}
        actions={<Button onClick={onBack}>{t('done')}</Button>}
      >
        <dl className={styles.list}>
          <div className={styles.line}>
            <dt className={styles.soft}>{t('field.account')}</dt>
            <dd className={styles.strong}>{numbers.account_number}</dd>
          </div>
          <div className={styles.line}>
            <dt className={styles.soft}>{t('field.routing')}</dt>
            <dd className={styles.strong}>{numbers.routing_number}</dd>
          </div>
        </dl>
      </Screen>
    )
  }
  return (
    <>
      {error && <Notice tone="danger">{error.message}</Notice>}
      <CodeForm
        sentTo={session.mobile ?? t('mobile.yours')}
        prefilled={session.prefill?.code}
        onSubmit={show}
        onResend={() => send('numbers/code', {})}
      />
      <Button look="link" onClick={onBack}>
        {t('back')}
      </Button>
    </>
  )
}
