import fc from 'fast-check'
import { hourAfter, type UserData } from './model/book.ts'
import type { Connection, Details, Permission } from './model/connections.ts'
import type { Terms } from './model/contracts.ts'
import type { Model } from './model/model.ts'
import { type PayoutRequest, RETURN_REASONS, type ReturnCode } from './model/payout.ts'
import {
  amount,
  DAY,
  given,
  index,
  indexOrNone,
  keyed,
  kind,
  NOBODY,
  pick,
  pickOften,
  pickRecent,
  post,
  put,
  type Step,
  seconds,
  sometimes,
  userData,
} from './step.ts'

const CONNECTIONS_MAX = 8

const PERMISSIONS: Record<string, Permission[]> = {
  credit: ['payment.credit'],
  both: ['payment.credit', 'payment.debit'],
  debit: ['payment.debit'],
}
const permissions = fc.constantFrom('credit', 'credit', 'credit', 'both', 'both', 'debit')

const ACCOUNTS = { good: '000111222333', returned: '900000001234' }
const legacy = fc.constantFrom<keyof typeof ACCOUNTS>('good', 'returned')

const legacyMethod = (account: string) => ({
  type: 'ach',
  name_on_account: 'Alice Alison',
  account_number: account,
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

const outcome = fc.constantFrom('approved', 'approved', 'approved', 'approved', 'review', 'rejected')
const pathOf = ({ id }: Connection): string => `/account-connection/${id}`
const idOf = (connection: Connection | undefined): string => connection?.id ?? NOBODY

const DETAILS = { first_name: 'Alice', last_name: 'Alison', verification_prompt: 'Your number?' }
const ANSWER = '4711'
const details: fc.Arbitrary<Partial<Details>> = fc
  .record({
    first_name: sometimes('Alice', 'Älisa'),
    last_name: sometimes('Alison', 'O’Neil'),
    business_name: sometimes('Alison & Co.'),
    display_name: sometimes('Alice', 'DJ Alice'),
    verification_prompt: sometimes('Your number?', 'Your town?'),
  })
  .map(given)

export const CONNECTION_COMMANDS = {
  'create connection': kind(
    6,
    {
      email: fc.nat(3),
      external: fc.option(fc.nat(9), { nil: undefined }),
      details,
      permissions,
      legacy: fc.constantFrom<'none' | keyof typeof ACCOUNTS>('none', 'none', 'good', 'returned'),
      userData,
      keyed,
    },
    (command, { connections }, key) => {
      if (connections.all.length >= CONNECTIONS_MAX) return undefined
      const email = `creator-${command.email}@example.com`
      const externalId = command.external === undefined ? undefined : `theirs-${command.external}`
      const requested = PERMISSIONS[command.permissions] as Permission[]
      const account = command.legacy === 'none' ? undefined : ACCOUNTS[command.legacy]
      const details = { ...DETAILS, ...command.details }
      const { userData } = command
      const body = given({
        ...details,
        email,
        external_id: externalId,
        requested_permissions: requested,
        verification_answer: ANSWER,
        legacy_payout_method: account === undefined ? undefined : legacyMethod(account),
        user_data: userData,
      })
      const wanted = { email, externalId, details, answer: ANSWER, requested, account, userData }
      const step = post('/account-connection', body, () => connections.create(wanted))
      return { ...step, key: command.keyed ? key : undefined }
    },
  ),
  'describe connection': kind(
    3,
    { connection: index, details, answer: sometimes(ANSWER, '0815'), userData },
    ({ connection: nth, details, answer, userData }, { connections }) => {
      const connection = pick(connections.all, nth)
      const body = given({ ...details, verification_answer: answer, user_data: userData })
      if (!connection) return undefined
      return put(pathOf(connection), body, () => connections.describe(connection, { details, answer, userData }))
    },
  ),
  'set legacy method': kind(2, { connection: index, legacy }, (command, { connections }) => {
    const connection = pick(connections.all, command.connection)
    const account = ACCOUNTS[command.legacy]
    if (!connection) return undefined
    const body = { legacy_payout_method: legacyMethod(account) }
    return put(pathOf(connection), body, () => connections.setLegacyMethod(connection, account))
  }),
  'request permissions': kind(1, { connection: index, permissions }, (command, { connections }) => {
    const connection = pick(connections.all, command.connection)
    const requested = PERMISSIONS[command.permissions] as Permission[]
    if (!connection) return undefined
    const body = { requested_permissions: requested }
    return put(pathOf(connection), body, () => connections.request(connection, [...requested]))
  }),
  connect: kind(
    9,
    { connection: index, type: fc.constantFrom('direct', 'direct', 'ach', 'wallet'), outcome },
    ({ connection: nth, type, outcome }, { connections }) => {
      const connection = pick(connections.all, nth)
      if (!connection) return undefined
      const body = { account_connection: connection.id, type, outcome }
      return post('/sandbox/connect', body, () =>
        connections.connect(connection, type as 'direct', outcome as 'review'),
      )
    },
  ),
  'delete connection': kind(1, { connection: index }, (command, { connections }) => {
    const connection = pick(connections.all, command.connection)
    return connection && put(pathOf(connection), { status: 'deleted' }, () => connections.delete(connection))
  }),
}

/** From now, in seconds; or the next full hour. */
type When = number | 'hour'
const when: fc.Arbitrary<When> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<When>('hour', 0, -1, -40 * DAY) },
  { weight: 3, arbitrary: seconds },
)
const momentOf = (at: When, { book }: Model): number => (at === 'hour' ? hourAfter(book.now) : book.now + at * 1_000)

interface Entry {
  readonly connection: number | null
  readonly amount: number
  readonly date: When | null
  readonly description: string | undefined
  readonly userData: UserData | undefined
}
const description = sometimes('Royalties', 'Royalties of May ♪')
const entry: fc.Arbitrary<Entry> = fc.record({
  connection: indexOrNone,
  amount,
  date: fc.option(when),
  description,
  userData,
})

function requestOf({ connection: nth, amount, date, description, userData }: Entry, model: Model): PayoutRequest {
  const connection = pick(model.connections.all, nth)
  const at = date === null ? undefined : momentOf(date, model)
  const body = given({
    account_connection: idOf(connection),
    amount_in_cents: amount,
    description,
    date: at === undefined ? undefined : new Date(at).toISOString(),
    user_data: userData,
  })
  return { connection, amount, date: at, description, userData, body }
}

export const PAYOUT_COMMANDS = {
  'create payout': kind(16, { entry, keyed }, (command, model, key) => {
    const request = requestOf(command.entry, model)
    return {
      ...post('/payout', request.body, () => model.payouts.create(request)),
      key: command.keyed ? key : undefined,
    }
  }),
  'create batch': kind(
    4,
    { entries: fc.array(entry, { minLength: 1, maxLength: 4, size: 'max' }), keyed },
    (command, model, key) => {
      const requests = command.entries.map((entry) => requestOf(entry, model))
      const body = { payouts: requests.map((request) => request.body) }
      const step = post('/payout/batch', body, () => model.payouts.createBatch(requests))
      return { ...step, key: command.keyed ? key : undefined }
    },
  ),
  /** So that what takes from the account without being asked finds it short. */
  'pay out what is there': kind(1, { connection: index, left: fc.nat(20_000), keyed }, (command, model, key) => {
    const { connection, left, keyed } = command
    const amount = model.book.operating - left
    if (amount < 1) return undefined
    const request = requestOf({ connection, amount, date: null, description: undefined, userData: undefined }, model)
    return { ...post('/payout', request.body, () => model.payouts.create(request)), key: keyed ? key : undefined }
  }),
  'cancel payout': kind(4, { payout: index, userData }, ({ payout: nth, userData }, { payouts }) => {
    const payout = pickRecent(payouts.all, nth)
    const body = given({ status: 'canceled', user_data: userData })
    return payout && put(`/payout/${payout.id}`, body, () => payouts.cancel(payout, { userData }))
  }),
  'describe payout': kind(
    2,
    { payout: index, description, userData },
    ({ payout: nth, description, userData }, { payouts }) => {
      const payout = pickRecent(payouts.all, nth)
      const body = given({ description, user_data: userData })
      return payout && put(`/payout/${payout.id}`, body, () => payouts.describe(payout, { description, userData }))
    },
  ),
  'reschedule payout': kind(4, { payout: index, date: when }, (command, model) => {
    const payout = pickRecent(model.payouts.all, command.payout)
    const date = momentOf(command.date, model)
    if (!payout) return undefined
    const body = { date: new Date(date).toISOString() }
    return put(`/payout/${payout.id}`, body, () => model.payouts.reschedule(payout, date))
  }),
  'return payout': kind(
    3,
    { payout: index, code: fc.constantFrom(...(Object.keys(RETURN_REASONS) as ReturnCode[])) },
    ({ payout: nth, code }, { payouts }) => {
      const payout = pickOften(payouts.all, nth, ({ status, type }) => status === 'sent' && type === 'ach')
      return payout && post('/sandbox/payout-return', { payout: payout.id, code }, () => payouts.return(payout, code))
    },
  ),
  'fail payout': kind(3, { payout: index }, (command, { payouts }) => {
    const payout = pickRecent(payouts.all, command.payout)
    return payout && post('/sandbox/payout-error', { payout: payout.id }, () => payouts.fail(payout))
  }),
}

export const P2P_COMMANDS = {
  'create P2P': kind(
    12,
    {
      source: indexOrNone,
      destination: indexOrNone,
      amount: fc.oneof(amount, fc.constant(400_000)),
      description: sometimes('Rent', 'For the ✂️'),
      userData,
      keyed,
    },
    (command, { p2ps, connections }, key) => {
      // Most often between two who can, so that money moves.
      const able = connections.all.filter(({ status, method }) => status === 'active' && method?.type === 'direct')
      const isOften = able.length > 1 && (command.source ?? 0) % 4 > 0
      const source = pick(isOften ? able : connections.all, command.source)
      const others = able.filter(({ email }) => email !== source?.email)
      const destination = pick(isOften && others.length > 0 ? others : connections.all, command.destination)
      const { amount, description, userData } = command
      const body = given({
        source: idOf(source),
        destination: idOf(destination),
        amount_in_cents: amount,
        description,
        user_data: userData,
      })
      // The same unknown one twice is refused for its form.
      if (!source && !destination) return undefined
      const expect = () => p2ps.create({ source, destination, amount, description, userData })
      return { ...post('/p2p', body, expect), key: command.keyed ? key : undefined }
    },
  ),
  'commit P2P': kind(12, { payment: index, right: fc.boolean(), keyed }, (command, { p2ps }, key) => {
    const payment = pickOften(p2ps.all, command.payment, (one) => p2ps.asOf(one).status === 'created')
    if (!payment) return undefined
    const body = { code: command.right ? '000000' : '999999' }
    const step = post(`/p2p/${payment.id}/commit`, body, () => p2ps.commit(payment, command.right))
    return { ...step, key: command.keyed ? key : undefined }
  }),
  'describe P2P': kind(1, { payment: index, userData }, ({ payment: nth, userData = {} }, { p2ps }) => {
    const payment = pickRecent(p2ps.all, nth)
    return payment && put(`/p2p/${payment.id}`, { user_data: userData }, () => p2ps.describe(payment, userData))
  }),
}

const source = fc.constantFrom('video_ads', 'music_distribution')
const terms: fc.Arbitrary<Terms> = fc
  .record({
    source,
    permille: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: undefined }),
    fixed: fc.integer({ min: 1, max: 20_000 }),
    splitMax: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined, freq: 3 }),
    minimum: fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: undefined, freq: 3 }),
    maximum: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined, freq: 3 }),
  })
  .map(({ fixed, permille, ...rest }) => (permille === undefined ? { ...rest, fixed } : { ...rest, permille }) as Terms)

const termsBody = ({ source, permille, fixed, splitMax, minimum, maximum }: Terms): Record<string, unknown> => ({
  type: 'deposit_split',
  deposit_source: source,
  ...(permille === undefined ? { split_fixed_amount_in_cents: fixed } : { split_percent_amount: permille / 10 }),
  ...(splitMax === undefined ? {} : { split_amount_max_in_cents: splitMax }),
  ...(minimum === undefined ? {} : { deposit_minimum_in_cents: minimum }),
  ...(maximum === undefined ? {} : { deposit_maximum_in_cents: maximum }),
})

const depositAmount = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }) },
  { weight: 3, arbitrary: fc.integer({ min: 100, max: 80_000 }) },
)

export const CONTRACT_COMMANDS = {
  'create contract': kind(6, { connection: indexOrNone, terms, userData, keyed }, (command, model, key) => {
    const { terms, userData } = command
    const connection = pick(model.connections.all, command.connection)
    const body = given({ account_connection: idOf(connection), ...termsBody(terms), user_data: userData })
    const step = post('/contract', body, () => model.contracts.create(connection, terms, userData))
    return { ...step, key: command.keyed ? key : undefined }
  }),
  'answer contract': kind(
    7,
    { contract: index, decision: fc.constantFrom<'accept' | 'decline'>('accept', 'accept', 'accept', 'decline') },
    ({ contract: nth, decision }, { contracts }) => {
      const contract = pickOften(contracts.all, nth, (one) => contracts.asOf(one).status === 'created')
      if (!contract) return undefined
      const body = { contract: contract.id, decision }
      return post('/sandbox/contract', body, () => contracts.answer(contract, decision))
    },
  ),
  'delete contract': kind(1, { contract: index }, (command, { contracts }) => {
    const contract = pickRecent(contracts.all, command.contract)
    return (
      contract && {
        method: 'DELETE',
        path: `/contract/${contract.id}`,
        expect: () => contracts.delete(contract),
      }
    )
  }),
  deposit: kind(
    6,
    { connection: indexOrNone, source, amount: depositAmount, real: fc.constantFrom(true, true, false), keyed },
    (command, { connections, contracts }, key): Step => {
      const { amount, real } = command
      // Most often one that is split.
      const splitting = contracts.all.filter(({ status }) => status === 'active')
      const contract = (command.connection ?? 0) % 4 > 0 ? pick(splitting, command.connection) : undefined
      const connection = contract?.connection ?? pick(connections.all, command.connection)
      const source = contract?.terms.source ?? command.source
      const body = { account_connection: idOf(connection), deposit_source: source, amount_in_cents: amount }
      const request = { connection, source, amount }
      if (!real) return post('/contract/preview', body, () => contracts.preview(request))
      const step = post('/sandbox/deposit', body, () => contracts.deposit(request))
      return {
        ...step,
        key: command.keyed ? key : undefined,
        take(answer, free) {
          const made = contracts.deposits.at(-1)
          if (!made) return undefined
          made.id = free.idOf('dep', answer.id)
          for (const [nth, split] of made.splits.entries()) split.id = free.idOf('spl', answer.splits[nth]?.id)
          return undefined
        },
      }
    },
  ),
}
