import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import { Body, Clearable, Nullable, OneOf, Shape, Text, Timestamp, UserData, type Wire } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { BRANDS } from '../../rails/cards/port.ts'
import type { Buyer } from './model.ts'

const FirstName = Text(255, { examples: ['Bob'] })
const LastName = Text(255, { examples: ['Bobson'] })
const Email = Type.String({ format: 'email', maxLength: 254, examples: ['bob@example.com'] })
const ExternalId = Text(255, { description: 'Your own id; unique, stable, not sensitive.' })

export const BuyerCreate = Body('BuyerCreate', {
  first_name: Nullable(FirstName),
  last_name: Nullable(LastName),
  email: Nullable(Email),
  user_data: Nullable(UserData),
  external_id: Nullable(ExternalId),
  payment_instrument_id: Type.Optional(
    Text(255, {
      description:
        'An instrument that the card processor has already, of a customer you migrate. In sandbox `pi_sandbox_visa` (approved) or `pi_sandbox_declined`.',
    }),
  ),
})

export const BuyerUpdate = Body('BuyerUpdate', {
  first_name: Clearable(FirstName),
  last_name: Clearable(LastName),
  email: Clearable(Email),
  user_data: Clearable(UserData),
  external_id: Clearable(ExternalId, 'Null clears it, and frees it for another.'),
})

export type BuyerCreateInput = Wire<typeof BuyerCreate, contract.BuyerCreate>
export type BuyerUpdateInput = Wire<typeof BuyerUpdate, contract.BuyerUpdate>

export const CardSchema = Shape('Card', {
  last_four: Type.String({ examples: ['1881'] }),
  brand: OneOf(BRANDS),
  expiration_month: Type.Integer({ minimum: 1, maximum: 12 }),
  expiration_year: Type.Integer({ examples: [2030] }),
})

export const BuyerSchema = Shape('Buyer', {
  id: Type.String({ examples: ['buy_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  external_id: Type.Optional(Type.String()),
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  payment_method_embed_url: Type.String({
    description:
      'A form in which the buyer adds, replaces or removes a card. Good for 30 minutes: read it, never store it.',
  }),
  card: Type.Union([CardSchema, Type.Null()], { description: 'The stored card; null when there is none.' }),
  user_data: Type.Optional(UserData),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

export function viewCard(buyer: Buyer): Static<typeof CardSchema> | null {
  if (buyer.card_token === null) return null
  return {
    last_four: buyer.card_last_four as string,
    brand: buyer.card_brand as Static<typeof CardSchema>['brand'],
    expiration_month: buyer.card_expiration_month as number,
    expiration_year: buyer.card_expiration_year as number,
  }
}

export function viewBuyer(buyer: Buyer, embedUrl: string): Wire<typeof BuyerSchema, contract.Buyer> {
  return {
    id: buyer.id,
    ...(buyer.external_id === null ? {} : { external_id: buyer.external_id }),
    ...(buyer.first_name === null ? {} : { first_name: buyer.first_name }),
    ...(buyer.last_name === null ? {} : { last_name: buyer.last_name }),
    ...(buyer.email === null ? {} : { email: buyer.email }),
    payment_method_embed_url: embedUrl,
    card: viewCard(buyer),
    ...(buyer.user_data === null ? {} : { user_data: buyer.user_data }),
    created_at: iso(buyer.created_at),
    updated_at: iso(buyer.updated_at),
  }
}
