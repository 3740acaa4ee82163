import { type Static, Type } from 'typebox'
import { type Api, Body, type Commands, exampleId, OneOf, Reference, Shape } from '../http/index.ts'
import { BankAccountFields } from '../resources/account-connections/index.ts'
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
  simulateBankAccount(api, deps)
  simulateReturn(api, deps)
  simulateError(api, deps)
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
