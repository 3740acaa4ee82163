import fc from 'fast-check'
import { type Expected, iso, NOT_FOUND, type Resource, type Thing } from './model/book.ts'
import type { Connection } from './model/connections.ts'
import { type Model, shownWebhook } from './model/model.ts'
import type { P2p } from './model/p2p.ts'
import type { Payout } from './model/payout.ts'
import type { Purchase } from './model/purchase.ts'
import { cut, narrow, type PageQuery, pageQuery, withQuery } from './pages.ts'
import { get, index, indexOrNone, kind, NO_BUYER, NOBODY, pick, type Step } from './step.ts'
import { VIEWS } from './views.ts'

/** Whose things a list has, and at which path; those of nobody are not found. */
interface Owned {
  readonly path: string
  readonly isFound: boolean
  readonly has: (thing: never) => boolean
}

interface Choice {
  readonly owner: number | null
  readonly peer: number | null
}

type OwnedBy = (choice: Choice, model: Model) => Owned

interface List {
  readonly kind: Resource
  readonly statuses: readonly string[]
  /** Absent: all of the enterprise's. */
  readonly owned?: OwnedBy
}

const STATUSES = {
  account_connection: ['created', 'pending', 'active', 'deleted'],
  payout: ['created', 'ready', 'pending', 'sent', 'error', 'returned', 'canceled'],
  p2p: ['created', 'pending', 'sent', 'error', 'expired'],
  contract: ['created', 'active', 'declined', 'terminated', 'expired'],
  buyer: [],
  purchase: ['created', 'pending', 'settling', 'completed', 'error', 'canceled', 'refunded', 'reversed'],
  withdrawal: ['created', 'ready', 'pending', 'sent', 'error', 'returned', 'canceled'],
  approval: ['awaiting', 'approved', 'rejected', 'expired', 'void'],
}

const connectionOf = ({ owner }: Choice, { connections }: Model): Connection | undefined => pick(connections.all, owner)

const ofConnection =
  (what: string, has: (thing: never, connection: Connection) => boolean): OwnedBy =>
  (choice, model) => {
    const connection = connectionOf(choice, model)
    return {
      path: `/account-connection/${connection?.id ?? NOBODY}/${what}`,
      isFound: connection !== undefined,
      has: (thing) => connection !== undefined && has(thing, connection),
    }
  }

const involves = ({ source, destination }: P2p, one: Connection): boolean => source === one || destination === one

const whole = (kind: Resource): List => ({ kind, statuses: STATUSES[kind] })

const LISTS: Record<string, List> = {
  connections: whole('account_connection'),
  payouts: whole('payout'),
  P2Ps: whole('p2p'),
  contracts: whole('contract'),
  buyers: whole('buyer'),
  purchases: whole('purchase'),
  approvals: whole('approval'),
  withdrawals: whole('withdrawal'),
  'payouts to a connection': {
    ...whole('payout'),
    owned: ofConnection('payout', ({ connection }: Payout, one) => connection === one),
  },
  'contracts of a connection': {
    ...whole('contract'),
    owned: ofConnection('contract', ({ connection }: { connection: Connection }, one) => connection === one),
  },
  'P2Ps of a connection': { ...whole('p2p'), owned: ofConnection('p2p', involves) },
  'P2Ps between connections': {
    ...whole('p2p'),
    owned({ owner, peer }, { connections }) {
      const [one, other] = [pick(connections.all, owner), pick(connections.all, peer)]
      return {
        path: `/account-connection/${one?.id ?? NOBODY}/p2p/${other?.id ?? NOBODY}`,
        isFound: one !== undefined && other !== undefined,
        // With itself it has none.
        has: ({ source, destination }: P2p) =>
          (source === one && destination === other) || (source === other && destination === one),
      }
    },
  },
  'purchases of a buyer': {
    ...whole('purchase'),
    owned({ owner }, { buyers }) {
      const buyer = pick(buyers.all, owner)
      return {
        path: `/buyer/${buyer?.id ?? NO_BUYER}/purchase`,
        isFound: buyer !== undefined,
        has: (purchase: Purchase) => purchase.buyer === buyer,
      }
    },
  },
}

interface ListQuery extends PageQuery {
  readonly status: number | undefined
  readonly external: number | undefined
}

const EXTERNAL: Partial<Record<Resource, string>> = { account_connection: 'theirs', buyer: 'mine' }
const externalIdOf = (thing: Thing): unknown => (thing as { externalId?: string }).externalId

/** Most often one that something is in, so that there is a page to cut. */
function statusOf(nth: number, kind: Resource, statuses: readonly string[], model: Model): string | undefined {
  const like = nth % 4 === 0 ? undefined : pick(VIEWS[kind].all(model), Math.floor(nth / 4))
  return like && statuses.length > 0 ? shownStatus(like, model) : statuses[nth % statuses.length]
}

const shownStatus = (thing: Thing, model: Model): string | undefined =>
  (VIEWS[thing.kind].asOf(thing, model) as { status?: string }).status

function planList(name: string, choice: Choice, query: ListQuery, model: Model): Step {
  const { kind, statuses, owned } = LISTS[name] as List
  const { path, all, seek, lookThrough } = VIEWS[kind]
  const of = owned?.(choice, model)
  const status = query.status === undefined ? undefined : statusOf(query.status, kind, statuses, model)
  const prefix = EXTERNAL[kind]
  const externalId = prefix && query.external !== undefined ? `${prefix}-${query.external}` : undefined
  const { created_after, created_before } = narrow(all(model), query)
  const asked = { status, external_id: externalId, created_after, created_before }

  function expect(): Expected {
    if (of && !of.isFound) return NOT_FOUND
    if (status !== undefined) seek(model)
    const found = narrow(all(model), query)
      .rows.filter((thing) => of === undefined || of.has(thing as never))
      .filter((thing) => status === undefined || shownStatus(thing, model) === status)
      .filter((thing) => externalId === undefined || externalIdOf(thing) === externalId)
      .reverse()
    const { rows, pagination } = cut(found, query)
    lookThrough(rows, model)
    return { status: 200, page: { kind, things: rows, pagination } }
  }
  return get(withQuery(of?.path ?? path, { ...asked, page: query.page, page_size: query.size }), expect)
}

const option = <T>(arbitrary: fc.Arbitrary<T>, freq: number) => fc.option(arbitrary, { nil: undefined, freq })

/** Payouts have the most plans to be read by. */
const name = fc.constantFrom(...Object.keys(LISTS), 'payouts', 'payouts', 'payouts')

export const LIST_COMMANDS = {
  list: kind(
    16,
    {
      name,
      owner: indexOrNone,
      peer: indexOrNone,
      status: option(index, 3),
      external: fc.option(fc.nat(9), { nil: undefined, freq: 3 }),
      ...pageQuery,
    },
    ({ name, owner, peer, ...query }, model) => planList(name, { owner, peer }, query, model),
  ),
  'list splits': kind(1, { contract: index, ...pageQuery }, ({ contract: nth, ...query }, { contracts }) => {
    const contract = pick(contracts.all, nth)
    if (!contract) return undefined
    const all = contracts.deposits.flatMap(({ created, splits }) => splits.map((split) => ({ ...split, created })))
    const { rows: found, ...period } = narrow(all, query)
    const { rows, pagination } = cut(found.filter((split) => split.contract === contract).reverse(), query)
    const data = rows.map(({ id, deposit, amount, created }) => ({
      id,
      contract: contract.id,
      deposit: deposit.id,
      deposit_amount_in_cents: deposit.amount,
      amount_in_cents: amount,
      created_at: iso(created),
    }))
    const path = withQuery(`/contract/${contract.id}/split`, { ...period, page: query.page, page_size: query.size })
    return get(path, () => ({ status: 200, body: () => ({ data, pagination }) }))
  }),
  'list webhooks': kind(
    1,
    { status: option(fc.constantFrom('enabled', 'disabled'), 2), ...pageQuery },
    ({ status, ...query }, { webhooks }) => {
      const standing = webhooks.filter(({ deleted }) => !deleted)
      const { rows: found, ...period } = narrow(standing, query)
      // Made at the same moment, they stand by their ids. None is ever disabled: nothing is sent.
      const newest = found.toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
      const { rows, pagination } = cut(status === 'disabled' ? [] : newest, query)
      const data = rows.map(shownWebhook)
      const path = withQuery('/webhook', { status, ...period, page: query.page, page_size: query.size })
      return get(path, () => ({ status: 200, body: () => ({ data, pagination }) }))
    },
  ),
  'find by external id': kind(
    2,
    { of: fc.constantFrom('account-connection', 'buyer'), nth: fc.nat(9) },
    ({ of, nth }, { connections, buyers }) => {
      const externalId = `${of === 'buyer' ? 'mine' : 'theirs'}-${nth}`
      const thing = of === 'buyer' ? buyers.byExternalId(externalId) : connections.byExternalId(externalId)
      return get(`/${of}/external/${externalId}`, () => (thing ? { status: 200, shows: thing } : NOT_FOUND))
    },
  ),
}
