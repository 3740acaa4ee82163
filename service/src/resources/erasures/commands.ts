import { problem } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { creatorAccount, creatorReceivable, readBalances } from '../../ledger/index.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant } from '../../tenants/index.ts'
import {
  announceErased,
  type ConnectionRow,
  eraseEvidence,
  eraseUnneeded,
  lockConnection,
} from '../account-connections/index.ts'
import { eraseAgreements, hasContracts } from '../contracts/index.ts'
import { eraseCreatorBankAccounts, hasOpenWithdrawals } from '../creator-withdrawals/index.ts'
import { eraseLogin, lockCreator } from '../creators/index.ts'
import { findIncomingOf } from '../incoming-money/index.ts'
import { eraseMessages } from '../messages/index.ts'
import { hasP2pPayments } from '../p2p/index.ts'
import { hasPayouts } from '../payouts/index.ts'
import { findErasuresDue, insertErasure, lockErasure, readTraces, updateErasure } from './store.ts'

/** How long records of payments are kept: the five years of money-laundering law and the seven of tax law. */
const KEPT_YEARS = 7

interface ErasureDeps {
  readonly vault: Vault
  /** Erases what rooms above this one keep of a connection. */
  eraseElsewhere(tx: Tx, tenant: TenantId, connection: string): Promise<void>
}

/** The state of an erasure, as the operator is told it. */
interface AskedErasure {
  readonly connection: string
  /** Null where nothing was paid: no law asks to keep anything. */
  readonly kept_until: Date | null
  readonly erased: boolean
}

const yearsAfter = (at: Date, years: number): Date => {
  const then = new Date(at)
  then.setUTCFullYear(at.getUTCFullYear() + years)
  return then
}

/**
 * Erases a deleted account connection: at once what no law asks for, and the evidence of payments when the duty to keep it
 * ends. Where nothing was ever paid, everything goes at once. Asked again, it changes nothing.
 */
export async function askErasure(tx: Tx, tenant: TenantId, id: string, deps: ErasureDeps): Promise<AskedErasure> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw problem('not_found', 'There is no account connection with this id.')
  if (row.status !== 'deleted') {
    throw problem('invalid_state', `\`${id}\` is \`${row.status}\`: delete the account connection first.`)
  }
  const { now } = await readTenant(tx, tenant)
  const isPaid = await hasPayments(tx, tenant, id)
  const kept_until = isPaid ? yearsAfter(row.updated_at, KEPT_YEARS) : now
  const isNew = await insertErasure(tx, { tenant_id: tenant, account_connection: id, asked_at: now, kept_until })
  if (!isNew) {
    const known = await lockErasure(tx, tenant, id)
    return { connection: id, kept_until: known?.kept_until ?? null, erased: known?.erased_at != null }
  }
  const left = await eraseUnneeded(tx, tenant, row, now, deps.vault)
  if (kept_until <= now) await eraseRest(tx, tenant, left, now, deps)
  else announceErased(tx, tenant, left, now, 'Personal data erased, except for the evidence of payments')
  return { connection: id, kept_until: isPaid ? kept_until : null, erased: kept_until <= now }
}

async function hasPayments(tx: Tx, tenant: TenantId, connection: string): Promise<boolean> {
  for (const has of [hasPayouts, hasP2pPayments, hasContracts]) if (await has(tx, tenant, connection)) return true
  return false
}

async function eraseRest(tx: Tx, tenant: TenantId, row: ConnectionRow, at: Date, deps: ErasureDeps): Promise<void> {
  const erasure = { tenant_id: tenant, account_connection: row.id }
  await eraseEvidence(tx, tenant, row, at)
  await eraseAgreements(tx, tenant, row.id)
  await deps.eraseElsewhere(tx, tenant, row.id)
  await updateErasure(tx, erasure, { erased_at: at })
  if (row.creator_id === null || (await eraseLastLogin(tx, tenant, row.creator_id, deps.vault))) {
    await updateErasure(tx, erasure, { ended_at: at })
  }
}

/**
 * Erases the login of a creator whose last connection was erased, and closes the account. False while money is in the account
 * or on its way, in or out: its owner must be able to sign in and withdraw it. False, too, while the creator owes money.
 */
async function eraseLastLogin(tx: Tx, tenant: TenantId, creator: Id<'creator'>, vault: Vault): Promise<boolean> {
  const { bank_id: bank, now } = await readTenant(tx, tenant)
  // Locked first: of two erasures at once, the second sees the connection of the first as erased.
  const login = await lockCreator(tx, bank, creator)
  const { tenants, isLast } = await readTraces(tx, bank, creator)
  if (!isLast) return true
  if (await hasOpenMoney(tx, bank, creator, now)) return false
  const addresses = [login.email, ...(login.mobile === null ? [] : [login.mobile])]
  for (const one of new Set([...tenants, bank])) await eraseMessages(tx, one, addresses)
  await eraseCreatorBankAccounts(tx, bank, creator, vault)
  await eraseLogin(tx, login)
  return true
}

/** Whether the account holds money, owes some, or waits for some. Credits wait for the creator's row, which is locked. */
async function hasOpenMoney(tx: Tx, bank: TenantId, creator: Id<'creator'>, now: Date): Promise<boolean> {
  const balances = await readBalances(tx, bank, [creatorAccount(creator), creatorReceivable(creator)])
  if (Object.values(balances).some((balance) => balance !== 0)) return true
  return (await hasOpenWithdrawals(tx, bank, creator, now)) || (await findIncomingOf(tx, bank, creator)).length > 0
}

/** Erases what the law no longer asks for. One that fails is logged, tried again with the next round, and keeps no other. */
export async function eraseDue(database: Database, deps: ErasureDeps, log: Logger): Promise<void> {
  for (const { tenant_id: tenant, account_connection: id } of await findErasuresDue(database.sql)) {
    await database
      .transaction((tx) => eraseOne(tx, tenant, id, deps))
      .catch((err) => log.error({ err, tenant, resource: id }, 'could not erase an account connection'))
  }
}

async function eraseOne(tx: Tx, tenant: TenantId, id: string, deps: ErasureDeps): Promise<void> {
  const row = await lockConnection(tx, tenant, id)
  const erasure = await lockErasure(tx, tenant, id)
  if (!row || !erasure || erasure.ended_at) return
  const { now } = await readTenant(tx, tenant)
  if (!erasure.erased_at) return eraseRest(tx, tenant, row, now, deps)
  if (row.creator_id === null || (await eraseLastLogin(tx, tenant, row.creator_id, deps.vault))) {
    await updateErasure(tx, erasure, { ended_at: now })
  }
}
