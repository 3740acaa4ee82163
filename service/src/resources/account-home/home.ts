import type { AccountHome, AccountMovements, Movement as MovementView } from '../../../../contracts/account.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import { creatorAccount, type Movement, readStatement } from '../../ledger/index.ts'
import type { Queryable } from '../../platform/database.ts'
import { accountLabel, connectionsOfCreator, standingGrants } from '../account-connections/index.ts'
import { type Contracts, consentsOfCreator } from '../connect/index.ts'
import { describeDeposits } from '../contracts/index.ts'
import { type CreatorRow, emailOf } from '../creators/index.ts'
import { describeP2pPayments } from '../p2p/index.ts'
import { describePayouts, findComingPayouts } from '../payouts/index.ts'

const MOVEMENTS_MAX = 50
/** As many are searched on the page. */
const SEARCHED_MAX = 500

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
  const [movements, coming, consents] = await Promise.all([
    viewMovements(sql, bank, statement?.movements ?? []),
    findComingPayouts(sql, connections),
    consentsOfCreator(sql, id),
  ])
  const enterpriseOf = new Map(connections.map(({ tenant_id, enterprise }) => [tenant_id, enterprise]))
  const type = connections.some((connection) => connection.type === 'direct') ? 'direct' : 'wallet'
  return {
    name: `${creator.first_name} ${creator.last_name}`,
    email: emailOf(creator),
    account: creator.account_opened_at === null ? null : accountLabel(type, creator.account_number),
    balance_in_cents: statement?.balance ?? 0,
    movements,
    coming: coming.map(({ tenant_id, amount_in_cents, description, date }) => ({
      enterprise: enterpriseOf.get(tenant_id) ?? '',
      amount_in_cents,
      description,
      on: iso(date),
    })),
    enterprises: connections.map((connection) => ({
      connection: connection.id,
      name: connection.enterprise,
      requested_permissions: connection.requested_permissions,
      type: connection.type ?? 'direct',
      permissions: standingGrants(connection, connection.now),
      since: iso(connection.created_at),
    })),
    contracts: agreements,
    documents: consents.map(({ document, version, agreed_at }) => ({
      name: document,
      version,
      url: `/legal/${document}`,
      agreed_at: iso(agreed_at),
    })),
  }
}

/** The newest movements, for the search. */
export async function readMovements(sql: Queryable, { tenant_id: bank, id }: CreatorRow): Promise<AccountMovements> {
  const statement = await readStatement(sql, bank, creatorAccount(id), SEARCHED_MAX + 1)
  const all = statement?.movements ?? []
  return { movements: await viewMovements(sql, bank, all.slice(0, SEARCHED_MAX)), more: all.length > SEARCHED_MAX }
}

async function viewMovements(sql: Queryable, bank: TenantId, movements: readonly Movement[]): Promise<MovementView[]> {
  const descriptions = await describeSources(
    sql,
    bank,
    movements.map(({ sourceId }) => sourceId),
  )
  return movements.map((movement) => viewMovement(movement, descriptions))
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

/** `payout.pending` is of the kind `payout`. */
const kindOf = (kind: string): MovementView['kind'] => {
  const first = kind.split('.', 1)[0] as MovementView['kind']
  return Object.hasOwn(MOVEMENT_NAMES, first) ? first : 'other'
}

const viewMovement = (
  { sourceId, kind, amount, at }: Movement,
  descriptions: ReadonlyMap<string, string>,
): MovementView => ({
  at: iso(at),
  amount_in_cents: amount,
  kind: kindOf(kind),
  is_named: descriptions.has(sourceId),
  description: descriptions.get(sourceId) ?? MOVEMENT_NAMES[kind.split('.', 1)[0] as string] ?? 'Movement',
})
