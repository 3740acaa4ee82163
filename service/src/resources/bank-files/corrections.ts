import { type Entry, isRoutingNumber, isSavings, transliterate, UnspellableText } from '../../rails/ach/nacha/index.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { ACCOUNT_NUMBER } from '../account-connections/index.ts'

type Field = 'routing_number' | 'account_number' | 'account_type' | 'name_on_account'

/** The columns in which each change code has its corrected data. A code that is not listed waits for a person. */
const CORRECTIONS: Readonly<
  Record<string, readonly { readonly field: Field; readonly from: number; readonly to: number }[]>
> = {
  C01: [{ field: 'account_number', from: 0, to: 17 }],
  C02: [{ field: 'routing_number', from: 0, to: 9 }],
  C03: [
    { field: 'routing_number', from: 0, to: 9 },
    { field: 'account_number', from: 12, to: 29 },
  ],
  C04: [{ field: 'name_on_account', from: 0, to: 22 }],
  C05: [{ field: 'account_type', from: 0, to: 2 }],
  C06: [
    { field: 'account_number', from: 0, to: 17 },
    { field: 'account_type', from: 20, to: 22 },
  ],
  C07: [
    { field: 'routing_number', from: 0, to: 9 },
    { field: 'account_number', from: 9, to: 26 },
    { field: 'account_type', from: 26, to: 28 },
  ],
}

/** The fields as the bank corrects them, or why they cannot be taken. */
export function correctionOf(code: string, data: string): Partial<BankAccount> | { readonly why: string } {
  const table = CORRECTIONS[code]
  if (!table) return { why: `${code} corrects nothing of a bank account` }
  const changes: Partial<Record<Field, string>> = {}
  for (const { field, from, to } of table) {
    const text = data.slice(from, to).trim()
    if (!text) return { why: `${code} gives no ${field}` }
    const value = READ[field](text)
    // Not quoted: it may be an account number, and reasons are not sealed.
    if (value === undefined) return { why: `${code} gives no valid ${field}` }
    changes[field] = value
  }
  return changes as Partial<BankAccount>
}

/** Each field as it is stored, by the rules of the API; undefined when it breaks them. */
const READ: Readonly<Record<Field, (text: string) => string | undefined>> = {
  routing_number: (text) => (isRoutingNumber(text) ? text : undefined),
  account_number: (text) => (ACCOUNT_NUMBER.test(text) ? text : undefined),
  account_type: accountType,
  name_on_account: spelled,
}

function spelled(name: string): string | undefined {
  try {
    return transliterate(name)
  } catch (error) {
    if (error instanceof UnspellableText) return undefined
    throw error
  }
}

function accountType(code: string): BankAccount['account_type'] | undefined {
  if (!/^[23]\d$/.test(code)) return undefined
  return isSavings(code) ? 'savings' : 'checking'
}

/**
 * Whether a correction is about this account and not about an earlier one of the connection. The entry is addressed to the
 * bank that originated; its addenda names the bank that received, or else the entry's own routing number counts.
 */
export function wentTo(
  { accountNumber, routingNumber }: Pick<Entry, 'accountNumber' | 'routingNumber'>,
  originalReceivingDfi: string,
  bank: Pick<BankAccount, 'account_number' | 'routing_number'>,
): boolean {
  const receiver = originalReceivingDfi.trim() || routingNumber.slice(0, 8)
  return accountNumber.trim() === bank.account_number.trim() && receiver === bank.routing_number.slice(0, 8)
}
