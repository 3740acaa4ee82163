import { Type } from 'typebox'
import {
  type Api,
  amountQuery,
  Closed,
  callerOf,
  ListOf,
  OneOf,
  OwnerFilter,
  viewPage,
  type WalkedQuery,
  walkQueryWith,
  walkRequest,
} from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type PageRequest, RANKS, type Rank } from '../../kernel/pages.ts'
import { mapInSlices } from '../../platform/slices.ts'
import { listP2ps, P2P_STATUSES, P2pSchema, readP2pPage, viewP2p } from '../../resources/p2p/index.ts'
import {
  PURCHASE_STATUSES,
  type PurchaseReadDeps,
  PurchaseSchema,
  readPurchasePage,
  viewPurchaseOf,
  withPurchaseReturns,
} from '../../resources/purchases/index.ts'

/** The order that only people ask for: the API's own lists are in the order of time. */
export const SortQuery = { sort: Type.Optional(OneOf(RANKS)) }

const Within = Type.Object({ environment: Type.String() })

export interface RankedQuery extends WalkedQuery {
  readonly sort?: Rank
}

/** The page of a request that may be sorted by amount. */
export function rankedRequest(
  tenant: Parameters<typeof walkRequest>[0],
  list: string,
  { sort, ...query }: RankedQuery,
) {
  const asked = walkRequest(tenant, list, sort === undefined ? query : { ...query, order: 'newest' })
  return { page: ranked(asked.page, sort), filter: asked.filter }
}

const ranked = (page: PageRequest, rank: Rank | undefined): PageRequest =>
  rank && page.walk ? { ...page, walk: { ...page.walk, rank } } : page

/** Lists of the API, sorted by amount on demand. Requests are as bounded as those of the API's lists. */
export function rankedListRoutes(api: Api, deps: PurchaseReadDeps & Parameters<typeof viewPurchaseOf>[0]): void {
  purchasesRoute(api, deps)
  p2pRoute(api, deps)
}

const Purchases = Closed({
  ...walkQueryWith(PURCHASE_STATUSES, 'indexed'),
  ...amountQuery,
  ...SortQuery,
  buyer: OwnerFilter('Only of this buyer.', 'buy_01kk3v9x2qf8m6t4w0c5n7d1ha'),
})

function purchasesRoute(api: Api, deps: PurchaseReadDeps & Parameters<typeof viewPurchaseOf>[0]): void {
  const { sql } = deps.database
  api.get(
    '/purchases',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, params: Within, querystring: Purchases, response: { 200: ListOf(PurchaseSchema) } },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const environment = request.params.environment as Environment
      const { page, filter } = rankedRequest(tenant, 'purchases', request.query as RankedQuery)
      const found = await readPurchasePage(deps, tenant, page, filter)
      const rows = await withPurchaseReturns(sql, tenant, found.data)
      const data = await mapInSlices(rows, (row) => viewPurchaseOf(deps, environment, tenant, row))
      return viewPage({ ...found, data }, page, (purchase) => purchase)
    },
  )
}

const P2ps = Closed({
  ...walkQueryWith(P2P_STATUSES),
  ...amountQuery,
  ...SortQuery,
  account_connection: OwnerFilter('Only to or from this connection.', 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha'),
})

function p2pRoute(api: Api, { database }: PurchaseReadDeps): void {
  api.get(
    '/p2p',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, params: Within, querystring: P2ps, response: { 200: ListOf(P2pSchema) } },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = rankedRequest(tenant, 'p2ps', request.query as RankedQuery)
      const found = await readP2pPage(database, tenant, filter, () => listP2ps(database.sql, tenant, page, filter))
      return viewPage(found, page, viewP2p)
    },
  )
}
