import { errorEntry } from '../../kernel/activity.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import type { Vault } from '../../platform/vault.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { returnReason } from '../../rails/ach/return-codes.ts'
import { readContact } from '../../tenants/index.ts'
import { type NewMessage, queueMessages } from '../messages/index.ts'
import { insertEntry } from './activity.store.ts'
import { announceConnection } from './apply-transition.ts'
import type { ConnectionRow } from './model.ts'
import { viewSuspension } from './schema.ts'
import { findConnection, lockConnection } from './store.ts'
import {
  DUE_SUSPENSIONS,
  deleteSuspension,
  findDueSuspensions,
  findSuspensions,
  insertSuspension,
  markTold,
  type Suspension,
} from './suspension.store.ts'

const PURPOSE = 'suspended bank account'

/** Bound to the connection: the digest of an account at one connection proves nothing at another. */
const textOf = (tenant: TenantId, id: string, { routing_number, account_number }: BankAccount): string =>
  `${tenant} ${id} ${routing_number} ${account_number.trim()}`

/** Undefined where there is no account, or none that can be read: such a one is not paid to anyway, and its returns go on. */
function accountOf(tenant: TenantId, { id, bank_sealed }: ConnectionRow, vault: Vault): string | undefined {
  if (bank_sealed === null) return undefined
  try {
    return textOf(tenant, id, JSON.parse(vault.open({ tenant, row: id, field: 'bank' }, bank_sealed)) as BankAccount)
  } catch {
    return undefined
  }
}

/** A payment that came back, and the account that it went to, as people see it. */
export interface ReturnedPayment {
  readonly connection: string
  readonly payout: string
  readonly code: string
  readonly destination: string | null
  readonly at: Date
}

/**
 * Suspends the bank account that a payment came back from, unless the connection has another one by now. Needs the lock of
 * the tenant's payouts: whatever changes the account takes it too. The connection's row is not locked here, because others
 * lock it before that; a sweep tells of the suspension.
 */
export async function suspendBankAccount(
  tx: Tx,
  tenant: TenantId,
  { connection, payout, code, destination, at }: ReturnedPayment,
  vault: Vault,
): Promise<void> {
  const row = await findConnection(tx, tenant, connection)
  if (row?.type !== 'ach' || row.status === 'deleted' || row.destination !== destination) return
  const account = accountOf(tenant, row, vault)
  if (account === undefined) return
  const account_digest = vault.digest(PURPOSE, account)
  await insertSuspension(tx, tenant, { account_connection: row.id, account_digest, code, payout, at })
}

/** Ends the suspension of a connection that has another bank account now. Call it before its payouts are judged again. */
export async function liftSuspension(tx: Tx, tenant: TenantId, row: ConnectionRow, vault: Vault): Promise<void> {
  const suspension = (await findSuspensions(tx, tenant, [row.id])).get(row.id)
  if (!suspension) return
  const account = accountOf(tenant, row, vault)
  if (account !== undefined && vault.matches(PURPOSE, account, suspension.account_digest)) return
  await deleteSuspension(tx, tenant, row.id)
}

/** Whether the account of a connection is suspended because this payout came back. */
export const isSuspendedBy = async (sql: Queryable, tenant: TenantId, id: string, payout: string): Promise<boolean> =>
  (await findSuspensions(sql, tenant, [id])).get(id)?.payout === payout

/** The first of these accounts that is not suspended; undefined where the connection's account is not. */
export async function replacementFor<Bank extends BankAccount>(
  tx: Tx,
  tenant: TenantId,
  id: string,
  banks: readonly Bank[],
  vault: Vault,
): Promise<Bank | undefined> {
  const suspension = (await findSuspensions(tx, tenant, [id])).get(id)
  return (
    suspension && banks.find((bank) => !vault.matches(PURPOSE, textOf(tenant, id, bank), suspension.account_digest))
  )
}

/** Tells of new suspensions: an entry in the connection's activity, its event, and a mail to creator and enterprise. */
export const suspensionsDue = ({ vault }: { readonly vault: Vault }): DueKind => ({
  name: 'suspended bank accounts',
  stepMs: () => MINUTE_MS,
  ...dueQueries(DUE_SUSPENSIONS),
  async run(tx, tenant, until, limit) {
    const due = await findDueSuspensions(tx, tenant, until, limit)
    for (const suspension of due) await tellOf(tx, tenant, suspension, vault)
    return due.length
  },
})

async function tellOf(tx: Tx, tenant: TenantId, suspension: Suspension, vault: Vault): Promise<void> {
  const { account_connection, code, at } = suspension
  const row = await lockConnection(tx, tenant, account_connection)
  if (!row || !(await markTold(tx, tenant, account_connection))) return
  if (row.status === 'deleted') return
  const note = `Bank account suspended: ${returnReason(code)}`
  await insertEntry(tx, tenant, row.id, 'suspend', errorEntry(row.status, note, at, code))
  await queueMessages(tx, tenant, await mails(tx, tenant, row, suspension), vault)
  const changes = { suspension: { before: null, after: viewSuspension(suspension) } }
  announceConnection(tx, tenant, row, at, { changes, note })
}

/** How long the link in the creator's mail works; as long as one that claims a payout. */
const CHANGE_DAYS = 30

async function mails(tx: Tx, tenant: TenantId, row: ConnectionRow, suspension: Suspension): Promise<NewMessage[]> {
  const { code, payout, at } = suspension
  const { enterprise, email } = await readContact(tx, tenant)
  const facts = { enterprise, destination: row.destination ?? '', reason: returnReason(code), connection: row.id }
  const name = `${row.first_name} ${row.last_name}`
  const changeUntil = new Date(at.getTime() + CHANGE_DAYS * DAY_MS)
  return [
    {
      kind: 'bank_suspended',
      to: row.email,
      facts: { ...facts, name: row.first_name, own: true, payout, changeUntil },
    },
    { kind: 'bank_suspended', to: email ?? '', facts: { ...facts, name, own: false } },
  ]
}
