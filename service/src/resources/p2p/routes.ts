import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
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
  noteGuessing,
  OwnerFilter,
  sendReply,
  serialize,
  toErrorBody,
  viewPage,
  type WalkedQuery,
  walkQueryWith,
  walkRequest,
} from '../../http/index.ts'
import { validationFailed } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { toUtf8 } from '../../kernel/utf8.ts'
import type { Database } from '../../platform/database.ts'
import type { Lanes } from '../../platform/lanes.ts'
import type { ListFilter } from '../../platform/lists.ts'
import type { Logger } from '../../platform/logs.ts'
import { connectionNotFound, findConnection } from '../account-connections/index.ts'
import { changeP2p, p2pNotFound } from './commands.ts'
import { commitLane } from './commit-lane.ts'
import type { P2pDeps } from './create.ts'
import { createLane } from './create-lane.ts'
import { tryP2p } from './dry-run.ts'
import { LIMITS, type P2p, STATUSES } from './model.ts'
import { readP2p, readP2pPage } from './read.ts'
import { P2pCommit, P2pCreate, P2pDryRunSchema, P2pSchema, P2pUpdate, viewP2p } from './schema.ts'
import { listP2ps, listP2psBetween, listP2psOf } from './store.ts'

export interface P2pRouteDeps extends P2pDeps {
  readonly database: Database
  readonly commands: Commands
  readonly dryRuns: DryRuns
  readonly lanes: Lanes
  readonly log: Logger
}

const tags = ['P2P']

export function p2pRoutes(api: Api, deps: P2pRouteDeps): void {
  createRoute(api, deps)
  commitRoute(api, deps)
  readRoute(api, deps)
  updateRoute(api, deps)
  listRoute(api, deps)
  listOfConnectionRoute(api, deps)
  listBetweenConnectionsRoute(api, deps)
}

function createRoute(api: Api, deps: P2pRouteDeps): void {
  const { database, lanes } = deps
  const creations = createLane(database, deps)
  api.post(
    '/p2p',
    {
      config: {
        problems: ['not_found', 'permission_not_granted', 'enterprise_suspended', 'invalid_state', 'rate_limited'],
      },
      schema: {
        operationId: 'createP2p',
        tags,
        summary: 'Ask for a payment from one creator to another',
        description:
          'Both connections must be active and `direct` (409 `invalid_state`), not the same (400) and of different creators (409), with `payment.debit` granted on the source and `payment.credit` on the destination (403 `permission_not_granted`). A code is sent to the source’s verified mobile; commit with it within ten minutes. Funds are looked at when it is processed. ' +
          `It costs nothing. **Limit**, by source creator and enterprise: ${LIMITS.production.sent.max} codes an hour, in sandbox ${LIMITS.sandbox.sent.max.toLocaleString('en-US')} (429 \`rate_limited\`).`,
        querystring: DryRunQuery,
        body: P2pCreate,
        response: { 200: P2pDryRunSchema, 201: P2pSchema },
      },
    },
    async (request, reply) => {
      if (request.body.source === request.body.destination) throw sameConnection()
      if (isDryRun(request)) {
        return deps.dryRuns(request, reply, (sql, tenant) => tryP2p(sql, tenant, request.body, deps))
      }
      const answer = await lanes.submit(creations, callerOf(request).tenant, {
        input: request.body,
        keyed: keyedRequest(request),
        answer: (payment) => serialize(reply, { status: 201, body: viewP2p(payment) }),
      })
      sendReply(reply, answer)
    },
  )
}

const sameConnection = () =>
  validationFailed([{ param: 'destination', code: 'invalid_value', message: 'must differ from `source`' }])

function commitRoute(api: Api, deps: P2pRouteDeps): void {
  const { database, lanes, log } = deps
  const commits = commitLane(database, deps)
  api.post(
    '/p2p/:id/commit',
    {
      config: { problems: ['incorrect_code', 'enterprise_suspended', 'invalid_state', 'p2p_expired', 'rate_limited'] },
      schema: {
        operationId: 'commitP2p',
        tags,
        summary: 'Commit a P2P payment with its code',
        description:
          'The payment starts at once and cannot be canceled; two seconds later it is `sent`, or `error`. A wrong code is 400 `incorrect_code`; after three it expires, and so it does ten minutes after its creation (409 `p2p_expired`). Only from `created` (409 `invalid_state`). In sandbox the code is `000000`. ' +
          `**Limit**, by source creator and enterprise: ${LIMITS.production.wrong.max} wrong codes an hour, in sandbox ${LIMITS.sandbox.wrong.max} (429 \`rate_limited\`).`,
        params: IdParam,
        body: P2pCommit,
        response: { 200: P2pSchema },
      },
    },
    async (request, reply) => {
      const answer = await lanes.submit(commits, callerOf(request).tenant, {
        id: request.params.id,
        code: request.body.code,
        keyed: keyedRequest(request),
        answer: (payment) => serialize(reply, { status: 200, body: viewP2p(payment) }),
        refuse: (problem) => {
          noteGuessing(problem, request, log)
          return toUtf8(JSON.stringify(toErrorBody(problem, request.id)))
        },
      })
      sendReply(reply, answer)
    },
  )
}

function readRoute(api: Api, { database }: P2pRouteDeps): void {
  api.get(
    '/p2p/:id',
    {
      schema: {
        operationId: 'getP2p',
        tags,
        summary: 'Read a P2P payment',
        params: IdParam,
        response: { 200: P2pSchema },
      },
    },
    async (request) => {
      const payment = await readP2p(database.sql, callerOf(request).tenant, request.params.id)
      if (!payment) throw p2pNotFound()
      return viewP2p(payment)
    },
  )
}

function updateRoute(api: Api, { commands }: P2pRouteDeps): void {
  api.put(
    '/p2p/:id',
    {
      schema: {
        operationId: 'updateP2p',
        tags,
        summary: 'Change the `user_data` of a P2P payment',
        description: 'In any state. Nothing else of it can change.',
        params: IdParam,
        body: P2pUpdate,
        response: { 200: P2pSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: viewP2p(await changeP2p(tx, tenant, request.params.id, request.body)),
      })),
  )
}

const listQuery = { ...walkQueryWith(STATUSES), ...amountQuery }
const listed = { querystring: Closed(listQuery), response: { 200: ListOf(P2pSchema) } }
const account_connection = OwnerFilter('Only to or from this connection.', 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha')
const listConfig = { problems: ['validation_failed'] } as const

function listRoute(api: Api, { database }: P2pRouteDeps): void {
  api.get(
    '/p2p',
    {
      config: listConfig,
      schema: {
        operationId: 'listP2p',
        tags,
        summary: 'List P2P payments',
        ...listed,
        querystring: Closed({ ...listQuery, account_connection }),
      },
    },
    (request) =>
      pageOf(database, request, 'p2p', request.query, (tenant, page, filter) =>
        listP2ps(database.sql, tenant, page, filter),
      ),
  )
}

function listOfConnectionRoute(api: Api, { database }: P2pRouteDeps): void {
  api.get(
    '/account-connection/:id/p2p',
    {
      config: listConfig,
      schema: {
        operationId: 'listP2pOfConnection',
        tags,
        summary: 'List P2P payments to or from a connection',
        params: IdParam,
        ...listed,
      },
    },
    async (request) => {
      const { id } = request.params
      await requireConnection(database, callerOf(request).tenant, id)
      return pageOf(database, request, `p2p of ${id}`, request.query, (tenant, page, filter) =>
        listP2psOf(database.sql, tenant, page, filter, id),
      )
    },
  )
}

function listBetweenConnectionsRoute(api: Api, { database }: P2pRouteDeps): void {
  api.get(
    '/account-connection/:id/p2p/:peer_id',
    {
      config: listConfig,
      schema: {
        operationId: 'listP2pBetweenConnections',
        tags,
        summary: 'List P2P payments between two connections',
        description: 'In either direction.',
        params: Closed({
          id: Type.String({ description: 'The id of one connection.' }),
          peer_id: Type.String({ description: 'The id of the other.' }),
        }),
        ...listed,
      },
    },
    async (request) => {
      const { id, peer_id } = request.params
      await requireConnection(database, callerOf(request).tenant, id)
      await requireConnection(database, callerOf(request).tenant, peer_id)
      return pageOf(database, request, `p2p of ${id} and ${peer_id}`, request.query, (tenant, page, filter) =>
        listP2psBetween(database.sql, tenant, page, filter, [id, peer_id]),
      )
    },
  )
}

async function requireConnection({ sql }: Database, tenant: TenantId, id: string): Promise<void> {
  if (!(await findConnection(sql, tenant, id))) throw connectionNotFound()
}

async function pageOf(
  database: Database,
  request: FastifyRequest,
  list: string,
  query: WalkedQuery,
  find: (tenant: TenantId, page: PageRequest, filter: ListFilter) => Promise<Page<P2p>>,
) {
  const { tenant } = callerOf(request)
  const { page, filter } = walkRequest(tenant, list, query)
  return viewPage(await readP2pPage(database, tenant, filter, () => find(tenant, page, filter)), page, viewP2p)
}
