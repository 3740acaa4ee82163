import { type Expected, refuse } from './book.ts'

/** The limits of every simulated enterprise, as its settings have them. */
export const LIMITS = [
  { scope: 'enterprise', per: 'day', max_in_cents: 11_000_000, outcome: 'refuse' },
  { scope: 'enterprise', per: 'month', max_in_cents: 22_000_000, outcome: 'refuse' },
  { scope: 'creator', per: 'day', max_count: 8, outcome: 'refuse' },
] as const

interface Counted {
  readonly amount: number
  readonly connection?: { readonly id: string } | undefined
}

export interface Created extends Counted {
  readonly created: number
  readonly status: string
}

/** The month of `2026-03-04T…`, or the day. */
const periodOf = (per: 'day' | 'month', at: number): string =>
  new Date(at).toISOString().slice(0, per === 'day' ? 10 : 7)

function endOf(per: 'day' | 'month', at: number): string {
  const date = new Date(at)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return new Date(per === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1)).toISOString()
}

const isCounted = ({ status }: Created): boolean => status !== 'canceled' && status !== 'error'

/** The refusal of a request that would exceed a limit, the first of the table. */
export function beyondLimits(all: readonly Created[], requests: readonly Counted[], now: number): Expected | undefined {
  for (const limit of LIMITS) {
    const counted = all.filter((one) => isCounted(one) && periodOf(limit.per, one.created) === periodOf(limit.per, now))
    const frees_at = endOf(limit.per, now)
    const { outcome: _outcome, ...shown } = limit
    if ('max_in_cents' in limit) {
      const used = sum(counted)
      if (used + sum(requests) <= limit.max_in_cents) continue
      const left_in_cents = Math.max(0, limit.max_in_cents - used)
      return refuse(403, 'limit_exceeded', { limit: { ...shown, used_in_cents: used, left_in_cents, frees_at } })
    }
    // A withdrawal is no creator's.
    for (const of of new Set(requests.flatMap(({ connection }) => connection?.id ?? []))) {
      const toThem = (one: Counted): boolean => one.connection?.id === of
      const used_count = counted.filter(toThem).length
      if (used_count + requests.filter(toThem).length <= limit.max_count) continue
      const left_count = Math.max(0, limit.max_count - used_count)
      return refuse(403, 'limit_exceeded', { limit: { ...shown, of, used_count, left_count, frees_at } })
    }
  }
  return undefined
}

const sum = (those: readonly Counted[]): number => those.reduce((total, { amount }) => total + amount, 0)
