import type { Field } from './fields.ts'

/** 2: checking, 3: savings, 4: general ledger, 5: loan. The last digit says what happens to the account. */
const KNOWN = /^([234][1-46-9]|5[1-6])$/

function checked(code: string): string {
  if (!KNOWN.test(code)) throw new Error(`\`${code}\` is unknown`)
  return code
}

export const TRANSACTION_CODE: Field<string> = { width: 2, write: checked, read: checked }

/** What an operator has booked, rather than a payment. */
export const isAdvice = (code: string): boolean => code.startsWith('8')

export const isCredit = (code: string): boolean => (isAdvice(code) ? Number(code) % 2 === 1 : code.charAt(1) <= '4')

/** What gives an entry back or corrects it, rather than pay. */
export const isReturnCode = (code: string): boolean => /^([2345]1|[234]6|56)$/.test(code)

/** What gives a credit back that went to a checking or savings account. */
export const isReturnedCredit = (code: string): boolean => code === '21' || code === '31'

/** What only tries whether an account is there, before the first payment. */
export const isPrenote = (code: string): boolean => /^([234][38]|53)$/.test(code)

/** A payment into a checking or savings account, rather than a prenote, a remittance without money, or a booking. */
export const isPayment = (code: string): boolean => code === CREDIT_CODES.checking || code === CREDIT_CODES.savings

export const isSavings = (code: string): boolean => code.startsWith('3')

/** The first credit to an account type that is not a return. */
export const CREDIT_CODES = { checking: '22', savings: '32' } as const
