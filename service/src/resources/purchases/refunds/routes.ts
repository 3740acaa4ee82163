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
} from '../../../http/index.ts'
import type { TenantId } from '../../../kernel/ids.ts'
import type { Database, Queryable } from '../../../platform/database.ts'
import { findAwaitingSubjects, makerOf } from '../../approvals/index.ts'
import type { PurchaseDeps } from '../current.ts'
import { purchaseNotFound } from '../model.ts'
import { findPurchase } from '../store.ts'
import { refundPurchase } from './commands.ts'
import { REFUND_STATUSES, type Refund, refundNotFound } from './model.ts'
import { RefundCreate, RefundSchema, type ShownRefund, viewRefund } from './schema.ts'
import { findRefund, listRefunds } from './store.ts'

export interface RefundRouteDeps extends PurchaseDeps {
  readonly database: Database
  readonly commands: Commands
}

const tags = ['Purchases']

export function refundRoutes(api: Api, deps: RefundRouteDeps): void {
  createRoute(api, deps)
  listRoute(api, deps)
  readRoute(api, deps)
}

/** Refunds with the approvals that they await. A purchase has one such refund at most. */
async function withApproval(
  sql: Queryable,
  tenant: TenantId,
  refunds: readonly Refund[],
): Promise<readonly ShownRefund[]> {
  const awaiting = refunds.filter(({ status }) => status === 'awaiting').map(({ purchase }) => purchase)
  if (awaiting.length === 0) return refunds
  const approvals = await findAwaitingSubjects(sql, tenant, 'refund', awaiting)
  return refunds.map((refund) =>
    refund.status === 'awaiting' ? { ...refund, approval: approvals.get(refund.purchase) } : refund,
  )
}

function createRoute(api: Api, deps: RefundRouteDeps): void {
  api.post(
    '/purchase/:id/refund',
    {
      config: { problems: ['invalid_state', 'insufficient_funds'] },
      // Everything in the body is optional, and so is the body.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        operationId: 'createRefund',
        tags,
        summary: 'Refund a purchase, in whole or in part',
        description:
          'The operating account pays it (402 `insufficient_funds`), and the fee of the charge is kept. However many are asked for at once, together they never exceed what is left (409 `invalid_state`). The purchase stays `completed` until the sum of its refunds is its total; then it is `refunded`. A charge that has not settled is voided, so it can only be refunded in full.\n\nWhere a rule asks for an approval, the refund is `awaiting` and nothing moves until then.',
        params: IdParam,
        body: RefundCreate,
        response: { 201: RefundSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const maker = makerOf(callerOf(request))
        const made = await refundPurchase(tx, tenant, request.params.id, request.body, maker, deps)
        const [refund = made] = await withApproval(tx, tenant, [made])
        return { status: 201, body: viewRefund(refund) }
      }),
  )
}

function listRoute(api: Api, { database: { sql } }: RefundRouteDeps): void {
  api.get(
    '/purchase/:id/refund',
    {
      schema: {
        operationId: 'listRefunds',
        tags,
        summary: 'List refunds of a purchase',
        params: IdParam,
        querystring: Closed({ ...walkQueryWith(REFUND_STATUSES), ...amountQuery }),
        response: { 200: ListOf(RefundSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { id } = request.params
      if (!(await findPurchase(sql, tenant, id))) throw purchaseNotFound()
      const { page, filter } = walkRequest(tenant, `refund ${id}`, request.query)
      const found = await listRefunds(sql, tenant, page, filter, id)
      return viewPage({ ...found, data: await withApproval(sql, tenant, found.data) }, page, viewRefund)
    },
  )
}

function readRoute(api: Api, { database: { sql } }: RefundRouteDeps): void {
  api.get(
    '/refund/:id',
    {
      schema: {
        operationId: 'getRefund',
        tags,
        summary: 'Read a refund',
        params: IdParam,
        response: { 200: RefundSchema },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const found = await findRefund(sql, tenant, request.params.id)
      if (!found) throw refundNotFound()
      const [refund = found] = await withApproval(sql, tenant, [found])
      return viewRefund(refund)
    },
  )
}
