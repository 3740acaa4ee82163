import { expect, it } from 'vitest'
import { wordsOf } from './change-words.ts'

it.each([
  ['fee_in_cents', 12_345, '$123.45'],
  ['status', 'sent', 'sent'],
  ['card', null, 'none'],
  ['permissions', [], 'none'],
  ['requested_permissions', ['payment.credit', 'payment.debit'], 'payment.credit, payment.debit'],
  ['card', { last_four: '4242', brand: 'VISA' }, 'last four 4242, brand Visa'],
  ['payment_card_brand', 'AMERICAN_EXPRESS', 'American Express'],
  ['payment_card_brand', 'OF_TOMORROW', 'OF_TOMORROW'],
  ['dispute', { amount_in_cents: 500, reason: null }, 'amount $5.00, reason none'],
  ['is_open', true, 'true'],
])('%s of %j is written without JSON', (name, value, words) => {
  expect(wordsOf(name, value)).toBe(words)
})
