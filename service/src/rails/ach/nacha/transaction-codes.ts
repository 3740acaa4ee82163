/** 2: checking, 3: savings, 4: general ledger, 5: loan. The last digit says what happens to the account. */
const KNOWN = /^([234][1-46-9]|5[1-6])$/

export const isTransactionCode = (code: string): boolean => KNOWN.test(code)

export const isCredit = (code: string): boolean => code.charAt(1) <= '4'

/** What gives an entry back or corrects it, rather than pay. */
export const isReturnCode = (code: string): boolean => /^([2345]1|[234]6|56)$/.test(code)

export const isSavings = (code: string): boolean => code.startsWith('3')

/** The first credit to an account type that is not a return. */
export const CREDIT_CODES = { checking: '22', savings: '32' } as const
