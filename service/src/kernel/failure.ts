import type { ActivityEntry } from './activity.ts'

/** Why a payment to a bank account failed, whoever makes it: the codes of the API, and the reason of each in words. */
export const BANK_FAILURES = {
  bank_account_unreadable: 'the bank account on record cannot be read',
  bank_account_unsendable: 'no file to the bank can carry the bank account',
  bank_account_suspended: 'the bank account is suspended, because a payment to it came back',
  payment_failed: 'the payment could not be made',
} as const

export interface Failure<Code extends string> {
  readonly code: Code
  /** More exact than the words of the code, where there is more to say. */
  readonly reason?: string
}

interface Payment {
  readonly status: string
  readonly activity: readonly ActivityEntry[]
  readonly return_code: string | null
}

/** Why a payment failed or came back, for programs. Payouts that failed before version 0.2 have no code. */
export function failureOf({ status, activity, return_code }: Payment): string | undefined {
  if (status === 'returned') return return_code ?? undefined
  return status === 'error' ? activity.findLast(({ type }) => type === 'error')?.code : undefined
}
