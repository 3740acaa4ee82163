import { ENVIRONMENTS } from '../kernel/environment.ts'
import { ledgerFigures } from '../ledger/index.ts'
import type { DueKind } from '../platform/due.ts'
import type { Figure, FigureSource } from '../platform/figures.ts'
import { postgresFigures } from '../platform/postgres-figures.ts'
import { bankFileFigures, reconciliationFigures } from '../resources/bank-files/index.ts'
import { messageFigures } from '../resources/messages/index.ts'
import { payoutFigures, returnsByCode } from '../resources/payouts/index.ts'
import { deliveryFigures } from '../resources/webhooks/index.ts'
import { stopFigures } from '../tenants/index.ts'

/** Counts that rooms keep in memory. */
export const TALLIES = [returnsByCode]

/** All metrics that are read from the database. */
export const figureSources = (due: () => readonly DueKind[]): readonly FigureSource[] => [
  payoutFigures,
  ledgerFigures,
  stopFigures,
  deliveryFigures,
  messageFigures,
  bankFileFigures,
  reconciliationFigures,
  overdueFigures(due),
  postgresFigures,
]

const OVERDUE = 'tributary_due_oldest_seconds'

/** How far the worker is behind: the row of each kind that was due first and has not been moved on. */
const overdueFigures = (due: () => readonly DueKind[]): FigureSource => ({
  name: 'due rows',
  families: {
    [OVERDUE]: {
      type: 'gauge',
      help: 'How long the oldest row that is due has waited for the worker, by kind of work.',
    },
  },
  async read(tx) {
    const figures: Figure[] = []
    for (const { name, overdue } of due()) {
      if (!overdue) continue
      const found = await overdue(tx)
      for (const environment of ENVIRONMENTS) {
        const value = found.find((row) => row.environment === environment)?.seconds ?? 0
        figures.push({ name: OVERDUE, labels: { environment, kind: name }, value })
      }
    }
    return figures
  },
})
