import { Type } from 'typebox'
import {
  type Api,
  Closed,
  type Commands,
  callerOf,
  IdParam,
  ListOf,
  Text,
  TypeFilter,
  viewPage,
  walkQueryWith,
  walkRequest,
} from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { asExternalIdTaken, changeConnection, connectionNotFound, createConnection } from './commands.ts'
import { STATUSES, TYPES } from './model.ts'
import type { ConnectionDeps } from './ports.ts'
import { describeConnection, readConnectionPage } from './read.ts'
import { ConnectionCreate, ConnectionListed, ConnectionSchema, ConnectionUpdate, viewListed } from './schema.ts'
import { findByExternalId, findConnection } from './store.ts'

export interface ConnectionRouteDeps extends ConnectionDeps {
  readonly database: Database
  readonly commands: Commands
}

const tags = ['Account Connections']

export function connectionRoutes(api: Api, deps: ConnectionRouteDeps): void {
  createRoute(api, deps)
  readRoute(api, deps)
  readByExternalIdRoute(api, deps)
  updateRoute(api, deps)
  listRoute(api, deps)
}

function createRoute(api: Api, deps: ConnectionRouteDeps): void {
  api.post(
    '/account-connection',
    {
      config: { problems: ['external_id_taken', 'invalid_state'] },
      schema: {
        operationId: 'createAccountConnection',
        tags,
        summary: 'Create an account connection',
        description:
          'The relationship with a creator. It begins as `created`; send the creator into Connect with a link or an invite, and the creator activates it there. A second one with the same `external_id` is 409 `external_id_taken`. A `legacy_payout_method` needs `payment.credit` among the requested permissions (400), and is 409 `invalid_state` where `payment.debit` is requested or ACH is switched off.',
        body: ConnectionCreate,
        response: { 201: ConnectionSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 201,
        body: await describeConnection(tx, tenant, await createConnection(tx, tenant, request.body, deps)),
      })),
  )
}

function readRoute(api: Api, { database }: ConnectionRouteDeps): void {
  api.get(
    '/account-connection/:id',
    {
      schema: {
        operationId: 'getAccountConnection',
        tags,
        summary: 'Read an account connection',
        params: IdParam,
        response: { 200: ConnectionSchema },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const row = await findConnection(database.sql, tenant, request.params.id)
      if (!row) throw connectionNotFound()
      return describeConnection(database.sql, tenant, row)
    },
  )
}

function readByExternalIdRoute(api: Api, { database }: ConnectionRouteDeps): void {
  api.get(
    '/account-connection/external/:external_id',
    {
      schema: {
        operationId: 'getAccountConnectionByExternalId',
        tags,
        summary: 'Read an account connection by your own id',
        params: Closed({ external_id: Type.String({ description: 'Your own id, as you gave it.' }) }),
        response: { 200: ConnectionSchema },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const row = await findByExternalId(database.sql, tenant, request.params.external_id)
      if (!row) throw connectionNotFound()
      return describeConnection(database.sql, tenant, row)
    },
  )
}

function updateRoute(api: Api, deps: ConnectionRouteDeps): void {
  api.put(
    '/account-connection/:id',
    {
      config: { problems: ['invalid_state', 'external_id_taken'] },
      schema: {
        operationId: 'updateAccountConnection',
        tags,
        summary: 'Change an account connection',
        description:
          'Changes the fields that are given. `status: deleted` deactivates it for good: its `ready` payouts are canceled and its contracts terminated. ' +
          'A deleted connection takes nothing but `external_id`; anything else is 409 `invalid_state`. ' +
          'With the id of a buyer it is `PUT /buyer/{id}`, and takes the fields of that.',
        params: IdParam,
        body: ConnectionUpdate,
        response: { 200: ConnectionSchema },
      },
    },
    async (request, reply) => {
      const { body } = request
      try {
        await deps.commands(request, reply, async (tx, tenant) => ({
          status: 200,
          body: await describeConnection(tx, tenant, await changeConnection(tx, tenant, request.params.id, body, deps)),
        }))
      } catch (error) {
        throw await asExternalIdTaken(error, deps.database.sql, callerOf(request).tenant, body)
      }
    },
  )
}

function listRoute(api: Api, { database }: ConnectionRouteDeps): void {
  api.get(
    '/account-connection',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listAccountConnections',
        tags,
        summary: 'List account connections',
        querystring: Closed({
          ...walkQueryWith(STATUSES),
          type: TypeFilter(TYPES),
          external_id: Type.Optional(Text(255, { description: 'Only with this id of yours. Answered by an index.' })),
        }),
        response: { 200: ListOf(ConnectionListed, 'AccountConnection') },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = walkRequest(tenant, 'account_connection', request.query)
      return viewPage(await readConnectionPage(database.sql, tenant, page, filter), page, viewListed)
    },
  )
}
