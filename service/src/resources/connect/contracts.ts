import type { HomeContract } from '../../../../contracts/account.ts'
import type { ContractOffer } from '../../../../contracts/connect.ts'
import { problem } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { type ContractDecisions, connectionsOfCreator, lockConnection } from '../account-connections/index.ts'
import {
  acceptContract,
  type Contract,
  contractsOf,
  declineContract,
  endOwnContract,
  exampleDeposit,
  percentOf,
  waitingContracts,
} from '../contracts/index.ts'

/** A contract that waits for the creator's answer. */
export type WaitingContract = Omit<ContractOffer, 'acceptable' | 'decision'>

/** A contract as a creator reads it. */
type ContractTerms = Omit<WaitingContract, 'example'>

/** The creator who reads, if known, and the waiting contracts they have accepted in this session. */
export interface ContractViewer {
  readonly creator: Id<'creator'> | null
  readonly accepted: readonly string[]
}

/** Contracts as Connect and the creator's account page use them. */
export interface Contracts extends ContractDecisions {
  /** The contracts of a connection that wait for an answer and have not expired, oldest first. */
  waiting(
    sql: Queryable,
    tenant: TenantId,
    connection: Id<'accountConnection'>,
    viewer: ContractViewer,
  ): Promise<readonly WaitingContract[]>
  /** The contracts of a creator with every enterprise of their bank. */
  ofCreator(sql: Queryable, bank: TenantId, creator: Id<'creator'>): Promise<readonly HomeContract[]>
  /** The signed-in creator answers or ends a contract of their own; 404 for any other. */
  answer(tx: Tx, owner: { readonly bank: TenantId; readonly creator: Id<'creator'> }, answer: OwnAnswer): Promise<void>
}

export interface OwnAnswer {
  readonly contract: string
  readonly decision: 'accept' | 'decline' | 'end'
  readonly ip: string
}

async function answerOwn(tx: Tx, tenant: TenantId, { contract, decision, ip }: OwnAnswer): Promise<Contract> {
  if (decision === 'accept') return acceptContract(tx, tenant, contract, ip)
  return decision === 'decline' ? declineContract(tx, tenant, contract) : endOwnContract(tx, tenant, contract)
}

export const connectContracts: Contracts = {
  async waiting(sql, tenant, connection, { creator, accepted }) {
    const contracts = await waitingContracts(sql, tenant, connection)
    // The enterprise may have deleted a contract since the creator accepted it.
    const agreed = contracts.flatMap(({ id }) => (accepted.includes(id) ? [id] : []))
    const views = contracts.map(async (contract) => ({
      ...viewTerms(contract),
      example: await exampleDeposit(sql, tenant, creator, contract, agreed),
    }))
    return Promise.all(views)
  },

  async ofCreator(sql, bank, creator) {
    const connections = await connectionsOfCreator(sql, bank, creator)
    const lists = connections.map(async ({ tenant_id, id, enterprise }) =>
      (await contractsOf(sql, tenant_id, id)).map((contract) => ({
        ...viewTerms(contract),
        enterprise,
        status: contract.status,
      })),
    )
    return (await Promise.all(lists)).flat()
  },

  async answer(tx, { bank, creator }, answer) {
    for (const { tenant_id: tenant, id } of await connectionsOfCreator(tx, bank, creator)) {
      // Locked, so that the connection cannot pass to another owner meanwhile.
      const connection = await lockConnection(tx, tenant, id)
      if (connection?.creator_id !== creator) continue
      const own = (await contractsOf(tx, tenant, id)).find((one) => one.id === answer.contract)
      if (own) return void (await answerOwn(tx, tenant, answer))
    }
    throw problem('not_found', 'There is no agreement of yours with this id.')
  },

  async decide(tx, tenant, connection, decisions) {
    if (decisions.length === 0) return
    const waiting = new Set<string>((await waitingContracts(tx, tenant, connection)).map(({ id }) => id))
    for (const { contract, decision, ip, at } of decisions.filter((one) => waiting.has(one.contract))) {
      if (decision === 'accept')
        await acceptContract(tx, tenant, contract, ip, at === undefined ? undefined : new Date(at))
      else await declineContract(tx, tenant, contract)
    }
  },
}

const viewTerms = (contract: Contract): ContractTerms => ({
  id: contract.id,
  type: contract.type,
  deposit_source: contract.deposit_source,
  split_percent_amount: contract.split_ppm === null ? null : percentOf(contract.split_ppm),
  split_fixed_amount_in_cents: contract.split_fixed_amount_in_cents,
  split_amount_max_in_cents: contract.split_amount_max_in_cents,
  deposit_minimum_in_cents: contract.deposit_minimum_in_cents,
  deposit_maximum_in_cents: contract.deposit_maximum_in_cents,
})
