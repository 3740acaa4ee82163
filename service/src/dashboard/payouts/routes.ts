import { Type } from 'typebox'
import type { PayoutTotals } from '../../../../contracts/dashboard/lists.ts'
import type { PayoutStory } from '../../../../contracts/dashboard/payout-story.ts'
import {
  type Api,
  Closed,
  callerOf,
  ListOf,
  OneOf,
  Timestamp,
  viewPage,
  type Wire,
  walkRequest,
} from '../../http/index.ts'
import { encodeCursor, type Walk } from '../../kernel/pages.ts'
import {
  expectSteps,
  type PayoutReadDeps,
  PayoutSchema,
  payoutNotFound,
  readPayout,
  readPayoutPage,
  readPayoutSums,
  viewPayout,
} from '../../resources/payouts/index.ts'
import { type RankedQuery, rankedRequest, SortQuery } from '../lists/routes.ts'
import { PAYOUT_FILTERS, PAYOUT_ROWS } from './filters.ts'
import { storyOf } from './story.ts'

const ListQuery = Closed({ ...PAYOUT_FILTERS, ...SortQuery })
const TotalsQuery = Closed({ ...PAYOUT_ROWS, cursor: PAYOUT_FILTERS.cursor })

const TotalsSchema = Type.Object({
  examined: Type.Integer(),
  payouts: Type.Integer(),
  amount_in_cents: Type.Integer(),
  fee_in_cents: Type.Integer(),
  next_cursor: Type.Optional(Type.String()),
})

const StorySchema = Type.Object({
  steps: Type.Array(
    Type.Object({
      title: Type.String(),
      state: OneOf(['done', 'expected', 'failed']),
      at: Type.Optional(Timestamp()),
      until: Type.Optional(Timestamp()),
      detail: Type.Optional(Type.String()),
    }),
  ),
})

/** Payouts as people look for them. Requests are as bounded as those of the API's list. */
export function payoutListRoutes(api: Api, deps: PayoutReadDeps): void {
  listRoute(api, deps)
  totalsRoute(api, deps)
  storyRoute(api, deps)
}

function listRoute(api: Api, deps: PayoutReadDeps): void {
  api.get(
    '/payouts',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, querystring: ListQuery, response: { 200: ListOf(PayoutSchema) } },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = rankedRequest(tenant, 'payouts', request.query as RankedQuery)
      return viewPage(await readPayoutPage(deps, tenant, page, filter), page, viewPayout)
    },
  )
}

function totalsRoute(api: Api, deps: PayoutReadDeps): void {
  api.get(
    '/payouts/totals',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, querystring: TotalsQuery, response: { 200: TotalsSchema } },
    },
    async (request): Promise<Wire<typeof TotalsSchema, PayoutTotals>> => {
      const { tenant } = callerOf(request)
      const { page, filter } = walkRequest(tenant, 'payout totals', { ...request.query, order: 'newest' })
      const walk = page.walk as Walk
      const { examined, matched, sums, next } = await readPayoutSums(deps, tenant, walk, filter)
      return {
        examined,
        payouts: matched,
        amount_in_cents: sums.amount_in_cents ?? 0,
        fee_in_cents: sums.fee_in_cents ?? 0,
        ...(next ? { next_cursor: encodeCursor(next, walk.binding) } : {}),
      }
    },
  )
}

function storyRoute(api: Api, deps: PayoutReadDeps): void {
  api.get(
    '/payouts/:id/story',
    {
      config: { action: 'resources.read' },
      schema: {
        hide: true,
        params: Type.Object({ environment: Type.String(), id: Type.String() }),
        response: { 200: StorySchema },
      },
    },
    async (request): Promise<Wire<typeof StorySchema, PayoutStory>> => {
      const { tenant } = callerOf(request)
      const payout = await readPayout(deps, tenant, request.params.id)
      if (!payout) throw payoutNotFound()
      return { steps: [...storyOf(payout, await expectSteps(deps, tenant, payout))] }
    },
  )
}
