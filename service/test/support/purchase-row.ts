import type { Id } from '../../src/kernel/ids.ts'
import { cents } from '../../src/kernel/money.ts'
import type { ChargeState, Purchase } from '../../src/resources/purchases/model.ts'

/** When the purchases below were paid. */
export const at = new Date('2026-11-15T10:20:30.400Z')

/** A purchase of 100.00 in this state. */
export const purchase = (status: Purchase['status'], charge: ChargeState, more: Partial<Purchase> = {}): Purchase => ({
  id: 'pch_1' as Id<'purchase'>,
  buyer: 'buy_1',
  status,
  charge,
  refund: 'none',
  items: [{ name: 'Ticket', amount_in_cents: 10_000, quantity: 1 }],
  total_in_cents: cents(10_000),
  fee_in_cents: cents(320),
  auto_refund_on_fraud: false,
  attempt: 1,
  card_token: 'card_approved_1',
  card_brand: 'VISA',
  card_last_four: '4242',
  charge_reference: 'charge_approved_1',
  commit_request: null,
  due_at: at,
  call_at: null,
  leased_until: null,
  paid_at: at,
  activity: [],
  user_data: null,
  created_at: at,
  updated_at: at,
  ...more,
})
