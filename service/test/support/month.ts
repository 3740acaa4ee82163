import { auditEverything } from '../../src/app/audit.ts'
import type { TenantId } from '../../src/kernel/ids.ts'
import {
  type BankingDate,
  bankingDate,
  bankingDayOf,
  isBankingDay,
  nextBankingDay,
} from '../../src/rails/ach/calendar.ts'
import { type Entry, writeAch } from '../../src/rails/ach/nacha/index.ts'
import { reconcile, setBalance } from '../../src/resources/bank-files/index.ts'
import { reconcileProcessor } from '../../src/resources/processor/index.ts'
import { operatingNumber } from '../../src/tenants/index.ts'
import {
  achConnection,
  creditEntry,
  incomingFile,
  PROCESSOR_COMPANY,
  type Producer,
  producer,
  startBank,
} from './bank.ts'
import { startTestProcessor } from './processor.ts'
import { bought } from './purchases.ts'
import type { RunningService } from './service.ts'
import type { LocalTransaction } from './stripe-books.ts'
import type { LocalStripe } from './stripe-server.ts'

/** Every banking day of November 2026: the 11th and the 26th are holidays. */
export const DAYS: readonly BankingDate[] = Array.from({ length: 30 }, (_, nth) =>
  bankingDate(`2026-11-${String(nth + 1).padStart(2, '0')}`),
).filter(isBankingDay)

export const FUNDS = 50_000_000
const OPENING = 1_000_000_000
/** The sender of the enterprises' own money. */
const PAYER = '9876543210'

export const short = (day: BankingDate): string => day.slice(2).replaceAll('-', '')

interface Sale {
  readonly of: Producer
  readonly id: string
  readonly amount: number
  readonly intent: string
}

export type Month = Awaited<ReturnType<typeof startMonth>>

/** A bank and a processor that keep books of their own, and the service between them. They share nothing but messages. */
export async function startMonth(running: RunningService, stripe: LocalStripe) {
  const { database } = running
  const enterprises = [await producer(running, 'Acme', FUNDS), await producer(running, 'Other', FUNDS)] as const
  const [acme, other] = enterprises
  const tenants = enterprises.map(({ tenant }) => tenant)
  const bank = await startBank(running)
  const processor = await startTestProcessor(running, stripe)
  const sales: Sale[] = []
  /** What the bank's files of a day add to its balance, and our files take from it when they settle. */
  const moves = new Map<string, number>()
  let balance = OPENING
  let serial = 0

  const month = {
    running,
    stripe,
    bank,
    acme,
    other,
    sales,
    get balance() {
      return balance
    },

    /** The clocks stand at a time of New York's; then the worker does all of its work. */
    async at(day: BankingDate, time: string): Promise<void> {
      const now = new Date(`${day}T${time}:00.200-05:00`)
      await bank.setClock(now.toISOString())
      stripe.books.now = () => now
      await bank.make()
      await bank.transmit()
      await bank.sweep(tenants)
      await processor.sweep(tenants)
      await bank.receive()
      await processor.read()
      await processor.settle()
      await processor.sweep(tenants)
    },

    async start(): Promise<void> {
      await month.at(bankingDate('2026-10-30'), '19:00')
      await database.transaction((tx) => setBalance(tx, bank.id, bankingDate('2026-10-30'), balance))
    },

    async sells(of: Producer, amount: number): Promise<Sale> {
      const { body: buyer } = await of.client.post('/buyer', { payment_instrument_id: 'pm_visa' })
      const { id } = await bought(of.client, buyer.id, amount)
      const intent = stripe.intents.at(-1)?.id as string
      const sale = { of, id, amount, intent }
      sales.push(sale)
      return sale
    },

    connect: (of: Producer): Promise<string> => achConnection(of.client),

    async pays(of: Producer, connection: string, amount: number): Promise<string> {
      const made = await of.client.post('/payout', { account_connection: connection, amount_in_cents: amount })
      if (made.status !== 201) throw new Error(made.text)
      return made.body.id
    },

    /** The bank takes our files; their entries settle on the day that each batch names. */
    async bankTakes(): Promise<void> {
      for (const { file } of await bank.files()) {
        for (const { header, entries } of file.batches) {
          const sum = entries.reduce((total, { amount }) => total + amount, 0)
          add(`20${header.effectiveEntryDate.replace(/(..)(..)(..)/, '$1-$2-$3')}`, -sum)
        }
      }
      await bank.take()
    },

    entryOf: async (payout: string): Promise<Entry> => {
      const found = (await bank.entries()).find((one) => payout.endsWith(one.individualIdentification))
      if (!found) throw new Error(`${payout} has not left`)
      return found
    },

    /** Money that the bank has, whether or not a file tells of it. */
    bankGets: (day: BankingDate, amount: number): void => add(day, amount),

    /** A file of credits. The bank has the money of each. */
    async bankCredits(day: BankingDate, name: string, credits: readonly (readonly [number: string, amount: number])[]) {
      const entries = credits.map(([number, amount]) => creditEntry(++serial, number, amount))
      for (const { amount } of entries) add(day, amount)
      const text = writeAch(incomingFile(entries, PAYER, 'PPD', short(day)))
      await bank.put(name, text)
      return { entries, text }
    },

    payoutFile: (day: BankingDate, amount: number): string =>
      writeAch(
        incomingFile(
          [creditEntry(++serial, operatingNumber(acme.tenant), amount)],
          PROCESSOR_COMPANY,
          'CCD',
          short(day),
        ),
      ),

    /** A report of the processor, signed; the books of the processor have it too. */
    async tells(type: string, object: object): Promise<void> {
      const { body, headers } = stripe.event(type, object)
      const url = `${running.roots.production}/card-network/events`
      const all = { 'content-type': 'application/json', ...headers }
      const answer = await fetch(url, { method: 'POST', headers: all, body })
      if (answer.status !== 200) throw new Error(`${type} was answered ${answer.status}`)
    },

    disputeOf: ({ intent, amount }: Sale, id: string, part = amount) => ({
      id,
      object: 'dispute',
      payment_intent: intent,
      status: 'needs_response',
      amount: part,
      reason: 'fraudulent',
      evidence_details: { due_by: null },
    }),

    /** The bank's balance at the end of the day, as it tells it. */
    async closes(day: BankingDate): Promise<void> {
      balance += moves.get(day) ?? 0
      await database.transaction((tx) => setBalance(tx, bank.id, day, balance))
    },

    /** Everything on which bank, processor and books differ, one line each. */
    async differences(day: BankingDate): Promise<string[]> {
      const found = await reconcile(database.sql, bank.id, day)
      const cards = await reconcileProcessor(database.sql, bank.id, day)
      const gap = (who: string, one: { moved: number; expected: number } | undefined) =>
        one === undefined || one.moved === one.expected ? [] : [`${who}'s balance ${one.moved - one.expected}`]
      return [
        ...found.differences.filter(({ resolved }) => !resolved).map(lineOf('bank')),
        ...gap('bank', found.balance),
        ...(cards?.differences ?? []).map(lineOf('processor')),
        ...gap('processor', cards?.balance),
      ]
    },

    /** The processor's own figures of a banking day, in its own words. */
    processorSays(day: BankingDate): Record<string, number> {
      const sums: Record<string, number> = {}
      for (const one of stripe.books.transactions.filter(({ created }) => dayOf(created) === day)) {
        const kind = WORDS[one.reporting_category] ?? one.reporting_category
        sums[kind] = (sums[kind] ?? 0) + one.amount
        if (one.fee !== 0) sums.fee = (sums.fee ?? 0) - one.fee
      }
      return sums
    },

    async booksSay(day: BankingDate): Promise<{ said: Record<string, number>; posted: Record<string, number> }> {
      const sums = (await reconcileProcessor(database.sql, bank.id, day))?.sums ?? []
      const of = (figure: 'said' | 'posted') => Object.fromEntries(sums.map((one) => [one.movement, one[figure]]))
      return { said: of('said'), posted: of('posted') }
    },

    /** Debits less credits of these accounts, in the bank's book or in those of the enterprises. */
    async held(code: string, books: readonly TenantId[] = [bank.id]): Promise<number> {
      const [row] = await database.sql<{ held: number }[]>`
        select coalesce(sum(debits - credits), 0)::bigint as held from ledger_accounts
        where tenant_id = any(${[...books]}::int[]) and code = ${code}`
      return row?.held ?? 0
    },
    tenants,

    processorHolds: (): number => stripe.books.transactions.reduce((sum, { net }) => sum + net, 0),

    audit: () => auditEverything(database),

    /** The processor pays out what is available, to arrive on the next banking day. */
    processorPaysOut: (day: BankingDate) => stripe.books.payOut(nextBankingDay(day)),
  }

  function add(day: string, amount: number): void {
    moves.set(day, (moves.get(day) ?? 0) + amount)
  }

  await month.start()
  return month
}

const WORDS: Readonly<Record<LocalTransaction['reporting_category'], string>> = { charge: 'sale' }
const dayOf = (seconds: number): BankingDate => bankingDayOf(new Date(seconds * 1_000))

const lineOf =
  (who: string) =>
  ({ kind, said, posted }: { readonly kind: string; readonly said: number; readonly posted: number }): string =>
    `${who}: ${kind}, ${said} said, ${posted} booked`
