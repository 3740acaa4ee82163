/** A failure that an integrator must handle, and how to cause it in sandbox. All three texts are Markdown. */
export interface Simulation {
  readonly failure: string
  /** The trace that it leaves in the API. */
  readonly shows: string
  readonly by: string
  /** The codes of the API that it causes. */
  readonly codes: readonly string[]
}

const simulation = (failure: string, shows: string, by: string, codes: readonly string[] = []): Simulation => ({
  failure,
  shows,
  by,
  codes,
})

/** Every failure that an integrator must handle. docs/sandbox.md and the API document show the table. */
export const SIMULATIONS = {
  identity_fails: simulation(
    'A creator fails the identity check',
    'connection `created` with `rejection.code` `identity_check_failed`',
    '`POST /sandbox/connect` with `"outcome": "rejected"`; in Connect itself, any other name than `Alice Alison`',
    ['identity_check_failed'],
  ),
  review: simulation(
    'The identity check stays open',
    'connection `pending`',
    '`POST /sandbox/connect` with `"outcome": "review"`; in Connect itself, an SSN that begins with `666` and that another person gave before',
  ),
  review_fails: simulation(
    'The review of a creator fails',
    'connection `created` with `rejection.code` `review_failed`',
    '`POST /sandbox/connect` with `"outcome": "review"`, then `"rejected"`',
    ['review_failed'],
  ),
  partial_grant: simulation(
    'A creator grants only some of the permissions',
    '403 `permission_not_granted` for what needs the others',
    '`POST /sandbox/connect` with `permissions`',
    ['permission_not_granted'],
  ),
  permission_expires: simulation(
    'A permission expires',
    '403 `permission_not_granted`',
    '`POST /sandbox/connect` or `/sandbox/permissions` with `expires_at`, then `/sandbox/clock/advance`',
    ['permission_not_granted'],
  ),
  permission_withdrawn: simulation(
    'A creator withdraws a permission',
    '403 `permission_not_granted`; a payout that waits becomes `error` with the same `failure_code` when it is due',
    '`POST /sandbox/permissions` with `"permissions": []`',
    ['permission_not_granted'],
  ),
  funds_short: simulation(
    'The operating account is short',
    '402 `insufficient_funds`, nothing created',
    '`POST /payout` of more than `GET /enterprise` shows',
    ['insufficient_funds'],
  ),
  batch_entry: simulation(
    'One entry of a batch is refused',
    '400 `batch_invalid`, nothing created',
    '`POST /payout/batch` with an entry to a deleted connection',
    ['batch_invalid'],
  ),
  payout_fails: simulation(
    'A payout fails before it is sent',
    'payout `error` with the `failure_code`, amount and fee back',
    '`POST /sandbox/payout-error` with any `code`',
    [
      'payment_failed',
      'permission_not_granted',
      'bank_account_missing',
      'bank_account_unreadable',
      'bank_account_unsendable',
      'bank_account_suspended',
    ],
  ),
  payout_returned: simulation(
    'The bank returns a payout',
    'payout `returned` with the bank’s `failure_code`, the amount back',
    '`POST /sandbox/payout-return` with any return code; by itself, 30 minutes after it was `sent`, where the account number begins with `9`',
    ['R03'],
  ),
  bank_account_suspended: simulation(
    'A creator’s bank account is closed, unknown or wrong',
    'connection with `suspension`; 409 `invalid_state` for payouts to it, until the creator gives another account',
    '`POST /sandbox/payout-return` with `R02`, `R03` or `R04`; `POST /sandbox/connect` with `"type": "ach"` gives another',
    ['invalid_state'],
  ),
  withdrawal_fails: simulation(
    'A withdrawal fails before it is sent',
    'withdrawal `error` with the `failure_code`, the amount back',
    '`POST /sandbox/withdrawal-error` with any `code`',
    ['payment_failed'],
  ),
  withdrawal_returned: simulation(
    'Your bank returns a withdrawal',
    'withdrawal `returned` with the bank’s `failure_code`, the amount back',
    '`POST /sandbox/withdrawal-return` with any return code; by itself, 30 minutes after it was `sent`, after `POST /sandbox/bank-account` with an account number that begins with `9`',
    ['R03'],
  ),
  payout_unclaimed: simulation(
    'Nobody claims a payout',
    'payout `canceled`, everything back',
    '`POST /payout` to a connection that is not active, then `/sandbox/clock/advance` by 30 days',
  ),
  connection_deleted: simulation(
    'A connection ends while something waits for it',
    'its `ready` payouts `canceled`, its contracts `terminated`; 409 `invalid_state` for new ones',
    '`PUT /account-connection/:id` with `"status": "deleted"`',
    ['invalid_state'],
  ),
  p2p_wrong_code: simulation(
    'The source of a P2P payment enters a wrong code',
    '400 `incorrect_code`; `expired` after the third',
    '`POST /p2p/:id/commit` with any other code than `000000`',
    ['incorrect_code'],
  ),
  p2p_late: simulation(
    'A P2P payment is committed too late',
    '409 `p2p_expired`',
    '`POST /sandbox/clock/advance` by 600 seconds, then commit',
    ['p2p_expired'],
  ),
  p2p_fails: simulation(
    'The source of a P2P payment has too little money',
    'P2P payment `error`',
    '`POST /p2p` of more than the 5,000.00 that a creator starts with',
  ),
  instrument_unknown: simulation(
    'A payment instrument to migrate is not known',
    '400 `validation_failed` with `unknown_instrument`',
    '`POST /buyer` with any `payment_instrument_id` but the two that exist',
    ['unknown_instrument'],
  ),
  card_declined: simulation(
    'A card is declined',
    '402 `card_declined` with `decline_code` `card_declined`, the purchase stays `created`',
    'card `4000000000000002`, or `payment_instrument_id` `pi_sandbox_declined`',
    ['card_declined'],
  ),
  card_without_funds: simulation(
    'A card has insufficient funds',
    '402 `card_declined` with `decline_code` `insufficient_funds`',
    'card `4000000000009995`',
    ['insufficient_funds'],
  ),
  card_expired: simulation(
    'A saved card expires',
    '402 `card_declined` with `decline_code` `expired_card`',
    '`POST /sandbox/clock/advance` past the card’s month',
    ['expired_card'],
  ),
  collection_fails: simulation(
    'A charge fails to settle',
    'purchase `error`, `collection_failed` in its `activity`',
    'card `4000000000000341`, then `/sandbox/clock/advance` past the full hour',
    ['collection_failed'],
  ),
  refund_fails: simulation(
    'A refund fails',
    'purchase stays `refunded`, or `completed` after a part; refund `failed`, `refund_failed` in the `activity`, the money back; another refund is 409',
    'card `4000000000005126`, then refund and `/sandbox/clock/advance` by a minute',
    ['refund_failed'],
  ),
  funding_waits: simulation(
    'A credit from your bank arrives before its settlement date',
    '`incoming_in_cents` of `GET /enterprise`, then the operating account',
    '`POST /sandbox/funding` with `available_at`, then `/sandbox/clock/advance`',
  ),
  funding_taken_back: simulation(
    'Your bank takes a credit back that is spent',
    'what the operating account lacks is `receivables_in_cents`, repaid by the next credits',
    '`POST /sandbox/funding-return`',
  ),
  chargeback: simulation(
    'The buyer’s bank takes the money back',
    'purchase `reversed`, `chargeback` in its `activity`; what the operating account lacks is `refunds_due_in_cents`',
    '`POST /sandbox/chargeback`',
    ['chargeback'],
  ),
  dispute_inquiry: simulation(
    'The buyer’s bank asks about a charge',
    'purchase unchanged, `dispute.status` `inquiry`, `dispute` in its `activity`',
    '`POST /sandbox/dispute` with `"status": "inquiry"`',
    ['dispute'],
  ),
  dispute_part: simulation(
    'The buyer disputes a part of a purchase',
    'purchase `reversed`, `dispute.status` `needs_response`, that part taken',
    '`POST /sandbox/dispute` with `"status": "needs_response"` and `amount_in_cents`',
    ['chargeback'],
  ),
  dispute_lost: simulation(
    'A dispute is lost',
    'purchase stays `reversed`, `dispute.status` `lost`',
    '`POST /sandbox/dispute` with `"status": "needs_response"`, then `under_review`, then `lost`',
    ['dispute'],
  ),
  dispute_won: simulation(
    'A dispute is won',
    'purchase `completed` again, `dispute.status` `won`, what was taken is back',
    '`POST /sandbox/dispute` with `"status": "needs_response"`, then `won`',
    ['dispute'],
  ),
  fraud_alert: simulation(
    'The card network warns of fraud',
    'purchase `refunded` where it says `auto_refund_on_fraud`, else `fraud_alert` in its `activity`',
    '`POST /sandbox/fraud-alert`',
    ['fraud_alert'],
  ),
  contract_declined: simulation(
    'A creator declines a contract',
    'contract `declined`',
    '`POST /sandbox/contract` with `"decision": "decline"`',
  ),
  contract_expires: simulation(
    'A creator does not answer a contract',
    'contract `expired`',
    '`POST /sandbox/clock/advance` by 30 days',
  ),
  receiver_fails: simulation(
    'Your receiver of webhooks is down',
    'further attempts in `GET /webhook/:id/delivery`',
    'answer anything but 2xx, then `/sandbox/clock/advance`',
  ),
  webhook_disabled: simulation('A webhook is disabled', '`disabled_at` in `GET /webhook/:id`', 'answer 410'),
  key_reused: simulation(
    'An idempotency key is used for another request',
    '409 `idempotency_key_reused`',
    'the same `Idempotency-Key` with another body',
    ['idempotency_key_reused'],
  ),
  key_expires: simulation(
    'An idempotency key expires',
    'the request is processed again',
    '`POST /sandbox/idempotency-expiry` with its path and key',
  ),
  key_in_progress: simulation(
    'The first request with an idempotency key is still being processed',
    '409 `idempotency_in_progress` with `Retry-After`',
    'header `Sandbox-Failure: idempotency_in_progress`',
    ['idempotency_in_progress'],
  ),
  rate_limited: simulation(
    'Too many requests',
    '429 `rate_limited` with `Retry-After`',
    'header `Sandbox-Failure: rate_limited`',
    ['rate_limited'],
  ),
  enterprise_suspended: simulation(
    'The provider has suspended the enterprise',
    '403 `enterprise_suspended` to every call that moves new money out',
    'header `Sandbox-Failure: enterprise_suspended`',
    ['enterprise_suspended'],
  ),
  internal_error: simulation(
    'Something goes wrong on our side',
    '500 `internal_error`',
    'header `Sandbox-Failure: internal_error`',
    ['internal_error'],
  ),
  unavailable: simulation(
    'The service is overloaded, shutting down or without its database',
    '503 `unavailable` with `Retry-After`',
    'header `Sandbox-Failure: unavailable`',
    ['unavailable'],
  ),
  answer_lost: simulation(
    'The answer to a request is lost on the way',
    'no answer, although the request was processed: a retry with its `Idempotency-Key` gets the answer',
    'header `Sandbox-Failure: answer_lost`',
    ['answer_lost'],
  ),
} as const satisfies Record<string, Simulation>

/** The table in Markdown. */
export const simulationsTable = (): string =>
  [
    '| what goes wrong | what you see | how to cause it |',
    '|---|---|---|',
    ...Object.values(SIMULATIONS).map(({ failure, shows, by }) => `| ${failure} | ${shows} | ${by} |`),
  ].join('\n')
