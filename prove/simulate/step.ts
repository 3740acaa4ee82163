import fc from 'fast-check'
import type { Expected } from './model/book.ts'
import type { Model } from './model/model.ts'
import type { Network } from './model/purchases.ts'

/** A request, and what the model makes of it when it is carried out. */
export interface Step {
  readonly method: 'POST' | 'PUT' | 'GET' | 'DELETE'
  readonly path: string
  readonly body?: Record<string, unknown>
  readonly key?: string | undefined
  /** How the line to the card network is while it is carried out. */
  readonly line?: { readonly purchase: string; readonly how: Network }
  expect(): Expected
  /** Instead of `expect`, when a request whose first answer was no success is sent again with its key. */
  expectAgain?(): Expected | 'replay'
  /** What is made of the id in the answer, where the answer shows no thing of the model. */
  take?(id: string): void
}

/** A kind of command: how often, what it is made of, and the request it comes to as things stand, if any. */
interface Kind<Fields> {
  readonly weight: number
  readonly fields: { readonly [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }
  plan(command: Fields, model: Model, key: string): Step | undefined
}

/** Of whatever fields. */
export interface AnyKind {
  readonly weight: number
  readonly fields: Readonly<Record<string, fc.Arbitrary<unknown>>>
  plan(command: never, model: Model, key: string): Step | undefined
}

export const kind = <Fields>(
  weight: number,
  fields: Kind<Fields>['fields'],
  plan: Kind<Fields>['plan'],
): Kind<Fields> => ({ weight, fields, plan })

export const post = (path: string, body: Record<string, unknown>, expect: () => Expected): Step => ({
  method: 'POST',
  path,
  body,
  expect,
})

export const put = (path: string, body: Record<string, unknown>, expect: () => Expected): Step => ({
  method: 'PUT',
  path,
  body,
  expect,
})

/** What is made has the enterprise's own data with it, which every answer and every event of it shows. */
export const tagged = (step: Step, tag: number | undefined): Step => {
  if (tag === undefined) return step
  const user_data = { tag }
  const { payouts } = (step.body ?? {}) as { payouts?: readonly object[] }
  return {
    ...step,
    body: payouts ? { payouts: payouts.map((one) => ({ ...one, user_data })) } : { ...step.body, user_data },
    expect() {
      const expected = step.expect()
      for (const thing of expected.shows ?? []) thing.userData = user_data
      return expected
    },
  }
}

// Numbers that name a thing count modulo what there is.
export const index = fc.nat(999)
/** One in twenty names nothing. */
export const indexOrNone: fc.Arbitrary<number | null> = fc.oneof(
  { weight: 19, arbitrary: index },
  { weight: 1, arbitrary: fc.constant(null) },
)
export const keyed = fc.boolean()
export const tag = fc.option(fc.nat(99), { nil: undefined })

export const pick = <T>(all: readonly T[], nth: number | null): T | undefined =>
  nth === null ? undefined : all[nth % all.length]

/** The latest are the interesting ones: most old ones are in a final state. */
export const pickRecent = <T>(all: readonly T[], nth: number): T | undefined => pick(all.slice(-12), nth)

export const HOUR = 3_600
export const DAY = 24 * HOUR

export const seconds = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 2, arbitrary: fc.constantFrom(60, 600, 30 * 60, HOUR, DAY, 3 * DAY, 29 * DAY, 30 * DAY) },
  { weight: 2, arbitrary: fc.integer({ min: 6, max: 2 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: 2 * HOUR, max: 40 * DAY }) },
)

export const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1_000_000, max: 6_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1) },
)

export const NOBODY = 'acon_00000000000000000000000000'
