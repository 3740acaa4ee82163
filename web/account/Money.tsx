import { useCallback, useEffect, useRef, useState } from 'react'
import type {
  AccountBank,
  AccountMoney,
  AccountMoneySteps,
  AccountNumbers,
  AccountSession,
  AccountWithdrawal,
} from '../../contracts/account.ts'
import { CodeForm } from '../forms/CodeForm.tsx'
import { accountNumber, digitsOnly, type Rule, routingNumber, text } from '../forms/rules.ts'
import { formatDay } from '../forms/words.ts'
import { Amount } from '../ui/Amount.tsx'
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
import styles from './account.module.css'
import { Submit } from './Submit.tsx'

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
  if (broken) return <RetryScreen title="We could not load this page" message={broken.message} onRetry={load} />
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

const STATES: Record<AccountBank['status'], string> = {
  unproven: 'Not proven yet',
  proven: 'Proven',
  failed: 'Could not be proven',
  suspended: 'Suspended',
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
      title="Your money"
      actions={
        <>
          {bank?.status === 'proven' && money.balance_in_cents > 0 && (
            <Button onClick={() => onDo('withdraw')}>Withdraw</Button>
          )}
          <Button look="link" onClick={onBack}>
            Back to your account
          </Button>
        </>
      }
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <section className={styles.section}>
        <h2 className={styles.subtitle}>Your bank account</h2>
        {bank ? (
          <>
            <div className={styles.line}>
              <div className={styles.words}>
                <p className={styles.strong}>{bank.label}</p>
                <p className={styles.soft}>{STATES[bank.status]}</p>
              </div>
              <Button look="link" onClick={() => void run(() => send('bank-account/remove', {}))}>
                Remove
              </Button>
            </div>
            {bank.status === 'unproven' && (
              <p className={styles.soft}>
                We are sending two small deposits there, of less than a dollar each. When you see them, enter their
                amounts.
              </p>
            )}
            {bank.why !== null && <Notice tone="danger">{bank.why} Please add another bank account.</Notice>}
          </>
        ) : (
          <p className={styles.soft}>Add a bank account of yours to withdraw money to.</p>
        )}
        <div className={styles.fields}>
          {bank?.status === 'unproven' && <Button onClick={() => onDo('prove')}>Enter the amounts</Button>}
          <Button look="quiet" onClick={() => onDo('add')}>
            {bank ? 'Use another bank account' : 'Add a bank account'}
          </Button>
        </div>
      </section>
      <section className={styles.section}>
        <h2 className={styles.subtitle}>Deposits to this account</h2>
        <p className={styles.soft}>Others can pay into your account by its account and routing number.</p>
        <Button look="quiet" onClick={() => onDo('numbers')}>
          Show the numbers
        </Button>
      </section>
      <Incoming all={money.incoming} />
      <Withdrawals all={money.withdrawals} />
      {money.is_open && (
        <section className={styles.section}>
          <h2 className={styles.subtitle}>Close your account</h2>
          <p className={styles.soft}>Your money is withdrawn first. Nobody can pay into the account any more.</p>
          <Button look="quiet" onClick={() => onDo('close')}>
            Close account
          </Button>
        </section>
      )}
    </Screen>
  )
}

const Incoming = ({ all }: { readonly all: AccountMoney['incoming'] }) =>
  all.length > 0 && (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>Incoming</h2>
      <p className={styles.soft}>These deposits have arrived. The bank settles each on the day shown.</p>
      <ul className={styles.list}>
        {all.map(({ id, amount_in_cents, available_at }) => (
          <li key={id} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.strong}>Available on {formatDay(available_at)}</p>
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
      <h2 className={styles.subtitle}>Withdrawals</h2>
      <ul className={styles.list}>
        {all.map(({ id, at, amount_in_cents, destination, note }) => (
          <li key={id} className={styles.line}>
            <div className={styles.words}>
              <p className={styles.strong}>To {destination}</p>
              <p className={styles.soft}>
                {formatDay(at)}. {note}
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
    if (!cents) return 'Please enter an amount like 125.00.'
    return cents > most ? 'Your account does not hold that much.' : undefined
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
      title="Withdraw"
      lead={
        <>
          To {money.bank_account?.label}. Your account holds <Amount cents={most} />. It takes a few business days.
        </>
      }
      onSubmit={() => void submit()}
      actions={<Submit label="Withdraw" busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount_in_cents')}
        />
      </div>
    </Screen>
  )
}

function Close({ money, send, onBack }: StepProps) {
  const form = useForm({ password: { rule: text('your password') } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (!form.check()) return
    form.showErrors(await run(() => send('close', form.values)))
  }
  return (
    <Screen
      title="Close your account"
      lead={
        money.balance_in_cents > 0 ? (
          <>
            <Amount cents={money.balance_in_cents} /> goes to {money.bank_account?.label ?? 'your bank account'} first.
            Enterprises can no longer pay you here, and their agreements with you end.
          </>
        ) : (
          'Enterprises can no longer pay you here, and their agreements with you end.'
        )
      }
      onSubmit={() => void submit()}
      actions={<Submit label="Close account" busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

const KINDS = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
]

function AddBank({ money: { sample }, send, onBack }: StepProps) {
  const form = useForm({
    name_on_account: { initial: sample?.name_on_account, rule: text('the name on the account') },
    routing_number: {
      initial: sample?.routing_number,
      rule: routingNumber,
      full: 9,
      shape: (typed) => digitsOnly(typed, 9),
    },
    account_number: { initial: sample?.account_number, rule: accountNumber },
    account_type: { initial: sample?.account_type, rule: (value) => (value ? undefined : 'Please choose a kind.') },
    password: { rule: text('your password') },
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
      title="Your bank account"
      lead={
        sample
          ? 'The sample account needs no proof in the sandbox.'
          : 'We send two small deposits there to make sure that it is yours.'
      }
      onSubmit={() => void submit()}
      actions={<Submit label="Add bank account" busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label="Name on the account" autoComplete="name" {...form.field('name_on_account')} />
        <TextField label="Routing number" inputMode="numeric" autoComplete="off" {...form.field('routing_number')} />
        <TextField label="Account number" autoComplete="off" {...form.field('account_number')} />
        <SelectField label="Kind of account" options={KINDS} {...form.field('account_type')} />
        <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      </div>
    </Screen>
  )
}

/** Cents of a small deposit: `0.32`, `.32` or `32`. */
const smallCents = (typed: string): number => Number(typed.replace(/^\$?0?\./, '').padEnd(2, '0'))
const small: Rule = (typed) =>
  /^\$?(0?\.\d{2}|\d{1,2})$/.test(typed) && smallCents(typed) > 0 ? undefined : 'Please enter an amount like 0.32.'

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
      title="The two small deposits"
      lead={`Their amounts stand in the statement of ${bank?.label}. Tries left: ${bank?.tries_left}.`}
      onSubmit={() => void submit()}
      actions={<Submit label="Prove the account" busy={busy} onBack={onBack} />}
    >
      {error && <Notice tone="danger">{error.message}</Notice>}
      <div className={styles.fields}>
        <TextField label="First amount" inputMode="decimal" autoComplete="off" {...form.field('first')} />
        <TextField label="Second amount" inputMode="decimal" autoComplete="off" {...form.field('second')} />
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
  const hasSent = useRef(false)
  useEffect(() => {
    if (hasSent.current) return
    hasSent.current = true
    void run(() => send('numbers/code', {}))
  })
  if (numbers) {
    return (
      <Screen
        title="Your account numbers"
        lead="Give them to those who pay you by bank transfer."
        actions={<Button onClick={onBack}>Done</Button>}
      >
        <dl className={styles.list}>
          <div className={styles.line}>
            <dt className={styles.soft}>Account number</dt>
            <dd className={styles.strong}>{numbers.account_number}</dd>
          </div>
          <div className={styles.line}>
            <dt className={styles.soft}>Routing number</dt>
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
        sentTo={session.mobile ?? 'your mobile number'}
        prefilled={session.prefill?.code}
        onSubmit={async (code) =>
          setNumbers(await request<AccountNumbers>('POST', '/account/api/numbers', { body: { code } }))
        }
        onResend={() => send('numbers/code', {})}
      />
      <Button look="link" onClick={onBack}>
        Back
      </Button>
    </>
  )
}
