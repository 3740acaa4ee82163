import { BATCH_MAX } from '../../resources/payouts/index.ts'
import type { Payee } from '../audit-log/payees.ts'

/**
 * The fields of a request that say what it is about: whom, how much, when. No other field reaches the audit log, so that no
 * answer, code, card or account number does.
 */
const TOLD = new Set([
  'account_connection',
  'amount_in_cents',
  'buyer',
  'contract',
  'date',
  'decision',
  'deposit_source',
  'destination',
  'event',
  'external_id',
  'origin',
  'outcome',
  'payout',
  'purchase',
  'seconds',
  'since',
  'source',
  'split_fixed_amount_in_cents',
  'split_percent_amount',
  'status',
  'type',
  'withdrawal',
])
const TEXT_MAX = 255

type Details = Record<string, unknown>

const isObject = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= TEXT_MAX)

const sum = (values: readonly number[]): number | undefined => {
  const total = values.reduce((all, one) => all + one, 0)
  return Number.isSafeInteger(total) ? total : undefined
}

const entriesOf = (list: unknown): readonly Details[] => (Array.isArray(list) ? list.filter(isObject) : [])

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

/** The number and the sum of the payouts of a batch. */
function batchDetails({ payouts }: Details): Details {
  const entries = entriesOf(payouts)
  if (entries.length === 0) return {}
  const amount_in_cents = sum(entries.map((entry) => numberOf(entry.amount_in_cents)))
  return { payouts: entries.length, ...(amount_in_cents === undefined ? {} : { amount_in_cents }) }
}

/** An id as we make them. What an entry of a batch has in its place was not looked at yet, and may be any text. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^\w{1,64}$/.test(value)

function payeeOf({ id, account_connection, amount_in_cents }: Details): Payee {
  return {
    ...(isId(id) ? { id } : {}),
    ...(isId(account_connection) ? { account_connection } : {}),
    ...(Number.isSafeInteger(amount_in_cents) ? { amount_in_cents: amount_in_cents as number } : {}),
  }
}

/** Whom the payouts of a batch are for, and how much each is; no more than a batch can have. */
const payeesOf = (list: unknown): readonly Payee[] => entriesOf(list).slice(0, BATCH_MAX).map(payeeOf)

/** The total of the items of a purchase. */
function itemDetails({ items }: Details): Details {
  const entries = entriesOf(items)
  const total = sum(entries.map(({ amount_in_cents, quantity = 1 }) => numberOf(amount_in_cents) * numberOf(quantity)))
  return entries.length === 0 || total === undefined ? {} : { total_in_cents: total }
}

/** The part of a body, not validated yet, that the audit log keeps. */
export function attemptDetails(body: unknown): Details {
  if (!isObject(body)) return {}
  const told = Object.entries(body).filter(([name, value]) => TOLD.has(name) && isPlain(value))
  return { ...Object.fromEntries(told), ...batchDetails(body), ...itemDetails(body) }
}

/** The payees of a batch, as the body that asks for it names them. */
export const attemptedPayees = (body: unknown): readonly Payee[] => (isObject(body) ? payeesOf(body.payouts) : [])

const OUTCOME = ['id', 'amount_in_cents', 'total_in_cents', 'fee_in_cents', 'status', 'code'] as const

/** The part of an answer that says what came of a request, and the payouts of a batch. `answer` is its JSON. */
export function outcomeOf(status: number, answer: unknown): { details: Details; payees: readonly Payee[] } {
  const body = typeof answer === 'string' ? parse(answer) : undefined
  const { status: became, ...told } = Object.fromEntries(
    OUTCOME.filter((name) => isPlain(body?.[name])).map((name) => [name, body?.[name]]),
  )
  const made = entriesOf(body?.data ?? body?.payouts).map(({ id }) => id)
  const details = {
    status,
    ...told,
    ...(became === undefined ? {} : { became }),
    ...(made.length > 0 ? { first_id: made[0], last_id: made.at(-1), count: made.length } : {}),
  }
  return { details, payees: payeesOf(body?.payouts) }
}

function parse(text: string): Details | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : Array.isArray(value) ? { data: value } : undefined
  } catch {
    return undefined
  }
}
