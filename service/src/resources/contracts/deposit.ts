import { problem } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { type Cents, cents, dollars, subtract, ZERO } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { lockOperating, openAccounts, post } from '../../ledger/index.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { readTenant, tenantNow } from '../../tenants/index.ts'
import {
  type ConnectionRow,
  connectionNotFound,
  connectionsOfCreator,
  findConnection,
  lockConnection,
} from '../account-connections/index.ts'
import { holdAccountOpen } from '../creators/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { type Contract, DEPOSIT_SOURCES, type Deposit, type DepositSource, entry, type Split } from './model.ts'
import { depositTransfers } from './postings.ts'
import type { DepositInput } from './schema.ts'
import { type Share, splitDeposit } from './split.ts'
import { findSplitting, insertDeposit, insertSplits, lockSplitting } from './store.ts'

/** The creator whose account deposits reach. */
function creatorOf(connection: ConnectionRow | undefined): Id<'creator'> {
  if (!connection) throw connectionNotFound()
  if (connection.status !== 'active' || connection.type !== 'direct' || connection.creator_id === null) {
    throw problem('invalid_state', 'Deposits arrive only where the connection is active and of type `direct`.')
  }
  return connection.creator_id
}

/** Splits a deposit by the contracts active now, without writing anything. */
export async function previewDeposit(sql: Queryable, tenant: TenantId, input: DepositInput) {
  const creator = creatorOf(await findConnection(sql, tenant, input.account_connection))
  const contracts = await findSplitting(sql, tenant, creator, input.deposit_source)
  const { shares, left } = splitDeposit(cents(input.amount_in_cents), contracts)
  return {
    ...input,
    splits: shares.map(({ contract, amount }) => ({ contract: contract.id, amount_in_cents: amount })),
    remaining_in_cents: left,
  }
}

const EXAMPLE = cents(100_000)

/** A deposit of 1,000.00, or the nearest amount that the contract splits. */
const exampleAmount = ({ deposit_minimum_in_cents: least, deposit_maximum_in_cents: most }: Contract): Cents =>
  Math.max(1, least, Math.min(EXAMPLE, most ?? EXAMPLE)) as Cents

/** How a deposit would be split if this contract and those in `accepted` were active too. */
export async function exampleDeposit(
  sql: Queryable,
  tenant: TenantId,
  creator: string | null,
  contract: Contract,
  accepted: readonly string[],
) {
  const deposit = exampleAmount(contract)
  const contracts = await findSplitting(sql, tenant, creator, contract.deposit_source, [...accepted, contract.id])
  const { shares, left } = splitDeposit(deposit, contracts)
  const share = shares.find((one) => one.contract.id === contract.id)?.amount ?? ZERO
  return {
    deposit_in_cents: deposit,
    others_in_cents: subtract(subtract(deposit, left), share),
    share_in_cents: share,
    kept_in_cents: left,
  }
}

/** Credits a deposit to the creator's account; every contract that splits it takes its share in the same transaction. */
export async function receiveDeposit(
  tx: Tx,
  tenant: TenantId,
  input: DepositInput,
  moment: 'deposit' | 'deposit by ACH' | 'deposit on its date' = 'deposit',
) {
  const creator = creatorOf(await lockConnection(tx, tenant, input.account_connection))
  const contracts = await lockSplitting(tx, tenant, creator, input.deposit_source)
  const amount = cents(input.amount_in_cents)
  const { shares, left } = splitDeposit(amount, contracts)
  // Before the bank's accounts, by the order of all locks.
  if (shares.length > 0) await lockOperating(tx, tenant)
  const { bank_id: bank, now } = await readTenant(tx, tenant)
  const deposit: Deposit = {
    id: newId('deposit'),
    account_connection: input.account_connection,
    creator_id: creator,
    deposit_source: input.deposit_source,
    amount_in_cents: amount,
    created_at: now,
  }
  const splits = shares.map((share) => splitOf(deposit, share))
  const transfers = depositTransfers(
    [
      { moment, sourceId: deposit.id, amount },
      ...splits.map(({ id, amount_in_cents }) => ({ moment: 'split', sourceId: id, amount: amount_in_cents }) as const),
    ],
    tenant,
    creator,
    now,
  )
  await post(tx, bank, transfers.bank)
  await post(tx, tenant, transfers.tenant)
  await insertDeposit(tx, tenant, deposit)
  await insertSplits(tx, tenant, splits)
  recordEvents(
    tx,
    tenant,
    shares.map(({ contract }, nth) => ({
      event: 'contract.update',
      id: contract.id,
      at: now,
      userData: contract.user_data,
      changes: {},
      note: (splits[nth] as (typeof splits)[number]).entry.entry,
    })),
  )
  return {
    id: deposit.id,
    ...input,
    splits: splits.map(({ id, contract, amount_in_cents }) => ({ id, contract, amount_in_cents })),
    remaining_in_cents: left,
    created_at: iso(now),
  }
}

function splitOf(deposit: Deposit, { contract, amount }: Share<{ readonly id: Id<'contract'> }>) {
  const id = newId('split')
  const text = `${dollars(amount)} of deposit ${deposit.id} of ${dollars(deposit.amount_in_cents)} split by transfer ${id}`
  const split: Split = {
    id,
    contract: contract.id,
    deposit: deposit.id,
    deposit_amount_in_cents: deposit.amount_in_cents,
    amount_in_cents: amount,
    created_at: deposit.created_at,
  }
  return { ...split, entry: entry(text, deposit.created_at) }
}

export interface AchDeposit {
  readonly bank: TenantId
  readonly creator: Id<'creator'>
  readonly amount: Cents
  /** The deposit source that the operator has assigned to the originator; undefined when none is. */
  readonly source: string | undefined
  /** The source id of the transfer when no contract splits the credit. */
  readonly sourceId: string
  /** It arrived before its settlement date, which has come. */
  readonly hasWaited?: true
}

const isSource = (source: string | undefined): source is DepositSource =>
  DEPOSIT_SOURCES.includes(source as DepositSource)

/**
 * Receives an ACH credit to a creator's account. It is a deposit at the enterprise whose contracts split it; otherwise
 * all of it is the creator's. Answers the id that it was recorded under.
 */
export async function receiveAchDeposit(tx: Tx, deposit: AchDeposit): Promise<string> {
  const { bank, creator, amount, source, sourceId, hasWaited } = deposit
  if (isSource(source)) {
    for (const { id, tenant_id, type } of await connectionsOfCreator(tx, bank, creator)) {
      if (type !== 'direct' || (await findSplitting(tx, tenant_id, creator, source)).length === 0) continue
      const input = { account_connection: id, deposit_source: source, amount_in_cents: amount }
      return (await receiveDeposit(tx, tenant_id, input, hasWaited ? 'deposit on its date' : 'deposit by ACH')).id
    }
  }
  await postCredit(tx, deposit, hasWaited ? 'credit on its date' : 'credit by ACH')
  return sourceId
}

async function postCredit(
  tx: Tx,
  { bank, creator, sourceId, amount }: AchDeposit,
  moment: 'credit by ACH' | 'credit ahead of its date' | 'credit on its date',
): Promise<void> {
  // A credit that waited is held by its own row: no account is closed while there is one.
  if (moment !== 'credit on its date') await holdAccountOpen(tx, bank, creator)
  const at = await tenantNow(tx, bank)
  await post(tx, bank, depositTransfers([{ moment, sourceId, amount }], bank, creator, at).bank)
}

/** An ACH credit to a creator's account has arrived before its settlement date. */
export async function awaitAchDeposit(tx: Tx, deposit: AchDeposit): Promise<void> {
  await openAccounts(tx, deposit.bank, ['creators_incoming'])
  await postCredit(tx, deposit, 'credit ahead of its date')
}
