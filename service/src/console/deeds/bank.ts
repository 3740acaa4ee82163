import { problem, validationFailed } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import {
  applyKept,
  type Booking,
  confirmMissing,
  listKept,
  resolveKept,
  retryFile as retry,
  setBalance,
  setDepositSource,
  setTrusted,
  stoppedFile,
  totalsOfFile,
} from '../../resources/bank-files/index.ts'
import { DEPOSIT_SOURCES } from '../../resources/contracts/index.ts'
import { bookWire } from '../../resources/incoming-money/index.ts'
import { productionBank } from '../../tenants/index.ts'
import { readBankingDay } from '../banking-day.ts'
import { deed, type UnderFourEyes } from './deed.ts'

const SUBJECT_MAX = 200

/** An entry of a file from the bank that waits for a person; without `ordinal`, the whole file. */
export interface KeptEntry {
  readonly file: string
  readonly ordinal?: number | undefined
}

/** The kind and the amount of what waits, read before it is dealt with. */
async function keptDetails(tx: Tx, bank: TenantId, { file, ordinal }: KeptEntry): Promise<Record<string, unknown>> {
  const kept = (await listKept(tx, bank)).find((one) => one.file === file && (one.ordinal ?? undefined) === ordinal)
  return kept ? { kind: kept.kind, amount_in_cents: kept.amount_in_cents, why: kept.why } : {}
}

/**
 * Nobody knows the amount of a whole file, since it could not be read, nor of the payments that a correction will lead
 * elsewhere: rules from an amount on hold for both.
 */
async function underFourEyes(tx: Tx, entry: KeptEntry, what: string): Promise<UnderFourEyes | undefined> {
  const { kind, amount_in_cents: amount } = await keptDetails(tx, await productionBank(tx), entry)
  // Nothing waits there: the deed itself says so.
  if (kind === undefined) return undefined
  const place = entry.ordinal === undefined ? entry.file : `entry ${entry.ordinal} of ${entry.file}`
  return {
    deed: 'bank_entry',
    subject: `${entry.file} ${entry.ordinal ?? ''}`.trim(),
    amount: typeof amount === 'number' && kind !== 'file' && kind !== 'change' ? cents(amount) : null,
    description: `${what} ${kind}: ${place}`,
  }
}

/** Marks a kept entry, or a whole refused file, as dealt with by hand. */
export const resolveEntry = deed({
  action: 'bank.resolve',
  needs: 'bank.book',
  fourEyes: (tx, entry: KeptEntry) => underFourEyes(tx, entry, 'Mark as dealt with'),
  async act(tx, { file, ordinal }: KeptEntry) {
    const bank = await productionBank(tx)
    const details = await keptDetails(tx, bank, { file, ordinal })
    if (!(await resolveKept(tx, bank, file, ordinal))) {
      const stopped = await stoppedFile(tx, bank, file)
      if (stopped !== undefined) {
        throw problem(
          'invalid_state',
          `The payouts of ${stopped} still wait for it to leave: use \`ach retry ${stopped}\`, or \`ach delivered ${stopped}\` if the bank has it.`,
        )
      }
      throw problem('not_found', 'No entry or file of that name waits; see `ach kept`.')
    }
    return { answer: { resolved: true }, subject: file, details }
  },
})

export interface KeptBooking {
  readonly file: string
  readonly ordinal: number
  /** Undefined: as its kind says. */
  readonly as?: Booking | undefined
  /** The payout that comes back or is corrected, where the trace number does not say. */
  readonly payout?: string | undefined
  /** The number of the account of ours that is credited or debited, where the entry does not say. */
  readonly account?: string | undefined
}

/** Books a kept entry: a return, a credit, money that the bank takes back, or a correction of a bank account. */
export const bookEntry = deed({
  action: 'bank.apply',
  needs: 'bank.book',
  fourEyes: (tx, entry: KeptBooking) => underFourEyes(tx, entry, entry.as ? `Book as ${entry.as}` : 'Book'),
  async act(tx, { file, ordinal, as, payout, account }: KeptBooking, { payouts, originator, processorCompanyIds }) {
    const bank = await productionBank(tx)
    const details = await keptDetails(tx, bank, { file, ordinal })
    const deps = { ...payouts, originator, processorCompanyIds, as, payout, account }
    const outcome = await applyKept(tx, bank, { file, ordinal }, deps)
    if ('kept' in outcome) throw problem('invalid_state', `It still cannot be booked: ${outcome.kept}.`)
    const chosen = as === undefined ? details : { ...details, as }
    return { answer: { booked: outcome.about }, subject: outcome.about, details: chosen }
  },
})

export interface StatedWire {
  readonly direction: 'in' | 'out'
  /** The number of the account of ours. */
  readonly account: string
  readonly amount_in_cents: number
  /** The bank's own name for it. */
  readonly reference: string
  /** A banking day, like `2026-11-16`. */
  readonly day: string
}

/** Books a wire that the bank's statement shows: money that came, or that the bank has taken, in no file. */
export const bookStatedWire = deed({
  action: 'bank.wire',
  needs: 'bank.book',
  fourEyes: async (_tx, { direction, reference, account, amount_in_cents }: StatedWire): Promise<UnderFourEyes> => ({
    deed: 'bank_entry',
    subject: `wire ${direction} ${reference}`.slice(0, SUBJECT_MAX),
    amount: cents(amount_in_cents),
    description: `Book a wire ${direction === 'in' ? 'to' : 'from'} ${account}: ${reference}`,
  }),
  async act(tx, { day: text, amount_in_cents, ...wire }: StatedWire) {
    const bank = await productionBank(tx)
    const day = await readBankingDay(tx, bank, text)
    const id = await bookWire(tx, bank, { ...wire, amount: cents(amount_in_cents), day })
    return { answer: { booked: id }, subject: id, details: { ...wire, amount_in_cents, day } }
  },
})

export interface TrustedSender {
  readonly company: string
  readonly trusted: boolean
}

/** Makes the credits of an originator available as soon as they arrive, or on their settlement date again. */
export const trustSender = deed({
  action: 'bank.trust',
  needs: 'bank.book',
  async act(tx, { company, trusted }: TrustedSender) {
    await setTrusted(tx, await productionBank(tx), company, trusted)
    return { answer: { company, trusted }, subject: company, details: { trusted } }
  },
})

export interface NamedFile {
  readonly name: string
}

/** Uploads a stopped file again: another file had its name at the bank, or it was missing there. */
export const retryFile = deed({
  action: 'bank.retry',
  needs: 'bank.files',
  async act(tx, { name }: NamedFile) {
    const bank = await productionBank(tx)
    if (!(await retry(tx, bank, name))) {
      throw problem('invalid_state', `There is no file ${name} in \`conflict\` or \`missing\`; see \`ach files\`.`)
    }
    return { answer: { name }, subject: name, details: { ...(await totalsOfFile(tx, bank, name)) } }
  },
})

/** Confirms that the bank has an uploaded file that was missing in its folder. */
export const confirmFile = deed({
  action: 'bank.delivered',
  needs: 'bank.files',
  async act(tx, { name }: NamedFile) {
    const bank = await productionBank(tx)
    if (!(await confirmMissing(tx, bank, name))) {
      throw problem('invalid_state', `There is no file ${name} in \`missing\`; see \`ach files\`.`)
    }
    return { answer: { name }, subject: name, details: { ...(await totalsOfFile(tx, bank, name)) } }
  },
})

export interface BankBalance {
  /** A banking day, like `2026-11-16`. */
  readonly day: string
  readonly balance_in_cents: number
}

/** Records the bank's own balance at the end of a banking day, for the reconciliation. */
export const recordBalance = deed({
  action: 'bank.balance',
  needs: 'bank.files',
  async act(tx, { day: text, balance_in_cents }: BankBalance) {
    const bank = await productionBank(tx)
    const day = await readBankingDay(tx, bank, text)
    await setBalance(tx, bank, day, balance_in_cents)
    return { answer: { day, balance_in_cents }, subject: day, details: { amount_in_cents: balance_in_cents } }
  },
})

export interface DepositOriginator {
  readonly company: string
  readonly source: string
}

/** Counts the deposits of an originator as one source of contracts. */
export const nameSource = deed({
  action: 'bank.source',
  needs: 'bank.files',
  async act(tx, { company, source }: DepositOriginator) {
    if (!DEPOSIT_SOURCES.some((known) => known === source)) {
      const message = `must be one of ${DEPOSIT_SOURCES.join(', ')}, not \`${source}\``
      throw validationFailed([{ param: 'source', code: 'invalid', message }])
    }
    await setDepositSource(tx, await productionBank(tx), company, source)
    return { answer: { company, source }, subject: company, details: { source } }
  },
})
