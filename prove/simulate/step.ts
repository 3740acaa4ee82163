import fc from 'fast-check'
import type { Free } from './free.ts'
import type { Expected, UserData } from './model/book.ts'
import type { Network } from './model/cards.ts'
import type { Model } from './model/model.ts'

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
  expectAgain?(): Expected
  /** What is made of the ids in the answer, where it shows no thing of the model; says the path of what was made. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever came
  take?(body: any, free: Free): string | undefined
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

export const get = (path: string, expect: () => Expected): Step => ({ method: 'GET', path, expect })

export const put = (path: string, body: Record<string, unknown>, expect: () => Expected): Step => ({
  method: 'PUT',
  path,
  body,
  expect,
})

// Numbers that name a thing count modulo what there is.
export const index = fc.nat(999)
/** One in twenty names nothing. */
export const indexOrNone: fc.Arbitrary<number | null> = fc.oneof(
  { weight: 19, arbitrary: index },
  { weight: 1, arbitrary: fc.constant(null) },
)
export const keyed = fc.boolean()
/** Most often none; an empty one is not none. */
export const userData: fc.Arbitrary<UserData | undefined> = fc.option(
  fc.oneof(
    fc.record({ n: fc.nat(3) }),
    fc.constantFrom<UserData>({}, { order: 'A-1001', lines: [1, null, { 'a "key"': 'Ünïcode ✓' }] }),
  ),
  { nil: undefined, freq: 2 },
)
/** Sometimes said, most often not. */
export const sometimes = <T>(...values: readonly T[]): fc.Arbitrary<T | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })

export const pick = <T>(all: readonly T[], nth: number | null): T | undefined =>
  nth === null ? undefined : all[nth % all.length]

/** The latest are the interesting ones: most old ones are in a final state. */
export const pickRecent = <T>(all: readonly T[], nth: number): T | undefined => pick(all.slice(-12), nth)

/** Most often one that it can be done to, so that much happens; else any. */
export function pickOften<T>(all: readonly T[], nth: number, can: (one: T) => boolean): T | undefined {
  const able = nth % 4 === 0 ? [] : all.filter(can)
  return pickRecent(able.length > 0 ? able : all, Math.floor(nth / 4))
}

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

/** What is not given stands in no request. */
export const given = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

export const NO_BUYER = 'buy_00000000000000000000000000'
export const NOBODY = 'acon_00000000000000000000000000'
