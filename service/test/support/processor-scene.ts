import { expect } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import { bankingDayOf } from '../../src/rails/ach/calendar.ts'
import { processorAgrees, reconcileProcessor } from '../../src/resources/processor/index.ts'
import { producer, startBank } from './bank.ts'
import { balances } from './payouts.ts'
import { startTestProcessor } from './processor.ts'
import { bought } from './purchases.ts'
import { startService } from './service.ts'
import { startStripe, stripeSettings } from './stripe-server.ts'

export const FUNDS = 1_000_000
export const TOTAL = 10_000
const START = Date.parse('2026-11-02T14:00:00Z')

export type ProcessorScene = Awaited<ReturnType<typeof startProcessorScene>>

/** A card processor, our bank and an enterprise that sells, with one clock that is moved by hand. */
export async function startProcessorScene() {
  const stripe = await startStripe()
  const running = await startService(stripeSettings(stripe), undefined, { role: 'api' })
  const acme = await producer(running, 'Acme', FUNDS)
  const bank = await startBank(running)
  const processor = await startTestProcessor(running, stripe)
  let hours = 0
  const clock = () => new Date(START + hours * 3_600_000)
  const day = () => reconcileProcessor(running.database.sql, bank.id, bankingDayOf(clock()))
  const scene = {
    stripe,
    running,
    acme,
    bank,
    processor,
    /** The clock of production and of the processor; each test begins a day of its own, so that it has its own figures. */
    clock,
    async passes(more: number): Promise<void> {
      hours += more
      await bank.setClock(clock().toISOString())
      stripe.books.now = clock
      await processor.sweep([acme.tenant])
    },
    async follow(): Promise<void> {
      await processor.read()
      await processor.settle()
    },
    async buys(amount = TOTAL): Promise<string> {
      const { body: buyer } = await acme.client.post('/buyer', { payment_instrument_id: 'pm_visa' })
      return (await bought(acme.client, buyer.id, amount)).id
    },
    operating: async () => (await balances(acme.client)).operating,
    async account(code: string): Promise<number> {
      const [row] = await running.database.sql<{ balance: number }[]>`
        select debits - credits as balance from ledger_accounts where tenant_id = ${bank.id} and code = ${code}`
      return row?.balance ?? 0
    },
    day,
    async agreesNow(): Promise<void> {
      const found = await day()
      expect(found?.differences).toEqual([])
      expect(processorAgrees(found), JSON.stringify(found)).toBe(true)
      expect(await auditEverything(running.database)).toEqual([])
    },
  }
  await scene.passes(0)
  return scene
}
