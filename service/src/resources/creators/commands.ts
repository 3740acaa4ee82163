import { randomInt } from 'node:crypto'
import { problem } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { creatorAccount, openCreatorAccount, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { deleteSessionsOf, dropLogin, isEmailProven, loseAddress, markEmailProven } from './addresses.store.ts'
import { type ApplicantColumns, applyVerdict, type CreatorRow, isUnfinished, type Verdict } from './model.ts'
import { findCreatorByEmail, insertCreator, lockCreator, updateCreator, updateIdentity } from './store.ts'

export interface NewLogin {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  /** Null until a code has verified it. */
  readonly mobile: string | null
  /** Null for a creator made by a simulation, who may set one in Connect. */
  readonly password_hash: string | null
}

/** A creator made without a sign-in: the one who has the e-mail address, or a new one without a password. */
export async function ensureCreator(
  tx: Tx,
  tenant: TenantId,
  login: NewLogin,
  at: Date,
  vault: Vault,
): Promise<CreatorRow> {
  const bank = await lockAddress(tx, tenant, login.email)
  const known = await findCreatorByEmail(tx, bank, login.email)
  return known ?? insertLogin(tx, tenant, bank, { ...login, password_hash: null }, at, vault)
}

/**
 * Creates the login of a person who has proven the address. A login that was made with this address and never proved it
 * yields. `tenant` is the enterprise whose Connect creates it, and which sends the message.
 */
export async function createProvenLogin(
  tx: Tx,
  tenant: TenantId,
  login: NewLogin & { readonly password_hash: string },
  at: Date,
  vault: Vault,
): Promise<CreatorRow> {
  const bank = await lockAddress(tx, tenant, login.email)
  const known = await findCreatorByEmail(tx, bank, login.email)
  const creator =
    known && known.password_hash === null
      ? await claimSimulated(tx, known, login.password_hash)
      : await replaceUnproven(tx, known, () => insertLogin(tx, tenant, bank, login, at, vault))
  await markEmailProven(tx, creator)
  return creator
}

/** Gives a creator another address, which they have proven. */
export async function changeEmail(tx: Tx, creator: CreatorRow, email: string): Promise<void> {
  await lockName(tx, addressName(creator.tenant_id, email))
  const known = await findCreatorByEmail(tx, creator.tenant_id, email)
  if (known && known.id !== creator.id) await yieldAddress(tx, known)
  await updateCreator(tx, creator, { email })
  await markEmailProven(tx, creator)
}

const addressName = (bank: TenantId, email: string): string => `creator ${bank} ${email.toLowerCase()}`

/** One e-mail address has one login at a bank. Returns the bank. */
async function lockAddress(tx: Tx, tenant: TenantId, email: string): Promise<TenantId> {
  const { bank_id: bank } = await readTenant(tx, tenant)
  await lockName(tx, addressName(bank, email))
  return bank
}

async function replaceUnproven(
  tx: Tx,
  known: CreatorRow | undefined,
  insert: () => Promise<CreatorRow>,
): Promise<CreatorRow> {
  if (known) await yieldAddress(tx, known)
  return insert()
}

/** Takes the address from a login that never proved it; its sessions end. A login that did prove it keeps it. */
async function yieldAddress(tx: Tx, known: CreatorRow): Promise<void> {
  if (await isEmailProven(tx, known)) {
    throw problem('email_taken', 'There is a login with this e-mail address already; sign in instead.')
  }
  await deleteSessionsOf(tx, known)
  await (isUnfinished(known) ? dropLogin(tx, known) : loseAddress(tx, known))
}

async function insertLogin(
  tx: Tx,
  tenant: TenantId,
  bank: TenantId,
  login: NewLogin,
  at: Date,
  vault: Vault,
): Promise<CreatorRow> {
  const creator: CreatorRow = {
    tenant_id: bank,
    id: newId('creator'),
    ...login,
    account_number: String(randomInt(10 ** 11, 10 ** 12)),
    identity: 'none',
    person_sealed: null,
    account_opened_at: null,
    signed_in_at: null,
    created_at: at,
  }
  await insertCreator(tx, creator)
  await queueMessages(
    tx,
    tenant,
    [{ kind: 'login_created', to: creator.email, facts: { name: creator.first_name } }],
    vault,
  )
  return creator
}

/** A creator made by a simulation has no password: the person who proves the e-mail address sets it. Only in the sandbox. */
async function claimSimulated(tx: Tx, known: CreatorRow, password_hash: string): Promise<CreatorRow> {
  await updateCreator(tx, known, { password_hash })
  return { ...known, password_hash }
}

/** Opens the creator's account in the bank's book, once. */
export async function openAccount(
  tx: Tx,
  tenant: TenantId,
  creator: CreatorRow,
  at: Date,
  vault: Vault,
): Promise<void> {
  if (creator.account_opened_at !== null) return
  const { tenant_id: bank, id } = creator
  const { creator_opening_in_cents: amount } = await readTenant(tx, tenant)
  const isNew = await openCreatorAccount(tx, bank, id)
  if (isNew && amount > 0) {
    const credit = creatorAccount(id)
    await post(tx, bank, [{ sourceId: id, kind: 'opening', debit: 'funding', credit, amount, at }])
  }
  await updateCreator(tx, creator, { account_opened_at: at })
  await queueMessages(
    tx,
    tenant,
    [{ kind: 'account_opened', to: creator.email, facts: { name: creator.first_name } }],
    vault,
  )
}

/** Nothing can be paid in any more. Its book stays; the creator may open it again in Connect. */
export const closeAccount = (tx: Tx, creator: CreatorRow): Promise<unknown> =>
  updateCreator(tx, creator, { account_opened_at: null })

/** Keeps the account open until the transaction that pays into it ends: closing it, and erasing its login, wait for that. */
export async function holdAccountOpen(tx: Tx, bank: TenantId, id: Id<'creator'>): Promise<void> {
  const { account_opened_at } = await lockCreator(tx, bank, id)
  if (account_opened_at === null) throw problem('invalid_state', 'The account of this creator has just been closed.')
}

/** Records the verdict of an identity check. The creator's row is locked; a passed check stays passed. */
export async function recordIdentity(
  tx: Tx,
  creator: CreatorRow,
  verdict: Verdict,
  applicant?: ApplicantColumns,
): Promise<CreatorRow> {
  const changes = applyVerdict(creator, verdict, applicant)
  if (!changes) return creator
  await updateIdentity(tx, creator, changes)
  return { ...creator, ...changes }
}
