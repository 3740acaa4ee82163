import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { PayoutDeps } from '../payouts/index.ts'
import type { Originator } from './model.ts'
import { type ProcessorDeps, takeAnyCredit } from './processor-credit.ts'
import type { Settlement } from './received.ts'
import { giveBack, heldIn, returnIn } from './settle-received.ts'
import { findSent, findSentFor, lockKept, type NewReceived, type ReceivedKey, settleRow } from './store.ts'

export interface ApplyDeps extends PayoutDeps, ProcessorDeps {
  /** Undefined while the bank's settings are incomplete; only credits need it. */
  readonly originator: Originator | undefined
  /** The payout that comes back, where the trace number of the return does not say. */
  readonly payout: string | undefined
}

/**
 * Books an entry that waited for a person, who has decided: a return, even one addressed to another originator, or a
 * credit that looks like an earlier one. An entry that no booking fits goes on waiting: another amount, a payout that is
 * not `sent`, an unknown account.
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
  const credit = { originator, vault, processorCompanyIds: deps.processorCompanyIds, isChosen: true }
  return takeAnyCredit(tx, bank, heldIn(bank, row, vault), row, credit)
}
