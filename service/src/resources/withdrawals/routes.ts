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
import { makerOf } from '../approvals/index.ts'
import { changeWithdrawal, createWithdrawal, withdrawalNotFound } from './commands.ts'
import { STATUSES } from './model.ts'
import { readWithdrawal, readWithdrawalPage, withApproval } from './read.ts'
import { viewWithdrawal, WithdrawalCreate, WithdrawalSchema, WithdrawalUpdate } from './schema.ts'
import type { WithdrawalDeps } from './settle.ts'

export interface WithdrawalRouteDeps extends WithdrawalDeps {
  readonly database: Database
  readonly commands: Commands
}

const tags = ['Withdrawals']

export function withdrawalRoutes(api: Api, deps: WithdrawalRouteDeps): void {
  createRoute(api, deps)
  readRoute(api, deps)
  updateRoute(api, deps)
  listRoute(api, deps)
}

function createRoute(api: Api, deps: WithdrawalRouteDeps): void {
  api.post(
    '/withdrawal',
    {
      config: { problems: ['insufficient_funds', 'limit_exceeded', 'enterprise_suspended', 'invalid_state'] },
      schema: {
        operationId: 'createWithdrawal',
        tags,
        summary: 'Withdraw money to your bank account',
        description:
          'From the operating account to the bank account that the operator of the service has registered for you, by ACH, with the next batch: in sandbox each hour on the hour. A sandbox has a sample account; an account number that begins with 9, set by `POST /sandbox/bank-account`, comes back 30 minutes later as `returned`.\n\n' +
          '**Rules.** The operating account must hold the amount (402 `insufficient_funds`), and a bank account must be registered (409 `invalid_state`); otherwise nothing is created. The API key must name the scope `withdrawals`. There is no fee. Limits (`GET /limit`) count withdrawals with payouts, and approvals may be needed: then it is `ready` until they are given. To a bank account that was registered less than `new_bank_account_wait_hours` ago it waits in `ready`, too.',
        body: WithdrawalCreate,
        response: { 201: WithdrawalSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const created = await createWithdrawal(tx, tenant, request.body, makerOf(callerOf(request)), deps)
        return { status: 201, body: viewWithdrawal(await withApproval(tx, tenant, created)) }
      }),
  )
}

function readRoute(api: Api, deps: WithdrawalRouteDeps): void {
  api.get(
    '/withdrawal/:id',
    {
      schema: {
        operationId: 'getWithdrawal',
        tags,
        summary: 'Read a withdrawal',
        params: IdParam,
        response: { 200: WithdrawalSchema },
      },
    },
    async (request) => {
      const found = await readWithdrawal(deps, callerOf(request).tenant, request.params.id)
      if (!found) throw withdrawalNotFound()
      return viewWithdrawal(found)
    },
  )
}

function updateRoute(api: Api, deps: WithdrawalRouteDeps): void {
  api.put(
    '/withdrawal/:id',
    {
      schema: {
        operationId: 'updateWithdrawal',
        tags,
        summary: 'Cancel or describe a withdrawal',
        description:
          '`description` and `user_data` change in any state. `status: canceled` cancels a withdrawal in `ready` and gives the amount back; in any other state it changes nothing, and the answer (200) shows the withdrawal as it is.',
        params: IdParam,
        body: WithdrawalUpdate,
        response: { 200: WithdrawalSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const changed = await changeWithdrawal(tx, tenant, request.params.id, request.body, deps)
        return { status: 200, body: viewWithdrawal(await withApproval(tx, tenant, changed)) }
      }),
  )
}

function listRoute(api: Api, deps: WithdrawalRouteDeps): void {
  api.get(
    '/withdrawal',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listWithdrawals',
        tags,
        summary: 'List withdrawals',
        querystring: Closed({ ...walkQueryWith(STATUSES, 'indexed'), ...amountQuery }),
        response: { 200: ListOf(WithdrawalSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = walkRequest(tenant, 'withdrawal', request.query)
      return viewPage(await readWithdrawalPage(deps, tenant, page, filter), page, viewWithdrawal)
    },
  )
}
