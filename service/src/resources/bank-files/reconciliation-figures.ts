import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { FigureSource } from '../../platform/figures.ts'
import { bankingDayOf, previousBankingDay } from '../../rails/ach/calendar.ts'
import { productionBank, tenantNow } from '../../tenants/index.ts'
import { reconcileProcessor } from '../processor/index.ts'
import { hasFiles } from './figures.store.ts'
import { reconcile } from './reconciliation.ts'

const PRODUCTION = { environment: 'production' }

/** The last banking day that is over, compared as `reconcile` does. It reads all ACH transfers, so it is done seldom. */
export const reconciliationFigures: FigureSource = {
  name: 'reconciliation',
  freshMs: 6 * HOUR_MS,
  timeoutMs: MINUTE_MS,
  families: {
    tributary_reconciliation_differences: {
      type: 'gauge',
      help: 'Entries and movements of the last banking day on which bank, card processor and books differ and that nobody has resolved.',
    },
    tributary_reconciliation_difference_cents: {
      type: 'gauge',
      help: 'Sum of those differences, and of what the balances of bank and processor moved by themselves.',
    },
  },
  async read(tx) {
    if (!(await hasFiles(tx))) return []
    const bank = await productionBank(tx)
    const day = previousBankingDay(bankingDayOf(await tenantNow(tx, bank)))
    const { differences, balance } = await reconcile(tx, bank, day)
    const processor = await reconcileProcessor(tx, bank, day)
    const open = [...differences.filter(({ resolved }) => !resolved), ...(processor?.differences ?? [])]
    const ofEntries = open.reduce((sum, { said, posted }) => sum + Math.abs(said - posted), 0)
    const moved = [balance, processor?.balance].flatMap((one) => one ?? [])
    const ofBalance = moved.reduce((sum, one) => sum + Math.abs(one.moved - one.expected), 0)
    return [
      { name: 'tributary_reconciliation_differences', labels: PRODUCTION, value: open.length },
      { name: 'tributary_reconciliation_difference_cents', labels: PRODUCTION, value: ofEntries + ofBalance },
    ]
  },
}
