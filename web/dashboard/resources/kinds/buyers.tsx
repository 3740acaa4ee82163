import { BRAND_NAMES } from '../../../../contracts/card-brands.ts'
import type { Buyer, BuyerCreate, BuyerUpdate } from '../../../../contracts/purchases.ts'
import type { Field } from '../../form/field.ts'
import { Copy } from '../../parts/Copy.tsx'
import type { Action, Kind } from '../kind.ts'
import { TwoLines } from '../TwoLines.tsx'
import { createAction } from './create-action.ts'
import { chargeBuyer } from './purchases.tsx'
import { created, nothing, times } from './words.tsx'

const nameOf = ({ first_name, last_name, email, external_id, id }: Buyer): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || external_id || id

const CHANGEABLE: readonly Field<keyof BuyerUpdate>[] = [
  { kind: 'text', name: 'first_name', label: 'First name', optional: true },
  { kind: 'text', name: 'last_name', label: 'Last name', optional: true },
  { kind: 'email', name: 'email', label: 'E-mail', optional: true },
]

const CREATE: readonly Field<keyof BuyerCreate>[] = [
  ...CHANGEABLE,
  {
    kind: 'text',
    name: 'external_id',
    label: 'External id',
    hint: 'Your own id of this buyer. Unique.',
    optional: true,
  },
  {
    kind: 'text',
    name: 'payment_instrument_id',
    label: 'Payment instrument',
    hint: 'For a customer you migrate: an instrument that the card processor has already.',
    optional: true,
  },
]

const create = createAction('buyers', '/buyer', {
  label: 'New buyer',
  needs: 'connections.change',
  fields: CREATE,
  title: () => 'New buyer',
  text: () => 'Everything is optional. The buyer adds a card in the form that you embed.',
  submit: () => 'Create buyer',
})

const edit: Action<Buyer> = {
  label: 'Edit details',
  needs: 'connections.change',
  fields: CHANGEABLE,
  title: (row) => `Edit ${nameOf(row)}`,
  initial: ({ first_name = '', last_name = '', email = '' }) => ({ first_name, last_name, email }),
  submit: () => 'Save',
  // A form leaves out what is empty; the API clears a field by `null`.
  call: (body, { id }) => ({
    method: 'PUT',
    path: `/buyer/${id}`,
    body: { first_name: null, last_name: null, email: null, ...body },
  }),
}

const cardOf = ({ card }: Buyer): string | undefined =>
  card ? `${BRAND_NAMES[card.brand]} ••••${card.last_four}` : undefined

const expiryOf = ({ card }: Buyer): string | undefined =>
  card ? `${String(card.expiration_month).padStart(2, '0')}/${card.expiration_year}` : undefined

export const buyers: Kind<Buyer> = {
  name: 'buyers',
  path: '/buyer',
  title: 'Buyers',
  singular: 'Buyer',
  lead: 'The customers who pay you by card.',
  statuses: [],
  byExternalId: true,
  columns: [
    { title: 'Buyer', grow: true, cell: (row) => <TwoLines first={nameOf(row)} second={row.email} /> },
    { title: 'Card', cell: (row) => cardOf(row) ?? nothing },
    { title: 'External id', narrow: 'hide', cell: ({ external_id }) => external_id ?? nothing },
    created({ onPhone: false }),
  ],
  empty: { title: 'No buyers yet', text: 'Create a buyer, embed the card form for them, then create a purchase.' },
  create,
  actions: [chargeBuyer, edit],
  related: [{ kind: 'purchases', title: 'Purchases', without: 'Buyer', path: ({ id }) => `/buyer/${id}/purchase` }],
  heading: nameOf,
  facts: (row) => [
    { name: 'E-mail', value: row.email ?? nothing },
    { name: 'Card', value: cardOf(row) ?? 'None yet' },
    { name: 'Card expires', value: expiryOf(row) },
    { name: 'External id', value: row.external_id && <Copy text={row.external_id} /> },
    ...times(row),
  ],
}
