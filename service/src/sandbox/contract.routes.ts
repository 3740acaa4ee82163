import { type Api, Body, type Commands, exampleId, OneOf, Reference } from '../http/index.ts'
import {
  acceptContract,
  ContractSchema,
  DepositInput,
  DepositSchema,
  declineContract,
  receiveDeposit,
  viewContract,
} from '../resources/contracts/index.ts'

const tags = ['Sandbox']

interface ContractSimulationDeps {
  readonly commands: Commands
}

export function contractSimulationRoutes(api: Api, deps: ContractSimulationDeps): void {
  simulateContract(api, deps)
  simulateDeposit(api, deps)
}

function simulateContract(api: Api, { commands }: ContractSimulationDeps): void {
  api.post(
    '/sandbox/contract',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulateContract',
        tags,
        summary: 'Answer a contract as the creator',
        description:
          'Accepting needs an active connection of type `direct`. Only while the contract is `created`; otherwise 409 `invalid_state`.',
        body: Body('SandboxContract', {
          contract: Reference({ description: 'The id of the contract.', examples: [exampleId('con')] }),
          decision: OneOf(['accept', 'decline'], { description: 'What the creator answers.' }),
        }),
        response: { 200: ContractSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { contract: id, decision } = request.body
        const contract =
          decision === 'accept'
            ? await acceptContract(tx, tenant, id, request.ip)
            : await declineContract(tx, tenant, id)
        return { status: 200, body: viewContract(contract) }
      }),
  )
}

function simulateDeposit(api: Api, { commands }: ContractSimulationDeps): void {
  api.post(
    '/sandbox/deposit',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulateDeposit',
        tags,
        summary: "Let a deposit arrive at a creator's account",
        description:
          'Every active contract of that source takes its share at once, in the order they were created. The connection must be active and `direct` (409 `invalid_state`).',
        body: DepositInput,
        response: { 200: DepositSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: await receiveDeposit(tx, tenant, request.body),
      })),
  )
}
