import { expect, it } from 'vitest'
import { RefusedInstrument } from '../../rails/cards/port.ts'
import { sandboxCards } from '../../rails/cards/sandbox.ts'
import { requireInstrument } from './commands.ts'

it.each(['payment_instrument_id', 'instrument'])(
  'an instrument that the bank refuses is a fault of `%s`',
  async (param) => {
    const refusing = { ...sandboxCards, findInstrument: () => Promise.reject(new RefusedInstrument('it was stolen')) }
    await expect(requireInstrument(refusing, param, 'pm_1', new Date())).rejects.toMatchObject({
      status: 400,
      message: `\`${param}\` was declined: it was stolen.`,
      details: { errors: [{ param, code: 'card_declined' }] },
    })
  },
)
