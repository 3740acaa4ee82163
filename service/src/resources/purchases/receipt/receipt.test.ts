import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { statusEntry } from '../../../kernel/activity.ts'
import type { Id } from '../../../kernel/ids.ts'
import { cents } from '../../../kernel/money.ts'
import type { Item, Purchase } from '../model.ts'
import { receiptOf } from './content.ts'
import { renderReceipt } from './pdf.ts'

const paidAt = new Date('2026-11-15T01:12:00.000Z')

const purchase = (items: readonly Item[], more: Partial<Purchase> = {}): Purchase => ({
  id: 'pch_01kk3v9x2qf8m6t4w0c5n7d1ha' as Id<'purchase'>,
  buyer: 'buy_1',
  status: 'completed',
  charge: 'settled',
  refund: 'none',
  items,
  total_in_cents: cents(items.reduce((sum, item) => sum + item.amount_in_cents * item.quantity, 0)),
  fee_in_cents: cents(1),
  auto_refund_on_fraud: false,
  attempt: 1,
  card_token: 'card',
  card_brand: 'AMERICAN_EXPRESS',
  card_last_four: '0005',
  charge_reference: 'charge',
  commit_request: null,
  due_at: null,
  call_at: null,
  leased_until: null,
  paid_at: paidAt,
  activity: [statusEntry('pending', 'Paid', paidAt)],
  user_data: null,
  created_at: paidAt,
  updated_at: paidAt,
  ...more,
})

const bob = { first_name: 'Bob', last_name: 'Bobson', email: 'bob@example.com' }
const ticket = { name: 'Concert ticket', description: 'Row 5, seat 12', amount_in_cents: 4_500, quantity: 2 }
const discount = { name: 'Early bird', amount_in_cents: -1_000, quantity: 1 }

async function pagesOf(of: Purchase, enterprise = 'Acme', buyer: Parameters<typeof receiptOf>[2] = bob) {
  const pdf = await renderReceipt(receiptOf(of, enterprise, buyer))
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })
  return text.map((page) => page.split('\n').map((line) => line.trim()))
}

/** Extraction leaves a control character where a font joins letters by an empty glyph. */
const without = (text: string): string => text.replaceAll(/[\s\p{Cc}]/gu, '')

describe('a receipt', () => {
  it('says who sold what to whom, what it came to, by which card and when', async () => {
    expect(await pagesOf(purchase([ticket, discount]))).toEqual([
      [
        'Acme',
        'Receipt',
        'Receipt number pch_01kk3v9x2qf8m6t4w0c5n7d1ha',
        'Date November 15, 2026 at 1:12 AM UTC',
        'Paid with American Express ending in 0005',
        'Sold to',
        'Bob Bobson',
        'bob@example.com',
        'Item Quantity Each Amount',
        'Concert ticket 2 $45.00 $90.00',
        'Row 5, seat 12',
        'Early bird 1 -$10.00 -$10.00',
        'Subtotal $90.00',
        'Discounts -$10.00',
        'Total paid $80.00',
        'Receipt pch_01kk3v9x2qf8m6t4w0c5n7d1ha Page 1 of 1',
      ],
    ])
  })

  it.each([
    ['refunded', 'returned', ['refunded'], 'Refunded on November 15, 2026 at 2:00 AM UTC'],
    // The network processes a refund a minute later, which is not when it was made.
    ['reversed', 'returned', ['refunded', 'reversed'], 'Refunded on November 15, 2026 at 2:00 AM UTC'],
    ['canceled', 'voided', ['canceled', 'canceled'], 'Canceled on November 15, 2026 at 2:00 AM UTC'],
    ['error', 'voided', ['error'], 'Not collected on November 15, 2026 at 2:00 AM UTC'],
  ] as const)('of a %s purchase says so, and since when', async (status, charge, statuses, mark) => {
    const activity = statuses.map((one, minute) =>
      statusEntry(one, 'Happened', new Date(`2026-11-15T02:0${minute}:00.000Z`)),
    )
    const [page] = await pagesOf(purchase([ticket], { status, charge, activity }))
    expect(page?.slice(0, 3)).toEqual(['Acme', 'Receipt', mark])
  })

  it('of a charge that failed claims no payment', async () => {
    const [page] = await pagesOf(purchase([ticket], { status: 'error', charge: 'voided' }))
    expect(page?.join('\n')).not.toMatch(/paid/i)
    expect(page).toContain('Card American Express ending in 0005')
    expect(page).toContain('Total $90.00')
  })

  it.each([
    ['reversed', []],
    ['reversed', [statusEntry('reversed', 'Refund processed', new Date('2026-11-15T01:30:00.000Z'))]],
    ['canceled', [statusEntry('canceled', 'Canceled', new Date('2026-11-15T01:30:00.000Z'))]],
  ] as const)('of a %s purchase that was charged back says so, whatever came before', async (status, before) => {
    const at = new Date('2026-11-15T02:00:00.000Z')
    const activity = [...before, statusEntry(status, 'Reversed by a chargeback', at, 'chargeback')]
    const [page] = await pagesOf(purchase([ticket], { status, charge: 'returned', activity }))
    expect(page?.[2]).toBe('Charged back on November 15, 2026 at 2:00 AM UTC')
  })

  it('of a refund that failed is that of a paid purchase', async () => {
    const [page] = await pagesOf(purchase([ticket], { status: 'refunded', refund: 'failed' }))
    expect(page?.join('\n')).not.toContain('Refunded')
  })

  it('breaks a hundred items over pages, each with the heads of its columns and its number', async () => {
    const items = Array.from({ length: 100 }, (_, nth) => ({ ...ticket, name: `Item ${nth + 1}` }))
    const pages = await pagesOf(purchase(items))
    expect(pages.length).toBeGreaterThan(2)
    for (const [nth, page] of pages.entries()) {
      expect(page).toContain('Item Quantity Each Amount')
      expect(page.at(-1)).toContain(`Page ${nth + 1} of ${pages.length}`)
    }
    const lines = pages.flat()
    for (const { name } of items) expect(lines).toContain(`${name} 2 $45.00 $90.00`)
    expect(lines).toContain('Total paid $9,000.00')
  })

  it('breaks a name without a space, and loses none of it', async () => {
    const name = 'Wo'.repeat(127)
    const [page] = await pagesOf(purchase([{ ...ticket, name }]))
    expect(without(page?.join('') ?? '')).toContain(without(name.slice(0, 20)))
    expect((page?.join('').match(/Wo/g) ?? []).length).toBe(127)
  })

  it.each([
    ['Latin', 'Żółć Ærøskøbing Nguyễn'],
    ['Greek', 'Ελληνική Ονομασία'],
    ['Cyrillic', 'Україна Россия'],
    ['Chinese', '山田太郎'],
    ['Japanese', 'さくら カタカナ'],
    ['Korean', '김철수'],
    ['Thai', 'สมชาย'],
    ['Georgian', 'ქართული'],
    ['Hebrew', 'שלום כהן'],
    ['Arabic', 'محمد علي'],
    ['Devanagari', 'अनिल'],
  ])('writes a name in %s', async (script, name) => {
    const lines = (await pagesOf(purchase([ticket]), name, { ...bob, first_name: name, last_name: null })).flat()
    // Extraction gives back letters in the order they stand on the page, which is
    // not that of reading in every script: of those, each letter is looked for.
    const asLetters = ['Hebrew', 'Arabic', 'Devanagari'].includes(script)
    const page = without(lines.join('')).normalize('NFKC')
    for (const word of asLetters ? without(name) : [without(name)]) expect(page).toContain(word.normalize('NFKC'))
    expect(lines.join('')).not.toContain('\u{fffd}')
  })

  it('marks what no font has, and writes no control characters', async () => {
    const [page] = await pagesOf(purchase([{ ...ticket, name: 'Party\u{7} 🎉\u{202e}now' }]))
    expect(page?.join('\n')).toContain('Party \u{fffd}now')
  })
})
