import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import { type AchRail, type BankAccount, isWrongAccount } from '../../rails/ach/port.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import {
  findBankAccounts,
  findPayeesToPay,
  findRecipients,
  type Payee,
  type Recipient,
  suspendBankAccount,
} from '../account-connections/index.ts'
import { findCreatorEmails } from '../creators/index.ts'
import { giveBackLimits } from '../limits/index.ts'
import { type NewMessage, queueMessagesStatements } from '../messages/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { dueTransition, type Unreadable } from './decide.ts'
import { returnsByCode } from './figures.store.ts'
import { noteChangedHolds } from './holds.ts'
import { claimEnd, isAwaiting, type Payout } from './model.ts'
import { PAYOUTS } from './store.ts'
import type { PayoutTransition } from './transition.ts'

export interface PayoutDeps {
  readonly vault: Vault
  readonly ach: Record<Environment, AchRail>
  readonly log: Logger
}

/** Takes the due step of each of these payouts, recorded at the time it was due. */
export async function settleDue(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  payouts: readonly Payout[],
  deps: PayoutDeps,
): Promise<void> {
  if (payouts.length === 0) return
  const ready = payouts.filter((payout) => payout.status === 'ready')
  const inBatch = payouts.filter(
    (payout) => payout.status === 'pending' && payout.type === 'ach' && payout.ach_file === null,
  )
  const [payees, banks] = await Promise.all([
    ready.length === 0 ? new Map<string, Payee>() : findPayeesToPay(tx, tenant, settings, connectionsOf(ready)),
    inBatch.length === 0 ? new Map<string, BankAccount | Unreadable>() : openBankAccounts(tx, tenant, inBatch, deps),
  ])
  const transitions = payouts.map((payout) => {
    const { account_connection: connection } = payout
    const context = {
      settings,
      ach: deps.ach[settings.environment],
      payee: payees.get(connection),
      bank: banks.get(connection),
    }
    return dueTransition(tenant, payout, context)
  })
  await applyPayouts(tx, tenant, settings, transitions, deps)
}

const connectionsOf = (payouts: readonly Payout[]): string[] => [
  ...new Set(payouts.map((payout) => payout.account_connection)),
]

async function openBankAccounts(
  tx: Tx,
  tenant: TenantId,
  payouts: readonly Payout[],
  deps: PayoutDeps,
): Promise<Map<string, BankAccount | Unreadable>> {
  const sealed = await findBankAccounts(tx, tenant, connectionsOf(payouts))
  return new Map(
    [...sealed].map(([id, found]) => [id, found === 'suspended' ? found : openBankAccount(tenant, id, found, deps)]),
  )
}

/** A bank account that cannot be opened raises an alarm, and keeps no other payout waiting. */
export function openBankAccount(
  tenant: TenantId,
  connection: string,
  sealed: Buffer,
  { vault, log }: PayoutDeps,
): BankAccount | 'unreadable' {
  try {
    return JSON.parse(vault.open({ tenant, row: connection, field: 'bank' }, sealed)) as BankAccount
  } catch (err) {
    log.fatal({ err, tenant, resource: connection }, 'a bank account cannot be opened: its payouts fail')
    return 'unreadable'
  }
}

/** Writes transitions of payouts, mails the creators who were paid, and tells the approvals whose payouts are gone. */
export async function applyPayouts(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  transitions: readonly PayoutTransition[],
  { vault, log }: Pick<PayoutDeps, 'vault' | 'log'>,
): Promise<void> {
  await applyTransitions(tx, PAYOUTS, transitions, {
    tenant,
    bank: settings.bank_id,
    queueMessages: (moved) =>
      mailSent(
        tx,
        tenant,
        settings,
        moved.flatMap(({ to }) => (to.status === 'sent' ? [to] : [])),
        vault,
      ),
  })
  if (transitions.length > 0) tx.afterCommit(() => tellOf(tenant, settings.environment, transitions, log))
  await giveBackLimits(tx, tenant, settings, transitions)
  for (const { to } of transitions) {
    if (to.status !== 'returned' || !isWrongAccount(to.return_code ?? '')) continue
    const { id: payout, account_connection: connection, destination, return_code, updated_at: at } = to
    await suspendBankAccount(tx, tenant, { connection, payout, code: return_code ?? '', destination, at }, vault)
  }
  const gone = transitions.flatMap(({ from, to }) => (isAwaiting(from) && !isAwaiting(to) ? [to] : []))
  if (gone.length > 0) await noteChangedHolds(tx, tenant, gone, settings.now)
}

/** Counts returns, and logs one line for each state that payouts have moved to. */
function tellOf(
  tenant: TenantId,
  environment: Environment,
  transitions: readonly PayoutTransition[],
  log: Logger,
): void {
  const byState = Map.groupBy(transitions, ({ to }) => to.status)
  for (const { to } of byState.get('returned') ?? []) {
    returnsByCode.add({ environment, code: to.return_code ?? 'none' })
  }
  for (const [status, moved] of byState) {
    const cents = moved.reduce((sum, { to }) => sum + to.amount_in_cents, 0)
    const resource = moved[0]?.to.id
    log.info({ tenant, environment, resource, count: moved.length, cents, status }, 'moved payouts')
  }
}

/** Mails the owner of the account for `direct` and `wallet`, the address of the connection for `ach`. */
async function mailSent(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  payouts: readonly Payout[],
  vault: Vault,
): Promise<void> {
  if (payouts.length === 0) return
  const { bank_id, enterprise_name } = settings
  const creators = payouts.flatMap(({ creator_id }) => creator_id ?? [])
  const [recipients, logins] = await Promise.all([
    findRecipients(tx, tenant, [...new Set(payouts.map((payout) => payout.account_connection))]),
    creators.length === 0 ? new Map<string, string>() : findCreatorEmails(tx, bank_id, [...new Set(creators)]),
  ])
  const messages = payouts.flatMap((payout) => {
    const recipient = recipients.get(payout.account_connection)
    const to = payout.creator_id === null ? recipient?.email : logins.get(payout.creator_id)
    return recipient && to !== undefined ? [payoutMail(payout, recipient, to, enterprise_name)] : []
  })
  await Promise.all(queueMessagesStatements(tx, tenant, settings, messages, vault))
}

const claimFacts = ({ id, account_connection, created_at, date }: Payout) => ({
  claimable: true,
  claim: { connection: account_connection, payout: id },
  claimableUntil: claimEnd(created_at, date),
  ...(date > created_at ? { paidOn: date } : {}),
})

/** The mail about a payout that was sent, or that waits to be claimed. */
export function payoutMail(payout: Payout, recipient: Recipient, to: string, enterprise: string): NewMessage {
  const { amount_in_cents: amount, description, type, destination, updated_at } = payout
  const { first_name: name } = recipient
  if (type === 'unclaimed') {
    const facts = { name, enterprise, amount, description, ...claimFacts(payout) }
    return { kind: 'payout_issued', to, facts }
  }
  const sentAt = iso(updated_at)
  if (destination === null) {
    return {
      kind: 'payout_issued',
      to,
      facts: { name, enterprise, amount, description, claimable: false, type, sentAt },
    }
  }
  // Every payout that is sent has one. Put together at once, with its time as a text, it is written in a quarter of the time.
  const facts = { name, enterprise, amount, description, claimable: false, type, destination, sentAt }
  return { kind: 'payout_issued', to, facts }
}
