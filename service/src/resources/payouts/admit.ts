import type { ApprovalRule } from '../../../../contracts/approvals.ts'
import { type BatchFault, Problem, problem, unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { add, type Cents, cents, dollars, subtract, ZERO } from '../../kernel/money.ts'
import { refuseSuspended, type TenantSettings } from '../../tenants/index.ts'
import type { Payee } from '../account-connections/index.ts'
import { type Maker, ruleFor } from '../approvals/index.ts'
import { judgeLimits, type LimitVerdict, limitExceeded, strictestRule, type UsageTally } from '../limits/index.ts'
import { type Accepted, acceptPayout } from './decide.ts'
import { reservedAmount } from './model.ts'
import type { PayoutInput } from './schema.ts'
import type { PayoutDeps } from './settle.ts'

// Whether a request to create payouts is granted: the one rule for the call itself and for its dry run.

export interface Entry {
  /** The place of the entry in the request. */
  readonly index: number
  readonly input: PayoutInput
}

/** The payouts that one POST asks for: a single one, or a batch that is all or nothing. */
export interface PayoutEntries {
  readonly entries: readonly Entry[]
  readonly isBatch: boolean
  /** The entries of a batch that are not valid by the schema. */
  readonly faults: readonly BatchFault[]
}

/** The rows that the decision rests on. */
export interface AdmissionContext {
  /** The balance of the operating account. */
  readonly funds: Cents
  readonly settings: TenantSettings
  readonly payees: ReadonlyMap<string, Payee>
  /** When the approval that these payouts need expires; undefined where they need none. */
  readonly awaitsUntil?: Date | undefined
  /** How the request stands to the limits. */
  readonly limits: LimitVerdict
}

/** Who asks for payouts, and what was decided about them as a whole before. */
export interface Standing {
  /** Absent where it was not kept: a pay file that was confirmed before version 0.2. */
  readonly maker: Maker | undefined
  /** Part of a pay file: the rules were applied to the whole file when it was confirmed. */
  readonly isJudged?: boolean
  /** Others have approved that whole. */
  readonly isApproved?: boolean
}

export interface Judgement {
  readonly limits: LimitVerdict
  /** The rule that the request falls under: an approval rule, or a limit that is exceeded unless others approve. */
  readonly rule: ApprovalRule | undefined
}

/** How a request stands to the rules and the limits, with what was used before it. */
export function judge(
  request: PayoutEntries,
  { maker, isJudged = false, isApproved = false }: Standing,
  settings: TenantSettings,
  tally: UsageTally,
): Judgement {
  const { payout_limits: limits, now } = settings
  const inputs = limits === null ? [] : request.entries.map(({ input }) => input)
  const verdict = judgeLimits(inputs, maker, { limits, tally, now })
  if (!isJudged) {
    return { limits: verdict, rule: strictestRule(maker && ruleOf(request, maker, settings), verdict, 'payout') }
  }
  // Others were to be asked about the whole file. They were not, because it was within the limit then.
  const [unapproved] = isApproved ? [] : verdict.toApprove
  return { limits: unapproved ? { ...verdict, refusal: verdict.refusal ?? unapproved } : verdict, rule: undefined }
}

export interface Admitted {
  readonly accepted: readonly Accepted[]
  /** The balance of the operating account with these payouts reserved. */
  readonly fundsLeft: Cents
}

/** The rule that a request falls under, by the sum of its payouts: a batch is approved as a whole. */
function ruleOf(
  { entries }: PayoutEntries,
  maker: Maker,
  { approval_rules }: TenantSettings,
): ApprovalRule | undefined {
  if (approval_rules === null) return undefined
  const amount = entries.reduce((sum, { input }) => add(sum, cents(input.amount_in_cents)), ZERO)
  return ruleFor(approval_rules, { deed: 'payout', amount, maker })
}

/** Makes the payouts of a request with their transfers; throws the problem that refuses them. */
export function admit(
  request: PayoutEntries,
  context: AdmissionContext,
  { ach }: Pick<PayoutDeps, 'ach'>,
  tenant: TenantId,
): Admitted {
  const { settings, payees, funds, awaitsUntil, limits } = context
  // The request was routed to the sandbox before its reset: sent again, it reaches the new one.
  if (settings.retired) throw unavailable('The sandbox has just been reset; send this again.')
  if (settings.payouts_stopped_because !== null) {
    throw unavailable('Payouts of this enterprise are paused while its books are being checked.')
  }
  refuseSuspended(settings, request.isBatch ? 'POST /payout/batch' : 'POST /payout')
  const rail = ach[settings.environment]
  const verdicts = request.entries.map(({ input }, nth): Accepted | Problem => {
    const payee = payees.get(input.account_connection)
    const accepted = acceptPayout(input, payee, settings, rail, tenant, awaitsUntil)
    const exceeded = limits.entries.get(nth)
    return exceeded === undefined || accepted instanceof Problem ? accepted : limitExceeded(exceeded)
  })
  const accepted = allAccepted(request, verdicts)
  if (limits.refusal) throw limitExceeded(limits.refusal)
  const needed = accepted.reduce((sum, { payout }) => add(sum, reservedAmount(payout)), ZERO)
  if (needed > funds) throw insufficient(needed, funds)
  return { accepted, fundsLeft: subtract(funds, needed) }
}

function allAccepted(
  { entries, isBatch, faults }: PayoutEntries,
  verdicts: readonly (Accepted | Problem)[],
): readonly Accepted[] {
  const [single] = verdicts
  if (!isBatch) {
    if (single instanceof Problem) throw single
    return [single as Accepted]
  }
  const refused = verdicts.flatMap((verdict, nth) => {
    const { index, input: request } = entries[nth] as Entry
    return verdict instanceof Problem ? [{ index, code: verdict.code, message: verdict.message, request }] : []
  })
  if (faults.length + refused.length > 0) throw batchInvalid([...faults, ...refused].sort((a, b) => a.index - b.index))
  return verdicts as Accepted[]
}

const batchInvalid = (details: readonly BatchFault[]): Problem =>
  problem('batch_invalid', {
    message: `No payouts were created: ${details.length} ${details.length === 1 ? 'entry fails' : 'entries fail'}, see \`details\`.`,
    details,
  })

const insufficient = (needed: Cents, funds: Cents): Problem =>
  problem(
    'insufficient_funds',
    `The operating account holds ${dollars(funds)}, but ${dollars(needed)} is needed with fees.`,
  )
