import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import type { AchRail, BankAccount } from '../../rails/ach/port.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { findBankAccounts, findPayees, judgePayee, type Payee } from '../account-connections/index.ts'
import { applyPayouts } from './apply.ts'
import { isHeldBack, type Payout, UNCLAIMED, UNPERMITTED } from './model.ts'
import { fail, giveBack, initiate, methodOf, type PayoutTransition, release, send } from './transition.ts'

export interface PayoutDeps {
  readonly vault: Vault
  readonly ach: Record<Environment, AchRail>
  readonly log: Logger
}

/** Whether time has something to do to it that may be done. */
export const isDue = (payout: Payout, settings: TenantSettings): boolean =>
  payout.due_at !== null && payout.due_at <= settings.now && !isHeldBack(payout, settings)

/** Does to each of these payouts what was due, at the time it was due. */
export async function settleDue(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  payouts: readonly Payout[],
  deps: PayoutDeps,
): Promise<void> {
  if (payouts.length === 0) return
  const starting = payouts.filter((payout) => payout.status === 'ready')
  const leaving = payouts.filter(
    (payout) => payout.status === 'pending' && payout.type === 'ach' && payout.ach_file === null,
  )
  const [payees, banks] = await Promise.all([
    starting.length === 0 ? new Map<string, Payee>() : findPayees(tx, tenant, connectionsOf(starting)),
    leaving.length === 0 ? new Map<string, BankAccount | Unreadable>() : openBankAccounts(tx, tenant, leaving, deps),
  ])
  const transitions = payouts.map((payout) => {
    const { account_connection: connection } = payout
    const context = {
      settings,
      ach: deps.ach[settings.environment],
      payee: payees.get(connection),
      bank: banks.get(connection),
    }
    return nextStep(tenant, payout, context)
  })
  await applyPayouts(tx, tenant, settings, transitions, deps.vault)
}

/** A bank account whose seal is damaged. */
type Unreadable = 'unreadable'

interface SettleContext {
  readonly settings: TenantSettings
  readonly ach: AchRail
  /** Of a payment that starts. */
  readonly payee: Payee | undefined
  /** Of one that leaves with an ACH batch. */
  readonly bank: BankAccount | Unreadable | undefined
}

const connectionsOf = (payouts: readonly Payout[]): string[] => [
  ...new Set(payouts.map((payout) => payout.account_connection)),
]

/** What time does to a payout, by its state. */
function nextStep(tenant: TenantId, payout: Payout, { settings, ach, payee, bank }: SettleContext): PayoutTransition {
  const at = payout.due_at
  if (at === null) throw new Error(`payout ${payout.id} is not due`)
  if (payout.status === 'pending') return leave(tenant, payout, bank, ach, at)
  if (payout.status === 'sent') return giveBack(payout, tenant, payout.return_code ?? '', at)
  if (payout.status !== 'ready') throw new Error(`payout ${payout.id} is ${payout.status} and due`)
  if (payout.type === 'unclaimed') return release(payout, tenant, 'expire', UNCLAIMED, at)
  const verdict = payee && judgePayee(payee, at)
  if (payee && verdict && 'payable' in verdict) {
    return initiate(payout, tenant, methodOf(payee, verdict.payable), settings, ach, at)
  }
  return fail(payout, tenant, UNPERMITTED, at)
}

/** Without a bank account that can be read, nobody guesses where the money should go. */
function leave(
  tenant: TenantId,
  payout: Payout,
  bank: BankAccount | Unreadable | undefined,
  ach: AchRail,
  at: Date,
): PayoutTransition {
  // One that leaves in a file has its bank account in there.
  if (payout.type !== 'ach' || payout.ach_file !== null) return send(payout, tenant, at)
  if (bank === undefined) return fail(payout, tenant, 'Failed: the account connection has no bank account', at)
  if (bank === 'unreadable') return fail(payout, tenant, 'Failed: the bank account on record cannot be read', at)
  return send(payout, tenant, at, { bank, ach })
}

async function openBankAccounts(
  tx: Tx,
  tenant: TenantId,
  payouts: readonly Payout[],
  deps: PayoutDeps,
): Promise<Map<string, BankAccount | Unreadable>> {
  const sealed = await findBankAccounts(tx, tenant, connectionsOf(payouts))
  return new Map([...sealed].map(([id, bytes]) => [id, openBankAccount(tenant, id, bytes, deps)]))
}

/** One that cannot be opened is an alarm, and keeps no other payout waiting. */
export function openBankAccount(
  tenant: TenantId,
  connection: string,
  sealed: Buffer,
  { vault, log }: PayoutDeps,
): BankAccount | Unreadable {
  try {
    return JSON.parse(vault.open({ tenant, row: connection, field: 'bank' }, sealed)) as BankAccount
  } catch (err) {
    log.fatal({ err, tenant, account_connection: connection }, 'a bank account cannot be opened: its payouts fail')
    return 'unreadable'
  }
}
