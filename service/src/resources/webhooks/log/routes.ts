import { type Api, type Commands, callerOf, IdParam, ListOf, listRequest, viewPage } from '../../../http/index.ts'
import type { Database } from '../../../platform/database.ts'
import { readDelivery, recover, redeliver, requireWebhook, sendTest } from './commands.ts'
import {
  DeliveryParams,
  DeliveryQuery,
  DeliverySchema,
  RecoverBody,
  Recovered,
  viewDeliveries,
  viewDelivery,
} from './schema.ts'
import { findAttempts, listDeliveries } from './store.ts'

const tags = ['Webhooks']

export interface DeliveryRouteDeps {
  readonly database: Database
  readonly commands: Commands
}

/** The deliveries of a webhook with their answers, and sending them again. */
export function deliveryRoutes(api: Api, deps: DeliveryRouteDeps): void {
  listRoute(api, deps)
  readRoute(api, deps)
  redeliverRoute(api, deps)
  recoverRoute(api, deps)
  testRoute(api, deps)
}

function listRoute(api: Api, { database }: DeliveryRouteDeps): void {
  api.get(
    '/webhook/:id/delivery',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listDeliveries',
        tags,
        summary: 'List the deliveries of a webhook',
        description: 'Newest first, each with all its attempts. Kept for 30 days after they are done.',
        params: IdParam,
        querystring: DeliveryQuery,
        response: { 200: ListOf(DeliverySchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { id } = request.params
      await requireWebhook(database.sql, tenant, id)
      const { page, filter } = listRequest(request.query)
      const found = await listDeliveries(database.sql, tenant, id, page, filter)
      const ids = found.data.map((row) => row.id)
      const data = viewDeliveries(found.data, await findAttempts(database.sql, tenant, id, ids))
      return viewPage({ ...found, data }, page, (delivery) => delivery)
    },
  )
}

function readRoute(api: Api, { database }: DeliveryRouteDeps): void {
  api.get(
    '/webhook/:id/delivery/:delivery_id',
    {
      schema: {
        operationId: 'getDelivery',
        tags,
        summary: 'Read a delivery',
        params: DeliveryParams,
        response: { 200: DeliverySchema },
      },
    },
    async (request) => {
      const { id, delivery_id } = request.params
      const { row, attempts } = await readDelivery(database.sql, callerOf(request).tenant, id, delivery_id)
      return viewDelivery(row, attempts)
    },
  )
}

function redeliverRoute(api: Api, { commands }: DeliveryRouteDeps): void {
  api.post(
    '/webhook/:id/delivery/:delivery_id/redeliver',
    {
      config: { problems: ['invalid_state'] },
      schema: {
        operationId: 'redeliver',
        tags,
        summary: 'Send a delivery again',
        description:
          'At once, with the same `webhook-id` and the same bytes, and with all its attempts before it again.',
        params: DeliveryParams,
        response: { 200: DeliverySchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { row, attempts } = await redeliver(tx, tenant, request.params.id, request.params.delivery_id)
        return { status: 200, body: viewDelivery(row, attempts) }
      }),
  )
}

function recoverRoute(api: Api, { commands }: DeliveryRouteDeps): void {
  api.post(
    '/webhook/:id/recover',
    {
      schema: {
        operationId: 'recoverWebhook',
        tags,
        summary: 'Send everything again that was not delivered',
        description: 'Enables a disabled webhook, and queues every event since then that it has not got.',
        params: IdParam,
        body: RecoverBody,
        response: { 200: Recovered },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: { queued: await recover(tx, tenant, request.params.id, new Date(request.body.since)) },
      })),
  )
}

function testRoute(api: Api, { commands }: DeliveryRouteDeps): void {
  api.post(
    '/webhook/:id/test',
    {
      config: { problems: ['invalid_state'] },
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test notification',
        description:
          'Signed as every other, of a resource that does not exist, tried once. Read its delivery to see how it went.',
        params: IdParam,
        response: { 201: DeliverySchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { row, attempts } = await sendTest(tx, tenant, request.params.id)
        return { status: 201, body: viewDelivery(row, attempts) }
      }),
  )
}
