import type { CardRail, ChargeOutcome } from '../../service/src/rails/cards/port.ts'
import { sandboxCards } from '../../service/src/rails/cards/sandbox.ts'
import type { Network } from './model/cards.ts'

/** The sandbox's card network with a memory and a bad line to it. */
export interface FaultyNetwork {
  readonly cards: CardRail
  /** How the line is the next time this purchase is charged, and then the next time it is refunded. */
  fail(purchase: string, how: Network): void
  /** Charges and refunds that were made more than once. */
  readonly repeated: string[]
  readonly charged: () => number
}

export function faultyNetwork(): FaultyNetwork {
  const faults = new Map<string, Network>()
  const charges = new Map<string, ChargeOutcome>()
  const refunds = new Set<string>()
  const repeated: string[] = []

  /** Carries a request over the line: it may not arrive, or its answer may not. Each fault happens once. */
  async function carry<T>(key: string, request: () => Promise<T>): Promise<T> {
    const name = key.split('.')[1] as string
    const fault = faults.get(name)
    faults.delete(name)
    if (fault === 'unreached') throw new Error('the card network was not reached')
    const answer = await request()
    if (fault === 'lost') throw new Error('the answer of the card network was lost')
    return answer
  }

  const cards: CardRail = {
    ...sandboxCards,
    authorizeAndCapture: (order) =>
      carry(order.key, async () => {
        const outcome = await sandboxCards.authorizeAndCapture(order)
        if (charges.has(order.key)) repeated.push(order.key)
        charges.set(order.key, outcome)
        return outcome
      }),
    lookup: async (key) => charges.get(key),
    refund: (order) =>
      carry(order.key, async () => {
        refunds.add(order.key)
        return sandboxCards.refund(order)
      }),
  }
  return {
    cards,
    fail(purchase, how) {
      if (how === 'answers') faults.delete(purchase)
      else faults.set(purchase, how)
    },
    repeated,
    charged: () => charges.size,
  }
}
