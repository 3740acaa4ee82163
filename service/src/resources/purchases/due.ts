import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { callsDue } from './calls.ts'
import type { PurchaseDeps } from './current.ts'
import { refundCallsDue } from './refunds/calls.ts'
import { duePurchases, lockDuePurchases, PURCHASES } from './store.ts'
import { dueTransition } from './transition.ts'

/**
 * `stepMs` is the time before a step makes another one due. A purchase settles on the full hour, which may be a moment
 * after it was collected. Collection moves no money, so a minute's purchases may be collected before others settle.
 */
const STEPS = [
  { status: 'pending', stepMs: MINUTE_MS },
  { status: 'settling', stepMs: HOUR_MS },
  { status: 'refunded', stepMs: HOUR_MS },
] as const

/** The due steps of purchases: they are collected, they settle, refunds are sent. */
export const purchasesDue = (deps: PurchaseDeps): DueKind[] => [
  callsDue(deps),
  refundCallsDue(deps),
  ...purchaseSteps(deps),
]

/** The steps without calls to the network, for requests that only read. */
export const purchaseSteps = (deps: PurchaseDeps): DueKind[] =>
  STEPS.map(
    ({ status, stepMs }): DueKind => ({
      name: `purchases ${status}`,
      stepMs: () => stepMs,
      ...dueQueries(duePurchases(status)),
      async run(tx, tenant, until, limit) {
        const purchases = await lockDuePurchases(tx, tenant, status, until, limit)
        if (purchases.length === 0) return 0
        const { environment } = await readPurchaseTerms(tx, tenant)
        await applyTransitions(
          tx,
          PURCHASES,
          purchases.map((purchase) => dueTransition(purchase, deps.cards[environment])),
          { tenant },
        )
        return purchases.length
      },
    }),
  )
