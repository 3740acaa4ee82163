import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/purchases.ts'
import {
  Body,
  Clearable,
  Nullable,
  ResourceId,
  Shape,
  Text,
  Times,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { Brand } from '../../rails/cards/port.ts'
import type { Buyer } from './model.ts'

const FirstName = Text(255, { description: 'The buyer’s first name, for the receipt.', examples: ['Bob'] })
const LastName = Text(255, { description: 'The buyer’s last name, for the receipt.', examples: ['Bobson'] })
const Email = Type.String({
  format: 'email',
  maxLength: 254,
  description:
    "The buyer’s e-mail address, for the receipt: letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64 characters, then `@` and a domain with a dot.",
  examples: ['bob@example.com'],
})
const ExternalId = Text(255, {
  description:
    'Your own id of the buyer: stable, not sensitive, and unique among your buyers (409 `external_id_taken`).',
  examples: ['customer-2002'],
})

export const BrandSchema = Values<Brand>('CardBrand', 'The network of a card.', {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMERICAN_EXPRESS: 'American Express',
  DISCOVER: 'Discover',
  DINERS_CLUB: 'Diners Club',
  JCB: 'JCB',
  UNION_PAY: 'UnionPay',
})

export const BuyerCreate = Body('BuyerCreate', {
  first_name: Nullable(FirstName),
  last_name: Nullable(LastName),
  email: Nullable(Email),
  user_data: Nullable(UserData),
  external_id: Nullable(ExternalId),
  payment_instrument_id: Nullable(
    Text(255, {
      description:
        'An instrument that the card processor has already, of a customer you migrate; one that it does not know is 400. In sandbox only `pi_sandbox_visa` (approved) and `pi_sandbox_declined`.',
      examples: ['pi_sandbox_visa'],
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
  last_four: Type.String({ description: 'The last four digits of its number.', examples: ['4242'] }),
  brand: BrandSchema,
  expiration_month: Type.Integer({
    minimum: 1,
    maximum: 12,
    description: 'The last month in which it is good.',
    examples: [12],
  }),
  expiration_year: Type.Integer({ description: 'The year of that month, four digits.', examples: [2040] }),
})

export const BuyerSchema = Shape('Buyer', {
  id: ResourceId('buy', 'The id of the buyer.'),
  external_id: Type.Optional(Type.String({ description: 'Your own id of the buyer, if you gave one.' })),
  first_name: Type.Optional(Type.String({ description: 'The buyer’s first name, if you gave one.' })),
  last_name: Type.Optional(Type.String({ description: 'The buyer’s last name, if you gave one.' })),
  email: Type.Optional(Type.String({ description: 'The buyer’s e-mail address, if you gave one.' })),
  payment_method_embed_url: Type.String({
    description:
      'A form in which the buyer adds, replaces or removes a card. Good for 30 minutes: read it, never store it.',
  }),
  card: Type.Union([CardSchema, Type.Null()], { description: 'The stored card; null when there is none.' }),
  user_data: Type.Optional(UserData),
  ...Times,
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
