import { Problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import { type Entry, isReturnedCredit } from '../../rails/ach/nacha/index.ts'
import { correctBankAccount } from '../account-connections/index.ts'
import { connectionOfPayout, type PayoutDeps, returnPayout } from '../payouts/index.ts'
import { correctionOf, wentTo } from './corrections.ts'
import { takeCredit } from './incoming.ts'
import type { Originator } from './model.ts'
import type { ReceivedEntry } from './received.ts'
import {
  findSent,
  lockReceived,
  type NewReceived,
  nextReceived,
  type ReceivedKey,
  type Sent,
  settleRow,
} from './store.ts'

export interface SettleDeps extends PayoutDeps {
  readonly originator: Originator
  readonly log: Logger
}

/** What became of an entry: what it came to, or why a person must look. */
type Outcome = { readonly about: string } | { readonly kept: string }

/** Does what each received entry asks for, in its own transaction, once. One that fails is tried again the next time. */
export async function settleReceived(database: Database, bank: TenantId, deps: SettleDeps): Promise<void> {
  let next = await nextReceived(database.sql, bank)
  while (next) {
    const { file, ordinal } = next
    try {
      await settleOne(database, bank, next, deps)
    } catch (error) {
      deps.log.error({ err: error, file, ordinal }, 'could not settle an ACH entry')
    }
    next = await nextReceived(database.sql, bank, next)
  }
}

function settleOne(database: Database, bank: TenantId, key: ReceivedKey, deps: SettleDeps): Promise<void> {
  return database.transaction(async (tx) => {
    const row = await lockReceived(tx, bank, key)
    // Another process was quicker.
    if (!row) return
    const outcome = await settle(tx, bank, row, deps)
    await settleRow(tx, bank, row, outcome)
    if ('kept' in outcome) deps.log.warn({ ...key, why: outcome.kept }, 'an ACH entry waits for a person')
  })
}

function settle(tx: Tx, bank: TenantId, row: NewReceived, deps: SettleDeps): Promise<Outcome> {
  const place = { tenant: bank, row: row.file, field: `entry ${row.ordinal}` }
  const held = JSON.parse(deps.vault.open(place, row.entry_sealed)) as ReceivedEntry
  switch (row.kind) {
    case 'return':
      return takeReturn(tx, bank, held, deps)
    case 'change':
      return takeChange(tx, bank, held, deps)
    case 'credit':
      return takeCredit(tx, bank, held, row, deps)
    default:
      return Promise.resolve({ kept: 'debits of our accounts are not honoured' })
  }
}

/** What we sent under a trace number, when the answer is to us and fits. */
async function sentUnder(
  tx: Tx,
  bank: TenantId,
  trace: string,
  { companyIdentification }: ReceivedEntry,
  { originator }: SettleDeps,
): Promise<Sent | { readonly kept: string }> {
  if (companyIdentification !== originator.companyIdentification.trim()) {
    return { kept: `it answers to another originator, ${companyIdentification}` }
  }
  return (await findSent(tx, bank, trace)) ?? { kept: `nothing was sent under the trace number ${trace}` }
}

async function takeReturn(tx: Tx, bank: TenantId, held: ReceivedEntry, deps: SettleDeps): Promise<Outcome> {
  const addenda = held.entry.addenda.find(({ type }) => type === '99') as Extract<
    Entry['addenda'][number],
    { type: '99' }
  >
  const { returnCode, originalTraceNumber } = addenda
  const sent = await sentUnder(tx, bank, originalTraceNumber, held, deps)
  if ('kept' in sent) return sent
  if (!isReturnedCredit(held.entry.transactionCode)) {
    return { kept: `the code ${held.entry.transactionCode} gives no credit back, as payout ${sent.payout} was` }
  }
  if (sent.amount !== held.entry.amount) {
    return { kept: `${held.entry.amount} cents came back for payout ${sent.payout} of ${sent.amount}` }
  }
  try {
    await returnPayout(tx, sent.owner, sent.payout, returnCode, deps)
    return { about: sent.payout }
  } catch (error) {
    if (error instanceof Problem) return { kept: `payout ${sent.payout}: ${error.message}` }
    throw error
  }
}

async function takeChange(tx: Tx, bank: TenantId, held: ReceivedEntry, deps: SettleDeps): Promise<Outcome> {
  const addenda = held.entry.addenda.find(({ type }) => type === '98') as Extract<
    Entry['addenda'][number],
    { type: '98' }
  >
  const { changeCode, originalTraceNumber, originalReceivingDfi, correctedData } = addenda
  const sent = await sentUnder(tx, bank, originalTraceNumber, held, deps)
  if ('kept' in sent) return sent
  const changes = correctionOf(changeCode, correctedData)
  if ('why' in changes) return { kept: changes.why }
  const connection = await connectionOfPayout(tx, sent.owner, sent.payout)
  const refused = await correctBankAccount(
    tx,
    sent.owner,
    connection,
    (bank) => (wentTo(held.entry, originalReceivingDfi, bank) ? changes : undefined),
    deps.vault,
  )
  return refused ? { kept: refused } : { about: connection }
}
