import { Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  type Api,
  Body,
  Closed,
  type Commands,
  callerOf,
  IdParam,
  ListOf,
  listRequest,
  periodQuery,
  ResourceId,
  Shape,
  shortOrder,
  Text,
  Timestamp,
  viewPage,
  type Wire,
} from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import { addOrigin, removeOrigin } from './commands.ts'
import { ORIGINS_MAX } from './model.ts'
import { type EmbedOriginRow, pageOfOrigins } from './store.ts'

export interface EmbedOriginDeps {
  readonly database: Database
  readonly commands: Commands
  readonly environment: Environment
}

const tags = ['Connect']

const fields = {
  id: ResourceId('emb', 'The id of the registration.'),
  origin: Type.String({ description: 'Scheme, host and port.', examples: ['https://app.example.com'] }),
}
const EmbedOrigin = Shape('EmbedOrigin', {
  ...fields,
  created_at: Timestamp({ description: 'When it was registered.' }),
})
const view = ({ id, origin, created_at }: EmbedOriginRow): Wire<typeof EmbedOrigin, contract.EmbedOrigin> => ({
  id,
  origin,
  created_at: iso(created_at),
})

export function embedOriginRoutes(api: Api, deps: EmbedOriginDeps): void {
  createRoute(api, deps)
  listRoute(api, deps)
  deleteRoute(api, deps)
}

function createRoute(api: Api, { commands, environment }: EmbedOriginDeps): void {
  api.post(
    '/embed-origin',
    {
      config: { problems: ['embed_origin_exists', 'invalid_state'] },
      schema: {
        operationId: 'createEmbedOrigin',
        tags,
        summary: 'Allow an origin to embed',
        description: `Connect and the card form can be framed by registered origins alone, at most ${ORIGINS_MAX} of them (409 \`invalid_state\`). In sandbox every port of \`localhost\` and \`127.0.0.1\` needs no registration.`,
        body: Body('EmbedOriginCreate', {
          origin: Text(255, {
            pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@*,;\'"\\\\\\s]+/?$',
            'x-form': 'an origin like `https://app.example.com`: scheme, host and port, without a path or wildcard',
            description:
              'Scheme, a host name or address as URLs have it and, unless it is the default, port; no path, wildcard or credentials. HTTPS, in sandbox http too. Written in capitals or with a default port, it is the same origin.',
            examples: ['https://app.example.com'],
          }),
        }),
        response: { 201: EmbedOrigin },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => ({
        status: 201,
        body: view(await addOrigin(tx, tenant, request.body.origin, environment)),
      })),
  )
}

function listRoute(api: Api, { database }: EmbedOriginDeps): void {
  api.get(
    '/embed-origin',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listEmbedOrigins',
        tags,
        summary: 'List the origins that may embed',
        querystring: Closed({ ...periodQuery, order: shortOrder }),
        response: { 200: ListOf(EmbedOrigin) },
      },
    },
    async (request) => {
      const { page, filter } = listRequest(request.query)
      return viewPage(await pageOfOrigins(database.sql, callerOf(request).tenant, page, filter), page, view)
    },
  )
}

function deleteRoute(api: Api, { commands }: EmbedOriginDeps): void {
  api.delete(
    '/embed-origin/:id',
    {
      schema: {
        operationId: 'deleteEmbedOrigin',
        tags,
        summary: 'Forbid an origin to embed',
        description: 'Pages that are framed already stay; none is framed there any more.',
        params: IdParam,
        response: {
          200: Shape('EmbedOriginDeleted', {
            ...fields,
            deleted: Type.Literal(true, { description: 'Always true: the origin may not embed any more.' }),
          }),
        },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { id, origin } = await removeOrigin(tx, tenant, request.params.id)
        return { status: 200, body: { id, origin, deleted: true } }
      }),
  )
}
