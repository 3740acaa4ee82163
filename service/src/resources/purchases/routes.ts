import {
  type Api,
  amountQuery,
  Closed,
  type Commands,
  callerOf,
  DryRunQuery,
  type DryRuns,
  IdParam,
  isDryRun,
  keyedRequest,
  ListOf,
  OwnerFilter,
  sendReply,
  serialize,
  viewPage,
  walkQueryWith,
  walkRequest,
} from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { PageRequest } from '../../kernel/pages.ts'
import type { Database } from '../../platform/database.ts'
import type { Lanes } from '../../platform/lanes.ts'
import type { ListFilter } from '../../platform/lists.ts'
import type { Logger } from '../../platform/logs.ts'
import { mapInSlices } from '../../platform/slices.ts'
import { SETTINGS } from '../../tenants/index.ts'
import { makerOf } from '../approvals/index.ts'
import { buyerNotFound, findBuyer } from '../buyers/index.ts'
import { changePurchase } from './commands.ts'
import type { PurchaseDeps } from './current.ts'
import { tryPurchase } from './dry-run.ts'
import { createCommit, createPurchaseLane, type PurchaseLane } from './lane.ts'
import { type Purchase, purchaseNotFound, STATUSES } from './model.ts'
import { readPurchase, readPurchasePage } from './read.ts'
import { refundRoutes } from './refunds/routes.ts'
import { withReturns } from './returns.ts'
import { PurchaseCreate, PurchaseDryRunSchema, PurchaseSchema, PurchaseUpdate, type ShownPurchase } from './schema.ts'
import { viewOf } from './view.ts'

export interface PurchaseRouteDeps extends PurchaseDeps {
  readonly database: Database
  readonly lanes: Lanes
  readonly log: Logger
  readonly environment: Environment
  readonly commands: Commands
  readonly dryRuns: DryRuns
}

const tags = ['Purchases']

const PURCHASE_FEE = `${Number(SETTINGS.fee_purchase_basis_points.initial) / 100} % of the total, rounded half up to the cent, plus ${SETTINGS.fee_purchase_fixed_in_cents.initial} cents, and never more than the total`

export function purchaseRoutes(api: Api, deps: PurchaseRouteDeps): void {
  const lane = createPurchaseLane(deps)
  createRoute(api, deps, lane)
  commitRoute(api, deps, lane)
  readRoute(api, deps)
  updateRoute(api, deps)
  listRoute(api, deps)
  listOfBuyerRoute(api, deps)
  refundRoutes(api, deps)
}

const view = (deps: PurchaseRouteDeps, tenant: TenantId, purchase: ShownPurchase) =>
  viewOf(deps, deps.environment, tenant, purchase)

function createRoute(api: Api, deps: PurchaseRouteDeps, lane: PurchaseLane): void {
  api.post(
    '/purchase',
    {
      config: { problems: ['not_found'] },
      schema: {
        operationId: 'createPurchase',
        tags,
        summary: 'Create a purchase',
        description:
          'Nothing is charged until it is committed. The buyer must exist (404). The items come to a total of at least 1 cent and, before discounts, to at most 9,999,999,999 cents, each line too (400).\n\n' +
          `**Fee**, unless agreed otherwise: ${PURCHASE_FEE}.`,
        querystring: DryRunQuery,
        body: PurchaseCreate,
        response: { 200: PurchaseDryRunSchema, 201: PurchaseSchema },
      },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      if (isDryRun(request)) {
        const rail = deps.cards[deps.environment]
        return deps.dryRuns(request, reply, (sql) =>
          tryPurchase(sql, tenant, request.body, rail, (purchase) => view(deps, tenant, purchase)),
        )
      }
      const answer = (purchase: Purchase) => serialize(reply, { status: 201, body: view(deps, tenant, purchase) })
      sendReply(reply, await lane.create(tenant, { input: request.body, keyed: keyedRequest(request), answer }))
    },
  )
}

function commitRoute(api: Api, deps: PurchaseRouteDeps, lane: PurchaseLane): void {
  const { cards, environment, log } = deps
  const commit = createCommit(lane, (order) => cards[environment].authorizeAndCapture(order), log)
  api.post(
    '/purchase/:id/commit',
    {
      config: { problems: ['card_declined', 'invalid_state', 'idempotency_in_progress'] },
      schema: {
        operationId: 'commitPurchase',
        tags,
        summary: "Charge the buyer's card",
        description:
          'Only from `created`, and only with a card on the buyer (409 `invalid_state`). However often and from wherever it is asked for, the card is charged once. A declined card is 402 `card_declined`: nothing is charged, the purchase stays `created` and can be committed again, 50 times in all (409 `invalid_state`). While the card network has not answered a request with the same idempotency key, 409 `idempotency_in_progress`.',
        params: IdParam,
        response: { 200: PurchaseSchema },
      },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      const answer = (purchase: Purchase) => serialize(reply, { status: 200, body: view(deps, tenant, purchase) })
      sendReply(reply, await commit(tenant, { id: request.params.id, keyed: keyedRequest(request), answer }))
    },
  )
}

function readRoute(api: Api, deps: PurchaseRouteDeps): void {
  api.get(
    '/purchase/:id',
    {
      schema: {
        operationId: 'getPurchase',
        tags,
        summary: 'Read a purchase',
        params: IdParam,
        response: { 200: PurchaseSchema },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const purchase = await readPurchase(deps, tenant, request.params.id)
      if (!purchase) throw purchaseNotFound()
      const [shown = purchase] = await withReturns(deps.database.sql, tenant, [purchase])
      return view(deps, tenant, shown)
    },
  )
}

function updateRoute(api: Api, deps: PurchaseRouteDeps): void {
  const { commands } = deps
  api.put(
    '/purchase/:id',
    {
      config: { problems: ['invalid_state', 'insufficient_funds'] },
      schema: {
        operationId: 'updatePurchase',
        tags,
        summary: 'Cancel, complete or refund a purchase',
        description:
          '`completed` settles a charge at once; from `created` it charges nothing (fee and net 0). `canceled` and `refunded` give the money back: a charge that is not settled is voided, for one that is the operating account pays what is left of the total (402 `insufficient_funds`) and the fee is kept. `refunded` becomes `reversed` a minute later. From `canceled`, `reversed` and `error` nothing leads away, from `refunded` only `refunded` is taken, and while a charge is on its way none (409 `invalid_state`).',
        params: IdParam,
        body: PurchaseUpdate,
        response: { 200: PurchaseSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const maker = makerOf(callerOf(request))
        const changed = await changePurchase(tx, tenant, request.params.id, request.body, maker, deps)
        const [purchase = changed] = await withReturns(tx, tenant, [changed])
        return { status: 200, body: view(deps, tenant, purchase) }
      }),
  )
}

/** The amount of a purchase is its total. */
const PurchaseQuery = { ...walkQueryWith(STATUSES, 'indexed'), ...amountQuery }
const BuyerFilter = OwnerFilter('Only of this buyer.', 'buy_01kk3v9x2qf8m6t4w0c5n7d1ha')

async function pageOf(deps: PurchaseRouteDeps, tenant: TenantId, page: PageRequest, filter: ListFilter) {
  const found = await readPurchasePage(deps, tenant, page, filter)
  const rows = await withReturns(deps.database.sql, tenant, found.data)
  // The address of each receipt is sealed.
  const data = await mapInSlices(rows, (row) => view(deps, tenant, row))
  return viewPage({ ...found, data }, page, (purchase) => purchase)
}

function listRoute(api: Api, deps: PurchaseRouteDeps): void {
  api.get(
    '/purchase',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listPurchases',
        tags,
        summary: 'List purchases',
        querystring: Closed({ ...PurchaseQuery, buyer: BuyerFilter }),
        response: { 200: ListOf(PurchaseSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = walkRequest(tenant, 'purchase', request.query)
      return pageOf(deps, tenant, page, filter)
    },
  )
}

function listOfBuyerRoute(api: Api, deps: PurchaseRouteDeps): void {
  const { database } = deps
  api.get(
    '/buyer/:id/purchase',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listPurchasesOfBuyer',
        tags,
        summary: 'List purchases of a buyer',
        params: IdParam,
        querystring: Closed(PurchaseQuery),
        response: { 200: ListOf(PurchaseSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { id: buyer } = request.params
      if (!(await findBuyer(database.sql, tenant, buyer))) throw buyerNotFound()
      const { page, filter } = walkRequest(tenant, `purchase of ${buyer}`, request.query)
      return pageOf(deps, tenant, page, { ...filter, buyer })
    },
  )
}
