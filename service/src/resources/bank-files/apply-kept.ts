import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { PayoutDeps } from '../payouts/index.ts'
import { takeCredit } from './incoming.ts'
import type { Originator } from './model.ts'
import type { Settlement } from './received.ts'
import { giveBack, heldIn, returnIn } from './settle-received.ts'
import { findSent, findSentFor, lockKept, type NewReceived, type ReceivedKey, settleRow } from './store.ts'

export interface ApplyDeps extends PayoutDeps {
  /** Nothing while its settings are not complete; only credits need it. */
  readonly originator: Originator | undefined
  /** The payout that a return is of, where its trace number does not say. */
  readonly payout: string | undefined
}

/**
 * Books what was kept, by a person's choice: a return, whoever it says it answers to, or a credit that looks like one that
 * came before. What money cannot follow stays kept: another amount, a payout that is not `sent`, an unknown account.
 */
export async function applyKept(tx: Tx, bank: TenantId, key: ReceivedKey, deps: ApplyDeps): Promise<Settlement> {
  const row = await lockKept(tx, bank, key)
  if (!row) return { kept: 'nothing of that name waits; see `ach kept`' }
  const outcome = await choose(tx, bank, row, deps)
  if (!('kept' in outcome)) await settleRow(tx, bank, row, outcome)
  return outcome
}

async function choose(tx: Tx, bank: TenantId, row: NewReceived, deps: ApplyDeps): Promise<Settlement> {
  const { originator, payout, vault } = deps
  if (row.kind === 'return') {
    const held = heldIn(bank, row, vault)
    const trace = returnIn(held).originalTraceNumber
    const sent = payout === undefined ? await findSent(tx, bank, trace) : await findSentFor(tx, bank, payout)
    if (sent) return giveBack(tx, held, sent, deps)
    return { kept: payout === undefined ? `nothing was sent under ${trace}: name PAYOUT` : `no file carried ${payout}` }
  }
  if (row.kind !== 'credit') return { kept: `only a return or a credit can be applied, this is a ${row.kind}` }
  if (payout !== undefined) return { kept: 'a credit is of no payout' }
  if (!originator) return { kept: 'the settings of the bank are not complete; see `production check`' }
  return takeCredit(tx, bank, heldIn(bank, row, vault), row, { originator, vault, isChosen: true })
}
