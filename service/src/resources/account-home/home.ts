import type { AccountHome, Movement as MovementView } from '../../../../contracts/account.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import { creatorAccount, type Movement, readStatement } from '../../ledger/index.ts'
import type { Queryable } from '../../platform/database.ts'
import { accountLabel, connectionsOfCreator, standingGrants } from '../account-connections/index.ts'
import type { Contracts } from '../connect/index.ts'
import { describeDeposits } from '../contracts/index.ts'
import { type CreatorRow, emailOf } from '../creators/index.ts'
import { describeP2pPayments } from '../p2p/index.ts'
import { describePayouts } from '../payouts/index.ts'

const MOVEMENTS_MAX = 50

/** The name of a movement whose source has no description, by its kind up to the first dot. */
const MOVEMENT_NAMES: Record<string, string> = {
  opening: 'Opening balance',
  payout: 'Payment',
  p2p: 'Transfer between creators',
  deposit: 'Deposit',
  ach: 'Deposit',
  contract: 'Share of a deposit',
  creator_withdrawal: 'Withdrawal to your bank account',
}

export async function readHome(sql: Queryable, creator: CreatorRow, contracts: Contracts): Promise<AccountHome> {
  const { tenant_id: bank, id } = creator
  const [statement, connections, agreements] = await Promise.all([
    readStatement(sql, bank, creatorAccount(id), MOVEMENTS_MAX),
    connectionsOfCreator(sql, bank, id),
    contracts.ofCreator(sql, bank, id),
  ])
  const movements = statement?.movements ?? []
  const sources = movements.map(({ sourceId }) => sourceId)
  const descriptions = await describeSources(sql, bank, sources)
  const type = connections.some((connection) => connection.type === 'direct') ? 'direct' : 'wallet'
  return {
    name: `${creator.first_name} ${creator.last_name}`,
    email: emailOf(creator),
    account: creator.account_opened_at === null ? null : accountLabel(type, creator.account_number),
    balance_in_cents: statement?.balance ?? 0,
    movements: movements.map((movement) => viewMovement(movement, descriptions)),
    enterprises: connections.map((connection) => ({
      name: connection.enterprise,
      type: connection.type ?? 'direct',
      permissions: standingGrants(connection, connection.now),
      since: iso(connection.created_at),
    })),
    contracts: agreements,
  }
}

/** A movement belongs to a payout, a P2P payment, a deposit or a split. */
async function describeSources(
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await Promise.all([
    describePayouts(sql, bank, ids),
    describeP2pPayments(sql, bank, ids),
    describeDeposits(sql, bank, ids),
  ])
  return new Map(found.flat().map(({ id, description }) => [id, description]))
}

const viewMovement = (
  { sourceId, kind, amount, at }: Movement,
  descriptions: ReadonlyMap<string, string>,
): MovementView => ({
  at: iso(at),
  amount_in_cents: amount,
  description: descriptions.get(sourceId) ?? MOVEMENT_NAMES[kind.split('.', 1)[0] as string] ?? 'Movement',
})
