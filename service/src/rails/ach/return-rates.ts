/** Kinds of returns that Nacha watches, with the share of all entries above which it asks an originator to explain. */
export const RETURN_KINDS = {
  unauthorized: { codes: ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'], threshold: 0.005 },
  administrative: { codes: ['R02', 'R03', 'R04'], threshold: 0.03 },
  all: { codes: undefined, threshold: 0.15 },
} as const satisfies Record<string, { readonly codes: readonly string[] | undefined; readonly threshold: number }>

export type ReturnKind = keyof typeof RETURN_KINDS

/** The days over which Nacha measures: two calendar months at most. */
export const RATE_DAYS = 60

export interface ReturnRate {
  readonly kind: ReturnKind
  readonly returned: number
  /** The share of all entries sent; 0 where none was sent. */
  readonly rate: number
  readonly threshold: number
  readonly isAbove: boolean
}

/** The rates of returns among the entries of a period. */
export function returnRates(
  entries: number,
  returns: readonly { readonly code: string; readonly count: number }[],
): ReturnRate[] {
  return (Object.keys(RETURN_KINDS) as ReturnKind[]).map((kind) => {
    const { codes, threshold } = RETURN_KINDS[kind]
    const counted = returns.filter(({ code }) => codes === undefined || (codes as readonly string[]).includes(code))
    const returned = counted.reduce((sum, { count }) => sum + count, 0)
    const rate = entries === 0 ? 0 : returned / entries
    return { kind, returned, rate, threshold, isAbove: rate > threshold }
  })
}
