import { type Fault, Problem, validationFailed } from '../../kernel/errors.ts'
import { type Cents, cents, ZERO } from '../../kernel/money.ts'
import type { ContractInput } from './schema.ts'
import { ppmOf, type SplitTerms } from './split.ts'

const centsOrNull = (value: number | null | undefined): Cents | null =>
  typeof value === 'number' ? cents(value) : null

/** A zero beside the other kind of share counts as unset. */
const isByPercent = (percent: number | undefined, fixed: number | undefined): percent is number =>
  percent !== undefined && (percent > 0 || fixed === undefined || fixed === 0)

type TermName = 'split_percent_amount' | 'split_fixed_amount_in_cents' | BoundName
type BoundName = 'deposit_minimum_in_cents' | 'deposit_maximum_in_cents'

/** Faults between the terms, as far as each is valid on its own and so can be compared. */
function termFaults(input: Partial<ContractInput>, isComparable: (name: TermName) => boolean = () => true): Fault[] {
  const comparable = (name: TermName): number | undefined =>
    isComparable(name) ? (input[name] ?? undefined) : undefined
  const [percent, fixed] = [comparable('split_percent_amount'), comparable('split_fixed_amount_in_cents')]
  const faults: Fault[] = []
  if ((input.split_percent_amount ?? null) === null && (input.split_fixed_amount_in_cents ?? null) === null) {
    const message = 'is required, unless `split_fixed_amount_in_cents` is given'
    faults.push({ param: 'split_percent_amount', code: 'required', message })
  } else if (isByPercent(percent, fixed) && fixed !== undefined && fixed > 0) {
    const message = 'must not be given beside `split_percent_amount`'
    faults.push({ param: 'split_fixed_amount_in_cents', code: 'conflict', message })
  }
  if (percent !== undefined && ppmOf(percent) === undefined) {
    const message = 'must have at most four decimals'
    faults.push({ param: 'split_percent_amount', code: 'invalid_format', message })
  }
  const [least, most] = [comparable('deposit_minimum_in_cents') ?? 0, comparable('deposit_maximum_in_cents')]
  if (most !== undefined && most < least) {
    const message = 'must not be below `deposit_minimum_in_cents`'
    faults.push({ param: 'deposit_maximum_in_cents', code: 'out_of_range', message })
  }
  return faults
}

/** Adds the faults between the terms to the answer to a body that its schema has refused. */
export function withTermFaults(refusal: Error, body: unknown): Error {
  const known = refusal instanceof Problem ? refusal.details.errors : undefined
  if (!known || typeof body !== 'object' || body === null || Array.isArray(body)) return refusal
  const faulty = new Set(known.map(({ param }) => param))
  return validationFailed([...known, ...termFaults(body, (name) => !faulty.has(name))])
}

/** The terms as a contract keeps them; throws when they do not fit together. */
export function readTerms(input: ContractInput): SplitTerms {
  const faults = termFaults(input)
  if (faults.length > 0) throw validationFailed(faults)
  const [percent, fixed] = [input.split_percent_amount ?? undefined, input.split_fixed_amount_in_cents ?? undefined]
  const byPercent = isByPercent(percent, fixed)
  return {
    deposit_minimum_in_cents: cents(input.deposit_minimum_in_cents ?? ZERO),
    deposit_maximum_in_cents: centsOrNull(input.deposit_maximum_in_cents),
    split_ppm: byPercent ? (ppmOf(percent) as number) : null,
    split_fixed_amount_in_cents: byPercent ? null : cents(fixed as number),
    split_amount_max_in_cents: centsOrNull(input.split_amount_max_in_cents),
  }
}
