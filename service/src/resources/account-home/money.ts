import type {
  AccountBank,
  AccountMoney,
  AccountMoneySteps,
  AccountNumbers,
  AccountWithdrawal,
} from '../../../../contracts/account.ts'
import { problem } from '../../kernel/errors.ts'
import { cents } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { creatorAccount, readBalances } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import {
  addBankAccount,
  type CreatorBankAccount,
  type CreatorWithdrawal,
  type CreatorWithdrawalDeps,
  findCreatorBankAccount,
  findCreatorWithdrawals,
  proveBankAccount,
  removeBankAccount,
  TRIES_MAX,
  withdraw,
} from '../creator-withdrawals/index.ts'
import { checkCode, incorrectCode, sendCode } from '../creators/index.ts'
import { findIncomingOf } from '../incoming-money/index.ts'
import { requirePassword } from './security.ts'
import { codeRecipient, type HomeDeps, requireSignedIn, tellOfChange, type Visitor } from './session.ts'

export interface MoneyDeps extends HomeDeps, CreatorWithdrawalDeps {
  /** The routing number of the bank that creators' accounts are at; undefined until production has one. */
  readonly routingNumber: string | undefined
}

const WITHDRAWALS_MAX = 20

const viewBank = ({ label, status, tries, why }: CreatorBankAccount): AccountBank => ({
  label,
  status: status as AccountBank['status'],
  tries_left: TRIES_MAX - tries,
  why,
})

const viewWithdrawal = (withdrawal: CreatorWithdrawal): AccountWithdrawal => ({
  id: withdrawal.id,
  at: iso(withdrawal.created_at),
  amount_in_cents: withdrawal.amount_in_cents,
  status: withdrawal.status,
  destination: withdrawal.destination,
  note: withdrawal.activity.findLast(({ type }) => type !== 'transfer')?.entry ?? '',
})

async function viewMoney(
  { creator }: Visitor,
  { database: { sql }, ach, environment }: MoneyDeps,
): Promise<AccountMoney> {
  const { tenant_id: bank, id } = creator
  const own = creatorAccount(id)
  const [balances, account, withdrawals, incoming] = await Promise.all([
    readBalances(sql, bank, [own]),
    findCreatorBankAccount(sql, bank, id),
    findCreatorWithdrawals(sql, bank, id, WITHDRAWALS_MAX),
    findIncomingOf(sql, bank, id),
  ])
  return {
    is_open: creator.account_opened_at !== null,
    balance_in_cents: balances[own] ?? 0,
    incoming: incoming.map(({ id, amount, available_at }) => ({
      id,
      amount_in_cents: amount,
      available_at: iso(available_at),
    })),
    bank_account: account ? viewBank(account) : null,
    withdrawals: withdrawals.map(viewWithdrawal),
    sample: ach[environment].sampleAccount ?? null,
  }
}

export const readMoney = async (token: string | undefined, deps: MoneyDeps): Promise<AccountMoney> =>
  viewMoney(await requireSignedIn(token, deps), deps)

/** Does one thing to the money of whoever is signed in, and answers how it stands then. */
async function act(
  token: string | undefined,
  deps: MoneyDeps,
  work: (tx: Tx, visitor: Visitor) => Promise<unknown>,
): Promise<AccountMoney> {
  const visitor = await requireSignedIn(token, deps)
  await deps.database.transaction((tx) => work(tx, visitor))
  return viewMoney(visitor, deps)
}

export async function addAccount(
  token: string | undefined,
  { password, ...account }: AccountMoneySteps['bank-account'],
  deps: MoneyDeps,
): Promise<AccountMoney> {
  await requirePassword(await requireSignedIn(token, deps), password, deps)
  return act(token, deps, async (tx, { creator }) => {
    await addBankAccount(tx, creator, account, deps)
    await tellOfChange(tx, creator, 'bank_account', deps.vault)
  })
}

export const proveAccount = (
  token: string | undefined,
  { first, second }: AccountMoneySteps['bank-account/prove'],
  deps: MoneyDeps,
): Promise<AccountMoney> => act(token, deps, (tx, { creator }) => proveBankAccount(tx, creator, [first, second], deps))

export const removeAccount = (token: string | undefined, deps: MoneyDeps): Promise<AccountMoney> =>
  act(token, deps, (tx, { creator }) => removeBankAccount(tx, creator))

export const takeOut = (
  token: string | undefined,
  { amount_in_cents, request }: AccountMoneySteps['withdraw'],
  deps: MoneyDeps,
): Promise<AccountMoney> =>
  act(token, deps, (tx, { creator }) => withdraw(tx, creator, cents(amount_in_cents), deps, request))

function recipientOf(visitor: Visitor) {
  const { mobile } = visitor.creator
  if (mobile === null) throw problem('invalid_state', 'Add a mobile number to your login first.')
  return codeRecipient(visitor, mobile)
}

/** The numbers are shown after a second factor of their own: an unattended page must not give them away. */
export const sendNumbersCode = (token: string | undefined, deps: MoneyDeps): Promise<AccountMoney> =>
  act(token, deps, (tx, visitor) => sendCode(tx, recipientOf(visitor), deps))

export async function readNumbers(token: string | undefined, code: string, deps: MoneyDeps): Promise<AccountNumbers> {
  const visitor = await requireSignedIn(token, deps)
  const { creator } = visitor
  if (creator.account_opened_at === null || deps.routingNumber === undefined) {
    throw problem('invalid_state', 'You have no account yet: one opens when you choose it in Connect.')
  }
  const verdict = await deps.database.transaction((tx) => checkCode(tx, recipientOf(visitor), code, deps))
  if (!verdict.passed) throw incorrectCode(verdict.attemptsLeft)
  return { account_number: creator.account_number, routing_number: deps.routingNumber }
}
