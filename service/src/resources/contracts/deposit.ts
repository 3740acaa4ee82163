import { problem } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { type Cents, cents, dollars, subtract, ZERO } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { lockAccounts, post } from '../../ledger/index.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { type ConnectionRow, connectionNotFound, findConnection, lockConnection } from '../account-connections/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { type Contract, entry } from './model.ts'
import { depositTransfers } from './postings.ts'
import type { DepositInput } from './schema.ts'
import { type Share, splitDeposit } from './split.ts'
import { type Deposit, findSplitting, insertDeposit, insertSplits, lockSplitting, type Split } from './store.ts'

/** The account that deposits reach. */
function creatorOf(connection: ConnectionRow | undefined): Id<'creator'> {
  if (!connection) throw connectionNotFound()
  if (connection.status !== 'active' || connection.type !== 'direct' || connection.creator_id === null) {
    throw problem('invalid_state', 'Deposits arrive only where the connection is active and of type `direct`.')
  }
  return connection.creator_id
}

/** What a deposit would yield now. */
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

/** A deposit of 1,000.00, or the nearest that is split. */
const exampleAmount = ({ deposit_minimum_in_cents: least, deposit_maximum_in_cents: most }: Contract): Cents =>
  Math.max(1, least, Math.min(EXAMPLE, most ?? EXAMPLE)) as Cents

/** What a deposit would yield if the creator accepted this contract, and those `accepted`, beside the active ones. */
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

/** A deposit arrives at the creator's account, and every contract that splits it takes its share in the same transaction. */
export async function receiveDeposit(
  tx: Tx,
  tenant: TenantId,
  input: DepositInput,
  moment: 'deposit' | 'deposit by ACH' = 'deposit',
) {
  const creator = creatorOf(await lockConnection(tx, tenant, input.account_connection))
  const contracts = await lockSplitting(tx, tenant, creator, input.deposit_source)
  const amount = cents(input.amount_in_cents)
  const { shares, left } = splitDeposit(amount, contracts)
  // The enterprise's account before the bank's, as payouts take them.
  if (shares.length > 0) await lockAccounts(tx, tenant, ['operating', 'due_to_bank'])
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
  await post(tx, tenant, transfers.tenant)
  await post(tx, bank, transfers.bank)
  await insertDeposit(tx, tenant, deposit)
  await insertSplits(tx, tenant, splits)
  await recordEvents(
    tx,
    tenant,
    shares.map(({ contract }) => ({
      event: 'contract.update',
      id: contract.id,
      at: now,
      userData: contract.user_data,
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
