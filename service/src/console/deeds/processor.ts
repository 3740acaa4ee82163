import type { Cents } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import { bookKept, type Decision, listKeptMovements } from '../../resources/processor/index.ts'
import { productionBank } from '../../tenants/index.ts'
import { deed } from './deed.ts'

export interface MovementBooking {
  /** The processor's id of the movement, or the bank's of a credit. */
  readonly id: string
  readonly as: Decision
}

const keptOf = async (tx: Tx, id: string) =>
  (await listKeptMovements(tx, await productionBank(tx))).find((one) => one.id === id)

/** Books a movement at the card processor, or a credit from it, that belongs to no purchase. */
export const bookMovement = deed({
  action: 'processor.book',
  needs: 'bank.book',
  async fourEyes(tx, { id, as }: MovementBooking) {
    const kept = await keptOf(tx, id)
    return {
      deed: 'bank_entry',
      subject: id,
      amount: kept ? (Math.abs(kept.amount_in_cents) as Cents) : null,
      description: `Book as ${as} at the card processor: ${kept?.category ?? 'nothing'} ${id}`,
    }
  },
  async act(tx, { id, as }: MovementBooking) {
    const kept = await keptOf(tx, id)
    await bookKept(tx, await productionBank(tx), id, as)
    return {
      answer: { booked: id },
      subject: id,
      details: { as, kind: kept?.category, amount_in_cents: kept?.amount_in_cents, why: kept?.why },
    }
  },
})
