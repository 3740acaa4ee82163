import type { Payout, PayoutCreate } from '../../../contracts/resources.ts'
import { request } from '../api/requests.ts'

/** A payout that did not reach the creator can be made anew. */
export const canRetry = ({ status }: Pick<Payout, 'status'>): boolean => status === 'error' || status === 'returned'

/** The same payment, made at once. */
export const retryBody = ({ account_connection, amount_in_cents, description, user_data }: Payout): PayoutCreate => ({
  account_connection,
  amount_in_cents,
  description,
  ...(user_data ? { user_data } : {}),
})

/** One for each payout that is retried: two people who retry the same one pay once. */
export const retryKey = ({ id }: Pick<Payout, 'id'>): string => `retry-${id}`

export const retryPayout = (address: string, payout: Payout): Promise<Payout> =>
  request<Payout>('POST', address, { body: retryBody(payout), idempotencyKey: retryKey(payout) })
