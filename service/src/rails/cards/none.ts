import { type CardRail, UnverifiedEvent } from './port.ts'

const NOT_SET_UP = 'no card processor is set up'

const unreachable = async (): Promise<never> => {
  throw new Error(`The card network cannot be asked: ${NOT_SET_UP}.`)
}

/**
 * Production without a card processor: no card can be saved, so no purchase can be paid. A charge or refund of a processor
 * that was set up before has no outcome here, and is asked for again once there is one.
 */
export const noCards: CardRail = {
  fields: { hostedBy: 'us' },
  tokenize: async () => ({
    faults: [{ param: 'number', code: 'not_accepted', message: `cannot be saved: ${NOT_SET_UP}` }],
  }),
  findInstrument: async () => undefined,
  authorizeAndCapture: unreachable,
  lookup: unreachable,
  refund: unreachable,
  settlesAt: (after) => after,
  settlementFault: () => undefined,
  async readEvent() {
    throw new UnverifiedEvent()
  },
}
