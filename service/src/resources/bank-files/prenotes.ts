import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type BankingDate, bankingDaysAfter, startOf } from '../../rails/ach/calendar.ts'
import { PRENOTE_CODES } from '../../rails/ach/nacha/index.ts'
import type { BankAccount, Sendable, Unsendable } from '../../rails/ach/port.ts'
import { type DraftedEntry, draftEntry } from './compose-file.ts'
import { clearFrom, insertPrenote } from './prenotes.store.ts'

/** Nacha's rule: the first live entry comes on the third banking day after a prenotification has settled, or later. */
const WAIT_DAYS = 3

const accountKey = ({ routing_number, account_number }: BankAccount): string => `${routing_number}|${account_number}`

export interface Prenoted {
  /** Payments whose accounts are clear, and those that fail anyway. */
  readonly leaving: readonly (Sendable | Unsendable)[]
  /** Payments that wait, each until its account is clear. */
  readonly waiting: readonly { readonly id: string; readonly until: Date }[]
  /** A prenotification for each account that had none yet. */
  readonly prenotes: readonly DraftedEntry[]
}

export interface PrenoteContext {
  readonly bank: TenantId
  /** The day on which the file settles. */
  readonly settling: BankingDate
  readonly now: Date
  readonly vault: Vault
}

/** Holds back payments to accounts that were not prenotified, or not long enough ago, and prenotifies the new ones. */
export async function holdForPrenotes(
  tx: Tx,
  found: readonly (Sendable | Unsendable)[],
  { bank, settling, now, vault }: PrenoteContext,
): Promise<Prenoted> {
  const clearOn = startOf(bankingDaysAfter(settling, WAIT_DAYS))
  const leaving: (Sendable | Unsendable)[] = []
  const waiting: { id: string; until: Date }[] = []
  const prenotes: DraftedEntry[] = []
  for (const one of found) {
    const drafted = 'failure' in one ? one : prenoteOf(one)
    if ('failure' in one || 'failure' in drafted) {
      leaving.push(one)
      continue
    }
    const fingerprints = vault.digests('ach prenote', accountKey(one.bank))
    const clear = await clearFrom(tx, bank, fingerprints)
    if (clear !== undefined && clear <= now) leaving.push(one)
    else waiting.push({ id: one.id, until: clear ?? clearOn })
    if (clear !== undefined) continue
    await insertPrenote(tx, bank, fingerprints[0], clearOn)
    prenotes.push(drafted)
  }
  return { leaving, waiting, prenotes }
}

/** The same entry without money; a payment that no file can carry fails as it would without. */
function prenoteOf(payment: Sendable): DraftedEntry | Unsendable {
  const drafted = draftEntry(payment, 'payout')
  if ('failure' in drafted) return drafted
  const { note: _note, ...entry } = drafted
  const transactionCode = PRENOTE_CODES[payment.bank.account_type]
  return { ...entry, draft: { ...entry.draft, transactionCode, amount: 0 } }
}
