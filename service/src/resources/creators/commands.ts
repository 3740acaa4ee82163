import { randomInt } from 'node:crypto'
import { problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { creatorAccount, openCreatorAccount, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { type ApplicantColumns, applyVerdict, type CreatorRow, type Verdict } from './model.ts'
import { findCreatorByEmail, insertCreator, updateCreator, updateIdentity } from './store.ts'

export interface NewLogin {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  /** Null until a code has verified it. */
  readonly mobile: string | null
  /** Null for a creator made by a simulation, who may set one in Connect. */
  readonly password_hash: string | null
}

/** One e-mail has one login at a bank. `tenant` is the enterprise whose Connect created it, and which sends the message. */
export async function createLogin(
  tx: Tx,
  tenant: TenantId,
  login: NewLogin,
  at: Date,
  vault: Vault,
): Promise<CreatorRow> {
  const { bank_id: bank } = await readTenant(tx, tenant)
  await lockName(tx, `creator ${bank} ${login.email.toLowerCase()}`)
  const known = await findCreatorByEmail(tx, bank, login.email)
  if (known) return claimLogin(tx, known, login)
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

/** A simulated creator has no password: the first person to create a login with the e-mail sets it. Only in the sandbox. */
async function claimLogin(tx: Tx, known: CreatorRow, { password_hash }: NewLogin): Promise<CreatorRow> {
  if (password_hash === null) return known
  if (known.password_hash !== null) {
    throw problem('email_taken', 'There is a login with this e-mail address already; sign in instead.')
  }
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
  await openCreatorAccount(tx, bank, id)
  if (amount > 0) {
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
