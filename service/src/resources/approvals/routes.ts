import {
  type Api,
  amountQuery,
  Closed,
  type Commands,
  callerOf,
  IdParam,
  ListOf,
  viewPage,
  walkQueryWith,
  walkRequest,
} from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { approvalNotFound, approve, rejectApproval } from './commands.ts'
import { STATUSES } from './model.ts'
import type { ApprovalDeps } from './ports.ts'
import { readApproval, readApprovalPage } from './read.ts'
import { ApprovalReject, ApprovalSchema, viewApproval } from './schema.ts'

export interface ApprovalRouteDeps extends ApprovalDeps {
  readonly database: Database
  readonly commands: Commands
}

const tags = ['Approvals']

export function approvalRoutes(api: Api, deps: ApprovalRouteDeps): void {
  readRoute(api, deps)
  listRoute(api, deps)
  approveRoute(api, deps)
  rejectRoute(api, deps)
}

function readRoute(api: Api, deps: ApprovalRouteDeps): void {
  api.get(
    '/approval/:id',
    {
      schema: {
        operationId: 'getApproval',
        tags,
        summary: 'Read an approval',
        params: IdParam,
        response: { 200: ApprovalSchema },
      },
    },
    async (request) => {
      const approval = await readApproval(deps, callerOf(request).tenant, request.params.id)
      if (!approval) throw approvalNotFound()
      return viewApproval(approval)
    },
  )
}

function listRoute(api: Api, deps: ApprovalRouteDeps): void {
  api.get(
    '/approval',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listApprovals',
        tags,
        summary: 'List approvals',
        querystring: Closed({ ...walkQueryWith(STATUSES, 'indexed'), ...amountQuery }),
        response: { 200: ListOf(ApprovalSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = walkRequest(tenant, 'approval', request.query)
      return viewPage(await readApprovalPage(deps, tenant, page, filter), page, viewApproval)
    },
  )
}

function approveRoute(api: Api, deps: ApprovalRouteDeps): void {
  api.post(
    '/approval/:id/approve',
    {
      config: { problems: ['approval_not_allowed', 'invalid_state', 'insufficient_funds'] },
      schema: {
        operationId: 'approveApproval',
        tags,
        summary: 'Approve',
        description:
          'When the last one who is needed agrees, what was asked for is carried out at once, and only once. Nobody approves their own: an API key counts as one maker. To approve again changes nothing.',
        params: IdParam,
        response: { 200: ApprovalSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: viewApproval(await approve(tx, tenant, request.params.id, callerOf(request).keyId, deps)),
      })),
  )
}

function rejectRoute(api: Api, deps: ApprovalRouteDeps): void {
  api.post(
    '/approval/:id/reject',
    {
      config: { problems: ['approval_not_allowed', 'invalid_state'] },
      schema: {
        operationId: 'rejectApproval',
        tags,
        summary: 'Reject',
        description:
          'One rejection is enough. Payouts are canceled and the money that they held is given back. The one who asked may withdraw their own in this way.',
        params: IdParam,
        body: ApprovalReject,
        response: { 200: ApprovalSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const decision = { by: callerOf(request).keyId, reason: request.body.reason ?? null }
        return { status: 200, body: viewApproval(await rejectApproval(tx, tenant, request.params.id, decision, deps)) }
      }),
  )
}
