import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { lockAccounts, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import { receiveAchDeposit } from '../contracts/index.ts'
import { moneyTransfers } from './postings.ts'
import { DUE_CREDITS, type IncomingCredit, lockDueCredits, markAvailable } from './store.ts'

/** Credits become available on their settlement dates. The tenant is the bank that received them. */
export const incomingDue: DueKind = {
  name: 'incoming credits',
  stepMs: () => DAY_MS,
  ...dueQueries(DUE_CREDITS),
  async run(tx, bank, until, limit) {
    const due = await lockDueCredits(tx, bank, until, limit)
    for (const credit of due) await release(tx, bank, credit)
    await markAvailable(tx, bank, due)
    return due.length
  },
}

async function release(tx: Tx, bank: TenantId, credit: IncomingCredit): Promise<void> {
  const { source_id: sourceId, owner, creator_id, deposit_source, amount_in_cents, due_at: at } = credit
  const amount = cents(amount_in_cents)
  if (owner !== null) {
    await lockAccounts(tx, owner, ['operating', 'incoming'])
    const account = { owner }
    await post(tx, owner, moneyTransfers({ event: 'credit on its date', sourceId, account, amount, at }).tenant)
    return
  }
  if (creator_id === null) throw new Error(`the credit ${sourceId} is for nobody`)
  const source = deposit_source ?? undefined
  await receiveAchDeposit(tx, { bank, creator: creator_id, amount, source, sourceId, hasWaited: true })
}
