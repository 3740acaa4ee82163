import { Type } from 'typebox'
import {
  type Api,
  Closed,
  type Commands,
  callerOf,
  hasAnswer,
  IdParam,
  ListOf,
  Text,
  viewPage,
  walkQuery,
  walkRequest,
} from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import {
  asExternalIdTaken,
  type BuyerDeps,
  buyerNotFound,
  changeBuyer,
  createBuyer,
  embedUrl,
  requireInstrument,
} from './commands.ts'
import type { Buyer } from './model.ts'
import { BuyerCreate, BuyerSchema, BuyerUpdate, viewBuyer } from './schema.ts'
import { findBuyer, findBuyerByExternalId, listBuyers } from './store.ts'

export interface BuyerRouteDeps extends BuyerDeps {
  readonly database: Database
  readonly commands: Commands
}

const tags = ['Buyers']

export function buyerRoutes(api: Api, deps: BuyerRouteDeps): void {
  createRoute(api, deps)
  readRoute(api, deps)
  readByExternalIdRoute(api, deps)
  updateRoutes(api, deps)
  listRoute(api, deps)
}

const view = (deps: BuyerRouteDeps, tenant: TenantId, buyer: Buyer, now: Date) =>
  viewBuyer(buyer, embedUrl(deps, tenant, buyer.id, now))

async function viewNow(deps: BuyerRouteDeps, tenant: TenantId, buyer: Buyer | undefined) {
  if (!buyer) throw buyerNotFound()
  return view(deps, tenant, buyer, await tenantNow(deps.database.sql, tenant))
}

function createRoute(api: Api, deps: BuyerRouteDeps): void {
  const { database, commands, environment, cards } = deps
  api.post(
    '/buyer',
    {
      config: { problems: ['external_id_taken'], secretAnswer: true },
      schema: {
        operationId: 'createBuyer',
        tags,
        summary: 'Create a buyer',
        description:
          'Everything is optional. The buyer adds a card in the form at `payment_method_embed_url`. A second one with the same `external_id` is 409 `external_id_taken`.',
        body: BuyerCreate,
        response: { 201: BuyerSchema },
      },
    },
    async (request, reply) => {
      const instrument = request.body.payment_instrument_id ?? undefined
      const now = await tenantNow(database.sql, callerOf(request).tenant)
      // A retry gets its stored answer, even if the processor would now refuse the instrument.
      const isRetry = instrument !== undefined && (await hasAnswer(database, request))
      const card =
        instrument === undefined || isRetry
          ? undefined
          : await requireInstrument(cards[environment], 'payment_instrument_id', instrument, now)
      await commands(request, reply, async (tx, tenant) => {
        const buyer = await createBuyer(tx, tenant, request.body, card)
        return { status: 201, body: view(deps, tenant, buyer, buyer.created_at) }
      })
    },
  )
}

function readRoute(api: Api, deps: BuyerRouteDeps): void {
  api.get(
    '/buyer/:id',
    {
      schema: {
        operationId: 'getBuyer',
        tags,
        summary: 'Read a buyer',
        params: IdParam,
        response: { 200: BuyerSchema },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      return viewNow(deps, tenant, await findBuyer(deps.database.sql, tenant, request.params.id))
    },
  )
}

function readByExternalIdRoute(api: Api, deps: BuyerRouteDeps): void {
  api.get(
    '/buyer/external/:external_id',
    {
      schema: {
        operationId: 'getBuyerByExternalId',
        tags,
        summary: 'Read a buyer by your own id',
        params: Closed({ external_id: Type.String({ description: 'Your own id, as you gave it.' }) }),
        response: { 200: BuyerSchema },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const buyer = await findBuyerByExternalId(deps.database.sql, tenant, request.params.external_id)
      return viewNow(deps, tenant, buyer)
    },
  )
}

/** The specification lists the update of a buyer at the path of account connections too; the prefix of the id decides. */
const UPDATE_PATHS = [
  { path: '/buyer/:id', hide: false },
  { path: '/account-connection/:id(^buy_.*$)', hide: true },
]

function updateRoutes(api: Api, deps: BuyerRouteDeps): void {
  for (const { path, hide } of UPDATE_PATHS) {
    api.put(
      path,
      {
        config: { problems: ['external_id_taken'] },
        schema: {
          hide,
          operationId: 'updateBuyer',
          tags,
          summary: 'Change a buyer',
          description:
            'Changes the fields that are given; `null` clears one. `PUT /account-connection/{id}` with the id of a buyer does the same.',
          params: IdParam,
          querystring: Closed({}),
          body: BuyerUpdate,
          response: { 200: BuyerSchema },
        },
      },
      async (request, reply) => {
        const { body } = request
        try {
          await deps.commands(request, reply, async (tx, tenant) => {
            const buyer = await changeBuyer(tx, tenant, request.params.id, body)
            return { status: 200, body: view(deps, tenant, buyer, await tenantNow(tx, tenant)) }
          })
        } catch (error) {
          throw await asExternalIdTaken(error, deps.database.sql, callerOf(request).tenant, body)
        }
      },
    )
  }
}

function listRoute(api: Api, deps: BuyerRouteDeps): void {
  const { sql } = deps.database
  api.get(
    '/buyer',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listBuyers',
        tags,
        summary: 'List buyers',
        querystring: Closed({
          ...walkQuery,
          external_id: Type.Optional(Text(255, { description: 'Only with this id of yours. Answered by an index.' })),
        }),
        response: { 200: ListOf(BuyerSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = walkRequest(tenant, 'buyer', request.query)
      const now = await tenantNow(sql, tenant)
      return viewPage(await listBuyers(sql, tenant, page, filter), page, (row) => view(deps, tenant, row, now))
    },
  )
}
