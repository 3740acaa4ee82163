// Generated from the API document by `npm run sdk`. Do not edit.

/** The codes of errors. */
export type ErrorCode = 'batch_invalid' | 'body_too_large' | 'card_declined' | 'embed_origin_exists' | 'external_id_taken' | 'headers_too_large' | 'idempotency_in_progress' | 'idempotency_key_reused' | 'incorrect_code' | 'insufficient_funds' | 'internal_error' | 'invalid_state' | 'key_expired' | 'malformed_json' | 'malformed_request' | 'method_not_allowed' | 'network_not_allowed' | 'not_found' | 'p2p_expired' | 'permission_not_granted' | 'rate_limited' | 'request_timeout' | 'scope_missing' | 'unauthorized' | 'unavailable' | 'unsupported_media_type' | 'validation_failed' | 'webhook_exists'

export interface AccountConnection {
  id: string
  external_id?: string | undefined
  status: 'created' | 'pending' | 'active' | 'deleted'
  /** Absent until the creator has chosen a payout method. */
  type?: 'direct' | 'ach' | 'wallet' | undefined
  first_name: string
  last_name: string
  email: string
  business_name?: string | undefined
  display_name?: string | undefined
  requested_permissions: Array<'payment.credit' | 'payment.debit'>
  /** Granted by the creator; absent until then. */
  permissions?: Grant[] | undefined
  verification_prompt: string
  rejection?: Rejection | undefined
  user_data?: UserData | undefined
  created_at: string
  updated_at: string
  destination?: string | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
}

export interface AccountConnectionCreate {
  /** Legal first name. */
  first_name: string
  last_name: string
  email: string
  /** `payment.credit`: deposit to the creator. `payment.debit`: debit the creator (`direct` only). */
  requested_permissions: Array<'payment.credit' | 'payment.debit'>
  /** Shown to the creator. */
  verification_prompt: string
  /** Compared ignoring letter case and surrounding white space. Never returned. */
  verification_answer: string
  /** Your own id; unique, stable, not sensitive. Null is the same as absent. */
  external_id?: string | null | undefined
  /** Null is the same as absent. */
  business_name?: string | null | undefined
  /** Visible to the creator. Null is the same as absent. */
  display_name?: string | null | undefined
  legacy_payout_method?: LegacyPayoutMethod | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface AccountConnectionListed {
  id: string
  external_id?: string | undefined
  status: 'created' | 'pending' | 'active' | 'deleted'
  /** Absent until the creator has chosen a payout method. */
  type?: 'direct' | 'ach' | 'wallet' | undefined
  first_name: string
  last_name: string
  email: string
  business_name?: string | undefined
  display_name?: string | undefined
  requested_permissions: Array<'payment.credit' | 'payment.debit'>
  /** Granted by the creator; absent until then. */
  permissions?: Grant[] | undefined
  verification_prompt: string
  rejection?: Rejection | undefined
  user_data?: UserData | undefined
  created_at: string
  updated_at: string
}

export interface AccountConnectionPage {
  data: AccountConnectionListed[]
  pagination: Pagination
}

export interface AccountConnectionUpdate {
  /** Deactivates the connection for good. */
  status?: 'deleted' | undefined
  /** Legal first name. */
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | undefined
  /** `payment.credit`: deposit to the creator. `payment.debit`: debit the creator (`direct` only). */
  requested_permissions?: Array<'payment.credit' | 'payment.debit'> | undefined
  /** Shown to the creator. */
  verification_prompt?: string | undefined
  /** Compared ignoring letter case and surrounding white space. Never returned. */
  verification_answer?: string | undefined
  /** Your own id; unique, stable, not sensitive. Null clears it, and frees it for another; also on a deleted connection. */
  external_id?: string | null | undefined
  /** Null clears it. */
  business_name?: string | null | undefined
  /** Visible to the creator. Null clears it. */
  display_name?: string | null | undefined
  legacy_payout_method?: LegacyPayoutMethod | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null clears it. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface ActivityEntry {
  entry: string
  date: string
  type: 'status_change' | 'transfer' | 'error'
  status: string
  code?: string | undefined
}

export interface AuditEntry {
  /** Counts the entries of your enterprise from 1 without gaps. */
  position: number
  at: string
  /** `operator` for your provider, `service` for the service itself. */
  person_id: string
  person: string
  /** What was attempted. With `.done` or `.refused` at its end: what came of it; both have the same `request_id`. */
  action: string
  /** The id of what it was done to. */
  subject?: string | undefined
  /** Amount, payee, ids and the outcome, as far as there are any. */
  details: Record<string, unknown>
  environment?: 'sandbox' | 'production' | undefined
  address?: string | undefined
  request_id?: string | undefined
  /** Keyed hash of this entry and the one before it, in hexadecimal. */
  hash: string
}

export interface AuditEntryPage {
  data: AuditEntry[]
  pagination: AuditEntryPagination
}

export interface AuditEntryPagination {
  page_size: number
  /** Ask with `after` set to this for what comes next. */
  next_after: number
  /** Whether there is more already. */
  has_more: boolean
}

export interface BatchFault {
  index: number
  code: string
  message: string
  /** The entry as it came. */
  request: unknown
}

export interface Buyer {
  id: string
  external_id?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | undefined
  /** A form in which the buyer adds, replaces or removes a card. Good for 30 minutes: read it, never store it. */
  payment_method_embed_url: string
  /** The stored card; null when there is none. */
  card: Card | null
  user_data?: UserData | undefined
  created_at: string
  updated_at: string
}

export interface BuyerCreate {
  /** Null is the same as absent. */
  first_name?: string | null | undefined
  /** Null is the same as absent. */
  last_name?: string | null | undefined
  /** Null is the same as absent. */
  email?: string | null | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
  user_data?: Record<string, unknown> | null | undefined
  /** Your own id; unique, stable, not sensitive. Null is the same as absent. */
  external_id?: string | null | undefined
  /** An instrument that the card processor has already, of a customer you migrate. In sandbox `pi_sandbox_visa` (approved) or `pi_sandbox_declined`. */
  payment_instrument_id?: string | undefined
}

export interface BuyerPage {
  data: Buyer[]
  pagination: Pagination
}

export interface BuyerUpdate {
  /** Null clears it. */
  first_name?: string | null | undefined
  /** Null clears it. */
  last_name?: string | null | undefined
  /** Null clears it. */
  email?: string | null | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null clears it. */
  user_data?: Record<string, unknown> | null | undefined
  /** Your own id; unique, stable, not sensitive. Null clears it, and frees it for another. */
  external_id?: string | null | undefined
}

export interface Card {
  last_four: string
  brand: 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER' | 'DINERS_CLUB' | 'JCB' | 'UNION_PAY'
  expiration_month: number
  expiration_year: number
}

export interface Clock {
  /** The tenant's clock. */
  now: string
}

export interface ConnectInviteCreate {
  account_connection: string
  /** False: no e-mail; send the `url` yourself. */
  send_email?: boolean | undefined
}

export interface ConnectLinkCreate {
  account_connection: string
  /** Where the creator goes afterwards. HTTPS in production, no credentials in it. Ignored when Connect is embedded. Null is the same as absent. */
  return_url?: string | null | undefined
}

export interface ConnectUrl {
  /** Where to send the creator. */
  url: string
  created_at: string
  expires_at: string
}

export interface Contract {
  id: string
  account_connection: string
  type: 'deposit_split'
  status: 'created' | 'active' | 'declined' | 'terminated' | 'expired'
  deposit_source: 'music_distribution' | 'video_ads' | 'live_streaming'
  deposit_minimum_in_cents: number
  /** Null: no maximum. */
  deposit_maximum_in_cents: number | null
  /** 0 with a fixed amount. */
  split_percent_amount: number
  /** 0 with a percent. */
  split_fixed_amount_in_cents: number
  /** Null: no maximum. */
  split_amount_max_in_cents: number | null
  fee_fixed_amount_in_cents: number
  fee_percent_amount: number
  fee_amount_max_in_cents: number | null
  /** What happened, oldest first. In lists only the last 10 entries; all of them, by pages, at `/contract/:id/activity`. */
  activity: ContractActivityEntry[]
  /** Until when the creator can accept; null once accepted, declined or terminated, kept once expired. */
  expires_at: string | null
  /** When the creator accepted. */
  agreement_at: string | null
  /** From where. */
  agreement_ip: string | null
  /** When it was terminated. */
  deleted_at: string | null
  user_data?: UserData | undefined
  created_at: string
  updated_at: string
}

export interface ContractActivityEntry {
  entry: string
  date: string
  /** Not shown to the creator. */
  hidden: boolean
}

export interface ContractActivityEntryPage {
  data: ContractActivityEntry[]
  pagination: Pagination
}

export interface ContractCreate {
  account_connection: string
  type: 'deposit_split'
  /** Which deposits are split. */
  deposit_source: 'music_distribution' | 'video_ads' | 'live_streaming'
  /** Share of each deposit, with up to four decimals. Either this or `split_fixed_amount_in_cents`. Null is the same as absent. */
  split_percent_amount?: number | null | undefined
  /** The same amount of each deposit. Null is the same as absent. */
  split_fixed_amount_in_cents?: number | null | undefined
  /** The most that one deposit is split by. Null is the same as absent. */
  split_amount_max_in_cents?: number | null | undefined
  /** Smaller deposits are not split. Null is the same as absent. */
  deposit_minimum_in_cents?: number | null | undefined
  /** Larger deposits are not split. Null is the same as absent. */
  deposit_maximum_in_cents?: number | null | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface ContractPage {
  data: Contract[]
  pagination: Pagination
}

export interface Delivery {
  id: string
  /** The id of its event, sent as `webhook-id`; absent for a test. */
  event?: string | undefined
  resource: string
  /** `dead`: every attempt failed. */
  status: 'queued' | 'sending' | 'delivered' | 'dead'
  /** When it is tried next; absent while it waits its turn. */
  next_attempt_at?: string | undefined
  /** Oldest first. */
  attempts: DeliveryAttempt[]
  created_at: string
}

export interface DeliveryAttempt {
  /** As in the header `webhook-attempt`. */
  attempt: number
  at: string
  duration_ms: number
  /** What the receiver answered. */
  status?: number | undefined
  /** Why there was no answer. */
  error?: string | undefined
  /** The first 1 KB of the answer. */
  answer?: string | undefined
}

export interface DeliveryPage {
  data: Delivery[]
  pagination: Pagination
}

export interface Deposit {
  id: string
  account_connection: string
  deposit_source: 'music_distribution' | 'video_ads' | 'live_streaming'
  amount_in_cents: number
  splits: DepositSplit[]
  /** What the creator keeps of it. */
  remaining_in_cents: number
  created_at: string
}

export interface DepositCreate {
  account_connection: string
  /** Which deposits are split. */
  deposit_source: 'music_distribution' | 'video_ads' | 'live_streaming'
  amount_in_cents: number
}

export interface DepositPreview {
  account_connection: string
  deposit_source: 'music_distribution' | 'video_ads' | 'live_streaming'
  amount_in_cents: number
  /** What each contract takes, in the order they were created; those that take nothing are left out. */
  splits: SplitPreview[]
  /** What the creator keeps of it. */
  remaining_in_cents: number
}

export interface DepositSplit {
  /** Of the split and of its transfer. */
  id: string
  contract: string
  amount_in_cents: number
}

export interface EmbedOrigin {
  id: string
  origin: string
  created_at: string
}

export interface EmbedOriginCreate {
  /** Scheme, host and port. */
  origin: string
}

export interface EmbedOriginDeleted {
  id: string
  origin: string
  deleted: true
}

export interface EmbedOriginPage {
  data: EmbedOrigin[]
  pagination: Pagination
}

export interface Enterprise {
  id: string
  name: string
  environment: 'sandbox' | 'production'
  /** Money ready to be paid out. */
  operating_account: {
    balance_in_cents: number
  }
  /** Amounts and fees reserved for payouts that are not sent yet. */
  pending_payouts: {
    balance_in_cents: number
  }
  /** Your debt: chargebacks and refunds after fraud that found the operating account short. Repaid from its next credits, before anything else. */
  refunds_due_in_cents: number
  /** Fees among `pending_payouts`: reserved for `ready` payouts, the highest each could cost. What is not charged returns. */
  reserved_fees_in_cents: number
  /** Applied by the provider on request. */
  settings: {
    ach_enabled: boolean
    creator_verification_required: boolean
    connect_use_case: 'Payout' | 'Generic'
    fraud_refund_window_hours: number
  }
  created_at: string
}

export interface Event {
  /** Sent as `webhook-id`. */
  id: string
  /** Counts your events from 1 without gaps. */
  position: number
  type: 'account_connection.update' | 'payout.update' | 'buyer.update' | 'purchase.update' | 'contract.update'
  /** The id of what changed. */
  resource: string
  /** Unix seconds of the change, as webhooks say it. */
  timestamp: number
  user_data: UserData
  /** When it changed. */
  created_at: string
}

export interface EventPage {
  data: Event[]
  pagination: EventPagination
}

export interface EventPagination {
  page_size: number
  /** Ask with `after` set to this for what comes next. */
  next_after: number
  /** Whether there is more already. */
  has_more: boolean
}

export interface Fault {
  param: string
  code: string
  message: string
}

export interface Grant {
  name: 'payment.credit' | 'payment.debit'
  expires_at?: string | undefined
}

/** An existing bank account to migrate. Stored sealed, never returned; only `destination` shows it. */
export interface LegacyPayoutMethod {
  type: 'ach'
  name_on_account: string
  account_number: string
  routing_number: string
  account_type: 'checking' | 'savings'
  first_name: string
  last_name: string
  street_line_1: string
  /** Empty is the same as absent. */
  street_line_2?: string | undefined
  city: string
  state_abbreviation: string
  postal_code: string
  ssn: string
}

export interface LoggedRequest {
  request_id: string
  /** When it was answered, in real time. */
  at: string
  method: string
  /** Below the base address, with its query. */
  path: string
  status: number
  duration_ms: number
  /** As it was sent, without secrets. */
  request_body?: unknown | undefined
  /** As it was answered, without secrets. */
  response_body?: unknown | undefined
}

export interface LoggedRequestPage {
  data: LoggedRequest[]
  pagination: LoggedRequestPagination
}

export interface LoggedRequestPagination {
  page_size: number
  /** Ask with `after` set to this for what comes next. */
  next_after?: string | undefined
  /** Whether there is more already. */
  has_more: boolean
}

export interface Message {
  id: string
  channel: 'email' | 'sms'
  kind: 'login_created' | 'account_opened' | 'invite' | 'payout_issued' | 'bank_corrected' | 'webhook_disabled' | 'daily_summary' | 'person_invited' | 'password_reset' | 'security_notice' | 'email_code' | 'creator_password_reset' | 'login_changed' | 'p2p_code' | 'sign_in_code'
  to: string
  /** Of an e-mail. */
  subject?: string | undefined
  text: string
  /** Of an e-mail. */
  html?: string | undefined
  /** `captured`: nothing is configured to send it. `suppressed`: in sandbox only `+sandbox` addresses get mail. */
  status: 'queued' | 'delivered' | 'captured' | 'suppressed' | 'failed'
  why?: string | undefined
  created_at: string
}

export interface MessagePage {
  data: Message[]
  pagination: Pagination
}

/** Exactly these four fields. Read the resource to see what it is now. */
export interface Notification {
  event: 'account_connection.update' | 'payout.update' | 'buyer.update' | 'purchase.update' | 'contract.update'
  /** The id of what changed. */
  id: string
  /** Unix second of the change, by your sandbox’s clock in sandbox. */
  timestamp: number
  user_data: UserData
}

export interface P2p {
  id: string
  source: string
  destination: string
  amount_in_cents: number
  description: string
  status: 'created' | 'pending' | 'sent' | 'error' | 'expired'
  /** Ten minutes after creation; until then it can be committed. */
  expires_at: string
  /** Wrong codes so far; after the third it expires at once. */
  failed_commits: number
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  user_data?: UserData | undefined
  created_at: string
  updated_at: string
}

export interface P2pCommit {
  /** The code that was sent to the source's mobile. */
  code: string
}

export interface P2pCreate {
  /** The connection that sends. */
  source: string
  /** The connection that receives; of another creator. */
  destination: string
  amount_in_cents: number
  /** Default: `Payment from {source name} to {destination name}`. Null is the same as absent. */
  description?: string | null | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface P2pPage {
  data: P2p[]
  pagination: Pagination
}

export interface P2pUpdate {
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null clears it. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface Pagination {
  page: number
  page_size: number
  total: number
}

export interface Payout {
  id: string
  account_connection: string
  amount_in_cents: number
  description: string
  date: string
  /** How it is paid: as the connection’s `type` says. While `ready`, how it would be paid now; final from `pending` on. `unclaimed` while the creator has not activated the connection. */
  type: 'direct' | 'ach' | 'wallet' | 'unclaimed'
  /** `ready`: reserved, waits for its date or to be claimed, can be canceled. `pending`: on its way. `sent`: paid. `returned`: given back by the bank. `error`: failed before it was sent. The last two and `canceled` are final. */
  status: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  /** Where it is paid. While `ready`, where it would be paid now. */
  destination?: string | undefined
  /** While `ready`, what is reserved: the highest it could cost. Final from `pending` on. 0 after `error` and `canceled`; kept after `returned`. */
  fee_in_cents: number
  /** With `error`, why: `permission_not_granted` (the permission `payment.credit` was gone when the payout was due), `bank_account_missing` (the account connection has no bank account), `bank_account_unreadable` (the bank account on record cannot be read), `bank_account_unsendable` (no file to the bank can carry the bank account), `payment_failed` (the payment could not be made). With `returned`, the bank's return code. More may be added. */
  failure_code?: string | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  user_data?: UserData | undefined
  created_at: string
  updated_at: string
}

export interface PayoutBatch {
  payouts: Payout[]
}

export interface PayoutBatchCreate {
  payouts: PayoutCreate[]
}

export interface PayoutCreate {
  /** Whom to pay. */
  account_connection: string
  amount_in_cents: number
  /** Visible to the creator. Default: `Payment from {enterprise}`. Null is the same as absent. */
  description?: string | null | undefined
  /** Schedules the payout; without it, or in the past, it goes at once. Null is the same as absent. */
  date?: string | null | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface PayoutPage {
  data: Payout[]
  pagination: Pagination
}

export interface PayoutUpdate {
  /** Takes effect only in `ready`; otherwise nothing changes. */
  status?: 'canceled' | undefined
  /** Visible to the creator. Default: `Payment from {enterprise}`. Null sets the default again. */
  description?: string | null | undefined
  /** Reschedules; only in `ready`, and not while canceling: otherwise 409. */
  date?: string | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null clears it. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface Purchase {
  id: string
  buyer: string
  status: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'
  items: PurchaseItem[]
  /** The sum of amount times quantity over the items. */
  total_in_cents: number
  /** What the charge costs; 0 where nothing was charged or it was voided. */
  fee_in_cents: number
  /** What is deposited to the operating account: the total less the fee. */
  net_total_in_cents: number
  /** Once paid. Opens in a browser without a key, and does not expire. */
  receipt_pdf_url?: string | undefined
  payment_card_brand?: 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER' | 'DINERS_CLUB' | 'JCB' | 'UNION_PAY' | undefined
  payment_card_last_four?: string | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  /** Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself. */
  auto_refund_on_fraud: boolean
  user_data?: UserData | undefined
  created_at: string
  updated_at: string
}

export interface PurchaseCreate {
  buyer: string
  /** Everything that is paid for, tax and shipping too. Together at least 1 cent, and before discounts no more than a payment can be. */
  items: PurchaseItemCreate[]
  /** Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself. */
  auto_refund_on_fraud?: boolean | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface PurchaseItem {
  name: string
  description?: string | undefined
  amount_in_cents: number
  quantity: number
}

export interface PurchaseItemCreate {
  name: string
  description?: string | undefined
  /** Of one piece; negative for a discount. */
  amount_in_cents: number
  quantity?: number | undefined
}

export interface PurchasePage {
  data: Purchase[]
  pagination: Pagination
}

export interface PurchaseUpdate {
  status?: 'canceled' | 'completed' | 'refunded' | undefined
  auto_refund_on_fraud?: boolean | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null clears it. */
  user_data?: Record<string, unknown> | null | undefined
}

/** The last time that the creator was rejected in Connect; they may begin again. Absent if they never were, and once the connection is active: `activity` still has it. */
export interface Rejection {
  /** `identity_check_failed`: the identity check failed. `review_failed`: the identity check stayed open for a review, and the review failed. */
  code: 'identity_check_failed' | 'review_failed'
  /** The same for people. */
  reason: string
  rejected_at: string
}

export interface SandboxCard {
  buyer: string
  /** A test card. It is handed to the card network and kept nowhere. */
  number: string
  expiration_month: number
  expiration_year: number
}

export interface SandboxClockAdvance {
  seconds: number
}

export interface SandboxConnect {
  account_connection: string
  type: 'direct' | 'ach' | 'wallet'
  outcome?: 'approved' | 'review' | 'rejected' | undefined
}

export interface SandboxContract {
  contract: string
  decision: 'accept' | 'decline'
}

export interface SandboxFunded {
  operating_account: {
    balance_in_cents: number
  }
}

export interface SandboxFunding {
  amount_in_cents: number
}

export interface SandboxPayoutFailure {
  payout: string
}

export interface SandboxPayoutReturn {
  payout: string
  code: 'R01' | 'R02' | 'R03' | 'R04' | 'R05' | 'R06' | 'R07' | 'R08' | 'R09' | 'R10' | 'R11' | 'R12' | 'R13' | 'R14' | 'R15' | 'R16' | 'R17' | 'R18' | 'R19' | 'R20' | 'R21' | 'R22' | 'R23' | 'R24' | 'R25' | 'R26' | 'R27' | 'R28' | 'R29' | 'R30' | 'R31' | 'R32' | 'R33' | 'R34' | 'R35' | 'R36' | 'R37' | 'R38' | 'R39' | 'R40' | 'R41' | 'R42' | 'R43' | 'R44' | 'R45' | 'R46' | 'R47' | 'R50' | 'R51' | 'R52' | 'R53' | 'R61' | 'R62' | 'R67' | 'R68' | 'R69' | 'R70' | 'R71' | 'R72' | 'R73' | 'R74' | 'R75' | 'R76' | 'R77' | 'R80' | 'R81' | 'R82' | 'R83' | 'R84' | 'R85'
}

export interface SandboxPurchase {
  purchase: string
}

export interface Split {
  id: string
  contract: string
  deposit: string
  deposit_amount_in_cents: number
  /** What went to the operating account. */
  amount_in_cents: number
  created_at: string
}

export interface SplitPage {
  data: Split[]
  pagination: Pagination
}

export interface SplitPreview {
  contract: string
  amount_in_cents: number
}

/** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. */
export type UserData = Record<string, unknown>

export interface Webhook {
  id: string
  url: string
  event: 'account_connection.update' | 'payout.update' | 'buyer.update' | 'purchase.update' | 'contract.update'
  user_data?: UserData | undefined
  /** Since when it is not called; absent while it is. */
  disabled_at?: string | undefined
  disabled_because?: string | undefined
}

export interface WebhookCreate {
  /** Receives the notifications. HTTPS in production; http is allowed in sandbox, and loopback where the service runs on your own machine. */
  url: string
  /** One webhook per event. */
  event: 'account_connection.update' | 'payout.update' | 'buyer.update' | 'purchase.update' | 'contract.update'
  /** User name of the Basic header sent along; never returned. */
  basic_user?: string | undefined
  /** Password of the Basic header sent along; never returned. */
  basic_secret?: string | undefined
  /** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
  user_data?: Record<string, unknown> | null | undefined
}

export interface WebhookDeleted {
  id: string
  url: string
  event: 'account_connection.update' | 'payout.update' | 'buyer.update' | 'purchase.update' | 'contract.update'
  deleted: true
}

export interface WebhookPage {
  data: Webhook[]
  pagination: Pagination
}

export interface WebhookRecover {
  /** Everything from then on that was not delivered. */
  since: string
}

export interface WebhookRecovered {
  /** How many deliveries are on their way. */
  queued: number
}

export interface WebhookSecret {
  secret: string
  /** Signs beside it until `previous_valid_until`. */
  previous_secret?: string | undefined
  previous_valid_until?: string | undefined
}

/** Every operation of the API: the parameters of its path, its body or query, and its answer. */
export interface Operations {
  /** Read your enterprise */
  getEnterprise: {
    params: []
    answer: Enterprise
  }
  /** Create an account connection */
  createAccountConnection: {
    params: []
    body: AccountConnectionCreate
    answer: AccountConnection
  }
  /** List account connections */
  listAccountConnections: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'pending' | 'active' | 'deleted' | undefined
      external_id?: string | undefined
    }
    answer: AccountConnectionPage
    item: AccountConnectionListed
  }
  /** Read an account connection */
  getAccountConnection: {
    params: [id: string]
    answer: AccountConnection
  }
  /** Change an account connection */
  updateAccountConnection: {
    params: [id: string]
    body: AccountConnectionUpdate
    answer: AccountConnection
  }
  /** Read an account connection by your own id */
  getAccountConnectionByExternalId: {
    params: [external_id: string]
    answer: AccountConnection
  }
  /** Pay a creator */
  createPayout: {
    params: []
    body: PayoutCreate
    answer: Payout
  }
  /** List payouts */
  listPayouts: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled' | undefined
    }
    answer: PayoutPage
    item: Payout
  }
  /** Pay many creators */
  createPayouts: {
    params: []
    body: PayoutBatchCreate
    answer: PayoutBatch
  }
  /** Read a payout */
  getPayout: {
    params: [id: string]
    answer: Payout
  }
  /** Cancel, reschedule or describe a payout */
  updatePayout: {
    params: [id: string]
    body: PayoutUpdate
    answer: Payout
  }
  /** List payouts to a connection */
  listPayoutsOfConnection: {
    params: [id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled' | undefined
    }
    answer: PayoutPage
    item: Payout
  }
  /** Create a Connect link */
  createConnectLink: {
    params: []
    body: ConnectLinkCreate
    answer: ConnectUrl
  }
  /** Create a Connect invite */
  createConnectInvite: {
    params: []
    body: ConnectInviteCreate
    answer: ConnectUrl
  }
  /** Allow an origin to embed */
  createEmbedOrigin: {
    params: []
    body: EmbedOriginCreate
    answer: EmbedOrigin
  }
  /** List the origins that may embed */
  listEmbedOrigins: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
    }
    answer: EmbedOriginPage
    item: EmbedOrigin
  }
  /** Forbid an origin to embed */
  deleteEmbedOrigin: {
    params: [id: string]
    answer: EmbedOriginDeleted
  }
  /** Create a buyer */
  createBuyer: {
    params: []
    body: BuyerCreate
    answer: Buyer
  }
  /** List buyers */
  listBuyers: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      external_id?: string | undefined
    }
    answer: BuyerPage
    item: Buyer
  }
  /** Read a buyer */
  getBuyer: {
    params: [id: string]
    answer: Buyer
  }
  /** Change a buyer */
  updateBuyer: {
    params: [id: string]
    body: BuyerUpdate
    answer: Buyer
  }
  /** Read a buyer by your own id */
  getBuyerByExternalId: {
    params: [external_id: string]
    answer: Buyer
  }
  /** Create a purchase */
  createPurchase: {
    params: []
    body: PurchaseCreate
    answer: Purchase
  }
  /** List purchases */
  listPurchases: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed' | undefined
    }
    answer: PurchasePage
    item: Purchase
  }
  /** Charge the buyer's card */
  commitPurchase: {
    params: [id: string]
    answer: Purchase
  }
  /** Read a purchase */
  getPurchase: {
    params: [id: string]
    answer: Purchase
  }
  /** Cancel, complete or refund a purchase */
  updatePurchase: {
    params: [id: string]
    body: PurchaseUpdate
    answer: Purchase
  }
  /** List purchases of a buyer */
  listPurchasesOfBuyer: {
    params: [id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed' | undefined
    }
    answer: PurchasePage
    item: Purchase
  }
  /** Ask for a payment from one creator to another */
  createP2p: {
    params: []
    body: P2pCreate
    answer: P2p
  }
  /** List P2P payments */
  listP2p: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'pending' | 'sent' | 'error' | 'expired' | undefined
    }
    answer: P2pPage
    item: P2p
  }
  /** Commit a P2P payment with its code */
  commitP2p: {
    params: [id: string]
    body: P2pCommit
    answer: P2p
  }
  /** Read a P2P payment */
  getP2p: {
    params: [id: string]
    answer: P2p
  }
  /** Change the `user_data` of a P2P payment */
  updateP2p: {
    params: [id: string]
    body: P2pUpdate
    answer: P2p
  }
  /** List P2P payments to or from a connection */
  listP2pOfConnection: {
    params: [id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'pending' | 'sent' | 'error' | 'expired' | undefined
    }
    answer: P2pPage
    item: P2p
  }
  /** List P2P payments between two connections */
  listP2pBetweenConnections: {
    params: [id: string, peer_id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'pending' | 'sent' | 'error' | 'expired' | undefined
    }
    answer: P2pPage
    item: P2p
  }
  /** Ask a creator for a deposit split */
  createContract: {
    params: []
    body: ContractCreate
    answer: Contract
  }
  /** List contracts */
  listContracts: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'active' | 'declined' | 'terminated' | 'expired' | undefined
    }
    answer: ContractPage
    item: Contract
  }
  /** Terminate a contract */
  deleteContract: {
    params: [id: string]
    answer: Contract
  }
  /** Read a contract */
  getContract: {
    params: [id: string]
    answer: Contract
  }
  /** See how a deposit would be split */
  previewDeposit: {
    params: []
    body: DepositCreate
    answer: DepositPreview
  }
  /** List what happened to a contract */
  listContractActivity: {
    params: [id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
    }
    answer: ContractActivityEntryPage
    item: ContractActivityEntry
  }
  /** List what a contract has split off */
  listSplits: {
    params: [id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
    }
    answer: SplitPage
    item: Split
  }
  /** List contracts of a connection */
  listContractsOfConnection: {
    params: [id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'created' | 'active' | 'declined' | 'terminated' | 'expired' | undefined
    }
    answer: ContractPage
    item: Contract
  }
  /** Read what changed */
  listEvents: {
    params: []
    query: {
      /** Where to go on: the position or the id of the last event you have. From the first one, when absent. */
      after?: string | undefined
      /** `newest`: the last ones first, and `after` goes on backwards. */
      order?: 'oldest' | 'newest' | undefined
      type?: 'account_connection.update' | 'payout.update' | 'buyer.update' | 'purchase.update' | 'contract.update' | undefined
      /** Events of this resource only. */
      resource?: string | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      /** Entries per page. */
      page_size?: number | undefined
    }
    answer: EventPage
    item: Event
  }
  /** Follow the audit log */
  listAuditEntries: {
    params: []
    query: {
      /** Where to go on: `next_after` of the answer before. From the first entry, when absent. */
      after?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      /** Entries per page. */
      page_size?: number | undefined
    }
    answer: AuditEntryPage
    item: AuditEntry
  }
  /** Read your own requests */
  listRequests: {
    params: []
    query: {
      /** Where to go on: `next_after` of the answer before. */
      after?: string | undefined
      /** Which come first. */
      order?: 'newest' | 'oldest' | undefined
      /** Like `404` or `4xx`. */
      status?: string | undefined
      method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
      /** What was sent and answered, too. */
      include?: 'bodies' | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      /** Entries per page. */
      page_size?: number | undefined
    }
    answer: LoggedRequestPage
    item: LoggedRequest
  }
  /** Create a webhook */
  createWebhook: {
    params: []
    body: WebhookCreate
    answer: Webhook
  }
  /** List webhooks */
  listWebhooks: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'enabled' | 'disabled' | undefined
    }
    answer: WebhookPage
    item: Webhook
  }
  /** Read a webhook */
  getWebhook: {
    params: [id: string]
    answer: Webhook
  }
  /** Delete a webhook */
  deleteWebhook: {
    params: [id: string]
    answer: WebhookDeleted
  }
  /** Read the signing secret */
  getWebhookSecret: {
    params: [id: string]
    answer: WebhookSecret
  }
  /** Replace the signing secret */
  rotateWebhookSecret: {
    params: [id: string]
    answer: WebhookSecret
  }
  /** List the deliveries of a webhook */
  listDeliveries: {
    params: [id: string]
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'queued' | 'sending' | 'delivered' | 'dead' | undefined
    }
    answer: DeliveryPage
    item: Delivery
  }
  /** Read a delivery */
  getDelivery: {
    params: [id: string, delivery_id: string]
    answer: Delivery
  }
  /** Send a delivery again */
  redeliver: {
    params: [id: string, delivery_id: string]
    answer: Delivery
  }
  /** Send everything again that was not delivered */
  recoverWebhook: {
    params: [id: string]
    body: WebhookRecover
    answer: WebhookRecovered
  }
  /** Send a test notification */
  testWebhook: {
    params: [id: string]
    answer: Delivery
  }
  /** Read the clock */
  getClock: {
    params: []
    answer: Clock
  }
  /** Advance the clock */
  advanceClock: {
    params: []
    body: SandboxClockAdvance
    answer: Clock
  }
  /** Do what a creator does in Connect */
  simulateConnect: {
    params: []
    body: SandboxConnect
    answer: AccountConnection
  }
  /** Let the bank return a payout */
  simulatePayoutReturn: {
    params: []
    body: SandboxPayoutReturn
    answer: Payout
  }
  /** Let a payout fail */
  simulatePayoutError: {
    params: []
    body: SandboxPayoutFailure
    answer: Payout
  }
  /** Do what a buyer does in the card form */
  simulateCard: {
    params: []
    body: SandboxCard
    answer: Buyer
  }
  /** Let the card network warn of fraud */
  simulateFraudAlert: {
    params: []
    body: SandboxPurchase
    answer: Purchase
  }
  /** Let the buyer's bank take the money back */
  simulateChargeback: {
    params: []
    body: SandboxPurchase
    answer: Purchase
  }
  /** Answer a contract as the creator */
  simulateContract: {
    params: []
    body: SandboxContract
    answer: Contract
  }
  /** Let a deposit arrive at a creator's account */
  simulateDeposit: {
    params: []
    body: DepositCreate
    answer: Deposit
  }
  /** Top the operating account up */
  simulateFunding: {
    params: []
    body: SandboxFunding
    answer: SandboxFunded
  }
  /** Read every e-mail and SMS */
  listMessages: {
    params: []
    query: {
      /** Page number, newest first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      status?: 'queued' | 'delivered' | 'captured' | 'suppressed' | 'failed' | undefined
    }
    answer: MessagePage
    item: Message
  }
}

interface OperationEntry {
  readonly method: string
  readonly path: string
  readonly takes: 'body' | 'query' | 'nothing'
  readonly answers: 'one' | 'pages' | 'positions'
}

export const OPERATIONS: { readonly [Name in keyof Operations]: OperationEntry } = {
  getEnterprise: { method: 'GET', path: '/enterprise', takes: 'nothing', answers: 'one' },
  createAccountConnection: { method: 'POST', path: '/account-connection', takes: 'body', answers: 'one' },
  listAccountConnections: { method: 'GET', path: '/account-connection', takes: 'query', answers: 'pages' },
  getAccountConnection: { method: 'GET', path: '/account-connection/{id}', takes: 'nothing', answers: 'one' },
  updateAccountConnection: { method: 'PUT', path: '/account-connection/{id}', takes: 'body', answers: 'one' },
  getAccountConnectionByExternalId: { method: 'GET', path: '/account-connection/external/{external_id}', takes: 'nothing', answers: 'one' },
  createPayout: { method: 'POST', path: '/payout', takes: 'body', answers: 'one' },
  listPayouts: { method: 'GET', path: '/payout', takes: 'query', answers: 'pages' },
  createPayouts: { method: 'POST', path: '/payout/batch', takes: 'body', answers: 'one' },
  getPayout: { method: 'GET', path: '/payout/{id}', takes: 'nothing', answers: 'one' },
  updatePayout: { method: 'PUT', path: '/payout/{id}', takes: 'body', answers: 'one' },
  listPayoutsOfConnection: { method: 'GET', path: '/account-connection/{id}/payout', takes: 'query', answers: 'pages' },
  createConnectLink: { method: 'POST', path: '/connect-link', takes: 'body', answers: 'one' },
  createConnectInvite: { method: 'POST', path: '/connect-invite', takes: 'body', answers: 'one' },
  createEmbedOrigin: { method: 'POST', path: '/embed-origin', takes: 'body', answers: 'one' },
  listEmbedOrigins: { method: 'GET', path: '/embed-origin', takes: 'query', answers: 'pages' },
  deleteEmbedOrigin: { method: 'DELETE', path: '/embed-origin/{id}', takes: 'nothing', answers: 'one' },
  createBuyer: { method: 'POST', path: '/buyer', takes: 'body', answers: 'one' },
  listBuyers: { method: 'GET', path: '/buyer', takes: 'query', answers: 'pages' },
  getBuyer: { method: 'GET', path: '/buyer/{id}', takes: 'nothing', answers: 'one' },
  updateBuyer: { method: 'PUT', path: '/buyer/{id}', takes: 'body', answers: 'one' },
  getBuyerByExternalId: { method: 'GET', path: '/buyer/external/{external_id}', takes: 'nothing', answers: 'one' },
  createPurchase: { method: 'POST', path: '/purchase', takes: 'body', answers: 'one' },
  listPurchases: { method: 'GET', path: '/purchase', takes: 'query', answers: 'pages' },
  commitPurchase: { method: 'POST', path: '/purchase/{id}/commit', takes: 'nothing', answers: 'one' },
  getPurchase: { method: 'GET', path: '/purchase/{id}', takes: 'nothing', answers: 'one' },
  updatePurchase: { method: 'PUT', path: '/purchase/{id}', takes: 'body', answers: 'one' },
  listPurchasesOfBuyer: { method: 'GET', path: '/buyer/{id}/purchase', takes: 'query', answers: 'pages' },
  createP2p: { method: 'POST', path: '/p2p', takes: 'body', answers: 'one' },
  listP2p: { method: 'GET', path: '/p2p', takes: 'query', answers: 'pages' },
  commitP2p: { method: 'POST', path: '/p2p/{id}/commit', takes: 'body', answers: 'one' },
  getP2p: { method: 'GET', path: '/p2p/{id}', takes: 'nothing', answers: 'one' },
  updateP2p: { method: 'PUT', path: '/p2p/{id}', takes: 'body', answers: 'one' },
  listP2pOfConnection: { method: 'GET', path: '/account-connection/{id}/p2p', takes: 'query', answers: 'pages' },
  listP2pBetweenConnections: { method: 'GET', path: '/account-connection/{id}/p2p/{peer_id}', takes: 'query', answers: 'pages' },
  createContract: { method: 'POST', path: '/contract', takes: 'body', answers: 'one' },
  listContracts: { method: 'GET', path: '/contract', takes: 'query', answers: 'pages' },
  deleteContract: { method: 'DELETE', path: '/contract/{id}', takes: 'nothing', answers: 'one' },
  getContract: { method: 'GET', path: '/contract/{id}', takes: 'nothing', answers: 'one' },
  previewDeposit: { method: 'POST', path: '/contract/preview', takes: 'body', answers: 'one' },
  listContractActivity: { method: 'GET', path: '/contract/{id}/activity', takes: 'query', answers: 'pages' },
  listSplits: { method: 'GET', path: '/contract/{id}/split', takes: 'query', answers: 'pages' },
  listContractsOfConnection: { method: 'GET', path: '/account-connection/{id}/contract', takes: 'query', answers: 'pages' },
  listEvents: { method: 'GET', path: '/event', takes: 'query', answers: 'positions' },
  listAuditEntries: { method: 'GET', path: '/audit-log', takes: 'query', answers: 'positions' },
  listRequests: { method: 'GET', path: '/request-log', takes: 'query', answers: 'positions' },
  createWebhook: { method: 'POST', path: '/webhook', takes: 'body', answers: 'one' },
  listWebhooks: { method: 'GET', path: '/webhook', takes: 'query', answers: 'pages' },
  getWebhook: { method: 'GET', path: '/webhook/{id}', takes: 'nothing', answers: 'one' },
  deleteWebhook: { method: 'DELETE', path: '/webhook/{id}', takes: 'nothing', answers: 'one' },
  getWebhookSecret: { method: 'GET', path: '/webhook/{id}/secret', takes: 'nothing', answers: 'one' },
  rotateWebhookSecret: { method: 'POST', path: '/webhook/{id}/secret/rotate', takes: 'nothing', answers: 'one' },
  listDeliveries: { method: 'GET', path: '/webhook/{id}/delivery', takes: 'query', answers: 'pages' },
  getDelivery: { method: 'GET', path: '/webhook/{id}/delivery/{delivery_id}', takes: 'nothing', answers: 'one' },
  redeliver: { method: 'POST', path: '/webhook/{id}/delivery/{delivery_id}/redeliver', takes: 'nothing', answers: 'one' },
  recoverWebhook: { method: 'POST', path: '/webhook/{id}/recover', takes: 'body', answers: 'one' },
  testWebhook: { method: 'POST', path: '/webhook/{id}/test', takes: 'nothing', answers: 'one' },
  getClock: { method: 'GET', path: '/sandbox/clock', takes: 'nothing', answers: 'one' },
  advanceClock: { method: 'POST', path: '/sandbox/clock/advance', takes: 'body', answers: 'one' },
  simulateConnect: { method: 'POST', path: '/sandbox/connect', takes: 'body', answers: 'one' },
  simulatePayoutReturn: { method: 'POST', path: '/sandbox/payout-return', takes: 'body', answers: 'one' },
  simulatePayoutError: { method: 'POST', path: '/sandbox/payout-error', takes: 'body', answers: 'one' },
  simulateCard: { method: 'POST', path: '/sandbox/card', takes: 'body', answers: 'one' },
  simulateFraudAlert: { method: 'POST', path: '/sandbox/fraud-alert', takes: 'body', answers: 'one' },
  simulateChargeback: { method: 'POST', path: '/sandbox/chargeback', takes: 'body', answers: 'one' },
  simulateContract: { method: 'POST', path: '/sandbox/contract', takes: 'body', answers: 'one' },
  simulateDeposit: { method: 'POST', path: '/sandbox/deposit', takes: 'body', answers: 'one' },
  simulateFunding: { method: 'POST', path: '/sandbox/funding', takes: 'body', answers: 'one' },
  listMessages: { method: 'GET', path: '/sandbox/message', takes: 'query', answers: 'pages' },
}
