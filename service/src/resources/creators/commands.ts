import { randomInt } from 'node:crypto'
import { problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { creatorAccount, openCreatorAccount, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { type CreatorRow, findCreatorByEmail, insertCreator, updateCreator } from './store.ts'

export interface NewLogin {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  /** Verified; null until it is. */
  readonly mobile: string | null
  /** None for a creator made by a simulation, who may set one in Connect. */
  readonly password_hash: string | null
}

/** `tenant` is whose Connect it happened in: the message is among its own. One e-mail, one login, per bank. */
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

/** A simulated creator, who exists in sandbox alone, has no password yet: whoever comes first sets it. */
async function claimLogin(tx: Tx, known: CreatorRow, { password_hash }: NewLogin): Promise<CreatorRow> {
  if (password_hash === null) return known
  if (known.password_hash !== null) {
    throw problem('email_taken', 'There is a login with this e-mail address already; sign in instead.')
  }
  await updateCreator(tx, known, { password_hash })
  return { ...known, password_hash }
}

/** The account in the bank's book, opened once. */
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
