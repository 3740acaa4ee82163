import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../kernel/time.ts'
import { brandOf, faultsOf } from './number.ts'
import { type Brand, type CardRail, type ChargeOutcome, type SavedCard, UnverifiedEvent } from './port.ts'

const BEHAVIOURS = ['approved', 'declined', 'nofunds', 'unsettled', 'unrefundable'] as const
type Behaviour = (typeof BEHAVIOURS)[number]

/** Test cards that are not simply approved. */
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

/** Instrument ids of cards that seem to be migrated from another service. */
const INSTRUMENTS: Readonly<Record<string, Behaviour>> = {
  pi_sandbox_visa: 'approved',
  pi_sandbox_declined: 'declined',
}
const INSTRUMENT_YEARS = 3

const EXPIRED: ChargeOutcome = { declined: { code: 'expired_card', message: 'the card has expired' } }

/** A month as a number, `202611`, that compares as months do. */
const monthOf = (year: number, month: number): number => year * 100 + month

type Expiry = Pick<SavedCard, 'expirationMonth' | 'expirationYear'>

const tokenOf = (behaviour: Behaviour, { expirationYear, expirationMonth }: Expiry): string =>
  `card_${behaviour}_${monthOf(expirationYear, expirationMonth)}_${randomUUID()}`

/** A card is valid to the end of its expiration month. Tokens of older versions hold no month and never expire. */
function hasExpired(token: string, at: Date): boolean {
  const last = /^[a-z]+_[a-z]+_(\d{6})_/.exec(token)?.[1]
  return last !== undefined && Number(last) < monthOf(at.getUTCFullYear(), at.getUTCMonth() + 1)
}

const behaviourOf = (text: string): Behaviour =>
  BEHAVIOURS.find((behaviour) => text.split('_')[1] === behaviour) ?? 'approved'

/**
 * A card network without state. The outcome follows from the order alone, so a second call with the same key has the
 * same outcome, in any process and at any time.
 */
export const sandboxCards: CardRail = {
  fields: { hostedBy: 'us' },

  async tokenize(card, now) {
    const faults = faultsOf(card, now)
    if (faults.length > 0) return { faults }
    const saved: SavedCard = {
      token: tokenOf(TEST_CARDS[card.number] ?? 'approved', card),
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
    const expiry = { expirationMonth: 12, expirationYear: now.getUTCFullYear() + INSTRUMENT_YEARS }
    const lastFour = behaviour === 'approved' ? '4242' : '0002'
    return { token: tokenOf(behaviour, expiry), brand: 'VISA', lastFour, ...expiry }
  },

  async authorizeAndCapture({ token, key, at }) {
    if (hasExpired(token, at)) return EXPIRED
    const behaviour = behaviourOf(token)
    return DECLINES[behaviour] ?? { approved: { reference: `charge_${behaviour}_${key}` } }
  },

  async lookup() {
    return undefined
  },

  async refund({ reference }) {
    return behaviourOf(reference) === 'unrefundable' ? { failed: "the buyer's bank did not accept it" } : 'processed'
  },

  settlesAt: (after) => new Date((Math.floor(after.getTime() / HOUR_MS) + 1) * HOUR_MS),

  settlementFault: (reference) =>
    behaviourOf(reference) === 'unsettled' ? 'the network could not collect the money' : undefined,

  /** The simulated network sends no events; `POST /sandbox/chargeback` and its kin stand for them. */
  async readEvent() {
    throw new UnverifiedEvent()
  },
}
