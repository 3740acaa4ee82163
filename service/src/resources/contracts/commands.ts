import { type Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import {
  type BoundContracts,
  type ConnectionRow,
  connectionNotFound,
  lockConnection,
} from '../account-connections/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { ANSWER_MS, type Contract, entry } from './model.ts'
import type { ContractInput } from './schema.ts'
import type { SplitTerms } from './split.ts'
import { CONTRACTS, findContract, findContractsOf, insertContract, lockContract, lockContractsOf } from './store.ts'
import { readTerms } from './terms.ts'
import { accept, asOf, type ContractTransition, decline, expiryOf, terminate } from './transition.ts'

export const contractNotFound = (): Problem => problem('not_found', 'There is no contract with this id.')

export async function createContract(tx: Tx, tenant: TenantId, input: ContractInput): Promise<Contract> {
  const terms = readTerms(input)
  // Locked, so that the deletion of the connection cannot miss a contract that is being created.
  const connection = await lockConnection(tx, tenant, input.account_connection)
  const contract = newContract(input, terms, connection, await tenantNow(tx, tenant))
  await insertContract(tx, tenant, contract)
  return contract
}

/** The contract that is offered to the creator; throws the problem that refuses it. */
export function newContract(
  input: ContractInput,
  terms: SplitTerms,
  connection: Pick<ConnectionRow, 'id' | 'status'> | undefined,
  now: Date,
): Contract {
  if (!connection) throw connectionNotFound()
  if (connection.status === 'deleted') {
    throw problem('invalid_state', 'The account connection is deleted and cannot have contracts.')
  }
  return {
    id: newId('contract'),
    account_connection: connection.id,
    type: input.type,
    status: 'created',
    deposit_source: input.deposit_source,
    ...terms,
    activity: [entry('Created: waiting for the creator to accept', now)],
    expires_at: new Date(now.getTime() + ANSWER_MS),
    agreement_at: null,
    agreement_ip: null,
    deleted_at: null,
    user_data: (input.user_data as JsonObject | null | undefined) ?? null,
    created_at: now,
    updated_at: now,
  }
}

/** Terminates a contract in any state; a second call changes nothing. */
export const deleteContract = (tx: Tx, tenant: TenantId, id: string): Promise<Contract> =>
  terminateContract(tx, tenant, id, 'deleted by the enterprise')

/** The creator who agreed takes the agreement back: no later deposit is split by it. */
export const endOwnContract = (tx: Tx, tenant: TenantId, id: string): Promise<Contract> =>
  terminateContract(tx, tenant, id, 'ended by the creator')

async function terminateContract(tx: Tx, tenant: TenantId, id: string, why: string): Promise<Contract> {
  const contract = await lockContract(tx, tenant, id)
  if (!contract) throw contractNotFound()
  if (contract.status === 'terminated') return contract
  const now = await tenantNow(tx, tenant)
  return endContract(tx, tenant, contract, now, (current) => terminate(current, why, now))
}

/** Ends a contract from its current state: a deadline that has passed and is not recorded yet is recorded first. */
async function endContract(
  tx: Tx,
  tenant: TenantId,
  from: Contract,
  now: Date,
  end: (current: Contract) => ContractTransition,
): Promise<Contract> {
  const expired = expiryOf(from, now)
  const ended = end(expired?.to ?? from)
  // One row cannot be written twice by one statement.
  for (const step of [...(expired ? [expired] : []), ended]) await applyTransitions(tx, CONTRACTS, [step], { tenant })
  return ended.to
}

/** Records the creator's agreement, now or at `agreedAt`, from that IP address. Called by Connect and by the sandbox. */
export const acceptContract = (tx: Tx, tenant: TenantId, id: string, ip: string, agreedAt?: Date): Promise<Contract> =>
  answerContract(tx, tenant, id, (contract, now) => accept(contract, ip, now, agreedAt))

export const declineContract = (tx: Tx, tenant: TenantId, id: string): Promise<Contract> =>
  answerContract(tx, tenant, id, decline)

async function answerContract(
  tx: Tx,
  tenant: TenantId,
  id: string,
  answer: (contract: Contract, now: Date) => ContractTransition,
): Promise<Contract> {
  const known = await findContract(tx, tenant, id)
  if (!known) throw contractNotFound()
  // The connection is locked before the contract, by the order of all locks.
  const connection = await lockConnection(tx, tenant, known.account_connection)
  const contract = await lockContract(tx, tenant, id)
  if (!contract || !connection) throw contractNotFound()
  const now = await tenantNow(tx, tenant)
  const current = asOf(contract, now)
  if (current.status !== 'created') {
    throw problem('invalid_state', `This contract is \`${current.status}\`; only a \`created\` one can be answered.`)
  }
  const answered = answer(current, now)
  const { to } = answered
  if (to.status === 'active' && (connection.status !== 'active' || connection.type !== 'direct')) {
    throw problem('invalid_state', 'Accepting a contract needs an active connection of type `direct`.')
  }
  await applyTransitions(tx, CONTRACTS, [answered], { tenant })
  return to
}

/** All contracts of a connection in their current state, oldest first. */
export async function contractsOf(sql: Queryable, tenant: TenantId, connection: string): Promise<Contract[]> {
  const [now, contracts] = await Promise.all([tenantNow(sql, tenant), findContractsOf(sql, tenant, connection)])
  return contracts.map((contract) => asOf(contract, now))
}

/** Contracts that the creator can still answer. */
export const waitingContracts = async (sql: Queryable, tenant: TenantId, connection: string): Promise<Contract[]> =>
  (await contractsOf(sql, tenant, connection)).filter(({ status }) => status === 'created')

/** The contracts of a connection end with it: called by account connections, under the lock of the connection. */
export const boundContracts: BoundContracts = {
  async hold(tx, tenant, connection) {
    await lockContractsOf(tx, tenant, connection)
  },

  async terminate(tx, tenant, connection, at) {
    const contracts = await lockContractsOf(tx, tenant, connection)
    const steps = contracts.map((contract) => ({ contract, expired: expiryOf(contract, at) }))
    const expired = steps.flatMap((step) => step.expired ?? [])
    await applyTransitions(tx, CONTRACTS, expired, { tenant })
    const ended = steps.map((step) =>
      terminate(step.expired?.to ?? step.contract, 'its account connection was deleted', at),
    )
    await applyTransitions(tx, CONTRACTS, ended, { tenant })
  },
}
