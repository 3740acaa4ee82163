import {
  type Api,
  Closed,
  type Commands,
  callerOf,
  IdParam,
  ListOf,
  listRequest,
  periodQuery,
  Several,
  shortOrder,
  viewPage,
} from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import {
  changeWebhook,
  createWebhook,
  readSecrets,
  removeWebhook,
  rotateSecret,
  type WebhookDeps,
  webhookNotFound,
} from './commands.ts'
import { deliveryRoutes } from './log/routes.ts'
import { SecretSchema, viewWebhook, WebhookCreate, WebhookDeleted, WebhookSchema, WebhookUpdate } from './schema.ts'
import { findWebhook, listWebhooks, WEBHOOK_STATUSES } from './store.ts'

export interface WebhookRouteDeps extends WebhookDeps {
  readonly database: Database
  readonly commands: Commands
}

const tags = ['Webhooks']

export function webhookRoutes(api: Api, deps: WebhookRouteDeps): void {
  createRoute(api, deps)
  readRoute(api, deps)
  listRoute(api, deps)
  updateRoute(api, deps)
  deleteRoute(api, deps)
  readSecretRoute(api, deps)
  rotateSecretRoute(api, deps)
  deliveryRoutes(api, deps)
}

function createRoute(api: Api, deps: WebhookRouteDeps): void {
  api.post(
    '/webhook',
    {
      config: { problems: ['webhook_exists'] },
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Create a webhook',
        description: 'Subscribes to an event. One webhook is supported per event; secrets are stored sealed.',
        body: WebhookCreate,
        response: { 201: WebhookSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 201,
        body: viewWebhook(await createWebhook(tx, tenant, request.body, deps)),
      })),
  )
}

function readRoute(api: Api, { database }: WebhookRouteDeps): void {
  api.get(
    '/webhook/:id',
    {
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Read a webhook',
        params: IdParam,
        response: { 200: WebhookSchema },
      },
    },
    async (request) => {
      const row = await findWebhook(database.sql, callerOf(request).tenant, request.params.id)
      if (!row) throw webhookNotFound()
      return viewWebhook(row)
    },
  )
}

function listRoute(api: Api, { database }: WebhookRouteDeps): void {
  api.get(
    '/webhook',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks',
        querystring: Closed({
          ...periodQuery,
          status: Several(WEBHOOK_STATUSES, 'Only in this status, or in one of several.'),
          order: shortOrder,
        }),
        response: { 200: ListOf(WebhookSchema) },
      },
    },
    async (request) => {
      const { page, filter } = listRequest(request.query)
      return viewPage(await listWebhooks(database.sql, callerOf(request).tenant, page, filter), page, viewWebhook)
    },
  )
}

function updateRoute(api: Api, deps: WebhookRouteDeps): void {
  api.put(
    '/webhook/:id',
    {
      schema: {
        operationId: 'updateWebhook',
        tags,
        summary: 'Change a webhook',
        description:
          'Changes the fields that are given; `null` clears one. The signing secret stays, and what is queued goes to the new URL.',
        params: IdParam,
        body: WebhookUpdate,
        response: { 200: WebhookSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: viewWebhook(await changeWebhook(tx, tenant, request.params.id, request.body, deps)),
      })),
  )
}

function deleteRoute(api: Api, { commands }: WebhookRouteDeps): void {
  api.delete(
    '/webhook/:id',
    {
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook',
        description: 'Ends the subscription; what was queued for it is dropped.',
        params: IdParam,
        response: { 200: WebhookDeleted },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { id, url, event } = await removeWebhook(tx, tenant, request.params.id)
        return { status: 200, body: { id, url, event, deleted: true } }
      }),
  )
}

function readSecretRoute(api: Api, deps: WebhookRouteDeps): void {
  api.get(
    '/webhook/:id/secret',
    {
      schema: {
        operationId: 'getWebhookSecret',
        tags,
        summary: 'Read the signing secret',
        description: 'For verifying `webhook-signature`, by Standard Webhooks.',
        params: IdParam,
        response: { 200: SecretSchema },
      },
    },
    async (request) => readSecrets(deps.database.sql, callerOf(request).tenant, request.params.id, deps),
  )
}

function rotateSecretRoute(api: Api, deps: WebhookRouteDeps): void {
  api.post(
    '/webhook/:id/secret/rotate',
    {
      config: { secretAnswer: true },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Replace the signing secret',
        description:
          'For 24 hours every call is signed with both. Rotated again within that time, the one before last ends at once.',
        params: IdParam,
        response: { 200: SecretSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: await rotateSecret(tx, tenant, request.params.id, deps),
      })),
  )
}
