import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Brand, SavedCard } from '../../rails/cards/port.ts'

/** A customer. The processor stores the card; the row has its token and what a person may see of it. */
export interface Buyer {
  readonly id: Id<'buyer'>
  readonly external_id: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly card_token: string | null
  readonly card_brand: Brand | null
  readonly card_last_four: string | null
  readonly card_expiration_month: number | null
  readonly card_expiration_year: number | null
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

export type CardColumns = Pick<
  Buyer,
  'card_token' | 'card_brand' | 'card_last_four' | 'card_expiration_month' | 'card_expiration_year'
>

export const cardColumns = (card: SavedCard | undefined): CardColumns => ({
  card_token: card?.token ?? null,
  card_brand: card?.brand ?? null,
  card_last_four: card?.lastFour ?? null,
  card_expiration_month: card?.expirationMonth ?? null,
  card_expiration_year: card?.expirationYear ?? null,
})
