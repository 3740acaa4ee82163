import { changesBetween, differs } from '../../kernel/changes.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { isDuplicate, type Queryable, type Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type CardDetails, type CardRail, RefusedInstrument, type SavedCard } from '../../rails/cards/port.ts'
import { tenantNow } from '../../tenants/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { detachLater } from './detachments.store.ts'
import { formToken } from './embed-url.ts'
import { buyerFields } from './events.ts'
import { type Buyer, cardColumns } from './model.ts'
import { recordName } from './names.store.ts'
import type { BuyerCreateInput, BuyerUpdateInput } from './schema.ts'
import { findBuyerByExternalId, insertBuyer, lockBuyer, updateBuyer } from './store.ts'

export interface BuyerDeps {
  readonly vault: Vault
  readonly environment: Environment
  readonly cards: Record<Environment, CardRail>
  /** The public address of an environment, without a slash at its end. */
  readonly rootOf: (environment: Environment) => string
}

export const buyerNotFound = (): Problem => problem('not_found', 'There is no buyer with this id.')

/** Signed for each answer, never stored. */
export const embedUrl = ({ vault, environment, rootOf }: BuyerDeps, tenant: TenantId, id: string, now: Date): string =>
  `${rootOf(environment)}/card-form/${formToken(vault, environment, tenant, id, now)}`

export async function createBuyer(
  tx: Tx,
  tenant: TenantId,
  input: BuyerCreateInput,
  card: SavedCard | undefined,
): Promise<Buyer> {
  const now = await tenantNow(tx, tenant)
  const row: Buyer = {
    id: newId('buyer'),
    external_id: input.external_id ?? null,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    email: input.email ?? null,
    ...cardColumns(card),
    user_data: (input.user_data as JsonObject | null | undefined) ?? null,
    created_at: now,
    updated_at: now,
  }
  if (await insertBuyer(tx, tenant, row)) return row
  throw await externalIdTaken(tx, tenant, input.external_id as string)
}

async function externalIdTaken(sql: Queryable, tenant: TenantId, externalId: string): Promise<Problem> {
  const existing = await findBuyerByExternalId(sql, tenant, externalId)
  return problem('external_id_taken', {
    message: '`external_id` is taken by another buyer.',
    ...(existing ? { existing_id: existing.id } : {}),
  })
}

/** The problem of an update whose external id is taken, as with account connections; any other error as it is. */
export async function asExternalIdTaken(
  error: unknown,
  sql: Queryable,
  tenant: TenantId,
  { external_id }: Pick<BuyerUpdateInput, 'external_id'>,
): Promise<unknown> {
  return external_id && isDuplicate(error) ? externalIdTaken(sql, tenant, external_id) : error
}

/** Asks the processor, outside of any transaction. `param` is the field that names the instrument. */
export async function requireInstrument(cards: CardRail, param: string, id: string, now: Date): Promise<SavedCard> {
  const card = await cards.findInstrument(id, now).catch((error: unknown) => {
    if (!(error instanceof RefusedInstrument)) throw error
    throw validationFailed([{ param, code: 'card_declined', message: `was declined: ${error.message}` }])
  })
  if (card) return card
  const message = 'must be an instrument that the card processor knows'
  throw validationFailed([{ param, code: 'unknown_instrument', message }])
}

/** The same for a card number that the buyer typed. The number goes to the processor and nowhere else. */
export async function requireCard(cards: CardRail, details: CardDetails, now: Date): Promise<SavedCard> {
  const result = await cards.tokenize(details, now)
  if ('faults' in result) throw validationFailed(result.faults)
  return result.saved
}

const isRenamed = (buyer: Buyer, changes: Partial<Buyer>): boolean =>
  (['first_name', 'last_name', 'email'] as const).some(
    (field) => changes[field] !== undefined && changes[field] !== buyer[field],
  )

async function change(
  tx: Tx,
  tenant: TenantId,
  id: string,
  changesOf: (buyer: Buyer) => Partial<Buyer>,
): Promise<Buyer> {
  const buyer = await lockBuyer(tx, tenant, id)
  if (!buyer) throw buyerNotFound()
  const changes = changesOf(buyer)
  if (!differs(buyer, changes)) return buyer
  const updated_at = await tenantNow(tx, tenant)
  if (isRenamed(buyer, changes)) await recordName(tx, tenant, buyer, updated_at)
  await updateBuyer(tx, tenant, buyer.id, { ...changes, updated_at })
  const after = { ...buyer, ...changes, updated_at }
  const told = changesBetween(buyerFields(buyer), buyerFields(after))
  recordEvents(tx, tenant, [{ event: 'buyer.update', id, at: updated_at, userData: after.user_data, changes: told }])
  return after
}

export const changeBuyer = (tx: Tx, tenant: TenantId, id: string, input: BuyerUpdateInput): Promise<Buyer> =>
  change(tx, tenant, id, () => input as Partial<Buyer>)

export const saveCard = (tx: Tx, tenant: TenantId, id: string, card: SavedCard, cards: CardRail): Promise<Buyer> =>
  changeCard(tx, tenant, id, card, cards)

export const removeCard = (tx: Tx, tenant: TenantId, id: string, cards: CardRail): Promise<Buyer> =>
  changeCard(tx, tenant, id, undefined, cards)

/** The card that the buyer had before is forgotten by a processor that keeps it. */
async function changeCard(
  tx: Tx,
  tenant: TenantId,
  id: string,
  card: SavedCard | undefined,
  cards: CardRail,
): Promise<Buyer> {
  const removed = (await lockBuyer(tx, tenant, id))?.card_token ?? null
  const after = await change(tx, tenant, id, () => cardColumns(card))
  if (removed !== null && removed !== after.card_token && cards.detach) {
    await detachLater(tx, tenant, removed, after.updated_at)
  }
  return after
}
