import fc from 'fast-check'
import { type Expected, hourAfter, type ModelConnection, type ModelPayout, type PayoutModel } from './payout-model.ts'

/** Something an enterprise may do next. Numbers that name a connection, a payout or a request count modulo what there is. */
export type Command =
  | { do: 'create connection'; email: number; permissions: keyof typeof PERMISSIONS; legacy: Legacy }
  | { do: 'set legacy method'; connection: number; legacy: Exclude<Legacy, 'none'> }
  | { do: 'request permissions'; connection: number; permissions: keyof typeof PERMISSIONS }
  | { do: 'connect'; connection: number; type: 'direct' | 'ach' | 'wallet'; outcome: Outcome }
  | { do: 'delete connection'; connection: number }
  | { do: 'create payout'; entry: Entry; keyed: boolean }
  | { do: 'create batch'; entries: Entry[]; keyed: boolean }
  | { do: 'cancel' | 'describe' | 'payout-return' | 'payout-error'; payout: number }
  | { do: 'reschedule'; payout: number; date: When }
  | { do: 'fund'; amount: number }
  | { do: 'advance'; seconds: number }
  /** Without a worker. */
  | { do: 'let time pass'; seconds: number }
  | { do: 'advance to the hour'; off: number }
  | { do: 'repeat'; request: number; changed: boolean }

type Outcome = 'approved' | 'review' | 'rejected'
type Legacy = 'none' | 'good' | 'returned'
/** From now, in seconds; or the next full hour. */
type When = number | 'hour'
interface Entry {
  connection: number | 'unknown'
  amount: number
  date: When | null
}

const PERMISSIONS = {
  credit: ['payment.credit'],
  both: ['payment.credit', 'payment.debit'],
  debit: ['payment.debit'],
} as const

const ACCOUNTS = { good: '000111222333', returned: '900000001234' }

const HOUR = 3_600
const DAY = 24 * HOUR

const index = fc.nat(999)
const seconds = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 2, arbitrary: fc.constantFrom(30 * 60, HOUR, DAY, 29 * DAY, 30 * DAY) },
  { weight: 2, arbitrary: fc.integer({ min: 6, max: 2 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: 2 * HOUR, max: 40 * DAY }) },
)
const when: fc.Arbitrary<When> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<When>('hour', 0, -1, -40 * DAY) },
  { weight: 3, arbitrary: seconds },
)
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1_000_000, max: 6_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1) },
)
const entry: fc.Arbitrary<Entry> = fc.record({
  connection: fc.oneof({ weight: 19, arbitrary: index }, { weight: 1, arbitrary: fc.constant('unknown' as const) }),
  amount,
  date: fc.option(when),
})
const permissions = fc.oneof(
  { weight: 6, arbitrary: fc.constant('credit' as const) },
  { weight: 1, arbitrary: fc.constantFrom('both' as const, 'debit' as const) },
)
const outcome = fc.oneof(
  { weight: 4, arbitrary: fc.constant('approved' as const) },
  { weight: 1, arbitrary: fc.constantFrom('review' as const, 'rejected' as const) },
)
const a = <const Name extends Command['do']>(name: Name) => fc.constant(name)
const keyed = fc.boolean()

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: a('create connection'),
      email: fc.nat(3),
      permissions,
      legacy: fc.constantFrom('none', 'none', 'good', 'returned'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: a('set legacy method'),
      connection: index,
      legacy: fc.constantFrom('good', 'returned'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: a('request permissions'), connection: index, permissions }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: a('connect'),
      connection: index,
      type: fc.constantFrom('direct', 'ach', 'wallet'),
      outcome,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: a('delete connection'), connection: index }) },
  { weight: 24, arbitrary: fc.record({ do: a('create payout'), entry, keyed }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: a('create batch'),
      entries: fc.array(entry, { minLength: 1, maxLength: 4, size: 'max' }),
      keyed,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: a('cancel'), payout: index }) },
  { weight: 1, arbitrary: fc.record({ do: a('describe'), payout: index }) },
  { weight: 5, arbitrary: fc.record({ do: a('payout-return'), payout: index }) },
  { weight: 4, arbitrary: fc.record({ do: a('payout-error'), payout: index }) },
  { weight: 6, arbitrary: fc.record({ do: a('reschedule'), payout: index, date: when }) },
  { weight: 3, arbitrary: fc.record({ do: a('fund'), amount: fc.integer({ min: 1, max: 5_000_000 }) }) },
  { weight: 18, arbitrary: fc.record({ do: a('advance'), seconds }) },
  { weight: 10, arbitrary: fc.record({ do: a('let time pass'), seconds }) },
  { weight: 4, arbitrary: fc.record({ do: a('advance to the hour'), off: fc.integer({ min: -1, max: 1 }) }) },
  { weight: 6, arbitrary: fc.record({ do: a('repeat'), request: index, changed: fc.boolean() }) },
)

/** A request, and what the model makes of it when it is carried out. */
export interface Step {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: Record<string, unknown>
  readonly key?: string
  expect(): Expected
}

const UNKNOWN_CONNECTION = 'acon_00000000000000000000000000'
const CONNECTIONS_MAX = 8

const legacyMethod = (kind: keyof typeof ACCOUNTS) => ({
  type: 'ach',
  name_on_account: 'Alice Alison',
  account_number: ACCOUNTS[kind],
  routing_number: '021000021',
  account_type: 'checking',
  first_name: 'Alice',
  last_name: 'Alison',
  street_line_1: '1 Main Street',
  city: 'Springfield',
  state_abbreviation: 'IL',
  postal_code: '62701',
  ssn: '123-45-6789',
})

const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % all.length]

/** The request a command comes to as things stand; none when it has nothing to act on. Two are the runner's. */
export function plan(
  command: Exclude<Command, { do: 'repeat' | 'let time pass' }>,
  model: PayoutModel,
  nth: number,
): Step | undefined {
  if ('payout' in command) {
    // Recent payouts are the interesting ones: most old ones are in a final state.
    const payout = pick(model.payouts.slice(-12), command.payout)
    return payout && planForPayout(command, payout, model)
  }
  if ('connection' in command) {
    const connection = pick(model.connections, command.connection)
    return connection && planForConnection(command, connection, model)
  }
  switch (command.do) {
    case 'create connection':
      return model.connections.length < CONNECTIONS_MAX ? planConnection(command, model) : undefined
    case 'create payout':
    case 'create batch':
      return planPayouts(command, model, nth)
    case 'fund': {
      const { amount } = command
      return post('/sandbox/funding', { amount_in_cents: amount }, () => model.fund(amount))
    }
    case 'advance':
      return planAdvance(command.seconds, model)
    case 'advance to the hour':
      return planAdvance(Math.max(1, (hourAfter(model.now) - model.now) / 1_000 + command.off), model)
  }
}

const post = (path: string, body: Record<string, unknown>, expect: () => Expected): Step => ({
  method: 'POST',
  path,
  body,
  expect,
})
const put = (path: string, body: Record<string, unknown>, expect: () => Expected): Step => ({
  method: 'PUT',
  path,
  body,
  expect,
})

const planAdvance = (by: number, model: PayoutModel): Step =>
  post('/sandbox/clock/advance', { seconds: by }, () => model.advance(by))

function planConnection(command: Command & { do: 'create connection' }, model: PayoutModel): Step {
  const { legacy } = command
  const email = `creator-${command.email}@example.com`
  const requested = PERMISSIONS[command.permissions]
  const body = {
    first_name: 'Alice',
    last_name: 'Alison',
    email,
    requested_permissions: requested,
    verification_prompt: 'Your number?',
    verification_answer: '4711',
    ...(legacy === 'none' ? {} : { legacy_payout_method: legacyMethod(legacy) }),
  }
  const account = legacy === 'none' ? undefined : ACCOUNTS[legacy]
  return post('/account-connection', body, () => model.createConnection(email, [...requested], account))
}

function planForConnection(
  command: Extract<Command, { connection: number }>,
  connection: ModelConnection,
  model: PayoutModel,
): Step {
  const path = `/account-connection/${connection.id}`
  switch (command.do) {
    case 'set legacy method': {
      const { legacy } = command
      const body = { legacy_payout_method: legacyMethod(legacy) }
      return put(path, body, () => model.setLegacyMethod(connection, ACCOUNTS[legacy]))
    }
    case 'request permissions': {
      const requested = PERMISSIONS[command.permissions]
      return put(path, { requested_permissions: requested }, () => model.request(connection, [...requested]))
    }
    case 'connect': {
      const { type, outcome } = command
      const body = { account_connection: connection.id, type, outcome }
      return post('/sandbox/connect', body, () => model.connect(connection, type, outcome))
    }
    case 'delete connection':
      return put(path, { status: 'deleted' }, () => model.deleteConnection(connection))
  }
}

const momentOf = (at: When, model: PayoutModel): number =>
  at === 'hour' ? hourAfter(model.now) : model.now + at * 1_000

function planPayouts(
  command: Extract<Command, { do: 'create payout' | 'create batch' }>,
  model: PayoutModel,
  nth: number,
): Step {
  const wishes = ('entry' in command ? [command.entry] : command.entries).map(({ connection, amount, date }) => ({
    connection: connection === 'unknown' ? undefined : pick(model.connections, connection),
    amount,
    date: date === null ? undefined : momentOf(date, model),
  }))
  const bodies = wishes.map(({ connection, amount, date }) => ({
    account_connection: connection?.id ?? UNKNOWN_CONNECTION,
    amount_in_cents: amount,
    ...(date === undefined ? {} : { date: new Date(date).toISOString() }),
  }))
  const [wish, body] = [wishes[0], bodies[0]] as [(typeof wishes)[0], (typeof bodies)[0]]
  const step =
    command.do === 'create payout'
      ? post('/payout', body, () => model.createPayout(wish))
      : post('/payout/batch', { payouts: bodies }, () => model.createBatch(wishes))
  return command.keyed ? { ...step, key: `key-${nth}` } : step
}

function planForPayout(command: Extract<Command, { payout: number }>, payout: ModelPayout, model: PayoutModel): Step {
  const path = `/payout/${payout.id}`
  switch (command.do) {
    case 'cancel':
      return put(path, { status: 'canceled' }, () => model.cancel(payout))
    case 'describe':
      return put(path, { description: 'Royalties' }, () => model.describe(payout, 'Royalties'))
    case 'reschedule': {
      const date = momentOf(command.date, model)
      return put(path, { date: new Date(date).toISOString() }, () => model.reschedule(payout, date))
    }
    case 'payout-return':
      return post('/sandbox/payout-return', { payout: payout.id, code: 'R03' }, () => model.returnPayout(payout))
    case 'payout-error':
      return post('/sandbox/payout-error', { payout: payout.id }, () => model.failPayout(payout))
  }
}
