/** The test cards, and what each does. */
export const CARDS = {
  good: { number: '4242424242424242', brand: 'VISA', decline: undefined },
  amex: { number: '378282246310005', brand: 'AMERICAN_EXPRESS', decline: undefined },
  declined: {
    number: '4000000000000002',
    brand: 'VISA',
    decline: { code: 'card_declined', why: 'the bank declined the charge' },
  },
  noFunds: {
    number: '4000000000009995',
    brand: 'VISA',
    decline: { code: 'insufficient_funds', why: 'the card has insufficient funds' },
  },
  unsettled: { number: '4000000000000341', brand: 'VISA', decline: undefined },
  unrefundable: { number: '4000000000005126', brand: 'VISA', decline: undefined },
} as const
export type Card = keyof typeof CARDS

/** What the network does when it is asked: answers, never hears of it, or does it and the answer is lost. */
export type Network = 'answers' | 'unreached' | 'lost'
