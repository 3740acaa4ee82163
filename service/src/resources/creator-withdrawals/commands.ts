import { type Problem, problem, unavailable } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { type Cents, dollars, ZERO } from '../../kernel/money.ts'
import { creatorAccount, lockAccounts, openAccounts, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { AchRail, BankAccount } from '../../rails/ach/port.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { bankLabel } from '../account-connections/index.ts'
import { type CreatorRow, lockCreator } from '../creators/index.ts'
import type { Transition } from '../transitions/index.ts'
import { followedBy, initiate, isDue, reserve, returnFromBank } from '../withdrawals/index.ts'
import { type AccountStatus, type CreatorBankAccount, type CreatorWithdrawal, TRIES_MAX } from './model.ts'
import { CREATOR_BOOKS } from './postings.ts'
import { applyWithdrawals, type CreatorWithdrawalDeps, moveAccount, placeOf, sealAccount, settleDue } from './settle.ts'
import {
  bankAccountIds,
  eraseBankAccount,
  findByRequest,
  findProofs,
  insertBankAccount,
  insertWithdrawals,
  lockBankAccount,
  lockWithdrawal,
} from './store.ts'

/** Each account that is added costs the bank two small deposits. */
const ADDING: TryLimit = { name: 'creator bank accounts', max: 5, seconds: 86_400 }

type Owner = Pick<CreatorRow, 'tenant_id' | 'id'>

const isSame = (one: BankAccount, other: BankAccount | undefined): boolean =>
  one.account_number === other?.account_number && one.routing_number === other.routing_number

/** Adds a bank account in place of the one before. The sandbox's sample needs no proof. */
export async function addBankAccount(
  tx: Tx,
  { tenant_id: bank, id: creator }: Owner,
  account: BankAccount,
  deps: CreatorWithdrawalDeps,
): Promise<CreatorBankAccount> {
  const settings = await readTenant(tx, bank)
  requireServed(settings)
  const ach = deps.ach[settings.environment]
  // Two accounts that are added at the same moment wait for each other here: no row of theirs exists yet.
  await lockCreator(tx, bank, creator)
  const before = await lockBankAccount(tx, bank, creator)
  if (before) await moveAccount(tx, bank, before, 'remove', {}, settings.now)
  const isSample = isSame(account, ach.sampleAccount)
  if (!isSample) await countTry(tx, deps.vault, ADDING, creator)
  const added = newAccount(bank, creator, account, { now: settings.now, isSample }, deps)
  await insertBankAccount(tx, bank, added)
  if (!isSample) await sendProofs(tx, bank, added, ach, settings.now)
  return added
}

function newAccount(
  bank: TenantId,
  creator: Id<'creator'>,
  account: BankAccount,
  { now, isSample }: { readonly now: Date; readonly isSample: boolean },
  { vault }: CreatorWithdrawalDeps,
): CreatorBankAccount {
  const id = newId('creatorBankAccount')
  return {
    id,
    creator_id: creator,
    status: isSample ? 'proven' : 'unproven',
    bank_sealed: sealAccount(bank, id, account, vault),
    label: bankLabel(account.account_type, account.account_number),
    tries: 0,
    why: null,
    created_at: now,
    updated_at: now,
  }
}

/** Two small deposits, whose amounts only the holder of the account can see. */
async function sendProofs(tx: Tx, bank: TenantId, account: CreatorBankAccount, ach: AchRail, now: Date): Promise<void> {
  const proofs = ach.proofAmounts().map((amount) => start(newWithdrawal(account, amount, 'proof', now), ach, now))
  await write(tx, bank, proofs)
}

const newWithdrawal = (
  { id, creator_id, label }: CreatorBankAccount,
  amount: Cents,
  purpose: CreatorWithdrawal['purpose'],
  now: Date,
): CreatorWithdrawal => ({
  id: newId('withdrawal'),
  creator_id,
  bank_account: id,
  purpose,
  request: null,
  status: 'created',
  amount_in_cents: amount,
  destination: label,
  due_at: null,
  batch_at: null,
  ach_file: null,
  return_code: null,
  activity: [],
  created_at: now,
  updated_at: now,
})

/** The money is held, and leaves with the next ACH batch. */
function start(created: CreatorWithdrawal, ach: AchRail, now: Date): Transition<CreatorWithdrawal> {
  const ready = reserve(created, CREATOR_BOOKS, now)
  return followedBy(ready, initiate(ready.to, CREATOR_BOOKS, ach, now))
}

async function write(tx: Tx, bank: TenantId, made: readonly Transition<CreatorWithdrawal>[]): Promise<void> {
  // The book of a bank that version 0.1 opened lacks these accounts.
  await openAccounts(tx, bank, ['creator_withdrawals', 'proofs'])
  await insertWithdrawals(
    tx,
    bank,
    made.map(({ to }) => to),
  )
  await post(
    tx,
    bank,
    made.flatMap(({ transfers }) => transfers.bank),
  )
}

function requireServed({ retired, payouts_stopped_because }: TenantSettings): void {
  if (retired) throw unavailable('The sandbox has just been reset; sign in again.')
  if (payouts_stopped_because !== null) {
    throw unavailable('Withdrawals are paused while the books are being checked; try again later.')
  }
}

export const noBankAccount = (): Problem =>
  problem('invalid_state', 'There is no bank account to withdraw to; add one first.')

const REFUSALS: Readonly<Partial<Record<AccountStatus, string>>> = {
  unproven: 'The bank account is not proven yet: enter the amounts of the two small deposits first.',
  failed: 'The bank account could not be proven; add it again, or another one.',
  suspended: 'The bank account is suspended, because a withdrawal came back; add another one.',
}

/** Withdraws money of a creator to the proven bank account; the same `request` again is the same withdrawal. */
export async function withdraw(
  tx: Tx,
  { tenant_id: bank, id: creator }: Owner,
  amount: Cents,
  deps: CreatorWithdrawalDeps,
  request: string | null = null,
): Promise<CreatorWithdrawal> {
  const account = await lockBankAccount(tx, bank, creator)
  const before = request === null ? undefined : await findByRequest(tx, bank, creator, request)
  if (before) return before
  if (!account) throw noBankAccount()
  const refusal = REFUSALS[account.status]
  if (refusal !== undefined) throw problem('invalid_state', refusal)
  const own = creatorAccount(creator)
  const funds = (await lockAccounts(tx, bank, [own])).get(own)?.balance ?? ZERO
  if (amount > funds) {
    const message = `The account holds ${dollars(funds)}, but ${dollars(amount)} is to be withdrawn.`
    throw problem('insufficient_funds', message)
  }
  // Read after the lock: `created_at` follows the order in which withdrawals are made.
  const settings = await readTenant(tx, bank)
  requireServed(settings)
  const { now, environment } = settings
  const created = { ...newWithdrawal(account, amount, 'withdrawal', now), request }
  const made = start(created, deps.ach[environment], now)
  await write(tx, bank, [made])
  const { id: resource } = made.to
  tx.afterCommit(() => deps.log.info({ tenant: bank, resource, cents: amount }, 'created a withdrawal'))
  return made.to
}

/** Compares the two amounts that the creator has seen with those that were sent. A third mistake ends it. */
export async function proveBankAccount(
  tx: Tx,
  { tenant_id: bank, id: creator }: Owner,
  amounts: readonly [number, number],
  deps: CreatorWithdrawalDeps,
): Promise<CreatorBankAccount> {
  const account = await lockBankAccount(tx, bank, creator)
  if (!account) throw noBankAccount()
  if (account.status !== 'unproven') {
    throw problem('invalid_state', `Only an unproven bank account can be proven; this one is ${account.status}.`)
  }
  const { now } = await readTenant(tx, bank)
  const proofs = await findProofs(tx, bank, account.id)
  if (proofs.some(({ status, due_at }) => status === 'pending' && (due_at === null || due_at > now))) {
    throw problem('invalid_state', 'The small deposits have not been sent yet; they arrive within a few business days.')
  }
  const sorted = (values: readonly number[]): string => values.toSorted((a, b) => a - b).join()
  if (sorted(proofs.map(({ amount_in_cents }) => amount_in_cents)) === sorted(amounts)) {
    return moveAccount(tx, bank, account, 'prove', {}, now)
  }
  const tries = account.tries + 1
  const isLast = tries >= TRIES_MAX
  const why = isLast ? 'The amounts were wrong three times.' : null
  deps.log.info({ tenant: bank, resource: account.id, tries }, 'the amounts of small deposits were wrong')
  return moveAccount(tx, bank, account, isLast ? 'exhaust' : 'mistake', { tries, why }, now)
}

/** Removes the bank account; what is on its way there goes on. */
export async function removeBankAccount(tx: Tx, { tenant_id: bank, id: creator }: Owner): Promise<void> {
  const account = await lockBankAccount(tx, bank, creator)
  if (!account) throw noBankAccount()
  const { now } = await readTenant(tx, bank)
  await moveAccount(tx, bank, account, 'remove', {}, now)
}

/** Removes the bank account of an erased creator, and what every account of theirs was. */
export async function eraseCreatorBankAccounts(
  tx: Tx,
  bank: TenantId,
  creator: Id<'creator'>,
  vault: Vault,
): Promise<void> {
  if (await lockBankAccount(tx, bank, creator)) await removeBankAccount(tx, { tenant_id: bank, id: creator })
  for (const id of await bankAccountIds(tx, bank, creator)) {
    await eraseBankAccount(tx, bank, id, vault.seal(placeOf(bank, id), '{}'))
  }
}

/** Records that the receiving bank has returned a withdrawal of a creator, or a small deposit. */
export async function returnCreatorWithdrawal(
  tx: Tx,
  bank: TenantId,
  id: string,
  code: string,
  deps: CreatorWithdrawalDeps,
): Promise<CreatorWithdrawal> {
  let withdrawal = await lockWithdrawal(tx, bank, id)
  if (!withdrawal) throw problem('not_found', 'There is no withdrawal with this id.')
  const settings = await readTenant(tx, bank)
  if (isDue(withdrawal, settings)) {
    await settleDue(tx, bank, [withdrawal], deps)
    withdrawal = (await lockWithdrawal(tx, bank, id)) as CreatorWithdrawal
  }
  if (withdrawal.status !== 'sent') {
    throw problem('invalid_state', `Only a \`sent\` withdrawal can be returned; this one is \`${withdrawal.status}\`.`)
  }
  await applyWithdrawals(tx, bank, [returnFromBank(withdrawal, CREATOR_BOOKS, code, settings.now)], deps)
  return (await lockWithdrawal(tx, bank, id)) as CreatorWithdrawal
}
