import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { AchRail, BankAccount } from '../../rails/ach/port.ts'
import { readTenant, type TenantFacts } from '../../tenants/index.ts'
import { findBankAccounts, findPayees, judgePayee, type Payee } from '../account-connections/index.ts'
import { recordEvents } from '../events/index.ts'
import { carryOut, changeOf } from './carry-out.ts'
import { claimEnd, type Payout } from './model.ts'
import { updatePayout } from './store.ts'
import { fail, giveBack, initiate, methodOf, release, send, type Transition } from './transition.ts'

export interface PayoutDeps {
  readonly vault: Vault
  readonly ach: Record<Environment, AchRail>
}

/** Whoever creates, changes or moves a payout holds these first: they are the lock of all payouts of a tenant. */
export const lockPayoutAccounts = (tx: Tx, tenant: TenantId) =>
  lockAccounts(tx, tenant, ['operating', 'pending_payouts', 'fees_payable'])

/** Does to each of these payouts what was due, at the time it was due. */
export async function settleDue(tx: Tx, tenant: TenantId, payouts: readonly Payout[], deps: PayoutDeps): Promise<void> {
  if (payouts.length === 0) return
  const starting = payouts.filter((payout) => payout.status === 'ready')
  const leaving = payouts.filter(
    (payout) => payout.status === 'pending' && payout.type === 'ach' && payout.ach_file === null,
  )
  const [facts, payees, banks] = await Promise.all([
    readTenant(tx, tenant),
    starting.length === 0 ? new Map<string, Payee>() : findPayees(tx, tenant, connectionsOf(starting)),
    leaving.length === 0 ? new Map() : openBankAccounts(tx, tenant, leaving, deps.vault),
  ])
  const transitions: Transition[] = []
  const unclaimed: Payout[] = []
  for (const payout of payouts) {
    const { account_connection: connection } = payout
    const surroundings = {
      facts,
      ach: deps.ach[facts.environment],
      payee: payees.get(connection),
      bank: banks.get(connection),
    }
    const transition = nextStep(tenant, payout, surroundings)
    if (transition) transitions.push(transition)
    else unclaimed.push(await waitForClaim(tx, tenant, payout))
  }
  await carryOut(tx, tenant, facts, transitions, deps.vault)
  await recordEvents(tx, tenant, unclaimed.map(changeOf))
}

interface Surroundings {
  readonly facts: TenantFacts
  readonly ach: AchRail
  /** Of a payment that starts. */
  readonly payee: Payee | undefined
  /** Of one that leaves with an ACH batch. */
  readonly bank: BankAccount | undefined
}

const connectionsOf = (payouts: readonly Payout[]): string[] => [
  ...new Set(payouts.map((payout) => payout.account_connection)),
]

/** What time does to a payout, by its state. `undefined`: its date has come, but nobody has claimed it yet. */
function nextStep(tenant: TenantId, payout: Payout, { facts, ach, payee, bank }: Surroundings): Transition | undefined {
  const at = payout.due_at
  if (at === null) throw new Error(`payout ${payout.id} is not due`)
  if (payout.status === 'pending') return send(payout, tenant, bank, ach, at)
  if (payout.status === 'sent') return giveBack(payout, tenant, payout.return_code ?? '', at)
  if (payout.status !== 'ready') throw new Error(`payout ${payout.id} is ${payout.status} and due`)
  if (payout.type === 'unclaimed') return release(payout, tenant, 'expire', 'Canceled: not claimed within 30 days', at)
  if (!payee) throw new Error(`payout ${payout.id} goes to no connection`)
  const verdict = judgePayee(payee, at)
  if ('payable' in verdict) {
    return initiate(payout, tenant, methodOf(payee, verdict.payable), facts, ach, at)
  }
  if ('unclaimed' in verdict) return undefined
  return fail(payout, tenant, 'Failed: the permission `payment.credit` was gone when the payout was due', at)
}

/** From its date on, as of which it had nobody to go to. */
async function waitForClaim(tx: Tx, tenant: TenantId, payout: Payout): Promise<Payout> {
  const changes = {
    type: 'unclaimed',
    destination: null,
    due_at: claimEnd(payout.created_at, payout.date),
    updated_at: payout.due_at ?? payout.date,
  } as const
  await updatePayout(tx, tenant, payout.id, changes)
  return { ...payout, ...changes }
}

export async function openBankAccounts(
  tx: Tx,
  tenant: TenantId,
  payouts: readonly Payout[],
  vault: Vault,
): Promise<Map<string, BankAccount>> {
  const sealed = await findBankAccounts(tx, tenant, connectionsOf(payouts))
  return new Map(
    [...sealed].map(([id, bytes]) => [
      id,
      JSON.parse(vault.open({ tenant, row: id, field: 'bank' }, bytes)) as BankAccount,
    ]),
  )
}
