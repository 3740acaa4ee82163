import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cents, dollars } from '../../src/kernel/money.ts'
import { BANK_ACCOUNTS, PROCESSOR_ACCOUNTS, TENANT_ACCOUNTS } from '../../src/ledger/chart.ts'
import type { Posting } from '../../src/ledger/posting.ts'
import { CONTRACT_STATES } from '../../src/resources/contracts/model.ts'
import { DEPOSIT_POSTINGS } from '../../src/resources/contracts/postings.ts'
import { percentOf, type SplitTerms } from '../../src/resources/contracts/split.ts'
import { ACCOUNT_STATES } from '../../src/resources/creator-withdrawals/model.ts'
import { CREATOR_WITHDRAWAL_POSTINGS } from '../../src/resources/creator-withdrawals/postings.ts'
import { INCOMING_POSTINGS } from '../../src/resources/incoming-money/postings.ts'
import { P2P_STATES } from '../../src/resources/p2p/model.ts'
import { P2P_POSTINGS } from '../../src/resources/p2p/postings.ts'
import { PAYOUT_STATES } from '../../src/resources/payouts/model.ts'
import { PAYOUT_POSTINGS } from '../../src/resources/payouts/postings.ts'
import { ARRIVAL_STATES, TRANSACTION_STATES } from '../../src/resources/processor/model.ts'
import {
  ARRIVAL_POSTINGS,
  FEE_POSTINGS,
  LATE_PAYOUT_POSTINGS,
  MOVEMENT_POSTINGS,
} from '../../src/resources/processor/postings.ts'
import { DISPUTE_STATES } from '../../src/resources/purchases/disputes/model.ts'
import { CHARGE_STATES, PURCHASE_STATES } from '../../src/resources/purchases/model.ts'
import { PURCHASE_POSTINGS } from '../../src/resources/purchases/postings.ts'
import { REFUND_STATES } from '../../src/resources/purchases/refunds/model.ts'
import { WITHDRAWAL_STATES } from '../../src/resources/withdrawals/model.ts'
import { WITHDRAWAL_POSTINGS } from '../../src/resources/withdrawals/postings.ts'
import { SPLIT_CASES } from '../support/split-cases.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row)].join('\n')

const accounts = (book: string, chart: Record<string, { guarded: boolean; holds: string }>): string[][] =>
  Object.entries(chart).map(([code, { guarded, holds }]) => [book, `\`${code}\``, guarded ? 'yes' : 'no', holds])

const states = (machine: Record<string, Record<string, string>>): string =>
  table(
    ['from', 'event', 'to'],
    Object.entries(machine).flatMap(([from, events]) => Object.entries(events).map(([event, to]) => [from, event, to])),
  )

/** Amounts that can be zero; a transfer of nothing is not posted. */
const CAN_BE_ZERO = [
  'final fee',
  'over-estimated fee',
  'fee',
  'net',
  'amount, as far as operating reaches',
  'amount, as far as the account reaches',
  'the rest',
]

const when = (amount: string, ...conditions: (string | undefined)[]): string =>
  [...conditions, CAN_BE_ZERO.includes(amount) ? 'unless zero' : undefined].filter(Boolean).join(', ') || 'always'

const money = (amount: number): string => dollars(cents(amount)).slice(1)

const inWords = (terms: SplitTerms): string =>
  [
    terms.split_ppm === null
      ? `${money(terms.split_fixed_amount_in_cents ?? 0)} fixed`
      : `${percentOf(terms.split_ppm)} %`,
    ...(terms.deposit_minimum_in_cents > 0 ? [`from ${money(terms.deposit_minimum_in_cents)}`] : []),
    ...(terms.deposit_maximum_in_cents === null ? [] : [`up to ${money(terms.deposit_maximum_in_cents)}`]),
    ...(terms.split_amount_max_in_cents === null ? [] : [`at most ${money(terms.split_amount_max_in_cents)}`]),
  ].join(' ')

const plainRow = ({ event, book, kind, debit, credit, amount }: Posting<string, string, string>): string[] => [
  event,
  book,
  `\`${kind}\``,
  debit,
  credit,
  amount,
]

const SECTIONS = {
  accounts: table(
    ['book', 'account', 'guarded', 'holds'],
    [
      ...accounts('tenant', TENANT_ACCOUNTS),
      ...accounts('bank', BANK_ACCOUNTS),
      ...accounts('bank', PROCESSOR_ACCOUNTS),
    ],
  ),
  payouts: table(
    ['event', 'when', 'book', 'kind', 'debit', 'credit', 'amount'],
    PAYOUT_POSTINGS.map((posting) => [
      posting.event,
      when(posting.amount, posting.from, posting.types?.join(', ')),
      posting.book,
      `\`${posting.kind}\``,
      posting.debit,
      posting.credit,
      posting.amount,
    ]),
  ),
  states: states(PAYOUT_STATES),
  withdrawals: table(['event', 'book', 'kind', 'debit', 'credit', 'amount'], WITHDRAWAL_POSTINGS.map(plainRow)),
  'withdrawal states': states(WITHDRAWAL_STATES),
  'creator withdrawals': table(
    ['event', 'book', 'kind', 'debit', 'credit', 'amount'],
    CREATOR_WITHDRAWAL_POSTINGS.map(plainRow),
  ),
  'bank account states': states(ACCOUNT_STATES),
  purchases: table(
    ['event of the charge', 'from', 'source', 'when', 'kind', 'debit', 'credit', 'amount'],
    PURCHASE_POSTINGS.map((posting) => [
      posting.event,
      posting.from.join(', '),
      posting.source,
      when(posting.amount),
      `\`${posting.kind}\``,
      posting.debit,
      posting.credit,
      posting.amount,
    ]),
  ),
  'purchase states': states(PURCHASE_STATES),
  'charge states': states(CHARGE_STATES),
  'refund states': states(REFUND_STATES),
  'dispute states': states(DISPUTE_STATES),
  'processor movements': table(
    ['movement', 'kind', 'debit', 'credit', 'amount'],
    [...MOVEMENT_POSTINGS, ...FEE_POSTINGS].map(({ event, kind, debit, credit, amount }) => [
      event,
      `\`${kind}\``,
      debit,
      credit,
      amount,
    ]),
  ),
  'processor credits': table(
    ['event', 'as', 'kind', 'debit', 'credit', 'amount'],
    ARRIVAL_POSTINGS.map(({ event, decision = '', kind, debit, credit, amount }) => [
      event,
      decision,
      `\`${kind}\``,
      debit,
      credit,
      amount,
    ]),
  ),
  'processor payouts': table(
    ['event', 'as', 'kind', 'debit', 'credit', 'amount'],
    LATE_PAYOUT_POSTINGS.map(({ event, decision, kind, debit, credit, amount }) => [
      event,
      decision,
      `\`${kind}\``,
      debit,
      credit,
      amount,
    ]),
  ),
  'processor movement states': states(TRANSACTION_STATES),
  'processor credit states': states(ARRIVAL_STATES),
  p2p: table(['event', 'book', 'kind', 'debit', 'credit', 'amount'], P2P_POSTINGS.map(plainRow)),
  'p2p states': states(P2P_STATES),
  deposits: table(['moment', 'book', 'kind', 'debit', 'credit', 'amount'], DEPOSIT_POSTINGS.map(plainRow)),
  splits: table(
    ['case', 'deposit', 'contracts, in the order of creation', 'shares'],
    SPLIT_CASES.map(({ what, deposit, contracts, shares }) => [
      what,
      money(deposit),
      contracts.map(inWords).join('; '),
      shares.map(money).join('; '),
    ]),
  ),
  'contract states': states(CONTRACT_STATES),
  'incoming money': table(
    ['moment', 'when', 'book', 'kind', 'debit', 'credit', 'amount'],
    INCOMING_POSTINGS.map(({ event, book, kind, debit, credit, amount }) => [
      event,
      when(amount),
      book,
      `\`${kind}\``,
      debit,
      credit,
      amount,
    ]),
  ),
}

it.each(Object.entries(SECTIONS))('docs/ledger.md shows the %s as the code has them', async (name, text) => {
  const path = join(import.meta.dirname, '../../../docs/ledger.md')
  const wanted = `<!-- ${name} -->\n${text}\n<!-- /${name} -->`
  expect(await readFile(path, 'utf8')).toContain(wanted)
})

it('docs/ledger.md has its recipes below “Recipes”, and every heading stands alone', async () => {
  const lines = (await readFile(join(import.meta.dirname, '../../../docs/ledger.md'), 'utf8')).split('\n')
  const chapterOf = new Map<string, string>()
  let chapter = ''
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('#')) continue
    expect([line, lines[index - 1] ?? '', lines[index + 1]]).toEqual([line, '', ''])
    if (line.startsWith('## ')) chapter = line
    if (line.startsWith('### ')) chapterOf.set(line, chapter)
  }
  expect(Object.fromEntries(chapterOf)).toEqual({
    '### Payouts': '## Recipes',
    '### Withdrawals': '## Recipes',
    '### Withdrawals of creators': '## Recipes',
    '### Purchases': '## Recipes',
    '### The card processor': '## Recipes',
    '### P2P payments': '## Recipes',
    '### Money that comes in, and money that is taken back': '## Recipes',
    '### Deposits and splits': '## Recipes',
  })
})
