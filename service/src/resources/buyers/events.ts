import type { FieldValues } from '../../kernel/changes.ts'
import type { FindSubjects } from '../events/index.ts'
import type { Buyer } from './model.ts'
import { findBuyers } from './read.store.ts'
import { viewCard } from './schema.ts'

/** The fields of a buyer that can change, as the API shows them. */
export const buyerFields = (buyer: Buyer): FieldValues => ({
  external_id: buyer.external_id,
  first_name: buyer.first_name,
  last_name: buyer.last_name,
  email: buyer.email,
  card: viewCard(buyer),
  user_data: buyer.user_data,
})

type Named = Pick<Buyer, 'id' | 'first_name' | 'last_name' | 'email'>

/** The name of a buyer in a sentence; every part of it is optional. */
export const nameOfBuyer = ({ id, first_name, last_name, email }: Named): string =>
  [first_name, last_name].filter((part) => part !== null).join(' ') || (email ?? id)

/** These buyers as sentences about their events name them. */
export const findBuyerSubjects: FindSubjects = async (sql, tenant, ids) => {
  const buyers = await findBuyers(sql, tenant, ids)
  return new Map(buyers.map((buyer) => [buyer.id, { title: `Buyer ${nameOfBuyer(buyer)}` }]))
}
