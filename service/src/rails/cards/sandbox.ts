import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../kernel/time.ts'
import { brandOf, faultsOf } from './number.ts'
import type { Brand, CardRail, ChargeOutcome, SavedCard } from './port.ts'

/** How a card behaves when it is used; the rest of a token is random. */
const BEHAVIOURS = ['approved', 'declined', 'nofunds', 'unsettled', 'unrefundable'] as const
type Behaviour = (typeof BEHAVIOURS)[number]

/** Test cards that do something else than being approved. */
const TEST_CARDS: Readonly<Record<string, Behaviour>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'nofunds',
  '4000000000000341': 'unsettled',
  '4000000000005126': 'unrefundable',
}

const DECLINES: Partial<Record<Behaviour, ChargeOutcome>> = {
  declined: { declined: { code: 'card_declined', message: 'the bank declined the charge' } },
  nofunds: { declined: { code: 'insufficient_funds', message: 'the card has insufficient funds' } },
}

/** As if their owner had migrated from another service. */
const INSTRUMENTS: Readonly<Record<string, Behaviour>> = {
  pi_sandbox_visa: 'approved',
  pi_sandbox_declined: 'declined',
}
const INSTRUMENT_YEARS = 3

const tokenOf = (behaviour: Behaviour): string => `card_${behaviour}_${randomUUID()}`

const behaviourOf = (text: string): Behaviour =>
  BEHAVIOURS.find((behaviour) => text.split('_')[1] === behaviour) ?? 'approved'

/**
 * A network without memory: what happens follows from the token alone, so that asking again with the same key has the
 * same outcome, in whatever process.
 */
export const sandboxCards: CardRail = {
  fields: { hostedBy: 'us' },

  async tokenize(card, now) {
    const faults = faultsOf(card, now)
    if (faults.length > 0) return { faults }
    const saved: SavedCard = {
      token: tokenOf(TEST_CARDS[card.number] ?? 'approved'),
      brand: brandOf(card.number) as Brand,
      lastFour: card.number.slice(-4),
      expirationMonth: card.expirationMonth,
      expirationYear: card.expirationYear,
    }
    return { saved }
  },

  async findInstrument(id, now) {
    const behaviour = Object.hasOwn(INSTRUMENTS, id) ? INSTRUMENTS[id] : undefined
    if (behaviour === undefined) return undefined
    const expirationYear = now.getUTCFullYear() + INSTRUMENT_YEARS
    const lastFour = behaviour === 'approved' ? '4242' : '0002'
    return { token: tokenOf(behaviour), brand: 'VISA', lastFour, expirationMonth: 12, expirationYear }
  },

  async authorizeAndCapture({ token, key }) {
    const behaviour = behaviourOf(token)
    return DECLINES[behaviour] ?? { approved: { reference: `charge_${behaviour}_${key}` } }
  },

  async lookup() {
    return undefined
  },

  async refund({ reference }) {
    return behaviourOf(reference) === 'unrefundable' ? { failed: "the buyer's bank did not take it" } : 'processed'
  },

  settlesAt: (after) => new Date((Math.floor(after.getTime() / HOUR_MS) + 1) * HOUR_MS),

  settlementFault: (reference) =>
    behaviourOf(reference) === 'unsettled' ? 'the network could not collect the money' : undefined,

  async readEvent() {
    return undefined
  },
}
