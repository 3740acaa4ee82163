import type { ActivityEntry } from '../../kernel/activity.ts'
import { type Fault, type Problem, problem, validationFailed } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { AMOUNT_MAX, type Cents, cents, subtract, ZERO } from '../../kernel/money.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Brand } from '../../rails/cards/port.ts'
import type { PurchaseTerms } from '../../tenants/index.ts'

export const STATUSES = [
  'created',
  'pending',
  'settling',
  'completed',
  'error',
  'canceled',
  'refunded',
  'reversed',
] as const
export type PurchaseStatus = (typeof STATUSES)[number]

export const PURCHASE_EVENTS = [
  'commit',
  'collect',
  'complete',
  'fail',
  'cancel',
  'refund',
  'refund_part',
  'process',
  'refund_fails',
  'chargeback',
  'win',
] as const
export type PurchaseEvent = (typeof PURCHASE_EVENTS)[number]

/**
 * The status of a purchase. `collect`: the charge is being settled. `complete`: it is settled, or the enterprise completes
 * the purchase itself. `refund`: all that was left is given back; `refund_part`: some of it is. `process`: the network has
 * refunded the buyer. `refund_fails`: the network says later that it could not, after which only a chargeback can follow.
 * `chargeback`: the buyer's bank has taken money. `win`: the dispute is won, and the money is back. `error`, `canceled` and
 * `reversed` are final otherwise.
 */
export const PURCHASE_STATES: StateTable<PurchaseStatus, PurchaseEvent> = {
  created: { commit: 'pending', complete: 'completed', cancel: 'canceled', refund: 'refunded' },
  pending: {
    collect: 'settling',
    complete: 'completed',
    fail: 'error',
    cancel: 'canceled',
    refund: 'refunded',
    chargeback: 'reversed',
  },
  settling: { complete: 'completed', fail: 'error', cancel: 'canceled', refund: 'refunded', chargeback: 'reversed' },
  completed: { cancel: 'canceled', refund: 'refunded', refund_part: 'completed', chargeback: 'reversed' },
  error: {},
  canceled: {},
  refunded: { process: 'reversed', chargeback: 'reversed' },
  reversed: { refund_fails: 'refunded', win: 'completed' },
}

export const CHARGES = ['none', 'in_flight', 'captured', 'settled', 'voided', 'returned'] as const
export type ChargeState = (typeof CHARGES)[number]

export const CHARGE_EVENTS = [
  'send',
  'capture',
  'decline',
  'settle',
  'void',
  'refund',
  'refund_part',
  'refund_fails',
  'call_off',
  'take',
  'take_part',
  'win',
] as const
export type ChargeEvent = (typeof CHARGE_EVENTS)[number]

/**
 * The charge of a purchase. `send`: the network is being asked. `void`: reversed before it settled, so nothing was ever
 * posted. `refund`, `refund_part`: all or some of what was left goes back to the buyer. `refund_fails`: the buyer could not
 * be refunded, so the enterprise keeps the money. `call_off`: a refund is not sent, because the buyer's bank takes the money
 * itself. `take`, `take_part`: the bank has taken all or some of what was left. `win`: the bank has given it back.
 */
export const CHARGE_STATES: StateTable<ChargeState, ChargeEvent> = {
  none: { send: 'in_flight' },
  in_flight: { capture: 'captured', decline: 'none' },
  captured: { settle: 'settled', void: 'voided' },
  settled: {
    refund: 'returned',
    refund_part: 'settled',
    refund_fails: 'settled',
    call_off: 'settled',
    take: 'returned',
    take_part: 'settled',
    win: 'settled',
  },
  voided: { refund_fails: 'settled', win: 'settled' },
  returned: { refund_fails: 'settled', call_off: 'settled', win: 'settled' },
}

/**
 * The refund of all that was left: `due` while the network must be asked, `done` once it has agreed. `failed` where it could
 * not refund, in whole or in part.
 */
export type RefundState = 'none' | 'due' | 'done' | 'failed'

export interface Item {
  readonly name: string
  readonly description?: string
  readonly amount_in_cents: number
  readonly quantity: number
}

/** The idempotent request that waits for the outcome of a charge in flight. */
export interface CommitRequest {
  readonly scope: string
  readonly key: string
  readonly body: string
}

export interface Purchase {
  readonly id: Id<'purchase'>
  readonly buyer: string
  readonly status: PurchaseStatus
  readonly charge: ChargeState
  readonly refund: RefundState
  readonly items: readonly Item[]
  readonly total_in_cents: Cents
  readonly fee_in_cents: Cents
  readonly auto_refund_on_fraud: boolean
  readonly attempt: number
  readonly card_token: string | null
  readonly card_brand: Brand | null
  readonly card_last_four: string | null
  readonly charge_reference: string | null
  readonly commit_request: CommitRequest | null
  readonly due_at: Date | null
  readonly call_at: Date | null
  readonly leased_until: Date | null
  readonly paid_at: Date | null
  readonly activity: readonly ActivityEntry[]
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** The card that a charge is sent with. */
export interface ChargedCard {
  readonly token: string
  readonly brand: Purchase['card_brand']
  readonly lastFour: string
}

/** A purchase that is to be charged, and the card that its buyer has now. */
export interface PurchaseWithCard {
  readonly purchase: Purchase
  readonly card: ChargedCard | null
}

export const purchaseNotFound = (): Problem => problem('not_found', 'There is no purchase with this id.')

export const isDue = ({ due_at }: Pick<Purchase, 'due_at'>, now: Date): boolean => due_at !== null && due_at <= now

/** The time that a committed purchase stays `pending`, and that a refund takes. */
export const COLLECT_MS = MINUTE_MS
export const REFUND_MS = MINUTE_MS

/** Amount times quantity, as a bigint: a million pieces can exceed the integers that a double holds exactly. */
const lineOf = ({ amount_in_cents, quantity }: Item): bigint => BigInt(amount_in_cents) * BigInt(quantity)

const sumOf = (lines: readonly bigint[]): bigint => lines.reduce((sum, line) => sum + line, 0n)

/** No line, no sum before discounts and no total may be larger than a payment can be: a receipt states each of them. */
export function totalOf(items: readonly Item[]): Cents | Problem {
  const max = BigInt(AMOUNT_MAX)
  const lines = items.map(lineOf)
  const tooLarge = lines.flatMap((line, nth) =>
    line > max || line < -max
      ? [outOfRange(`items.${nth}`, `must come to at most ${AMOUNT_MAX} cents either way; it comes to ${line}`)]
      : [],
  )
  if (tooLarge.length > 0) return validationFailed(tooLarge)
  const subtotal = sumOf(lines.filter((line) => line > 0n))
  if (subtotal > max) {
    const message = `must come to at most ${AMOUNT_MAX} cents before discounts; they come to ${subtotal}`
    return validationFailed([outOfRange('items', message)])
  }
  const total = sumOf(lines)
  if (total >= 1n) return cents(Number(total))
  return validationFailed([outOfRange('items', `must come to a total of at least 1 cent; they come to ${total}`)])
}

const outOfRange = (param: string, message: string): Fault => ({ param, code: 'out_of_range', message })

const BASIS_POINTS = 10_000n

/** The share, rounded half up, plus the fixed part; never more than the total, so that a purchase never costs money. */
export function feeOf(total: Cents, terms: PurchaseTerms): Cents {
  const share = (BigInt(total) * BigInt(terms.fee_purchase_basis_points) + BASIS_POINTS / 2n) / BASIS_POINTS
  return cents(Math.min(Number(share) + terms.fee_purchase_fixed_in_cents, total))
}

/** A charge that was never made, or was voided, costs nothing and brings nothing. */
const isFree = ({ status, charge }: Pick<Purchase, 'status' | 'charge'>): boolean =>
  charge === 'voided' || (charge === 'none' && status !== 'created')

/** The fee of a purchase and its net amount, in its current state. */
export function shares(purchase: Pick<Purchase, 'status' | 'charge' | 'fee_in_cents' | 'total_in_cents'>): {
  readonly fee: Cents
  readonly net: Cents
} {
  if (isFree(purchase)) return { fee: ZERO, net: ZERO }
  return { fee: purchase.fee_in_cents, net: subtract(purchase.total_in_cents, purchase.fee_in_cents) }
}

export const wasPaid = ({ charge }: Purchase): boolean => charge !== 'none' && charge !== 'in_flight'

/** A fraud alert within these hours after payment refunds the purchase by itself. */
export const inFraudWindow = ({ paid_at }: Purchase, hours: number, at: Date): boolean =>
  paid_at !== null && at.getTime() <= paid_at.getTime() + hours * HOUR_MS

/** The key of a charge at the network: the same, however often the network is asked. */
export const chargeKey = (tenant: TenantId, { id, attempt }: Pick<Purchase, 'id' | 'attempt'>): string =>
  `${tenant}.${id}.${attempt}`

/** The purchase that a key at the network names, and the refund where it is the key of one. */
export interface NetworkKey {
  readonly tenant: TenantId
  readonly id: string
  readonly refund?: string
}

/** `undefined` when the service never made the key. */
export function parseKey(key: string): NetworkKey | undefined {
  const [, tenant, id, refund] = /^(\d{1,9})\.(pch_[0-9a-z]+)\.\d+(?:\.(refund|rfd_[0-9a-z]+))?$/.exec(key) ?? []
  if (tenant === undefined || id === undefined) return undefined
  return { tenant: Number(tenant) as TenantId, id, ...(refund?.startsWith('rfd_') ? { refund } : {}) }
}

/** The key of a refund of version 0.1, which a purchase had one of. */
export const refundKey = (tenant: TenantId, purchase: Purchase): string => `${chargeKey(tenant, purchase)}.refund`

/** The money of a purchase that has gone back to its buyer. */
export interface Returned {
  readonly refunded: Cents
  /** By disputes that are not won. */
  readonly taken: Cents
}

export const NOTHING_RETURNED: Returned = { refunded: ZERO, taken: ZERO }

/** The part of a total that can still be given back or taken. */
export const leftOf = ({ total_in_cents: total }: Pick<Purchase, 'total_in_cents'>, returned: Returned): Cents =>
  cents(total - returned.refunded - returned.taken)

/** A refund of version 0.1 has no row of its own: it was of the total. */
const isRefundedWhole = ({ refund }: Pick<Purchase, 'refund'>): boolean => refund === 'due' || refund === 'done'

/** The money that has gone back, given the sums of a purchase's refunds and disputes; without any row, by its own state. */
export const returnedOf = (
  purchase: Pick<Purchase, 'refund' | 'total_in_cents'>,
  sums: Returned | undefined,
): Returned =>
  sums ?? (isRefundedWhole(purchase) ? { refunded: purchase.total_in_cents, taken: ZERO } : NOTHING_RETURNED)

/** Marks, in the activity, purchases that may have refunds or disputes, so that no other is looked up. */
export const REFUND_CODE = 'refund'
export const CHARGEBACK_CODE = 'chargeback'
export const DISPUTE_CODE = 'dispute'
const RETURN_CODES: readonly (string | undefined)[] = [REFUND_CODE, CHARGEBACK_CODE, DISPUTE_CODE]

export const mayHaveReturns = ({ refund, activity }: Pick<Purchase, 'refund' | 'activity'>): boolean =>
  refund !== 'none' || activity.some(({ code }) => RETURN_CODES.includes(code))
