import type { Field } from './fields.ts'

/** First digit: 2 checking, 3 savings, 4 general ledger, 5 loan. Second digit: credit, debit, return or prenote. */
const KNOWN = /^([234][1-46-9]|5[1-6])$/

function checked(code: string): string {
  if (!KNOWN.test(code)) throw new Error(`\`${code}\` is unknown`)
  return code
}

export const TRANSACTION_CODE: Field<string> = { width: 2, write: checked, read: checked }

/** An accounting advice of the ACH operator, not a payment. */
export const isAdvice = (code: string): boolean => code.startsWith('8')

export const isCredit = (code: string): boolean => (isAdvice(code) ? Number(code) % 2 === 1 : code.charAt(1) <= '4')

/** A return or a notification of change. */
export const isReturnCode = (code: string): boolean => /^([2345]1|[234]6|56)$/.test(code)

/** The return of a credit to a checking or savings account. */
export const isReturnedCredit = (code: string): boolean => code === '21' || code === '31'

/** A prenotification: a test of whether the account exists, without money. */
export const isPrenote = (code: string): boolean => /^([234][38]|53)$/.test(code)

/** A payment into a checking or savings account. Prenotes, zero-dollar remittances and advices are none. */
export const isPayment = (code: string): boolean => code === CREDIT_CODES.checking || code === CREDIT_CODES.savings

export const isSavings = (code: string): boolean => code.startsWith('3')

/** The transaction code of a payment, by account type. */
export const CREDIT_CODES = { checking: '22', savings: '32' } as const

/** The transaction code of a prenotification of credits, by account type. */
export const PRENOTE_CODES = { checking: '23', savings: '33' } as const

/** The transaction code of a debit, by account type. */
export const DEBIT_CODES = { checking: '27', savings: '37' } as const
