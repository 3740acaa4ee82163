import { Problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import { type Entry, isReturnedCredit } from '../../rails/ach/nacha/index.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { returnCreatorWithdrawal } from '../creator-withdrawals/index.ts'
import { type PayoutDeps, returnPayout, suspendPrenoted } from '../payouts/index.ts'
import { returnWithdrawal } from '../withdrawals/index.ts'
import { CORRECT } from './correct-paid.ts'
import { correctionOf, wentTo } from './corrections.ts'
import type { Originator } from './model.ts'
import { type ProcessorDeps, takeAnyCredit } from './processor-credit.ts'
import type { ReceivedEntry, Settlement } from './received.ts'
import { kindOfSent, type SentKind } from './sent.ts'
import {
  findSent,
  lockReceived,
  type NewReceived,
  nextReceived,
  type ReceivedKey,
  type Sent,
  settleRow,
} from './store.ts'

export interface SettleDeps extends PayoutDeps, ProcessorDeps {
  readonly originator: Originator
  readonly log: Logger
}

/** Settles each received entry once, in a transaction of its own. One that fails is tried again in the next round. */
export async function settleReceived(database: Database, bank: TenantId, deps: SettleDeps): Promise<void> {
  let next = await nextReceived(database.sql, bank)
  while (next) {
    const { file, ordinal } = next
    try {
      await settleOne(database, bank, next, deps)
    } catch (error) {
      deps.log.error({ err: error, resource: file, ordinal }, 'could not settle an ACH entry')
    }
    next = await nextReceived(database.sql, bank, next)
  }
}

function settleOne(database: Database, bank: TenantId, key: ReceivedKey, deps: SettleDeps): Promise<void> {
  return database.transaction(async (tx) => {
    const row = await lockReceived(tx, bank, key)
    // Another process has settled it.
    if (!row) return
    const outcome = await settle(tx, bank, row, deps)
    await settleRow(tx, bank, row, outcome)
    if ('kept' in outcome)
      deps.log.warn({ resource: key.file, ordinal: key.ordinal, why: outcome.kept }, 'an ACH entry waits for a person')
    else
      tx.afterCommit(() =>
        deps.log.info({ resource: key.file, ordinal: key.ordinal, kind: row.kind }, 'settled an ACH entry'),
      )
  })
}

export function heldIn(bank: TenantId, { file, ordinal, entry_sealed }: NewReceived, vault: Vault): ReceivedEntry {
  const place = { tenant: bank, row: file, field: `entry ${ordinal}` }
  return JSON.parse(vault.open(place, entry_sealed)) as ReceivedEntry
}

function settle(tx: Tx, bank: TenantId, row: NewReceived, deps: SettleDeps): Promise<Settlement> {
  const held = heldIn(bank, row, deps.vault)
  switch (row.kind) {
    case 'return':
      return takeReturn(tx, bank, held, deps)
    case 'change':
      return takeChange(tx, bank, held, deps)
    case 'credit':
      return takeAnyCredit(tx, bank, held, row, deps)
    default:
      return Promise.resolve({ kept: 'debits of our accounts are not honoured' })
  }
}

/** The entry we sent under a trace number, if the answer is addressed to us. */
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

type Addenda99 = Extract<Entry['addenda'][number], { type: '99' }>

/** The addenda of a return: its reason, and the trace number that it answers. */
export const returnIn = ({ entry }: ReceivedEntry): Addenda99 =>
  entry.addenda.find(({ type }) => type === '99') as Addenda99

async function takeReturn(tx: Tx, bank: TenantId, held: ReceivedEntry, deps: SettleDeps): Promise<Settlement> {
  const sent = await sentUnder(tx, bank, returnIn(held).originalTraceNumber, held, deps)
  if ('kept' in sent) return sent
  if (sent.amount > 0) return giveBack(tx, held, sent, deps)
  // A prenotification: the account is wrong, and the payouts that wait for it fail.
  await suspendPrenoted(tx, sent.owner, sent.payout, returnIn(held).returnCode, deps)
  return { about: sent.payout }
}

/** Payments that can come back, and the command of their room that books it. */
const RETURNS = {
  withdrawal: returnWithdrawal,
  'withdrawal of a creator': returnCreatorWithdrawal,
  payout: returnPayout,
} as const satisfies Record<SentKind, unknown>

/** Returns a payment, if the whole amount came back and the payment can be returned. */
function giveBack(tx: Tx, held: ReceivedEntry, sent: Sent, deps: PayoutDeps): Promise<Settlement> {
  const { transactionCode, amount } = held.entry
  const isOfCredit = isReturnedCredit(transactionCode)
  return giveBackAs(tx, { code: returnIn(held).returnCode, amount, isOfCredit, transactionCode }, sent, deps)
}

export interface GivenBack {
  /** The reason of the return. */
  readonly code: string
  readonly amount: number
  /** Whether it gives a credit back, as all our payments are. */
  readonly isOfCredit: boolean
  readonly transactionCode?: string
}

export async function giveBackAs(tx: Tx, back: GivenBack, sent: Sent, deps: PayoutDeps): Promise<Settlement> {
  const kind = await kindOfSent(tx, sent)
  if (!back.isOfCredit) {
    const kept = `the code ${back.transactionCode ?? ''} gives no credit back, as ${kind} ${sent.payout} was`
    return { kept, about: sent.payout }
  }
  if (sent.amount !== back.amount) {
    const kept = `${back.amount} cents came back for ${kind} ${sent.payout} of ${sent.amount}`
    return { kept, about: sent.payout }
  }
  try {
    await RETURNS[kind](tx, sent.owner, sent.payout, back.code, deps)
    return { about: sent.payout }
  } catch (error) {
    if (error instanceof Problem) return { kept: `${kind} ${sent.payout}: ${error.message}`, about: sent.payout }
    throw error
  }
}

type Addenda98 = Extract<Entry['addenda'][number], { type: '98' }>

/** The addenda of a notification of change: the corrected data, and the trace number that it answers. */
export const changeIn = ({ entry }: ReceivedEntry): Addenda98 =>
  entry.addenda.find(({ type }) => type === '98') as Addenda98

/** An enterprise's own bank account is an operator's to set; any other is corrected at once. */
async function takeChange(tx: Tx, bank: TenantId, held: ReceivedEntry, deps: SettleDeps): Promise<Settlement> {
  const { changeCode, originalTraceNumber, originalReceivingDfi, correctedData } = changeIn(held)
  const sent = await sentUnder(tx, bank, originalTraceNumber, held, deps)
  if ('kept' in sent) return sent
  const changes = correctionOf(changeCode, correctedData)
  if ('why' in changes) return { kept: changes.why }
  const kind = await kindOfSent(tx, sent)
  if (kind === 'withdrawal') {
    const kept = `it corrects the bank account of ${kind} ${sent.payout}: book it, or set another with \`bank-account set\``
    return { kept, about: sent.payout }
  }
  const correct = (bank: BankAccount) => (wentTo(held.entry, originalReceivingDfi, bank) ? changes : undefined)
  return CORRECT[kind](tx, sent, correct, deps)
}
