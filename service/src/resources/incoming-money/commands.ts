import { problem } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { type Cents, ZERO } from '../../kernel/money.ts'
import {
  creatorAccount,
  creatorReceivable,
  lockAccounts,
  openAccounts,
  openCreatorReceivable,
  post,
  readBalances,
} from '../../ledger/index.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import { operatingTenant, tenantNow } from '../../tenants/index.ts'
import { awaitAchDeposit, receiveAchDeposit } from '../contracts/index.ts'
import { findCreatorByAccount, holdAccountOpen } from '../creators/index.ts'
import { type BookingKind, bringsMoney, coveredPart, type OwnAccount } from './model.ts'
import { bookOf, moneyTransfers } from './postings.ts'
import { insertBooking, insertIncoming } from './store.ts'

/** The account of ours with that number that takes money; undefined where there is none, or a creator has not opened it. */
export async function findAccount(sql: Queryable, bank: TenantId, number: string): Promise<OwnAccount | undefined> {
  const owner = await operatingTenant(sql, bank, number)
  if (owner !== undefined) return { owner }
  const creator = await findCreatorByAccount(sql, bank, number)
  return creator?.account_opened_at ? { creator: creator.id } : undefined
}

/** The same, or one that is closed: the bank can take back money from an account for as long as it has a book. */
export async function findAccountEverOpened(
  sql: Queryable,
  bank: TenantId,
  number: string,
): Promise<OwnAccount | undefined> {
  const open = await findAccount(sql, bank, number)
  if (open) return open
  const creator = await findCreatorByAccount(sql, bank, number)
  if (!creator) return undefined
  const account = creatorAccount(creator.id)
  return account in (await readBalances(sql, bank, [account])) ? { creator: creator.id } : undefined
}

/** The word by which an operator names the account of the operators themselves: a charge of the bank, a debit of the processor. */
const OWN_ACCOUNT = 'bank'

const isOperators = (account: OwnAccount): boolean => account.creator === undefined && account.isOperators === true

/** The account that an operator names for a booking: by its number, or our own. */
export async function findNamedAccount(
  sql: Queryable,
  bank: TenantId,
  name: string,
  kind: BookingKind,
): Promise<OwnAccount | undefined> {
  if (name === OWN_ACCOUNT) return { owner: bank, isOperators: true }
  return (bringsMoney(kind) ? findAccount : findAccountEverOpened)(sql, bank, name)
}

export interface NewCredit {
  readonly account: OwnAccount
  readonly amount: Cents
  readonly sourceId: string
  /** The deposit source that the operator has assigned to the originator. */
  readonly depositSource: string | undefined
  /** Undefined: it is available at once. */
  readonly availableAt: Date | undefined
}

/** Credits an account, or shows the credit as incoming until its settlement date. Answers the id it is recorded under. */
export async function creditAccount(tx: Tx, bank: TenantId, credit: NewCredit): Promise<string> {
  const { account, amount, sourceId, availableAt } = credit
  if (availableAt) await insertWaiting(tx, bank, credit, availableAt)
  if (account.owner === undefined) return creditCreator(tx, bank, account.creator, credit)
  await openAccounts(tx, account.owner, ['incoming'])
  await lockAccounts(tx, account.owner, ['operating', 'incoming', 'funding'])
  const at = await tenantNow(tx, account.owner)
  const event = availableAt ? 'credit ahead of its date' : 'credit'
  await post(tx, account.owner, moneyTransfers({ event, sourceId, account, amount, at }).tenant)
  return sourceId
}

async function creditCreator(
  tx: Tx,
  bank: TenantId,
  creator: Id<'creator'>,
  { amount, sourceId, depositSource: source, availableAt }: NewCredit,
): Promise<string> {
  const deposit = { bank, creator, sourceId, amount, source }
  if (!availableAt) return receiveAchDeposit(tx, deposit)
  await awaitAchDeposit(tx, deposit)
  return sourceId
}

async function insertWaiting(
  tx: Tx,
  bank: TenantId,
  { account, amount, sourceId, depositSource }: NewCredit,
  due_at: Date,
): Promise<void> {
  await insertIncoming(tx, bank, {
    source_id: sourceId,
    owner: account.owner ?? null,
    creator_id: account.creator ?? null,
    deposit_source: depositSource ?? null,
    amount_in_cents: amount,
    due_at,
    created_at: await tenantNow(tx, bank),
  })
}

export interface HandBooking {
  readonly kind: BookingKind
  readonly account: OwnAccount
  readonly amount: Cents
  readonly sourceId: string
  readonly day: BankingDate
  readonly reference?: string
  /** The sums of the bank's files have it already: an entry of theirs that brings money. */
  readonly isInFiles?: boolean
}

/**
 * Books what a person has found on the bank's statement. Money that is taken back takes what the account holds; the rest is
 * a receivable, which later credits repay first.
 */
export async function bookByHand(tx: Tx, bank: TenantId, booking: HandBooking): Promise<void> {
  const { kind, account, amount, sourceId, day, reference = null, isInFiles = false } = booking
  const booked_at = await tenantNow(tx, bank)
  const row = { id: sourceId, kind, account, amount, day, reference, beside_files: !isInFiles, booked_at }
  if (!(await insertBooking(tx, bank, row))) {
    throw problem('invalid_state', `The wire ${reference} was booked before.`)
  }
  if (kind === 'credit' && !isOperators(account)) {
    await creditAccount(tx, bank, { account, amount, sourceId, depositSource: undefined, availableAt: undefined })
    return
  }
  await move(tx, bank, kind, booking)
}

async function move(tx: Tx, bank: TenantId, kind: BookingKind, { account, amount, sourceId }: HandBooking) {
  const book = bookOf(account, bank)
  if (account.creator !== undefined && bringsMoney(kind)) await holdAccountOpen(tx, bank, account.creator)
  const { own, debt, world, whose } = await openSides(tx, book, account)
  const balance = (await lockAccounts(tx, book, [own, debt, world])).get(own)?.balance ?? ZERO
  const parts = bringsMoney(kind) ? {} : coveredPart(amount, balance)
  const event = `${bringsMoney(kind) ? 'wire to' : 'taken back from'} ${whose}` as const
  const transfers = moneyTransfers({ event, sourceId, account, amount, ...parts, at: await tenantNow(tx, book) })
  await post(tx, book, [...transfers.tenant, ...transfers.bank])
}

/** The accounts between which a booking moves money, of which a book of an earlier version may lack one. */
async function openSides(tx: Tx, book: TenantId, account: OwnAccount) {
  if (isOperators(account)) {
    await openAccounts(tx, book, ['bank_charges'])
    return { own: 'bank_charges', debt: 'bank_charges', world: 'ach_clearing', whose: 'ourselves' } as const
  }
  const { creator } = account
  if (creator === undefined) {
    await openAccounts(tx, book, ['receivables'])
    return { own: 'operating', debt: 'receivables', world: 'funding', whose: 'an enterprise' } as const
  }
  await openCreatorReceivable(tx, book, creator)
  const [own, debt] = [creatorAccount(creator), creatorReceivable(creator)]
  return { own, debt, world: 'ach_clearing', whose: 'a creator' } as const
}

/** A wire on the bank's statement; it is in no file. */
export interface Wire {
  readonly direction: 'in' | 'out'
  /** The number of an operating account or of a creator's account, or our own. */
  readonly account: string
  readonly amount: Cents
  /** The bank's own name for it. */
  readonly reference: string
  readonly day: BankingDate
}

/** Books a wire that the bank's statement shows, once for each reference. */
export async function bookWire(tx: Tx, bank: TenantId, { direction, account: number, ...wire }: Wire): Promise<string> {
  const kind = direction === 'in' ? 'wire_in' : 'wire_out'
  const account = await findNamedAccount(tx, bank, number, kind)
  if (!account) throw problem('not_found', 'There is no account with this number; see `ach accounts`.')
  const id = newId('wire')
  await bookByHand(tx, bank, { ...wire, kind, account, sourceId: id })
  return id
}
