import { type Static, Type } from 'typebox'
import { type Api, Body, type Commands, exampleId, OneOf, Reference, Shape } from '../http/index.ts'
import { problem } from '../kernel/errors.ts'
import type { Id, TenantId } from '../kernel/ids.ts'
import { AMOUNT_MAX, cents } from '../kernel/money.ts'
import type { Tx } from '../platform/database.ts'
import { BankAccountFields, connectionNotFound, findConnection } from '../resources/account-connections/index.ts'
import {
  addBankAccount,
  CreatorWithdrawalSchema,
  findCreatorBankAccount,
  viewCreatorWithdrawal,
  withdraw,
} from '../resources/creator-withdrawals/index.ts'
import { lockCreator } from '../resources/creators/index.ts'
import {
  failWithdrawal,
  returnWithdrawal,
  setBankAccount,
  viewWithdrawal,
  WITHDRAWAL_FAILURE_CODES,
  type WithdrawalDeps,
  WithdrawalSchema,
  withWithdrawalApproval,
} from '../resources/withdrawals/index.ts'
import { ReturnCode } from './return-code.ts'

const tags = ['Sandbox']

interface WithdrawalSimulationDeps extends WithdrawalDeps {
  readonly commands: Commands
}

const WithdrawalReference = Reference({ description: 'The id of the withdrawal.', examples: [exampleId('wdr')] })

export function withdrawalSimulationRoutes(api: Api, deps: WithdrawalSimulationDeps): void {
  simulateCreatorWithdrawal(api, deps)
  simulateBankAccount(api, deps)
  simulateReturn(api, deps)
  simulateError(api, deps)
}

function simulateCreatorWithdrawal(api: Api, deps: WithdrawalSimulationDeps): void {
  api.post(
    '/sandbox/withdrawal',
    {
      config: { problems: ['not_found', 'invalid_state', 'insufficient_funds'] },
      schema: {
        operationId: 'simulateWithdrawal',
        tags,
        summary: 'Withdraw money as a creator',
        description:
          'What a creator does at `/account`: money of an account or wallet with this service goes to a bank account of the creator’s own, the sample one where none was added. In production no enterprise sees it. The connection must be active and `direct` or `wallet` (409 `invalid_state`), and the creator’s account must hold the amount (402 `insufficient_funds`).',
        body: Body('SandboxWithdrawalCreate', {
          account_connection: Reference({
            description: 'The id of a connection whose creator withdraws.',
            examples: [exampleId('acon')],
          }),
          amount_in_cents: Type.Integer({
            minimum: 1,
            maximum: AMOUNT_MAX,
            description: 'What leaves the creator’s account, in cents.',
            examples: [12_500],
          }),
        }),
        response: { 200: CreatorWithdrawalSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const { account_connection, amount_in_cents } = request.body
        const owner = await ownerOf(tx, tenant, account_connection)
        const { sampleAccount } = deps.ach.sandbox
        await lockCreator(tx, tenant, owner.id)
        if (sampleAccount && !(await findCreatorBankAccount(tx, tenant, owner.id))) {
          await addBankAccount(tx, owner, sampleAccount, deps)
        }
        const made = await withdraw(tx, owner, cents(amount_in_cents), deps)
        return { status: 200, body: viewCreatorWithdrawal(made) }
      }),
  )
}

/** A sandbox is its own bank: the creator of a connection has the account in its book. */
async function ownerOf(tx: Tx, tenant: TenantId, id: string) {
  const connection = await findConnection(tx, tenant, id)
  if (!connection) throw connectionNotFound()
  const { creator_id, status, type } = connection
  if (status !== 'active' || type === 'ach' || creator_id === null) {
    throw problem(
      'invalid_state',
      'Only the creator of an active `direct` or `wallet` connection has money to withdraw.',
    )
  }
  return { tenant_id: tenant, id: creator_id as Id<'creator'> }
}

const Registered = Shape('SandboxBankAccount', {
  destination: Type.String({
    description: 'The account, as withdrawals show it.',
    examples: ['Checking ••••6789'],
  }),
})

function simulateBankAccount(api: Api, deps: WithdrawalSimulationDeps): void {
  api.post(
    '/sandbox/bank-account',
    {
      schema: {
        operationId: 'simulateBankAccount',
        tags,
        summary: 'Register the bank account of your withdrawals',
        description:
          'What the operator of the service does in production. A withdrawal to an account number that begins with `9` is returned 30 minutes after it was sent.',
        body: Body('SandboxBankAccountSet', BankAccountFields),
        response: { 200: Registered },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const { after } = await setBankAccount(tx, tenant, request.body, deps)
        return { status: 200, body: { destination: after } satisfies Static<typeof Registered> }
      }),
  )
}

const shown = async (...withdrawal: Parameters<typeof withWithdrawalApproval>) =>
  viewWithdrawal(await withWithdrawalApproval(...withdrawal))

function simulateReturn(api: Api, deps: WithdrawalSimulationDeps): void {
  api.post(
    '/sandbox/withdrawal-return',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulateWithdrawalReturn',
        tags,
        summary: 'Let the bank return a withdrawal',
        description: 'Only a `sent` withdrawal; any other is 409 `invalid_state`.',
        body: Body('SandboxWithdrawalReturn', {
          withdrawal: WithdrawalReference,
          code: ReturnCode,
        }),
        response: { 200: WithdrawalSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const { withdrawal, code } = request.body
        return {
          status: 200,
          body: await shown(tx, tenant, await returnWithdrawal(tx, tenant, withdrawal, code, deps)),
        }
      }),
  )
}

function simulateError(api: Api, deps: WithdrawalSimulationDeps): void {
  api.post(
    '/sandbox/withdrawal-error',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulateWithdrawalError',
        tags,
        summary: 'Let a withdrawal fail',
        description: 'Only a `ready` or `pending` withdrawal; any other is 409 `invalid_state`.',
        body: Body('SandboxWithdrawalFailure', {
          withdrawal: WithdrawalReference,
          code: Type.Optional(
            OneOf(WITHDRAWAL_FAILURE_CODES, {
              default: 'payment_failed',
              description: 'The `failure_code` that it gets.',
            }),
          ),
        }),
        response: { 200: WithdrawalSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const { withdrawal, code } = request.body
        return { status: 200, body: await shown(tx, tenant, await failWithdrawal(tx, tenant, withdrawal, deps, code)) }
      }),
  )
}
