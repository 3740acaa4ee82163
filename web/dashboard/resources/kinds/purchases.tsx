import { Anchor, Group } from '@mantine/core'
import { BRAND_NAMES } from '../../../../contracts/card-brands.ts'
import type { Buyer, Purchase, PurchaseCreate, PurchaseUpdate, RefundCreate } from '../../../../contracts/purchases.ts'
import { formatCents } from '../../../ui/Amount.tsx'
import type { Field } from '../../form/field.ts'
import type { Fact } from '../../parts/Facts.tsx'
import { Money } from '../../parts/Money.tsx'
import { humanize, StatusBadge } from '../../parts/StatusBadge.tsx'
import { Time } from '../../parts/Time.tsx'
import { BulkActions } from '../BulkActions.tsx'
import { ItemsTable } from '../ItemsTable.tsx'
import type { Action, Kind } from '../kind.ts'
import { ListTotals } from '../ListTotals.tsx'
import { Named } from '../Named.tsx'
import { createAction } from './create-action.ts'
import { PURCHASE_DEEDS } from './deeds.tsx'
import { AMOUNTS, approvalFact, BY_AMOUNT, changed, created, idColumn, statusColumn, times, why } from './words.tsx'

const ORDER: readonly Field<keyof PurchaseCreate>[] = [
  {
    kind: 'items',
    name: 'items',
    label: 'Items',
    hint: 'Tax and shipping are items too; a discount has a negative amount.',
  },
  {
    kind: 'switch',
    name: 'auto_refund_on_fraud',
    label: 'Refund automatically on a fraud alert',
    optional: true,
  },
]
const CREATE: readonly Field<keyof PurchaseCreate>[] = [{ kind: 'buyer', name: 'buyer', label: 'Buyer' }, ...ORDER]

const create = createAction('purchases', '/purchase', {
  label: 'New purchase',
  needs: 'payments.make',
  fields: CREATE,
  title: () => 'New purchase',
  text: () => 'Nothing is charged until you commit it.',
  submit: () => 'Create purchase',
})

/** A new purchase, from the page of a buyer. */
export const chargeBuyer: Action<Buyer> = {
  label: 'New purchase',
  needs: 'payments.make',
  primary: true,
  fields: ORDER,
  title: () => 'New purchase',
  text: () => 'Nothing is charged until you commit it.',
  submit: () => 'Create purchase',
  call: (body, { id }) => ({
    method: 'POST',
    path: '/purchase',
    body: { buyer: id, ...body },
  }),
  leadsTo: ({ id }) => `/purchases/${id}`,
}

const commit: Action<Purchase> = {
  label: 'Charge card',
  needs: 'payments.make',
  primary: true,
  when: ({ status }) => status === 'created',
  title: ({ total_in_cents }) => `Charge ${formatCents(total_in_cents)} to the buyer’s card?`,
  text: () => 'The card is charged once, even if you press this again.',
  submit: (_values, { total_in_cents }) => `Charge ${formatCents(total_in_cents)}`,
  call: (_values, { id }) => ({ method: 'POST', path: `/purchase/${id}/commit` }),
}

type Target = NonNullable<PurchaseUpdate['status']>

/** Sets one of the three statuses that an enterprise may set. */
const set = (
  target: Target,
  label: string,
  from: readonly Purchase['status'][],
  text: string,
  danger?: true,
): Action<Purchase> => ({
  label,
  needs: 'payments.make',
  ...(danger ? { danger } : {}),
  when: ({ status }) => from.includes(status),
  title: ({ total_in_cents }) => `${label}: ${formatCents(total_in_cents)}?`,
  text: () => text,
  submit: () => label,
  call: (_values, { id }) => ({ method: 'PUT', path: `/purchase/${id}`, body: { status: target } }),
})

/** A charge that has not settled is voided as a whole. */
const refundUnsettled: Action<Purchase> = {
  ...set(
    'refunded',
    'Refund',
    ['pending', 'settling'],
    'The whole amount goes back to the buyer’s card. Nothing has settled yet, so it costs nothing.',
    true,
  ),
  primary: true,
}

/** The amount that can still be refunded. */
const leftOf = ({ total_in_cents, refunded_in_cents = 0 }: Purchase): number => total_in_cents - refunded_in_cents

const REFUND: readonly Field<keyof RefundCreate>[] = [
  { kind: 'money', name: 'amount_in_cents', label: 'Amount', hint: 'All that is left, or a part of it.' },
  { kind: 'text', name: 'reason', label: 'Reason', optional: true, hint: 'For your own records.' },
]

const refund: Action<Purchase> = {
  label: 'Refund',
  needs: 'payments.make',
  danger: true,
  primary: true,
  fields: REFUND,
  when: (row) => row.status === 'completed' && row.receipt_pdf_url !== undefined && leftOf(row) > 0,
  title: (row) => `Refund up to ${formatCents(leftOf(row))}`,
  text: () => 'The money goes back to the buyer’s card, from your operating account. The fee is kept.',
  initial: (row) => ({ amount_in_cents: (leftOf(row) / 100).toFixed(2) }),
  submit: () => 'Refund',
  call: (body, { id }) => ({ method: 'POST', path: `/purchase/${id}/refund`, body }),
}
const complete = set(
  'completed',
  'Complete now',
  ['pending', 'settling'],
  'The charge settles to your operating account at once instead of at the next full hour.',
)
const cancel = set(
  'canceled',
  'Cancel purchase',
  ['created', 'pending', 'settling'],
  'This is final. If the card was charged, the buyer gets the money back.',
  true,
)

const cardOf = ({ payment_card_brand: brand, payment_card_last_four: last }: Purchase): string | undefined =>
  brand && last ? `${BRAND_NAMES[brand]} ••••${last}` : undefined

const GIVEN_UP: readonly Purchase['status'][] = ['error', 'canceled', 'refunded', 'reversed']
const TAKEN = ['needs_response', 'under_review', 'lost']

/** The amount that the buyer's bank has taken and not given back. Chargebacks of version 0.1 have no dispute. */
function takenFrom(row: Purchase): number {
  const { status, dispute, activity } = row
  if (dispute) return status !== 'completed' && TAKEN.includes(dispute.status) ? dispute.amount_in_cents : 0
  return activity.some(({ code }) => code === 'chargeback') ? leftOf(row) : 0
}

/** The amount that the purchase leaves in the operating account. The fee of a charge that settled is kept when it is given back. */
export function remaining(row: Purchase): number {
  const { status, net_total_in_cents, refunded_in_cents = 0, activity } = row
  const wasSettled = activity.some((entry) => entry.status === 'completed')
  if (!wasSettled) return GIVEN_UP.includes(status) ? 0 : net_total_in_cents
  return net_total_in_cents - refunded_in_cents - takenFrom(row)
}

/** The dispute in a sentence: its status, its amount, and until when an answer is awaited. */
function disputeFact({ dispute }: Purchase): Fact {
  if (!dispute) return { name: 'Dispute', value: undefined }
  const { status, amount_in_cents, reason, respond_by } = dispute
  return {
    name: 'Dispute',
    value: (
      <Group gap="xs">
        <StatusBadge status={status} />
        <Money cents={amount_in_cents} />
        {reason && <span>{humanize(reason)}</span>}
        {respond_by && (
          <span>
            answer by <Time at={respond_by} />
          </span>
        )}
      </Group>
    ),
  }
}

export const purchases: Kind<Purchase> = {
  name: 'purchases',
  path: '/purchase',
  listPath: 'purchases',
  title: 'Purchases',
  singular: 'Purchase',
  lead: 'What buyers pay you by card.',
  statuses: ['created', 'pending', 'settling', 'completed', 'refunded', 'reversed', 'error', 'canceled'],
  filters: [{ kind: 'buyer', name: 'buyer', label: 'Buyer' }, ...AMOUNTS],
  columns: [
    {
      title: 'Total',
      align: 'right',
      sorts: BY_AMOUNT,
      cell: ({ total_in_cents }) => (
        <strong>
          <Money cents={total_in_cents} />
        </strong>
      ),
    },
    statusColumn(),
    { title: 'Buyer', cell: ({ buyer }) => <Named id={buyer} /> },
    { title: 'Items', narrow: 'hide', grow: true, cell: ({ items }) => items.map(({ name }) => name).join(', ') },
    {
      title: 'Net',
      narrow: 'hide',
      align: 'right',
      cell: (row) => <Money cents={remaining(row)} />,
    },
    idColumn(),
    changed(),
    created(),
  ],
  bulk: {
    nameOf: ({ id }) => id,
    actions: (rows, onDone) => <BulkActions kind={PURCHASE_DEEDS} rows={rows} onDone={onDone} />,
  },
  totals: (params) => (
    <ListTotals
      path="v1/purchase"
      params={params}
      one="purchase"
      many="purchases"
      sums={[{ of: ({ total_in_cents }: { readonly total_in_cents: number }) => total_in_cents, words: formatCents }]}
    />
  ),
  empty: {
    title: 'No purchases yet',
    text: 'Create a buyer first, then a purchase, and commit it to charge the card.',
  },
  create,
  actions: [commit, refundUnsettled, refund, complete, cancel],
  heading: ({ total_in_cents }) => <Money cents={total_in_cents} />,
  facts: (row) => [
    why(row),
    approvalFact(row),
    { name: 'Buyer', value: <Named id={row.buyer} link /> },
    { name: 'Card', value: cardOf(row) },
    { name: 'Fee', value: <Money cents={row.fee_in_cents} /> },
    { name: 'Refunded', value: row.refunded_in_cents ? <Money cents={row.refunded_in_cents} /> : undefined },
    disputeFact(row),
    { name: 'To your operating account', value: <Money cents={remaining(row)} /> },
    { name: 'Refund on fraud alert', value: row.auto_refund_on_fraud ? 'Automatic' : 'No' },
    {
      name: 'Receipt',
      value: row.receipt_pdf_url && (
        <Anchor href={row.receipt_pdf_url} target="_blank" rel="noreferrer">
          Open the PDF
        </Anchor>
      ),
    },
    ...times(row),
  ],
  extra: ({ items, total_in_cents }) => <ItemsTable items={items} total={total_in_cents} />,
}
