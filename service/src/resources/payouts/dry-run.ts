import { type Expected, viewDryRun } from '../../http/index.ts'
import type { ExceededLimit } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { add, type Cents, subtract, ZERO } from '../../kernel/money.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Sql } from '../../platform/database.ts'
import type { AchRail, AchSchedule } from '../../rails/ach/port.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { findPayeesToPay, type Payee } from '../account-connections/index.ts'
import { expiryFrom, type Maker } from '../approvals/index.ts'
import { readTally, standingOf, type UsageTally } from '../limits/index.ts'
import { type AdmissionContext, admit, judge, type PayoutEntries } from './admit.ts'
import { dueTransition } from './decide.ts'
import { isAwaiting, type Payout, reservedAmount } from './model.ts'
import { viewPayout } from './schema.ts'
import type { PayoutDeps } from './settle.ts'

/** A payout that would be created, and its outcome. */
interface ExpectedPayout {
  readonly payout: Payout
  readonly expected: Expected
}

/** The answer to a dry run of a single payout. */
export async function tryPayout(
  sql: Sql,
  tenant: TenantId,
  request: PayoutEntries,
  maker: Maker,
  deps: Pick<PayoutDeps, 'ach'>,
): Promise<object> {
  const { payouts, limits } = await decideDryRun(sql, tenant, request, maker, deps)
  const [single] = payouts.map(({ payout, expected }) => viewDryRun(viewPayout(payout), { ...expected, limits }))
  return single as object
}

/** The answer to a dry run of a batch: each payout with its own outcome, and that of all together. */
export async function tryBatch(
  sql: Sql,
  tenant: TenantId,
  request: PayoutEntries,
  maker: Maker,
  deps: Pick<PayoutDeps, 'ach'>,
): Promise<object> {
  const { payouts, fundsLeft, limits } = await decideDryRun(sql, tenant, request, maker, deps)
  const arrivals = payouts.flatMap(({ expected }) => expected.arrivesAt?.getTime() ?? [])
  return viewDryRun(
    { payouts: payouts.map(({ payout, expected }) => viewDryRun(viewPayout(payout), expected)) },
    {
      fee: payouts.reduce((sum, { expected }) => add(sum, expected.fee), ZERO),
      arrivesAt: arrivals.length === 0 ? undefined : new Date(arrivals.reduce((last, at) => Math.max(last, at))),
      balanceAfter: fundsLeft,
      limits,
    },
  )
}

/** The limits that count this request, as they would stand after it. */
function limitsAfter(
  { entries }: PayoutEntries,
  maker: Maker,
  { payout_limits: limits, now }: TenantSettings,
  tally: UsageTally,
): readonly ExceededLimit[] | undefined {
  if (limits === null) return undefined
  const inputs = entries.map(({ input }) => input)
  tally.count(limits, inputs, maker, now)
  return standingOf(limits, inputs, maker, { tally, now })
}

async function decideDryRun(
  sql: Sql,
  tenant: TenantId,
  request: PayoutEntries,
  maker: Maker,
  deps: Pick<PayoutDeps, 'ach'>,
) {
  const ids = new Set(request.entries.map(({ input }) => input.account_connection))
  const [{ operating }, settings] = await Promise.all([
    readBalances(sql, tenant, ['operating']),
    readTenant(sql, tenant),
  ])
  const [payees, tally] = await Promise.all([
    findPayeesToPay(sql, tenant, settings, [...ids]),
    readTally(sql, tenant, settings, [{ ...request, maker }]),
  ])
  const { limits, rule } = judge(request, { maker }, settings, tally)
  const awaitsUntil = rule && expiryFrom(settings)
  const context: AdmissionContext = { funds: operating, settings, payees, awaitsUntil, limits }
  const { accepted, fundsLeft } = admit(request, context, deps, tenant)
  let balance: Cents = operating
  const payouts = accepted.map(({ payout }): ExpectedPayout => {
    balance = subtract(balance, reservedAmount(payout))
    const payee = payees.get(payout.account_connection)
    const outcome = outcomeOf(payout, payee, settings, deps.ach[settings.environment], tenant)
    return { payout, expected: { ...outcome, balanceAfter: balance } }
  })
  return { payouts, fundsLeft, limits: limitsAfter(request, maker, settings, tally) }
}

/** Follows a payout to its initiation, as it would be taken on its date by the connection as it is now. */
function outcomeOf(
  payout: Payout,
  payee: Payee | undefined,
  settings: TenantSettings,
  ach: AchRail,
  tenant: TenantId,
): Omit<Expected, 'balanceAfter'> {
  // Nobody knows when the creator claims it, or when others approve it.
  if (payout.type === 'unclaimed' || isAwaiting(payout)) return { fee: payout.fee_in_cents }
  let last = payout
  // Once for its date, and once more where it then waits because the bank account is new.
  for (let step = 0; step < 2 && last.status === 'ready'; step++) {
    last = dueTransition(tenant, last, { settings, ach, payee, bank: undefined }).to
  }
  // A permission that ends before the date: the payout would fail, at no cost.
  if (last.status !== 'pending') return { fee: last.fee_in_cents }
  const arrivesAt = last.type === 'ach' ? ach.arrivesAt(last as AchSchedule) : (last.due_at as Date)
  return { fee: last.fee_in_cents, arrivesAt }
}
