/** `GET /dashboard/api/:environment/payouts/totals`: what the payouts that match come to, as far as one request looks. */
export interface PayoutTotals {
  /** Payouts that were looked at. */
  readonly examined: number
  readonly payouts: number
  readonly amount_in_cents: number
  readonly fee_in_cents: number
  /** Present while there are older payouts to look at: adding up goes on there. */
  readonly next_cursor?: string
}
