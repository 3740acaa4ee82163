import fc from 'fast-check'
import { hourAfter } from './model/book.ts'
import type { Connection, Permission } from './model/connections.ts'
import type { Terms } from './model/contracts.ts'
import type { Model } from './model/model.ts'
import { RETURN_CODE } from './model/payouts.ts'
import {
  amount,
  DAY,
  index,
  indexOrNone,
  keyed,
  kind,
  NOBODY,
  pick,
  pickRecent,
  post,
  put,
  seconds,
  tag,
  tagged,
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

export const CONNECTION_COMMANDS = {
  'create connection': kind(
    6,
    {
      email: fc.nat(3),
      permissions,
      legacy: fc.constantFrom<'none' | keyof typeof ACCOUNTS>('none', 'none', 'good', 'returned'),
      tag,
    },
    (command, { connections }) => {
      if (connections.all.length >= CONNECTIONS_MAX) return undefined
      const email = `creator-${command.email}@example.com`
      const requested = PERMISSIONS[command.permissions] as Permission[]
      const account = command.legacy === 'none' ? undefined : ACCOUNTS[command.legacy]
      const body = {
        first_name: 'Alice',
        last_name: 'Alison',
        email,
        requested_permissions: requested,
        verification_prompt: 'Your number?',
        verification_answer: '4711',
        ...(account === undefined ? {} : { legacy_payout_method: legacyMethod(account) }),
      }
      const step = post('/account-connection', body, () => connections.create(email, [...requested], account))
      return tagged(step, command.tag)
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
}
const entry: fc.Arbitrary<Entry> = fc.record({ connection: indexOrNone, amount, date: fc.option(when) })

function wishOf({ connection: nth, amount, date }: Entry, model: Model) {
  const connection = pick(model.connections.all, nth)
  const at = date === null ? undefined : momentOf(date, model)
  const body = {
    account_connection: idOf(connection),
    amount_in_cents: amount,
    ...(at === undefined ? {} : { date: new Date(at).toISOString() }),
  }
  return { wish: { connection, amount, date: at }, body }
}

export const PAYOUT_COMMANDS = {
  'create payout': kind(16, { entry, keyed, tag }, (command, model, key) => {
    const { wish, body } = wishOf(command.entry, model)
    const step = post('/payout', body, () => model.payouts.create(wish))
    return { ...tagged(step, command.tag), key: command.keyed ? key : undefined }
  }),
  'create batch': kind(
    4,
    { entries: fc.array(entry, { minLength: 1, maxLength: 4, size: 'max' }), keyed, tag },
    (command, model, key) => {
      const wishes = command.entries.map((one) => wishOf(one, model))
      const body = { payouts: wishes.map((one) => one.body) }
      const expect = () => model.payouts.createBatch(wishes.map(({ wish }) => wish))
      return { ...tagged(post('/payout/batch', body, expect), command.tag), key: command.keyed ? key : undefined }
    },
  ),
  'cancel payout': kind(4, { payout: index }, (command, { payouts }) => {
    const payout = pickRecent(payouts.all, command.payout)
    return payout && put(`/payout/${payout.id}`, { status: 'canceled' }, () => payouts.cancel(payout))
  }),
  'describe payout': kind(1, { payout: index }, (command, { payouts }) => {
    const payout = pickRecent(payouts.all, command.payout)
    const description = 'Royalties'
    return payout && put(`/payout/${payout.id}`, { description }, () => payouts.describe(payout, description))
  }),
  'reschedule payout': kind(4, { payout: index, date: when }, (command, model) => {
    const payout = pickRecent(model.payouts.all, command.payout)
    const date = momentOf(command.date, model)
    if (!payout) return undefined
    const body = { date: new Date(date).toISOString() }
    return put(`/payout/${payout.id}`, body, () => model.payouts.reschedule(payout, date))
  }),
  'return payout': kind(3, { payout: index }, (command, { payouts }) => {
    const payout = pickRecent(payouts.all, command.payout)
    return (
      payout && post('/sandbox/payout-return', { payout: payout.id, code: RETURN_CODE }, () => payouts.return(payout))
    )
  }),
  'fail payout': kind(3, { payout: index }, (command, { payouts }) => {
    const payout = pickRecent(payouts.all, command.payout)
    return payout && post('/sandbox/payout-error', { payout: payout.id }, () => payouts.fail(payout))
  }),
}

export const P2P_COMMANDS = {
  'create P2P': kind(
    12,
    { source: indexOrNone, destination: indexOrNone, amount: fc.oneof(amount, fc.constant(400_000)), keyed },
    (command, { p2ps, connections }, key) => {
      // Most often between two who can, so that money moves.
      const able = connections.all.filter(({ status, method }) => status === 'active' && method?.type === 'direct')
      const from = able.length > 1 && (command.source ?? 0) % 4 > 0 ? able : connections.all
      const [source, destination] = [pick(from, command.source), pick(from, command.destination)]
      const body = { source: idOf(source), destination: idOf(destination), amount_in_cents: command.amount }
      // The same unknown one twice is refused for its form.
      if (!source && !destination) return undefined
      const expect = () => p2ps.create(source, destination, command.amount)
      return { ...post('/p2p', body, expect), key: command.keyed ? key : undefined }
    },
  ),
  'commit P2P': kind(
    12,
    { payment: index, right: fc.constantFrom(true, true, false), keyed },
    (command, { p2ps }, key) => {
      const payment = pickRecent(p2ps.all, command.payment)
      if (!payment) return undefined
      const body = { code: command.right ? '000000' : '999999' }
      const step = post(`/p2p/${payment.id}/commit`, body, () => p2ps.commit(payment, command.right))
      return { ...step, key: command.keyed ? key : undefined }
    },
  ),
  'describe P2P': kind(1, { payment: index, value: fc.nat(9) }, (command, { p2ps }) => {
    const payment = pickRecent(p2ps.all, command.payment)
    const userData = { value: command.value }
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

const depositAmount = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 100, max: 80_000 }))

export const CONTRACT_COMMANDS = {
  'create contract': kind(4, { connection: indexOrNone, terms, keyed, tag }, (command, model, key) => {
    const connection = pick(model.connections.all, command.connection)
    const body = { account_connection: idOf(connection), ...termsBody(command.terms) }
    const step = post('/contract', body, () => model.contracts.create(connection, command.terms))
    return { ...tagged(step, command.tag), key: command.keyed ? key : undefined }
  }),
  'answer contract': kind(
    5,
    { contract: index, decision: fc.constantFrom<'accept' | 'decline'>('accept', 'accept', 'accept', 'decline') },
    ({ contract: nth, decision }, { contracts }) => {
      const contract = pickRecent(contracts.all, nth)
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
    (command, { connections, contracts }, key) => {
      const connection = pick(connections.all, command.connection)
      const { source, amount, real } = command
      const body = { account_connection: idOf(connection), deposit_source: source, amount_in_cents: amount }
      const expect = () => contracts.deposit(connection, source, amount, real)
      const step = post(real ? '/sandbox/deposit' : '/contract/preview', body, expect)
      return { ...step, key: command.keyed && real ? key : undefined }
    },
  ),
}
