import { type Fault, Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Cents, cents, ZERO } from '../../kernel/money.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import { connectionNotFound, lockConnection } from '../account-connections/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { ANSWER_MS, accept, asOf, type Contract, decline, entry, terminate } from './model.ts'
import type { ContractInput } from './schema.ts'
import { ppmOf, type SplitTerms } from './split.ts'
import { applyMoves, findContract, findContractsOf, insertContract, lockContract, type Move } from './store.ts'

export const contractNotFound = (): Problem => problem('not_found', 'There is no contract with this id.')

/** Writes what happened to contracts, and tells of it. */
export async function moveContracts(tx: Tx, tenant: TenantId, moves: readonly Move[]): Promise<void> {
  await applyMoves(tx, tenant, moves)
  await recordEvents(
    tx,
    tenant,
    moves.map(({ to }) => ({ event: 'contract.update', id: to.id, at: to.updated_at, userData: to.user_data })),
  )
}

const centsOrNull = (value: number | undefined): Cents | null => (value === undefined ? null : cents(value))

/** A zero beside the other kind of share counts as unset. */
const isByPercent = (percent: number | undefined, fixed: number | undefined): percent is number =>
  percent !== undefined && (percent > 0 || fixed === undefined || fixed === 0)

type TermName = 'split_percent_amount' | 'split_fixed_amount_in_cents' | BoundName
type BoundName = 'deposit_minimum_in_cents' | 'deposit_maximum_in_cents'

/** What is wrong with the terms among themselves, as far as each is fit to be compared. */
function termFaults(input: Partial<ContractInput>, isComparable: (name: TermName) => boolean = () => true): Fault[] {
  const comparable = (name: TermName): number | undefined => (isComparable(name) ? input[name] : undefined)
  const [percent, fixed] = [comparable('split_percent_amount'), comparable('split_fixed_amount_in_cents')]
  const faults: Fault[] = []
  if (input.split_percent_amount === undefined && input.split_fixed_amount_in_cents === undefined) {
    const message = 'is required, unless `split_fixed_amount_in_cents` is given'
    faults.push({ param: 'split_percent_amount', code: 'required', message })
  } else if (isByPercent(percent, fixed) && fixed !== undefined && fixed > 0) {
    const message = 'must not be given beside `split_percent_amount`'
    faults.push({ param: 'split_fixed_amount_in_cents', code: 'conflict', message })
  }
  if (percent !== undefined && ppmOf(percent) === undefined) {
    const message = 'must have at most four decimals'
    faults.push({ param: 'split_percent_amount', code: 'invalid_format', message })
  }
  const [least, most] = [comparable('deposit_minimum_in_cents') ?? 0, comparable('deposit_maximum_in_cents')]
  if (most !== undefined && most < least) {
    const message = 'must not be below `deposit_minimum_in_cents`'
    faults.push({ param: 'deposit_maximum_in_cents', code: 'out_of_range', message })
  }
  return faults
}

/** A body that its schema has refused: what is wrong with its terms is said in the same answer. */
export function withTermFaults(refusal: Error, body: unknown): Error {
  const known = refusal instanceof Problem ? refusal.details.errors : undefined
  if (!known || typeof body !== 'object' || body === null || Array.isArray(body)) return refusal
  const faulty = new Set(known.map(({ param }) => param))
  return validationFailed([...known, ...termFaults(body, (name) => !faulty.has(name))])
}

function readTerms(input: ContractInput): SplitTerms {
  const faults = termFaults(input)
  if (faults.length > 0) throw validationFailed(faults)
  const { split_percent_amount: percent, split_fixed_amount_in_cents: fixed } = input
  const byPercent = isByPercent(percent, fixed)
  return {
    deposit_minimum_in_cents: cents(input.deposit_minimum_in_cents ?? ZERO),
    deposit_maximum_in_cents: centsOrNull(input.deposit_maximum_in_cents),
    split_ppm: byPercent ? (ppmOf(percent) as number) : null,
    split_fixed_amount_in_cents: byPercent ? null : cents(fixed as number),
    split_amount_max_in_cents: centsOrNull(input.split_amount_max_in_cents),
  }
}

export async function createContract(tx: Tx, tenant: TenantId, input: ContractInput): Promise<Contract> {
  const terms = readTerms(input)
  // Held, so that the end of the connection cannot miss a contract that is being made.
  const connection = await lockConnection(tx, tenant, input.account_connection)
  if (!connection) throw connectionNotFound()
  if (connection.status === 'deleted') {
    throw problem('invalid_state', 'The account connection is deleted and cannot have contracts.')
  }
  const now = await tenantNow(tx, tenant)
  const contract: Contract = {
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
    user_data: (input.user_data as JsonObject | undefined) ?? null,
    created_at: now,
    updated_at: now,
  }
  await insertContract(tx, tenant, contract)
  return contract
}

/** Deletion works in every state; said again, it changes nothing. */
export async function deleteContract(tx: Tx, tenant: TenantId, id: string): Promise<Contract> {
  const contract = await lockContract(tx, tenant, id)
  if (!contract) throw contractNotFound()
  if (contract.status === 'terminated') return contract
  const now = await tenantNow(tx, tenant)
  return endContract(tx, tenant, contract, now, (current) => terminate(current, 'deleted by the enterprise', now))
}

/** From where it really stands: a deadline that nobody has recorded yet is recorded first. */
async function endContract(
  tx: Tx,
  tenant: TenantId,
  from: Contract,
  now: Date,
  end: (current: Contract) => Contract,
): Promise<Contract> {
  const current = asOf(from, now)
  const to = end(current)
  const moves =
    current === from
      ? [{ from, to }]
      : [
          { from, to: current },
          { from: current, to },
        ]
  // One row cannot be written twice by one statement.
  for (const move of moves) await moveContracts(tx, tenant, [move])
  return to
}

/** The creator agrees, or agreed then, from that address. Connect and the sandbox both come here. */
export const acceptContract = (tx: Tx, tenant: TenantId, id: string, ip: string, agreedAt?: Date): Promise<Contract> =>
  answerContract(tx, tenant, id, (contract, now) => accept(contract, ip, now, agreedAt))

export const declineContract = (tx: Tx, tenant: TenantId, id: string): Promise<Contract> =>
  answerContract(tx, tenant, id, decline)

async function answerContract(
  tx: Tx,
  tenant: TenantId,
  id: string,
  answer: (contract: Contract, now: Date) => Contract,
): Promise<Contract> {
  const known = await findContract(tx, tenant, id)
  if (!known) throw contractNotFound()
  // The connection before the contract, as everywhere.
  const connection = await lockConnection(tx, tenant, known.account_connection)
  const contract = await lockContract(tx, tenant, id)
  if (!contract || !connection) throw contractNotFound()
  const now = await tenantNow(tx, tenant)
  const current = asOf(contract, now)
  if (current.status !== 'created') {
    throw problem('invalid_state', `This contract is \`${current.status}\`; only a \`created\` one can be answered.`)
  }
  const to = answer(current, now)
  if (to.status === 'active' && (connection.status !== 'active' || connection.type !== 'direct')) {
    throw problem('invalid_state', 'Accepting a contract needs an active connection of type `direct`.')
  }
  await moveContracts(tx, tenant, [{ from: contract, to }])
  return to
}

/** All contracts of a connection as they stand now, oldest first. */
export async function contractsOf(sql: Queryable, tenant: TenantId, connection: string): Promise<Contract[]> {
  const [now, contracts] = await Promise.all([tenantNow(sql, tenant), findContractsOf(sql, tenant, connection)])
  return contracts.map((contract) => asOf(contract, now))
}

/** Those the creator can still answer. */
export const waitingContracts = async (sql: Queryable, tenant: TenantId, connection: string): Promise<Contract[]> =>
  (await contractsOf(sql, tenant, connection)).filter(({ status }) => status === 'created')
