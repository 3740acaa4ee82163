import type { TenantId } from '../../kernel/ids.ts'
import { dollars } from '../../kernel/money.ts'
import {
  type ConnectionFields,
  findConnectionNames,
  findConnectionsByExternalId,
  findConnectionsById,
  findConnectionsByName,
} from '../../resources/account-connections/index.ts'
import {
  type BuyerFields,
  findBuyers,
  findBuyersByExternalId,
  findBuyersById,
  findBuyersByName,
} from '../../resources/buyers/index.ts'
import { type ContractFields, findContractsById, findNewestContracts } from '../../resources/contracts/index.ts'
import { findP2psById, type P2p } from '../../resources/p2p/index.ts'
import { findNewestPayouts, findPayoutsById, type PayoutFields } from '../../resources/payouts/index.ts'
import {
  findNewestPurchases,
  findPurchasesById,
  type PurchaseFields,
  type PurchaseReadDeps,
} from '../../resources/purchases/index.ts'
import { findWebhooksById, findWebhooksByName, type WebhookFields } from '../../resources/webhooks/index.ts'
import { findWithdrawalsById, type WithdrawalFields } from '../../resources/withdrawals/index.ts'

/** A line of the results. */
export interface SearchResult {
  readonly type: 'account_connection' | 'payout' | 'withdrawal' | 'buyer' | 'purchase' | 'p2p' | 'contract' | 'webhook'
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly status: string | null
}

const RESULTS_MAX = 20
/** Fewer letters begin nearly everything. */
const LETTERS_MIN = 2
/** The newest payments are shown of the first five connections and the first five buyers that were found. */
const OWNERS_MAX = 5
const OWNED_MAX = 3

/**
 * Resources whose id, external id, name or e-mail address begins with these words; then the newest payouts, contracts and
 * purchases of the connections and buyers among them.
 */
export async function search(deps: PurchaseReadDeps, tenant: TenantId, words: string): Promise<SearchResult[]> {
  const text = words.trim().replaceAll(/\s+/g, ' ')
  if (text.length < LETTERS_MIN) return []
  const [byId, byName] = await Promise.all([findById(deps, tenant, text), findByName(deps, tenant, text)])
  const found = distinct([...byId, ...byName])
  const owned = await findOwned(deps, tenant, found)
  return distinct([...found, ...owned]).slice(0, RESULTS_MAX)
}

const distinct = (results: readonly SearchResult[]): SearchResult[] => [
  ...new Map(results.map((result) => [result.id, result])).values(),
]

async function findById(deps: PurchaseReadDeps, tenant: TenantId, text: string): Promise<SearchResult[]> {
  const { sql } = deps.database
  const found = await Promise.all([
    findConnectionsById(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofConnection)),
    findPayoutsById(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofPayout)),
    findWithdrawalsById(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofWithdrawal)),
    findBuyersById(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofBuyer)),
    findPurchasesById(deps, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofPurchase)),
    findP2psById(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofP2p)),
    findContractsById(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofContract)),
    findWebhooksById(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofWebhook)),
    findConnectionsByExternalId(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofConnection)),
    findBuyersByExternalId(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofBuyer)),
  ])
  return found.flat()
}

async function findByName({ database: { sql } }: PurchaseReadDeps, tenant: TenantId, text: string) {
  const found = await Promise.all([
    findConnectionsByName(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofConnection)),
    findBuyersByName(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofBuyer)),
    findWebhooksByName(sql, tenant, text, RESULTS_MAX).then((rows) => rows.map(ofWebhook)),
  ])
  return found.flat()
}

/** The newest payments of the connections and buyers that were found, each with its owner's name. */
async function findOwned(
  deps: PurchaseReadDeps,
  tenant: TenantId,
  found: readonly SearchResult[],
): Promise<SearchResult[]> {
  const { sql } = deps.database
  const idsOf = (type: SearchResult['type']): string[] =>
    found.flatMap((result) => (result.type === type ? result.id : [])).slice(0, OWNERS_MAX)
  const [connections, buyers] = [idsOf('account_connection'), idsOf('buyer')]
  const names = new Map(found.map(({ id, title }) => [id, title]))
  const ofOwner = (owner: string, result: SearchResult): SearchResult => ({
    ...result,
    subtitle: `${names.get(owner)}: ${result.subtitle}`,
  })
  const [payouts, contracts, purchases] = await Promise.all([
    findNewestPayouts(sql, tenant, connections, OWNED_MAX),
    findNewestContracts(sql, tenant, connections, OWNED_MAX),
    findNewestPurchases(deps, tenant, buyers, OWNED_MAX),
  ])
  return [
    ...payouts.map((payout) => ofOwner(payout.account_connection, ofPayout(payout))),
    ...contracts.map((contract) => ofOwner(contract.account_connection, ofContract(contract))),
    ...purchases.map((purchase) => ofOwner(purchase.buyer, ofPurchase(purchase))),
  ]
}

const ofConnection = ({ id, first_name, last_name, email, status }: ConnectionFields): SearchResult => ({
  type: 'account_connection',
  id,
  title: `${first_name} ${last_name}`,
  subtitle: email,
  status,
})

const ofBuyer = (buyer: BuyerFields): SearchResult => ({
  type: 'buyer',
  id: buyer.id,
  title: nameOf(buyer),
  subtitle: buyer.email,
  status: null,
})

const nameOf = ({ id, first_name, last_name, email }: BuyerFields): string =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim() || (email ?? id)

const ofPayout = ({ id, amount_in_cents, description, status }: PayoutFields): SearchResult => ({
  type: 'payout',
  id,
  title: dollars(amount_in_cents),
  subtitle: description,
  status,
})

const ofWithdrawal = ({ id, amount_in_cents, description, status }: WithdrawalFields): SearchResult => ({
  type: 'withdrawal',
  id,
  title: dollars(amount_in_cents),
  subtitle: description,
  status,
})

const ofPurchase = ({ id, total_in_cents, status }: PurchaseFields): SearchResult => ({
  type: 'purchase',
  id,
  title: dollars(total_in_cents),
  subtitle: id,
  status,
})

const ofP2p = ({ id, amount_in_cents, description, status }: P2p): SearchResult => ({
  type: 'p2p',
  id,
  title: dollars(amount_in_cents),
  subtitle: description,
  status,
})

const ofContract = ({ id, deposit_source, status }: ContractFields): SearchResult => ({
  type: 'contract',
  id,
  title: `Contract over ${deposit_source.replaceAll('_', ' ')}`,
  subtitle: id,
  status,
})

const ofWebhook = ({ id, event, url, disabled_at }: WebhookFields): SearchResult => ({
  type: 'webhook',
  id,
  title: event,
  subtitle: url,
  status: disabled_at === null ? 'active' : 'disabled',
})

/** The names of connections and buyers by their ids, and of creators by a connection of theirs. */
export async function findNames(
  { database: { sql } }: PurchaseReadDeps,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const [connections, buyers] = await Promise.all([findConnectionNames(sql, tenant, ids), findBuyers(sql, tenant, ids)])
  return Object.fromEntries([
    ...connections.map(({ id, name }) => [id, name]),
    ...buyers.map((buyer) => [buyer.id, nameOf(buyer)]),
  ])
}
