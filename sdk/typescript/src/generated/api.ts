// Generated from the API document by `npm run sdk`. Do not edit.

/** The codes of errors. */
export type ErrorCode = 'approval_not_allowed' | 'batch_invalid' | 'body_too_large' | 'card_declined' | 'embed_origin_exists' | 'enterprise_suspended' | 'external_id_taken' | 'headers_too_large' | 'idempotency_in_progress' | 'idempotency_key_reused' | 'incorrect_code' | 'insufficient_funds' | 'internal_error' | 'invalid_state' | 'key_expired' | 'limit_exceeded' | 'malformed_json' | 'malformed_request' | 'method_not_allowed' | 'network_not_allowed' | 'not_found' | 'p2p_expired' | 'permission_not_granted' | 'rate_limited' | 'request_timeout' | 'scope_missing' | 'unauthorized' | 'unavailable' | 'unsupported_media_type' | 'validation_failed' | 'webhook_exists'

export interface AccountConnection {
  /** The id of the connection. Opaque, with the prefix `acon_`. */
  id: string
  /** Your own id of the creator, if you gave one. */
  external_id?: string | undefined
  status: AccountConnectionStatus
  type?: AccountConnectionType | undefined
  /** Legal first name, as you gave it. */
  first_name: string
  /** Legal last name, as you gave it. */
  last_name: string
  /** Where you reach the creator. */
  email: string
  /** Legal name of the creator’s business, if you gave one. */
  business_name?: string | undefined
  /** What the creator is called, if you said so. */
  display_name?: string | undefined
  /** What you ask the creator for. */
  requested_permissions: Permission[]
  /** Granted by the creator; absent until then. Payouts need `payment.credit`; P2P needs `payment.debit` on the source and `payment.credit` on the destination. */
  permissions?: Grant[] | undefined
  /** The question that an invite asks the creator. */
  verification_prompt: string
  rejection?: Rejection | undefined
  suspension?: Suspension | undefined
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
  /** A label of the account that the creator is paid to now, for people. Left out of lists. */
  destination?: string | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
}

export interface AccountConnectionCreate {
  /** Legal first name. */
  first_name: string
  /** Legal last name. */
  last_name: string
  /** Where you reach the creator; need not be that of the creator’s login. Letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64, then `@` and a domain with a dot. */
  email: string
  requested_permissions: RequestedPermissions
  /** A question only the creator can answer. An invite asks it before anything else. */
  verification_prompt: string
  /** The answer to the prompt. Compared ignoring letter case and surrounding white space. Never returned. */
  verification_answer: string
  /** Your own id of the creator: stable, not sensitive, and unique among your account connections (409 `external_id_taken`). It stays taken after deletion. Null is the same as absent. */
  external_id?: string | null | undefined
  /** Legal name of the creator’s business. Null is the same as absent. */
  business_name?: string | null | undefined
  /** What the creator is called; visible to the creator. Null is the same as absent. */
  display_name?: string | null | undefined
  legacy_payout_method?: LegacyPayoutMethod | undefined
  user_data?: NullableUserData | undefined
}

export interface AccountConnectionListed {
  /** The id of the connection. Opaque, with the prefix `acon_`. */
  id: string
  /** Your own id of the creator, if you gave one. */
  external_id?: string | undefined
  status: AccountConnectionStatus
  type?: AccountConnectionType | undefined
  /** Legal first name, as you gave it. */
  first_name: string
  /** Legal last name, as you gave it. */
  last_name: string
  /** Where you reach the creator. */
  email: string
  /** Legal name of the creator’s business, if you gave one. */
  business_name?: string | undefined
  /** What the creator is called, if you said so. */
  display_name?: string | undefined
  /** What you ask the creator for. */
  requested_permissions: Permission[]
  /** Granted by the creator; absent until then. Payouts need `payment.credit`; P2P needs `payment.debit` on the source and `payment.credit` on the destination. */
  permissions?: Grant[] | undefined
  /** The question that an invite asks the creator. */
  verification_prompt: string
  rejection?: Rejection | undefined
  suspension?: Suspension | undefined
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface AccountConnectionPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: AccountConnectionListed[]
  pagination: Pagination
}

/** Where the connection is. Only the creator can activate it, in Connect. - `created`: the creator has not been through Connect yet, or was rejected and may begin again - `pending`: the creator has submitted Connect and a check is still open: the identity review, or that of the bank - `active`: the creator has connected; `type`, `permissions` and `destination` are there - `deleted`: deactivated for good: it gets no payouts, its `ready` payouts are canceled, its contracts terminated */
export type AccountConnectionStatus = 'created' | 'pending' | 'active' | 'deleted'

/** How the creator is paid. Absent until the creator has chosen a payout method. - `direct`: to the creator’s own account with this service, at once; the only type that can be debited - `ach`: to a bank account, by ACH, in a few business days - `wallet`: to the creator’s wallet with this service, at once */
export type AccountConnectionType = 'direct' | 'ach' | 'wallet'

export interface AccountConnectionUpdate {
  /** Deactivates the connection for good. */
  status?: 'deleted' | undefined
  /** Legal first name. */
  first_name?: string | undefined
  /** Legal last name. */
  last_name?: string | undefined
  /** Where you reach the creator; need not be that of the creator’s login. Letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64, then `@` and a domain with a dot. */
  email?: string | undefined
  requested_permissions?: RequestedPermissions | undefined
  /** A question only the creator can answer. An invite asks it before anything else. */
  verification_prompt?: string | undefined
  /** The answer to the prompt. Compared ignoring letter case and surrounding white space. Never returned. */
  verification_answer?: string | undefined
  /** Your own id of the creator: stable, not sensitive, and unique among your account connections (409 `external_id_taken`). It stays taken after deletion. Null clears it, and frees it for another; also on a deleted connection. */
  external_id?: string | null | undefined
  /** Legal name of the creator’s business. Null clears it. */
  business_name?: string | null | undefined
  /** What the creator is called; visible to the creator. Null clears it. */
  display_name?: string | null | undefined
  legacy_payout_method?: LegacyPayoutMethod | undefined
  user_data?: ClearableUserData | undefined
}

export interface ActivityEntry {
  /** What happened, for people. */
  entry: string
  /** When it happened. */
  date: string
  type: ActivityType
  /** The status of the resource after the entry. */
  status: string
  /** The reason, for programs: a bank’s return code, a decline code, a rejection, `refund`, `chargeback`, `dispute`. Where there is one. */
  code?: string | undefined
}

/** The kind of entry. - `status_change`: the resource reached a status - `transfer`: money moved between your accounts; `entry` names amount and account - `error`: something failed; `code` says what */
export type ActivityType = 'status_change' | 'transfer' | 'error'

export interface Alert {
  /** The id of the alert. Opaque, with the prefix `alr_`. */
  id: string
  status: AlertStatus
  kind: AlertKind
  /** The payout, webhook or bank file that it is about. Absent where it is about your enterprise as a whole. */
  resource?: string | undefined
  /** What was found, for people. */
  summary: string
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  /** When its cause was gone. Absent while it is raised. */
  cleared_at?: string | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

/** The kind of alert. More may be added. - `low_balance`: The operating account holds less than this amount. Setting `low_balance_in_cents` - `large_payout`: A payout of at least this amount was created. Setting `large_payout_in_cents` - `unusual_payout`: A payout was created that is so many times the usual amount: the median of the last 1,000. Setting `unusual_payout_times` - `returns`: At least this share of the ACH payouts among the last 5,000 payouts came back; from 20 of them on. Setting `returns_percent` - `bank_file`: The bank has not confirmed a file with your payouts for so many hours. Setting `bank_file_hours` - `webhook`: A webhook has answered nothing but failures for so many minutes, or is disabled. Setting `webhook_minutes` */
export type AlertKind = 'low_balance' | 'large_payout' | 'unusual_payout' | 'returns' | 'bank_file' | 'webhook'

export interface AlertPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Alert[]
  pagination: Pagination
}

/** Whether its cause is still there. - `raised`: the cause is there; for a payout, a day has not passed yet - `cleared`: the cause is gone. Final: if it comes back, another alert is raised */
export type AlertStatus = 'raised' | 'cleared'

export interface Approval {
  /** The id of the approval. Opaque, with the prefix `apr_`. */
  id: string
  status: ApprovalStatus
  /** What is to be done, as the rules name it. */
  deed: 'payout' | 'withdrawal' | 'refund' | 'api_key' | 'person' | 'approval_rules'
  subject: ApprovalSubject
  /** In cents; of a batch, the sum. Absent where no money moves. */
  amount_in_cents?: number | undefined
  /** The API key or the person that asked; nobody approves their own. */
  requested_by: string
  /** How many must agree. */
  needed: number
  /** The roles of those who may agree. */
  approvers: Array<'admin' | 'developer' | 'finance' | 'viewer' | 'api_key'>
  /** Those who have agreed. A change of the subject empties it. */
  given: ApprovalGiven[]
  rejected?: ApprovalRejected | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  /** Not approved by then, it is given up. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface ApprovalGiven {
  /** The API key or the person that agreed. */
  by: string
  /** When they agreed. */
  at: string
}

export interface ApprovalPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Approval[]
  pagination: Pagination
}

/** Only where one was needed. While it is `awaiting`, nothing is paid. */
export interface ApprovalReference {
  /** The id of the approval. Opaque, with the prefix `apr_`. */
  id: string
  status: ApprovalStatus
}

export interface ApprovalReject {
  /** Why; it is shown to the one who asked. Null is the same as absent. */
  reason?: string | null | undefined
}

/** Who said no. Absent unless somebody did. */
export interface ApprovalRejected {
  /** The API key or the person that said no. */
  by: string
  /** When they said no. */
  at: string
  /** Why, if they said so. */
  reason?: string | undefined
}

/** Where the approval is. - `awaiting`: not enough have agreed yet; what it is about waits - `approved`: enough have agreed, and it was carried out. Final - `rejected`: somebody said no: it was given up, and money that was held is back. Final - `expired`: not enough agreed in time: given up in the same way. Final - `void`: its subject was canceled or failed meanwhile. Final */
export type ApprovalStatus = 'awaiting' | 'approved' | 'rejected' | 'expired' | 'void'

/** What is to be approved. */
export interface ApprovalSubject {
  /** The kind of what it is about. */
  type: 'payout' | 'payout_batch' | 'pay_file' | 'withdrawal' | 'refund' | 'api_key' | 'person' | 'approval_rules' | 'limits'
  /** The id of what it is about. Absent for a batch: `GET /approval/{id}/payout` lists its payouts. */
  id?: string | undefined
  /** The number of payouts, or 1. */
  count: number
  /** What it is about, for people. */
  description: string
}

export interface AuditEntry {
  /** Counts the entries of your enterprise from 1 without gaps. */
  position: number
  /** When it was done. */
  at: string
  /** Who did it: the id of a person, `operator` for your provider, `service` for the service itself. */
  person_id: string
  /** The same for people. */
  person: string
  /** What was attempted. With `.done` or `.refused` at its end: what came of it; both have the same `request_id`. */
  action: string
  /** The id of what it was done to, if it was done to one thing. */
  subject?: string | undefined
  /** Amount, payee, ids and the outcome, as far as there are any. */
  details: Record<string, unknown>
  environment?: Environment | undefined
  /** The IP address it came from. */
  address?: string | undefined
  /** The request it came with, as in `Request-Id`. */
  request_id?: string | undefined
  /** Keyed hash of this entry and the one before it, in hexadecimal. */
  hash: string
}

export interface AuditEntryPage {
  /** Oldest first. */
  data: AuditEntry[]
  pagination: AuditEntryPagination
}

/** Where to go on. */
export interface AuditEntryPagination {
  /** The most entries that a page has. */
  page_size: number
  /** Ask with `after` set to this for what comes next. */
  next_after: number
  /** Whether there may be more already. A page can be short, or empty, and still have more: at most 10,000 entries are looked at in a request. */
  has_more: boolean
}

export interface BatchFault {
  /** The place of the entry in the batch, from 0. */
  index: number
  /** The code that the entry would be answered with by itself. */
  code: string
  /** One sentence a person can act on. */
  message: string
  /** The entry as it came. */
  request: unknown
}

export interface Buyer {
  /** The id of the buyer. Opaque, with the prefix `buy_`. */
  id: string
  /** Your own id of the buyer, if you gave one. */
  external_id?: string | undefined
  /** The buyer’s first name, if you gave one. */
  first_name?: string | undefined
  /** The buyer’s last name, if you gave one. */
  last_name?: string | undefined
  /** The buyer’s e-mail address, if you gave one. */
  email?: string | undefined
  /** A form in which the buyer adds, replaces or removes a card. Good for 30 minutes: read it, never store it. */
  payment_method_embed_url: string
  /** The stored card; null when there is none. */
  card: Card | null
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface BuyerCreate {
  /** The buyer’s first name, for the receipt. Null is the same as absent. */
  first_name?: string | null | undefined
  /** The buyer’s last name, for the receipt. Null is the same as absent. */
  last_name?: string | null | undefined
  /** The buyer’s e-mail address, for the receipt: letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64 characters, then `@` and a domain with a dot. Null is the same as absent. */
  email?: string | null | undefined
  user_data?: NullableUserData | undefined
  /** Your own id of the buyer: stable, not sensitive, and unique among your buyers (409 `external_id_taken`). Null is the same as absent. */
  external_id?: string | null | undefined
  /** An instrument that the card processor has already, of a customer you migrate; one that it does not know is 400. In sandbox only `pi_sandbox_visa` (approved) and `pi_sandbox_declined`. Null is the same as absent. */
  payment_instrument_id?: string | null | undefined
}

export interface BuyerPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Buyer[]
  pagination: Pagination
}

export interface BuyerUpdate {
  /** The buyer’s first name, for the receipt. Null clears it. */
  first_name?: string | null | undefined
  /** The buyer’s last name, for the receipt. Null clears it. */
  last_name?: string | null | undefined
  /** The buyer’s e-mail address, for the receipt: letters, digits and `!#$%&'*+/=?^_{|}~-` with single dots between, at most 64 characters, then `@` and a domain with a dot. Null clears it. */
  email?: string | null | undefined
  user_data?: ClearableUserData | undefined
  /** Your own id of the buyer: stable, not sensitive, and unique among your buyers (409 `external_id_taken`). Null clears it, and frees it for another. */
  external_id?: string | null | undefined
}

export interface Card {
  /** The last four digits of its number. */
  last_four: string
  brand: CardBrand
  /** The last month in which it is good. */
  expiration_month: number
  /** The year of that month, four digits. */
  expiration_year: number
}

/** The network of a card. - `VISA`: Visa - `MASTERCARD`: Mastercard - `AMERICAN_EXPRESS`: American Express - `DISCOVER`: Discover - `DINERS_CLUB`: Diners Club - `JCB`: JCB - `UNION_PAY`: UnionPay */
export type CardBrand = 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER' | 'DINERS_CLUB' | 'JCB' | 'UNION_PAY'

/** The fields that changed, by their name on the resource. `activity`, `rejection`, `updated_at`, signed addresses, and what the API never returns are left out: `{}` where nothing else changed. Absent from events of version 0.1 whose change is not known any more. */
export type Changes = Record<string, unknown>

/** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null clears it. */
export type ClearableUserData = Record<string, unknown> | null

export interface Clock {
  /** The tenant's clock. */
  now: string
}

export interface ConnectInviteCreate {
  /** The id of the connection to onboard, or to edit once it is active. Not a deleted one. */
  account_connection: string
  /** False: no e-mail; send the `url` yourself. */
  send_email?: boolean | undefined
}

export interface ConnectLinkCreate {
  /** The id of the connection to onboard, or to edit once it is active. Not a deleted one. */
  account_connection: string
  /** Where the creator goes afterwards: an http or https URL without credentials; https in production. Ignored when Connect is embedded. Without it, the last page of Connect says that all is done. Null is the same as absent. */
  return_url?: string | null | undefined
}

export interface ConnectUrl {
  /** Where to send the creator. */
  url: string
  /** When it was created. */
  created_at: string
  /** When it ends: a link after 10 minutes, an invite after 72 hours. */
  expires_at: string
}

/** What Connect says of you. - `Payout`: you use the service to pay the creator - `Generic`: you are partnered with the service */
export type ConnectUseCase = 'Payout' | 'Generic'

export interface Contract {
  /** The id of the contract. Opaque, with the prefix `con_`. */
  id: string
  /** The id of the creator’s connection. */
  account_connection: string
  type: ContractType
  status: ContractStatus
  deposit_source: DepositSource
  /** Smaller deposits are not split. */
  deposit_minimum_in_cents: number
  /** Larger deposits are not split. Null: no maximum. */
  deposit_maximum_in_cents: number | null
  /** Share of each deposit in percent; 0 with a fixed amount. */
  split_percent_amount: number
  /** The same amount of each deposit; 0 with a percent. */
  split_fixed_amount_in_cents: number
  /** The most that one deposit is split by. Null: no maximum. */
  split_amount_max_in_cents: number | null
  /** Always 0: splits cost nothing. */
  fee_fixed_amount_in_cents: number
  /** Always 0: splits cost nothing. */
  fee_percent_amount: number
  /** Always null: splits cost nothing. */
  fee_amount_max_in_cents: number | null
  /** What happened, oldest first. In lists only the last 10 entries; all of them, by pages, at `/contract/:id/activity`. */
  activity: ContractActivityEntry[]
  /** Until when the creator can accept; null once accepted, declined or terminated, kept once expired. */
  expires_at: string | null
  /** When the creator accepted; null until then. */
  agreement_at: string | null
  /** The IP address from which the creator accepted; null until then. */
  agreement_ip: string | null
  /** When it was terminated; null until then. */
  deleted_at: string | null
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface ContractActivityEntry {
  /** What happened, for people. */
  entry: string
  /** When it happened. */
  date: string
  /** Not shown to the creator. */
  hidden: boolean
}

export interface ContractActivityEntryPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: ContractActivityEntry[]
  pagination: Pagination
}

export interface ContractCreate {
  /** The id of the creator’s connection. */
  account_connection: string
  type: ContractType
  deposit_source: DepositSource
  /** Share of each eligible deposit in percent, with up to four decimals; rounded half down to the cent. Either this or `split_fixed_amount_in_cents` must be given, and not both above 0. Null is the same as absent. */
  split_percent_amount?: number | null | undefined
  /** The same amount of each eligible deposit, in cents. Either this or `split_percent_amount`; 0 beside a percent counts as unset. Null is the same as absent. */
  split_fixed_amount_in_cents?: number | null | undefined
  /** The most that one deposit is split by, in cents; no limit when absent. Null is the same as absent. */
  split_amount_max_in_cents?: number | null | undefined
  /** Smaller deposits are not split. 0 when absent. Null is the same as absent. */
  deposit_minimum_in_cents?: number | null | undefined
  /** Larger deposits are not split. Not below `deposit_minimum_in_cents`; no limit when absent. Null is the same as absent. */
  deposit_maximum_in_cents?: number | null | undefined
  user_data?: NullableUserData | undefined
}

export interface ContractDryRun {
  /** The id of the creator’s connection. */
  account_connection: string
  type: ContractType
  status: ContractStatus
  deposit_source: DepositSource
  /** Smaller deposits are not split. */
  deposit_minimum_in_cents: number
  /** Larger deposits are not split. Null: no maximum. */
  deposit_maximum_in_cents: number | null
  /** Share of each deposit in percent; 0 with a fixed amount. */
  split_percent_amount: number
  /** The same amount of each deposit; 0 with a percent. */
  split_fixed_amount_in_cents: number
  /** The most that one deposit is split by. Null: no maximum. */
  split_amount_max_in_cents: number | null
  /** Always 0: splits cost nothing. */
  fee_fixed_amount_in_cents: number
  /** Always 0: splits cost nothing. */
  fee_percent_amount: number
  /** Always null: splits cost nothing. */
  fee_amount_max_in_cents: number | null
  /** What happened, oldest first. In lists only the last 10 entries; all of them, by pages, at `/contract/:id/activity`. */
  activity: ContractActivityEntry[]
  /** Until when the creator can accept; null once accepted, declined or terminated, kept once expired. */
  expires_at: string | null
  /** When the creator accepted; null until then. */
  agreement_at: string | null
  /** The IP address from which the creator accepted; null until then. */
  agreement_ip: string | null
  /** When it was terminated; null until then. */
  deleted_at: string | null
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
  /** Nothing was created. */
  dry_run: true
  expected: Expected
}

export interface ContractPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Contract[]
  pagination: Pagination
}

/** Where the contract is. Only the creator can activate it, in Connect. - `created`: the creator has not answered yet, and can until `expires_at` - `active`: accepted: each eligible deposit is split - `declined`: the creator said no - `terminated`: deleted by you, or its connection was; deposits are not split any more. Final - `expired`: the creator did not answer within 30 days */
export type ContractStatus = 'created' | 'active' | 'declined' | 'terminated' | 'expired'

/** The kind of contract. - `deposit_split`: a share of each eligible deposit of the creator goes to your operating account */
export type ContractType = 'deposit_split'

export interface Delivery {
  /** The id of the delivery. Opaque, with the prefix `dlv_`. */
  id: string
  /** The id of its event, sent as `webhook-id`; absent for a test. */
  event?: string | undefined
  /** The id of what changed. */
  resource: string
  status: DeliveryStatus
  /** When it is tried next; absent while it waits its turn. */
  next_attempt_at?: string | undefined
  /** Every attempt so far, oldest first. */
  attempts: DeliveryAttempt[]
  /** When it was queued. */
  created_at: string
}

export interface DeliveryAttempt {
  /** Counts from 1, as in the header `webhook-attempt`. */
  attempt: number
  /** When it was made. */
  at: string
  /** How long it took, in milliseconds. */
  duration_ms: number
  /** The HTTP status that the receiver answered. */
  status?: number | undefined
  /** Why there was no answer. */
  error?: string | undefined
  /** The first 1 KB of the answer. */
  answer?: string | undefined
}

export interface DeliveryPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Delivery[]
  pagination: Pagination
}

/** Where the delivery is. - `queued`: waits for its next attempt, or for an earlier event of the same resource - `sending`: is being sent now - `delivered`: the receiver answered with a 2xx status - `dead`: every attempt failed; it can be sent again by hand */
export type DeliveryStatus = 'queued' | 'sending' | 'delivered' | 'dead'

export interface Deposit {
  /** The id of the deposit. Opaque, with the prefix `dep_`. */
  id: string
  /** The id of the creator’s connection. */
  account_connection: string
  deposit_source: DepositSource
  /** The amount of the deposit, in cents. */
  amount_in_cents: number
  /** What each contract took, in the order they were created; those that took nothing are left out. */
  splits: DepositSplit[]
  /** What the creator keeps of it, in cents. */
  remaining_in_cents: number
  /** When it arrived. */
  created_at: string
}

export interface DepositCreate {
  /** The id of the creator’s connection. */
  account_connection: string
  deposit_source: DepositSource
  /** The amount of the deposit, in cents. */
  amount_in_cents: number
}

export interface DepositPreview {
  /** The id of the creator’s connection. */
  account_connection: string
  deposit_source: DepositSource
  /** The amount of the deposit, in cents. */
  amount_in_cents: number
  /** What each contract takes, in the order they were created; those that take nothing are left out. */
  splits: SplitPreview[]
  /** What the creator keeps of it, in cents. */
  remaining_in_cents: number
}

/** Where a deposit comes from. - `music_distribution`: a distributor of the creator’s music - `video_ads`: advertising beside the creator’s videos - `live_streaming`: a live-streaming platform */
export type DepositSource = 'music_distribution' | 'video_ads' | 'live_streaming'

export interface DepositSplit {
  /** The id of the split and of its transfer. Opaque, with the prefix `spl_`. */
  id: string
  /** The id of the contract. */
  contract: string
  /** What the contract takes, in cents. */
  amount_in_cents: number
}

/** The newest dispute of the charge. Absent where there was none. */
export interface Dispute {
  status: DisputeStatus
  /** What the dispute is about, in cents; it can be a part of the total. */
  amount_in_cents: number
  /** Why, as the card network says it. */
  reason?: string | undefined
  /** Until when the bank awaits an answer. Absent once it is decided. */
  respond_by?: string | undefined
}

/** Where the dispute is. - `inquiry`: the buyer’s bank asks about the charge, and has taken nothing - `needs_response`: it wants the money: hand in evidence until `respond_by` - `under_review`: it reviews your evidence - `won`: you keep the money; what was taken is back, and the purchase is `completed` - `lost`: the money is gone */
export type DisputeStatus = 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost'

export interface EmbedOrigin {
  /** The id of the registration. Opaque, with the prefix `emb_`. */
  id: string
  /** Scheme, host and port. */
  origin: string
  /** When it was registered. */
  created_at: string
}

export interface EmbedOriginCreate {
  /** Scheme, a host name or address as URLs have it and, unless it is the default, port; no path, wildcard or credentials. HTTPS, in sandbox http too. Written in capitals or with a default port, it is the same origin. */
  origin: string
}

export interface EmbedOriginDeleted {
  /** The id of the registration. Opaque, with the prefix `emb_`. */
  id: string
  /** Scheme, host and port. */
  origin: string
  /** Always true: the origin may not embed any more. */
  deleted: true
}

export interface EmbedOriginPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: EmbedOrigin[]
  pagination: Pagination
}

export interface Enterprise {
  /** The id of your enterprise. Opaque, with the prefix `ent_`. */
  id: string
  /** What creators and buyers read. */
  name: string
  environment: Environment
  /** Money ready to be paid out. */
  operating_account: {
    /** In cents, now. */
    balance_in_cents: number
  }
  /** Amounts and fees reserved for payouts that are not sent yet. */
  pending_payouts: {
    /** In cents, now. */
    balance_in_cents: number
  }
  /** Amounts of withdrawals that are not sent yet. */
  pending_withdrawals: {
    /** In cents, now. */
    balance_in_cents: number
  }
  /** Your debt: chargebacks and refunds after fraud that found the operating account short. Repaid from its next credits, before anything else. */
  refunds_due_in_cents: number
  /** Credits to your operating account that have arrived before their settlement date. Each is available on that date. */
  incoming_in_cents: number
  /** Your debt: credits that the bank took back after they were spent. Repaid from the next credits to the operating account, after `refunds_due_in_cents`. */
  receivables_in_cents: number
  /** Fees among `pending_payouts`: reserved for `ready` payouts, the highest each could cost. What is not charged returns. */
  reserved_fees_in_cents: number
  /** Applied by the provider on request. */
  settings: {
    /** Whether Connect offers a bank account. */
    ach_enabled: boolean
    /** Whether creators who are not verified yet pass an extra step in Connect. */
    creator_verification_required: boolean
    connect_use_case: ConnectUseCase
    /** How many hours after its payment a fraud alert refunds a purchase with `auto_refund_on_fraud`. */
    fraud_refund_window_hours: number
  }
  /** Absent unless your enterprise is suspended: then no new money moves out. */
  suspended?: {
    /** When your provider suspended it. */
    since: string
    /** Why. */
    reason: string
  } | undefined
  /** When it was created. */
  created_at: string
}

/** An environment, with keys and data of its own. - `sandbox`: nothing here moves real money - `production`: the real thing */
export type Environment = 'sandbox' | 'production'

export interface Event {
  /** The event’s own id: the header `webhook-id`. The `id` in the body of a webhook is `resource` here. */
  id: string
  /** Counts your events from 1 without gaps. */
  position: number
  type: EventType
  /** The same as `type`, by the name that webhooks use. */
  event: EventType
  /** The id of what changed: `id` in the body of a webhook. */
  resource: string
  /** Unix seconds of the change, as webhooks say it. */
  timestamp: number
  /** The `user_data` of the resource; `{}` when it has none. */
  user_data: UserData
  changes?: Changes | undefined
  /** What happened, in a sentence for people. Its words may change: programs read `changes`. */
  summary: string
  /** When it changed. */
  created_at: string
}

export interface EventPage {
  /** Oldest first, unless `order` says otherwise. */
  data: Event[]
  pagination: EventPagination
}

/** Where to go on. */
export interface EventPagination {
  /** The most events that a page has. */
  page_size: number
  /** Ask with `after` set to this for what comes next. */
  next_after: number
  /** Whether there may be more already. Narrowed by a period, a page can be short, or empty, and still have more. */
  has_more: boolean
}

/** The kind of event. - `account_connection.update`: an account connection changed; the creator completing Connect is one such change - `payout.update`: a payout changed - `buyer.update`: a buyer changed; saving or removing a card is one such change - `purchase.update`: a purchase changed; an automatic refund after a fraud alert is one such change - `contract.update`: a contract changed - `approval.update`: somebody approved or rejected, or an approval expired or became void - `withdrawal.update`: a withdrawal changed - `alert.update`: an alert was raised, or cleared by itself */
export type EventType = 'account_connection.update' | 'payout.update' | 'buyer.update' | 'purchase.update' | 'contract.update' | 'approval.update' | 'withdrawal.update' | 'alert.update'

/** What the call would cost, and when its money would arrive. */
export interface Expected {
  /** The fee it would be charged: for a payout by the method that its connection has now, or the highest fee while that is open; for a purchase when it settles. P2P payments and contracts cost nothing. */
  fee_in_cents: number
  /** When the money would arrive: at the creator (payout, P2P payment) or in the operating account (purchase); of a batch, the last of it. P2P payments and purchases: if committed at once. By ACH: in sandbox when the batch leaves, in production when it settles. Absent where nothing says when: an unclaimed payout, a payout whose permission ends before its date, a contract. */
  arrives_at?: string | undefined
  /** The balance of the operating account right after the call, if nothing else happened meanwhile. Only payouts change it. */
  balance_after_in_cents: number
  /** The limits that would count these payouts, as they would stand afterwards. Only where your enterprise has limits; in a batch beside the whole. */
  limits?: LimitFigures[] | undefined
}

export interface Fault {
  /** The parameter: its path in the body, or its name in the path, query or header. */
  param: string
  /** The kind of fault. More may be added. */
  code: string
  /** What the value must be; continues a sentence that begins with the parameter. */
  message: string
}

export interface FieldChange {
  /** As the API showed it before; null where it was absent. */
  before: unknown
  /** As the API showed it afterwards; null where it is absent. */
  after: unknown
}

export interface Grant {
  /** The permission that the creator granted. */
  name: Permission
  /** When the grant ends, if the creator limited it; from then on it counts as not granted. */
  expires_at?: string | undefined
}

/** An existing bank account to migrate: it grants `payment.credit`, which must be requested, and makes the connection payable at once, with `type` `ach`. Taken on creation, and by an update only while the connection is `created` and its creator was never rejected; 409 `invalid_state` there, and where ACH is switched off or `payment.debit` is requested. Stored sealed, never returned; only `destination` shows it. */
export interface LegacyPayoutMethod {
  /** Always `ach`. */
  type: 'ach'
  /** The holder, as the bank knows them. */
  name_on_account: string
  /** Digits, letters or hyphens, with at least one digit. In sandbox one that begins with `9` is returned 30 minutes after it was sent. */
  account_number: string
  /** Nine digits with a valid check digit: 3, 7 and 1 times its digits in turn add up to a multiple of 10. */
  routing_number: string
  /** The kind of bank account. */
  account_type: 'checking' | 'savings'
  /** The holder’s legal first name, for tax purposes. */
  first_name: string
  /** The holder’s legal last name, for tax purposes. */
  last_name: string
  /** The holder’s street and number. */
  street_line_1: string
  /** Apartment, suite or unit. Empty is the same as absent. */
  street_line_2?: string | undefined
  /** The holder’s city. */
  city: string
  /** The two capital letters of a US state, the District of Columbia, a territory or a military address. */
  state_abbreviation: string
  /** Exactly five digits. */
  postal_code: string
  /** The holder’s social security number, nine digits with dashes. Used for tax purposes. */
  ssn: string
}

export interface Limit {
  /** The payouts that the limit adds up: all of the `enterprise`, those made with one API `key`, those made in the dashboard by the people of one `role` together, or those to one `creator`, by account connection. */
  scope: 'enterprise' | 'key' | 'role' | 'creator'
  /** The one API key, role or account connection. Absent for the whole enterprise. */
  of?: string | undefined
  /** One `payment`, or the payouts created on one `day` or in one `month` of the calendar, in UTC. */
  per: 'payment' | 'day' | 'month'
  /** The largest amount. Absent for a limit by number. */
  max_in_cents?: number | undefined
  /** The largest number of payouts. Absent for a limit by amount. */
  max_count?: number | undefined
  /** The amount that counts so far. Absent for a limit per payment. */
  used_in_cents?: number | undefined
  /** The number of payouts that count so far. */
  used_count?: number | undefined
  /** The amount that may still be paid; never negative. */
  left_in_cents?: number | undefined
  /** The number of payouts that may still be made; never negative. */
  left_count?: number | undefined
  /** When the day or the month ends, and all of it is free again. */
  frees_at?: string | undefined
  /** The API key or account connection that the figures are of, where each is limited by itself. */
  used_by?: string | undefined
  /** What becomes of a payout or a withdrawal that exceeds it: it is refused, or awaits the approval of others. */
  outcome: 'refuse' | 'approve'
  /** With `approve`: how many must approve. */
  needed?: number | undefined
  /** With `approve`: the roles that may, `api_key` for API keys with the scope. */
  approvers?: string[] | undefined
  /** Your enterprise itself, or your provider. */
  set_by: 'enterprise' | 'provider'
}

export interface LimitFigures {
  /** The payouts that the limit adds up: all of the `enterprise`, those made with one API `key`, those made in the dashboard by the people of one `role` together, or those to one `creator`, by account connection. */
  scope: 'enterprise' | 'key' | 'role' | 'creator'
  /** The one API key, role or account connection. Absent for the whole enterprise. */
  of?: string | undefined
  /** One `payment`, or the payouts created on one `day` or in one `month` of the calendar, in UTC. */
  per: 'payment' | 'day' | 'month'
  /** The largest amount. Absent for a limit by number. */
  max_in_cents?: number | undefined
  /** The largest number of payouts. Absent for a limit by amount. */
  max_count?: number | undefined
  /** The amount that counts so far. Absent for a limit per payment. */
  used_in_cents?: number | undefined
  /** The number of payouts that count so far. */
  used_count?: number | undefined
  /** The amount that may still be paid; never negative. */
  left_in_cents?: number | undefined
  /** The number of payouts that may still be made; never negative. */
  left_count?: number | undefined
  /** When the day or the month ends, and all of it is free again. */
  frees_at?: string | undefined
}

export interface Limits {
  /** In the order in which they are checked. Empty where there are none. */
  limits: Limit[]
  /** How long a new bank account, of a creator or your own, waits before it is paid to, in hours; 0 for not at all. */
  new_bank_account_wait_hours: number
}

export interface LoggedRequest {
  /** The id of the request, as its answer has it in `request-id`. */
  request_id: string
  /** When it was answered, in real time. */
  at: string
  /** The method of the request. */
  method: string
  /** Below the base address, with its query. */
  path: string
  /** The HTTP status of the answer. */
  status: number
  /** How long it took, in milliseconds. */
  duration_ms: number
  /** As it was sent, without secrets. */
  request_body?: unknown | undefined
  /** As it was answered, without secrets. */
  response_body?: unknown | undefined
}

export interface LoggedRequestPage {
  /** Newest first, unless `order` says otherwise. */
  data: LoggedRequest[]
  pagination: LoggedRequestPagination
}

/** Where to go on. */
export interface LoggedRequestPagination {
  /** The most requests that a page has. */
  page_size: number
  /** Ask with `after` set to this for what comes next. */
  next_after?: string | undefined
  /** Whether there is more already. */
  has_more: boolean
}

export interface Message {
  /** The id of the message. Opaque, with the prefix `msg_`. */
  id: string
  channel: MessageChannel
  kind: MessageKind
  /** The e-mail address or mobile number. */
  to: string
  /** The subject of an e-mail. */
  subject?: string | undefined
  /** What it says, as plain text. */
  text: string
  /** The same as HTML, of an e-mail. */
  html?: string | undefined
  status: MessageStatus
  /** Why it was not sent, for people. */
  why?: string | undefined
  /** When it was written. */
  created_at: string
}

/** How it is sent. - `email`: an e-mail - `sms`: a text message */
export type MessageChannel = 'email' | 'sms'

/** What the message is about. - `login_created`: a creator has a login now - `account_opened`: an account was opened for a creator - `invite`: a creator is invited into Connect - `payout_issued`: a payout was sent, or can be claimed - `bank_corrected`: a bank corrected a creator’s bank details - `bank_suspended`: a creator’s bank account is suspended, because a payment to it came back - `webhook_disabled`: a webhook was disabled - `daily_summary`: your day in numbers; not in sandbox - `withdrawal`: a withdrawal was sent, came back or failed - `person_invited`: somebody is invited to your dashboard - `password_reset`: a person’s password can be set anew - `security_notice`: something about a person’s login changed: a new device, key, role, password or second factor - `email_code`: a code that proves an e-mail address - `creator_password_reset`: a creator’s password can be set anew - `login_changed`: a creator’s e-mail address, mobile number, home address, password, passkeys or bank account for withdrawals changed - `p2p_code`: the code of a P2P payment - `sign_in_code`: a code to sign in with - `approval_needed`: somebody is asked to approve - `approval_decided`: the one who asked for an approval is told its outcome - `alert_raised`: the enterprise is told of an alert */
export type MessageKind = 'login_created' | 'account_opened' | 'invite' | 'payout_issued' | 'bank_corrected' | 'bank_suspended' | 'webhook_disabled' | 'daily_summary' | 'withdrawal' | 'person_invited' | 'password_reset' | 'security_notice' | 'email_code' | 'creator_password_reset' | 'login_changed' | 'p2p_code' | 'sign_in_code' | 'approval_needed' | 'approval_decided' | 'alert_raised'

export interface MessagePage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Message[]
  pagination: Pagination
}

/** What became of the message. - `queued`: waits to be sent - `delivered`: the mail server took it - `captured`: kept here instead of being sent: nothing is configured to send it, or it is an SMS - `suppressed`: in sandbox only addresses like `name+sandbox@example.com` get mail - `failed`: it could not be sent; `why` says why */
export type MessageStatus = 'queued' | 'delivered' | 'captured' | 'suppressed' | 'failed'

/** Exactly the first four fields; `changes` and `summary` only where the `format` of the webhook is `full`. Read the resource to see what it is now. */
export interface Notification {
  event: EventType
  /** The id of what changed. */
  id: string
  /** Unix second of the change, by your sandbox’s clock in sandbox. */
  timestamp: number
  /** The `user_data` of the resource; `{}` when it has none. */
  user_data: UserData
  changes?: Changes | undefined
  /** What happened, in a sentence for people. Its words may change: programs read `changes`. */
  summary?: string | undefined
}

/** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. Null is the same as absent. */
export type NullableUserData = Record<string, unknown> | null

export interface P2p {
  /** The id of the payment. Opaque, with the prefix `p2p_`. */
  id: string
  /** The id of the connection that sends. */
  source: string
  /** The id of the connection that receives. */
  destination: string
  /** What goes from one to the other, in cents. */
  amount_in_cents: number
  /** What both creators read. */
  description: string
  status: P2pStatus
  /** Ten minutes after creation; until then it can be committed. */
  expires_at: string
  /** Wrong codes so far; after the third it expires at once. */
  failed_commits: number
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
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
  /** What goes from one to the other, in cents. It costs nothing. */
  amount_in_cents: number
  /** What both creators read. Default: `Payment from {source name} to {destination name}`. Null is the same as absent. */
  description?: string | null | undefined
  user_data?: NullableUserData | undefined
}

export interface P2pDryRun {
  /** The id of the connection that sends. */
  source: string
  /** The id of the connection that receives. */
  destination: string
  /** What goes from one to the other, in cents. */
  amount_in_cents: number
  /** What both creators read. */
  description: string
  status: P2pStatus
  /** Ten minutes after creation; until then it can be committed. */
  expires_at: string
  /** Wrong codes so far; after the third it expires at once. */
  failed_commits: number
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
  /** Nothing was created. */
  dry_run: true
  expected: Expected
}

export interface P2pPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: P2p[]
  pagination: Pagination
}

/** Where the payment is. - `created`: a code was sent to the source’s mobile; it waits to be committed with it - `pending`: committed: it cannot be canceled any more, and is processed two seconds later - `sent`: the amount is available at the destination. Final - `error`: it could not be made, and nothing moved; `activity` has the code: `insufficient_funds` (the source's account does not hold enough), `connection_deleted` (a connection was deleted after the payment was created), `connection_inactive` (a connection is not active any more), `connection_not_direct` (a connection is not `direct` any more), `permission_withdrawn` (a permission was withdrawn or has expired), `account_changed` (a connection leads to the account of another creator now). Final - `expired`: not committed within ten minutes, or three wrong codes. Final */
export type P2pStatus = 'created' | 'pending' | 'sent' | 'error' | 'expired'

export interface P2pUpdate {
  user_data?: ClearableUserData | undefined
}

/** Where in the list the page is. A page past the end has no entries and the true `total`. */
export interface Pagination {
  /** The page that was asked for; with `cursor`, counted from where the walk began. */
  page: number
  /** The most entries that a page has. */
  page_size: number
  /** How many entries there are on all pages, by the filters given; see `total_is_minimum`. */
  total: number
  /** Whether there may be more: go on with `next_cursor`. A page can be short, or empty, and still have more. Present where the request names `order`, `cursor`, several values or a filter that says so. */
  has_more?: boolean | undefined
  /** Send it as `cursor`, with the same filters and `order`, for the next page. Absent on the last page. */
  next_cursor?: string | undefined
  /** `true` where the list was not read to its end: there are at least `total` entries. */
  total_is_minimum?: boolean | undefined
}

export interface Payout {
  /** The id of the payout. Opaque, with the prefix `pay_`. */
  id: string
  /** The id of the connection that is paid. */
  account_connection: string
  /** What the creator gets, in cents. */
  amount_in_cents: number
  /** What the creator reads. */
  description: string
  /** When it was or will be initiated; the time of creation, if it went at once. */
  date: string
  type: PayoutType
  status: PayoutStatus
  /** Where it is paid. While `ready`, where it would be paid now. */
  destination?: string | undefined
  /** What it costs, in cents. While `ready`, what is reserved: the highest it could cost. Final from `pending` on. 0 after `error` and `canceled`; kept after `returned`. */
  fee_in_cents: number
  failure_code?: PayoutFailureCode | undefined
  approval?: ApprovalReference | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface PayoutBatch {
  /** The payouts that were created, in the order of the request. */
  payouts: Payout[]
}

export interface PayoutBatchCreate {
  /** The payouts to create, all or none of them. */
  payouts: PayoutCreate[]
}

export interface PayoutBatchDryRun {
  /** The payouts that would be created, in the order of the request. */
  payouts: PayoutDryRun[]
  /** Nothing was created. */
  dry_run: true
  expected: Expected
}

export interface PayoutCreate {
  /** The id of the connection to pay. */
  account_connection: string
  /** What the creator gets, in cents; the fee is charged beside it. */
  amount_in_cents: number
  /** Visible to the creator. Default: `Payment from {enterprise}`. Null is the same as absent. */
  description?: string | null | undefined
  /** Schedules the payout; without it, or in the past, it goes at once. Before the year 9999. Null is the same as absent. */
  date?: string | null | undefined
  user_data?: NullableUserData | undefined
}

export interface PayoutDryRun {
  /** The id of the connection that is paid. */
  account_connection: string
  /** What the creator gets, in cents. */
  amount_in_cents: number
  /** What the creator reads. */
  description: string
  /** When it was or will be initiated; the time of creation, if it went at once. */
  date: string
  type: PayoutType
  status: PayoutStatus
  /** Where it is paid. While `ready`, where it would be paid now. */
  destination?: string | undefined
  /** What it costs, in cents. While `ready`, what is reserved: the highest it could cost. Final from `pending` on. 0 after `error` and `canceled`; kept after `returned`. */
  fee_in_cents: number
  failure_code?: PayoutFailureCode | undefined
  approval?: ApprovalReference | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
  /** Nothing was created. */
  dry_run: true
  expected: Expected
}

/** With `error`, why: `permission_not_granted` (the permission `payment.credit` was gone when the payout was due), `bank_account_missing` (the account connection has no bank account), `bank_account_unreadable` (the bank account on record cannot be read), `bank_account_unsendable` (no file to the bank can carry the bank account), `bank_account_suspended` (the bank account is suspended, because a payment to it came back), `payment_failed` (the payment could not be made). With `returned`, the bank's return code. More may be added. */
export type PayoutFailureCode = string

export interface PayoutPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Payout[]
  pagination: Pagination
}

/** Where the payout is. An immediate one passes `created`, `ready` and `pending` before it is answered. - `created`: accepted; lasts no longer than the request, and is seen in `activity` alone - `ready`: amount and highest fee are reserved; it waits for its `date`, to be claimed or for `approval`, and can be canceled - `pending`: on its way: the final fee is charged, what was reserved beyond it returned; `ach` waits for the next batch to the bank - `sent`: paid; with `direct` and `wallet` the creator has the money, with `ach` it was handed to the ACH network - `error`: failed before it was sent; amount and fee are given back, `failure_code` says why. Final - `returned`: only `ach`: the bank gave the amount back to the operating account; the fee is kept. Final - `canceled`: canceled in `ready`, or not claimed within 30 days; amount and fee are given back. Final */
export type PayoutStatus = 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'

/** How it is paid: as the connection’s `type` says. While `ready`, how it would be paid now; final from `pending` on. - `direct`: to the creator’s account with this service, two seconds after `pending` - `ach`: to a bank account, with the next ACH batch of a banking day; there in a few business days - `wallet`: to the creator’s wallet, two seconds after `pending` - `unclaimed`: the creator has not activated the connection, and has 30 days from creation or `date` to do so */
export type PayoutType = 'direct' | 'ach' | 'wallet' | 'unclaimed'

export interface PayoutUpdate {
  /** Takes effect only in `ready`; otherwise nothing changes. */
  status?: 'canceled' | undefined
  /** Visible to the creator. Default: `Payment from {enterprise}`. Null sets the default again. */
  description?: string | null | undefined
  /** Reschedules; only in `ready`, and not while canceling: otherwise 409. Before the year 9999. */
  date?: string | undefined
  user_data?: ClearableUserData | undefined
}

/** What you may do with the creator’s account. - `payment.credit`: deposit to it: payouts, and the destination of P2P payments - `payment.debit`: debit it: the source of P2P payments; `direct` connections only */
export type Permission = 'payment.credit' | 'payment.debit'

export interface Purchase {
  /** The id of the purchase. Opaque, with the prefix `pch_`. */
  id: string
  /** The id of the buyer who pays. */
  buyer: string
  status: PurchaseStatus
  /** Everything that is paid for. It cannot change. */
  items: PurchaseItem[]
  /** What the buyer pays, in cents: the sum of amount times quantity over the items. */
  total_in_cents: number
  /** What the charge costs, in cents: a share of the total, rounded half up to the cent, plus a fixed part, and never more than the total. 0 where nothing was charged or it was voided; kept after a refund. */
  fee_in_cents: number
  /** What is deposited to the operating account, in cents: the total less the fee. */
  net_total_in_cents: number
  /** Once paid. Opens in a browser without a key, and does not expire. */
  receipt_pdf_url?: string | undefined
  /** The network of the card that was charged. Once paid. */
  payment_card_brand?: CardBrand | undefined
  /** The last digits of the card that was charged. Once paid. */
  payment_card_last_four?: string | undefined
  /** What was given back to the buyer so far, in cents: refunds that are `pending` or `succeeded`. Once paid. */
  refunded_in_cents?: number | undefined
  dispute?: Dispute | undefined
  approval?: ApprovalReference | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  /** Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself. */
  auto_refund_on_fraud: boolean
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface PurchaseCreate {
  /** The id of the buyer who pays. */
  buyer: string
  /** Everything that is paid for: add tax and shipping as items of their own. Together at least 1 cent, and before discounts at most 9,999,999,999 cents. Under 160 KB when serialized. */
  items: PurchaseItemCreate[]
  /** Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself. */
  auto_refund_on_fraud?: boolean | undefined
  user_data?: NullableUserData | undefined
}

export interface PurchaseDryRun {
  /** The id of the buyer who pays. */
  buyer: string
  status: PurchaseStatus
  /** Everything that is paid for. It cannot change. */
  items: PurchaseItem[]
  /** What the buyer pays, in cents: the sum of amount times quantity over the items. */
  total_in_cents: number
  /** What the charge costs, in cents: a share of the total, rounded half up to the cent, plus a fixed part, and never more than the total. 0 where nothing was charged or it was voided; kept after a refund. */
  fee_in_cents: number
  /** What is deposited to the operating account, in cents: the total less the fee. */
  net_total_in_cents: number
  /** Once paid. Opens in a browser without a key, and does not expire. */
  receipt_pdf_url?: string | undefined
  /** The network of the card that was charged. Once paid. */
  payment_card_brand?: CardBrand | undefined
  /** The last digits of the card that was charged. Once paid. */
  payment_card_last_four?: string | undefined
  /** What was given back to the buyer so far, in cents: refunds that are `pending` or `succeeded`. Once paid. */
  refunded_in_cents?: number | undefined
  dispute?: Dispute | undefined
  approval?: ApprovalReference | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  /** Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself. */
  auto_refund_on_fraud: boolean
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
  /** Nothing was created. */
  dry_run: true
  expected: Expected
}

export interface PurchaseItem {
  /** What the buyer reads on the receipt. */
  name: string
  /** More about it, if you gave any. */
  description?: string | undefined
  /** The price of one piece, in cents; a discount is negative. */
  amount_in_cents: number
  /** How many pieces; 1 if you gave none. */
  quantity: number
}

export interface PurchaseItemCreate {
  /** What the buyer reads on the receipt. */
  name: string
  /** More about it, for the receipt. Null is the same as absent. */
  description?: string | null | undefined
  /** The price of one piece, in cents; negative for a discount. Times `quantity` it may be at most 9,999,999,999 either way. */
  amount_in_cents: number
  /** How many pieces. Null is the same as absent. */
  quantity?: number | null | undefined
}

export interface PurchasePage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Purchase[]
  pagination: Pagination
}

/** Where the purchase is. In sandbox it moves from `pending` to `settling` a minute after the commit, and to `completed` on the next full hour. - `created`: nothing is charged yet; commit it, or cancel it - `pending`: the card was charged, and the money is being collected - `settling`: the money is being settled to the operating account - `completed`: the operating account has the net total, less what was refunded in part - `error`: the money could not be collected; nothing is owed. Final - `canceled`: given up by you; a charge is voided, or given back if it was settled. Final - `refunded`: a refund is issued; `reversed` once the network has processed it. If that fails it stays here, and only a chargeback moves it on - `reversed`: a refund was processed, or the buyer’s bank has taken money. Final, unless the dispute is won: then `completed` */
export type PurchaseStatus = 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'

export interface PurchaseUpdate {
  /** From every status that is not final; the same one again changes nothing. See above for each. */
  status?: 'canceled' | 'completed' | 'refunded' | undefined
  /** Whether a fraud alert from now on refunds the purchase by itself. */
  auto_refund_on_fraud?: boolean | undefined
  user_data?: ClearableUserData | undefined
}

export interface Refund {
  /** The id of the refund. Opaque, with the prefix `rfd_`. */
  id: string
  /** The id of the purchase. */
  purchase: string
  status: RefundStatus
  /** How much goes back to the buyer, in cents. */
  amount_in_cents: number
  /** Why, if you or the service said so. */
  reason?: string | undefined
  approval?: ApprovalReference | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface RefundCreate {
  /** How much, in cents. Without it, all that is left. Before the charge has settled only all of it. */
  amount_in_cents?: number | undefined
  /** Why, for your own records. Null is the same as absent. */
  reason?: string | null | undefined
}

export interface RefundPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Refund[]
  pagination: Pagination
}

/** Where the refund is. - `awaiting`: others must approve it first; nothing has moved - `pending`: the money has left the operating account, and the card network is being asked - `succeeded`: the card network has refunded the buyer - `failed`: the card network could not refund the buyer; the money is back - `canceled`: it was not approved, or the buyer’s bank took the money itself; the money is back */
export type RefundStatus = 'awaiting' | 'pending' | 'succeeded' | 'failed' | 'canceled'

/** The last time that the creator was rejected in Connect; they may begin again. Absent if they never were, and once the connection is active: `activity` still has it. */
export interface Rejection {
  /** `identity_check_failed`: the identity check failed. `review_failed`: the identity check stayed open for a review, and the review failed. */
  code: 'identity_check_failed' | 'review_failed'
  /** The same for people. */
  reason: string
  /** When it happened. */
  rejected_at: string
}

/** What you ask the creator for, each at most once. With `payment.debit` Connect offers only `direct`. What was granted stays granted when this changes; only the creator takes it back. */
export type RequestedPermissions = Permission[]

/** The return code of the bank. */
export type ReturnCode = 'R01' | 'R02' | 'R03' | 'R04' | 'R05' | 'R06' | 'R07' | 'R08' | 'R09' | 'R10' | 'R11' | 'R12' | 'R13' | 'R14' | 'R15' | 'R16' | 'R17' | 'R18' | 'R19' | 'R20' | 'R21' | 'R22' | 'R23' | 'R24' | 'R25' | 'R26' | 'R27' | 'R28' | 'R29' | 'R30' | 'R31' | 'R32' | 'R33' | 'R34' | 'R35' | 'R36' | 'R37' | 'R38' | 'R39' | 'R40' | 'R41' | 'R42' | 'R43' | 'R44' | 'R45' | 'R46' | 'R47' | 'R50' | 'R51' | 'R52' | 'R53' | 'R61' | 'R62' | 'R67' | 'R68' | 'R69' | 'R70' | 'R71' | 'R72' | 'R73' | 'R74' | 'R75' | 'R76' | 'R77' | 'R80' | 'R81' | 'R82' | 'R83' | 'R84' | 'R85'

export interface SandboxBankAccount {
  /** The account, as withdrawals show it. */
  destination: string
}

export interface SandboxBankAccountSet {
  /** The holder, as the bank knows them. */
  name_on_account: string
  /** Digits, letters or hyphens, with at least one digit. In sandbox one that begins with `9` is returned 30 minutes after it was sent. */
  account_number: string
  /** Nine digits with a valid check digit: 3, 7 and 1 times its digits in turn add up to a multiple of 10. */
  routing_number: string
  /** The kind of bank account. */
  account_type: 'checking' | 'savings'
}

export interface SandboxCard {
  /** The id of the buyer. */
  buyer: string
  /** A test card: 12 to 19 digits, the last of them a valid check digit (Luhn), of a known network. It is handed to the card network and kept nowhere. */
  number: string
  /** The last month in which the card is good; not before the month of the sandbox clock. */
  expiration_month: number
  /** The year of that month, four digits; at most 50 years after that of the sandbox clock. */
  expiration_year: number
}

/** Either `seconds` or `to`. */
export interface SandboxClockAdvance {
  /** How far to advance; up to 366 days a call. */
  seconds?: number | undefined
  /** Instead of `seconds`: the moment to move the clock to, at most 31622400 seconds ahead. The clock never goes back: a moment that has passed is refused. */
  to?: string | undefined
}

export interface SandboxConnect {
  /** The id of the connection whose creator acts. */
  account_connection: string
  /** The payout method that the creator chooses. */
  type: AccountConnectionType
  /** How the identity check ends. `approved`: the connection is `active`. `review`: it stays `pending` until a second call decides. `rejected`: it is `created` again. */
  outcome?: 'approved' | 'review' | 'rejected' | undefined
  /** What the creator grants; every requested permission, for good, when absent. */
  permissions?: SandboxGrant[] | undefined
}

export interface SandboxContract {
  /** The id of the contract. */
  contract: string
  /** What the creator answers. */
  decision: 'accept' | 'decline'
}

export interface SandboxDispute {
  /** The id of the purchase. */
  purchase: string
  /** What becomes of the dispute. It begins with `inquiry`, or with `needs_response`, which takes the money. */
  status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost'
  /** What it is about, in cents, when it begins. Without it, all that is left of the purchase. */
  amount_in_cents?: number | undefined
  /** Why, as the card network would say it. */
  reason?: string | undefined
}

export interface SandboxFunded {
  /** Money ready to be paid out, afterwards. */
  operating_account: {
    /** In cents, now. */
    balance_in_cents: number
  }
}

export interface SandboxFunding {
  /** By how much, in cents. */
  amount_in_cents: number
  /** When it is available, by the sandbox clock; at once without it. */
  available_at?: string | undefined
}

export interface SandboxFundingReturn {
  /** How much, in cents. */
  amount_in_cents: number
}

export interface SandboxGrant {
  /** A permission that the connection requests, each at most once; `payment.debit` only with the method `direct`. Else 400. */
  name: 'payment.credit' | 'payment.debit'
  /** Until when it is granted, by the clock of the sandbox; a moment to come, else 400. Without it, for good. */
  expires_at?: string | undefined
}

export interface SandboxIdempotencyExpired {
  /** The path that the key was used at, below the base address. */
  path: string
  /** The `Idempotency-Key` of that request. */
  idempotency_key: string
  /** The key can be used again, as after seven days. */
  expired: true
}

export interface SandboxIdempotencyExpiry {
  /** The path that the key was used at, below the base address. */
  path: string
  /** The `Idempotency-Key` of that request. */
  idempotency_key: string
}

export interface SandboxPayoutFailure {
  /** The id of the payout. */
  payout: string
  /** The `failure_code` that it gets. */
  code?: 'permission_not_granted' | 'bank_account_missing' | 'bank_account_unreadable' | 'bank_account_unsendable' | 'bank_account_suspended' | 'payment_failed' | undefined
}

export interface SandboxPayoutReturn {
  /** The id of the payout. */
  payout: string
  code: ReturnCode
}

export interface SandboxPermissions {
  /** The id of an active connection. */
  account_connection: string
  /** All that the creator grants from now on. What is not among them is withdrawn; `[]` withdraws everything. */
  permissions: SandboxGrant[]
}

export interface SandboxPurchase {
  /** The id of the purchase. */
  purchase: string
}

export interface SandboxWithdrawal {
  /** The id of the withdrawal. The API does not find it: it is the creator’s own. Opaque, with the prefix `wdr_`. */
  id: string
  /** What leaves the creator’s account, in cents. */
  amount_in_cents: number
  status: SandboxWithdrawalStatus
  /** The creator’s bank account. */
  destination: string
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface SandboxWithdrawalCreate {
  /** The id of a connection whose creator withdraws. */
  account_connection: string
  /** What leaves the creator’s account, in cents. */
  amount_in_cents: number
}

export interface SandboxWithdrawalFailure {
  /** The id of the withdrawal. */
  withdrawal: string
  /** The `failure_code` that it gets. */
  code?: 'bank_account_missing' | 'bank_account_unreadable' | 'bank_account_unsendable' | 'bank_account_suspended' | 'payment_failed' | undefined
}

export interface SandboxWithdrawalReturn {
  /** The id of the withdrawal. */
  withdrawal: string
  code: ReturnCode
}

/** Where the withdrawal is. - `created`: accepted; lasts no longer than the request - `ready`: the amount is held - `pending`: waits for the next ACH batch - `sent`: handed to the ACH network - `error`: failed before it was sent; the amount is back. Final - `returned`: the creator’s bank gave it back. Final - `canceled`: canceled; the amount is back. Final */
export type SandboxWithdrawalStatus = 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'

export interface Split {
  /** The id of the split and of its transfer. Opaque, with the prefix `spl_`. */
  id: string
  /** The id of the contract. */
  contract: string
  /** The id of the deposit that was split. */
  deposit: string
  /** The amount of that deposit, in cents. */
  deposit_amount_in_cents: number
  /** What went to the operating account, in cents. */
  amount_in_cents: number
  /** When it was split. */
  created_at: string
}

export interface SplitPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Split[]
  pagination: Pagination
}

export interface SplitPreview {
  /** The id of the contract. */
  contract: string
  /** What the contract takes, in cents. */
  amount_in_cents: number
}

/** The bank has said that the bank account is closed, unknown or wrong: payouts to it are 409 `invalid_state`, until the creator gives another account. Absent otherwise. */
export interface Suspension {
  /** The return code of the bank. */
  code: string
  /** The same for people. */
  reason: string
  /** The payout that came back. */
  payout: string
  /** When it came back. */
  suspended_at: string
}

/** Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users. */
export type UserData = Record<string, unknown>

export interface Webhook {
  /** The id of the webhook. Opaque, with the prefix `wh_`. */
  id: string
  /** Receives the notifications. */
  url: string
  event: EventType
  /** That its calls tell what changed. Absent for the standard format. */
  format?: 'full' | undefined
  user_data?: UserData | undefined
  /** Since when it is not called; absent while it is. */
  disabled_at?: string | undefined
  /** Why it is not called, for people. */
  disabled_because?: string | undefined
}

export interface WebhookCreate {
  /** Receives the notifications: a URL without credentials. HTTPS in production; http is allowed in sandbox, and loopback where the service runs on your own machine. */
  url: string
  /** What to hear of. One webhook per event: a second one is 409 `webhook_exists`. */
  event: EventType
  format?: WebhookFormat | undefined
  /** User name of the Basic header sent along; never returned. Null is the same as absent. */
  basic_user?: string | null | undefined
  /** Password of the Basic header sent along; never returned. Null is the same as absent. */
  basic_secret?: string | null | undefined
  user_data?: NullableUserData | undefined
}

export interface WebhookDeleted {
  /** The id of the webhook. Opaque, with the prefix `wh_`. */
  id: string
  /** Receives the notifications. */
  url: string
  event: EventType
  /** Always true: the webhook is gone. */
  deleted: true
}

/** What each call tells. `standard` when absent. - `standard`: that something changed: four fields - `full`: the four fields, and `changes` and `summary` as in `GET /event` */
export type WebhookFormat = 'standard' | 'full'

export interface WebhookPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
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
  /** Signs every notification, by Standard Webhooks. Keep it secret. */
  secret: string
  /** Signs beside it until `previous_valid_until`. */
  previous_secret?: string | undefined
  /** When the previous secret ends, if there is one. */
  previous_valid_until?: string | undefined
}

export interface WebhookUpdate {
  /** As when it is created. */
  url?: string | undefined
  format?: WebhookFormat | undefined
  /** User name of the Basic header sent along; never returned. Null clears it. */
  basic_user?: string | null | undefined
  /** Password of the Basic header sent along; never returned. Null clears it. */
  basic_secret?: string | null | undefined
  user_data?: ClearableUserData | undefined
}

export interface Withdrawal {
  /** The id of the withdrawal. Opaque, with the prefix `wdr_`. */
  id: string
  /** What leaves the operating account, in cents. */
  amount_in_cents: number
  /** What it costs, in cents: nothing. */
  fee_in_cents: number
  /** For your own books. */
  description: string
  status: WithdrawalStatus
  /** The bank account that it goes to. Until it leaves, the one that is registered now. */
  destination: string
  failure_code?: WithdrawalFailureCode | undefined
  approval?: ApprovalReference | undefined
  /** What happened: status changes, internal transfers and errors, oldest first. */
  activity: ActivityEntry[]
  user_data?: UserData | undefined
  /** When it was created. */
  created_at: string
  /** When it last changed; `created_at` if it never did. */
  updated_at: string
}

export interface WithdrawalCreate {
  /** What leaves the operating account, in cents. */
  amount_in_cents: number
  /** For your own books. Default: `Withdrawal from {enterprise}`. Null is the same as absent. */
  description?: string | null | undefined
  user_data?: NullableUserData | undefined
}

/** With `error`, why: `bank_account_missing` (no bank account is registered for withdrawals), `bank_account_unreadable` (the bank account on record cannot be read), `bank_account_unsendable` (no file to the bank can carry the bank account), `bank_account_suspended` (the bank account is suspended, because a payment to it came back), `payment_failed` (the payment could not be made). With `returned`, the bank's return code. More may be added. */
export type WithdrawalFailureCode = string

export interface WithdrawalPage {
  /** The entries of the page: newest first, unless the operation or `order` says otherwise. */
  data: Withdrawal[]
  pagination: Pagination
}

/** Where the withdrawal is. One that needs no approval passes `created`, `ready` and `pending` before it is answered. - `created`: accepted; lasts no longer than the request, and is seen in `activity` alone - `ready`: the amount is reserved; it waits for `approval`, or because the bank account is new, and can be canceled - `pending`: waits for the next ACH batch to the bank - `sent`: handed to the ACH network; there in a few business days - `error`: failed before it was sent; the amount is given back, `failure_code` says why. Final - `returned`: the bank gave the amount back to the operating account, `failure_code` says why. Final - `canceled`: canceled in `ready`, rejected, or not approved in time; the amount is given back. Final */
export type WithdrawalStatus = 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'

export interface WithdrawalUpdate {
  /** Takes effect only in `ready`; otherwise nothing changes. */
  status?: 'canceled' | undefined
  /** For your own books. Default: `Withdrawal from {enterprise}`. Null sets the default again. */
  description?: string | null | undefined
  user_data?: ClearableUserData | undefined
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=pending`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'pending' | 'active' | 'deleted' | ReadonlyArray<'created' | 'pending' | 'active' | 'deleted'> | undefined
      /** Only with this type, or one of several. Walked: compares at most 10,000 rows a request. */
      type?: 'direct' | 'ach' | 'wallet' | ReadonlyArray<'direct' | 'ach' | 'wallet'> | undefined
      /** Only with this id of yours. Answered by an index. */
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
    query: {
      /** With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above. */
      dry_run?: boolean | undefined
    }
    answer: Payout
    tried: PayoutDryRun
  }
  /** List payouts */
  listPayouts: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=ready`, or with a comma. One alone is counted by an index. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled' | ReadonlyArray<'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
      /** Only with this type, or one of several. Walked: compares at most 10,000 rows a request. */
      type?: 'direct' | 'ach' | 'wallet' | 'unclaimed' | ReadonlyArray<'direct' | 'ach' | 'wallet' | 'unclaimed'> | undefined
      /** Only to this connection. Answered by an index; with other filters at most 10,000 of its rows a request. */
      account_connection?: string | undefined
    }
    answer: PayoutPage
    item: Payout
  }
  /** Pay many creators */
  createPayouts: {
    params: []
    body: PayoutBatchCreate
    query: {
      /** With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above. */
      dry_run?: boolean | undefined
    }
    answer: PayoutBatch
    tried: PayoutBatchDryRun
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=ready`, or with a comma. One alone is counted by an index. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled' | ReadonlyArray<'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
      /** Only with this type, or one of several. Walked: compares at most 10,000 rows a request. */
      type?: 'direct' | 'ach' | 'wallet' | 'unclaimed' | ReadonlyArray<'direct' | 'ach' | 'wallet' | 'unclaimed'> | undefined
    }
    answer: PayoutPage
    item: Payout
  }
  /** List the payouts that an approval is about */
  listPayoutsOfApproval: {
    params: [id: string]
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only those created after this time. */
      created_after?: string | undefined
      /** Only those created before this time. */
      created_before?: string | undefined
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only those created after this time. */
      created_after?: string | undefined
      /** Only those created before this time. */
      created_before?: string | undefined
      /** Which comes first, by creation. Either costs the same. */
      order?: 'newest' | 'oldest' | undefined
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only with this id of yours. Answered by an index. */
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
    query: {
      /** With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above. */
      dry_run?: boolean | undefined
    }
    answer: Purchase
    tried: PurchaseDryRun
  }
  /** List purchases */
  listPurchases: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=pending`, or with a comma. One alone is counted by an index. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed' | ReadonlyArray<'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
      /** Only of this buyer. Answered by an index; with other filters at most 10,000 of its rows a request. */
      buyer?: string | undefined
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=pending`, or with a comma. One alone is counted by an index. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed' | ReadonlyArray<'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
    }
    answer: PurchasePage
    item: Purchase
  }
  /** Refund a purchase, in whole or in part */
  createRefund: {
    params: [id: string]
    body: RefundCreate
    answer: Refund
  }
  /** List refunds of a purchase */
  listRefunds: {
    params: [id: string]
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=awaiting&status=pending`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'awaiting' | 'pending' | 'succeeded' | 'failed' | 'canceled' | ReadonlyArray<'awaiting' | 'pending' | 'succeeded' | 'failed' | 'canceled'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
    }
    answer: RefundPage
    item: Refund
  }
  /** Read a refund */
  getRefund: {
    params: [id: string]
    answer: Refund
  }
  /** Ask for a payment from one creator to another */
  createP2p: {
    params: []
    body: P2pCreate
    query: {
      /** With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above. */
      dry_run?: boolean | undefined
    }
    answer: P2p
    tried: P2pDryRun
  }
  /** List P2P payments */
  listP2p: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=pending`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'pending' | 'sent' | 'error' | 'expired' | ReadonlyArray<'created' | 'pending' | 'sent' | 'error' | 'expired'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
      /** Only to or from this connection. Answered by an index; with other filters at most 10,000 of its rows a request. */
      account_connection?: string | undefined
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=pending`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'pending' | 'sent' | 'error' | 'expired' | ReadonlyArray<'created' | 'pending' | 'sent' | 'error' | 'expired'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
    }
    answer: P2pPage
    item: P2p
  }
  /** List P2P payments between two connections */
  listP2pBetweenConnections: {
    params: [id: string, peer_id: string]
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=pending`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'pending' | 'sent' | 'error' | 'expired' | ReadonlyArray<'created' | 'pending' | 'sent' | 'error' | 'expired'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
    }
    answer: P2pPage
    item: P2p
  }
  /** Withdraw money to your bank account */
  createWithdrawal: {
    params: []
    body: WithdrawalCreate
    answer: Withdrawal
  }
  /** List withdrawals */
  listWithdrawals: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=ready`, or with a comma. One alone is counted by an index. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled' | ReadonlyArray<'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
    }
    answer: WithdrawalPage
    item: Withdrawal
  }
  /** Read a withdrawal */
  getWithdrawal: {
    params: [id: string]
    answer: Withdrawal
  }
  /** Cancel or describe a withdrawal */
  updateWithdrawal: {
    params: [id: string]
    body: WithdrawalUpdate
    answer: Withdrawal
  }
  /** Ask a creator for a deposit split */
  createContract: {
    params: []
    body: ContractCreate
    query: {
      /** With `true` nothing is created: the answer is 200, with the body that the call would give now; see **Dry run** above. */
      dry_run?: boolean | undefined
    }
    answer: Contract
    tried: ContractDryRun
  }
  /** List contracts */
  listContracts: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=active`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'active' | 'declined' | 'terminated' | 'expired' | ReadonlyArray<'created' | 'active' | 'declined' | 'terminated' | 'expired'> | undefined
      /** Only with this source of deposits, or one of several. Walked: compares at most 10,000 rows a request. */
      deposit_source?: 'music_distribution' | 'video_ads' | 'live_streaming' | ReadonlyArray<'music_distribution' | 'video_ads' | 'live_streaming'> | undefined
      /** Only of this connection. Answered by an index; with other filters at most 10,000 of its rows a request. */
      account_connection?: string | undefined
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only those created after this time. */
      created_after?: string | undefined
      /** Only those created before this time. */
      created_before?: string | undefined
      /** Which comes first, by creation. Either costs the same. */
      order?: 'newest' | 'oldest' | undefined
    }
    answer: ContractActivityEntryPage
    item: ContractActivityEntry
  }
  /** List what a contract has split off */
  listSplits: {
    params: [id: string]
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
    }
    answer: SplitPage
    item: Split
  }
  /** List contracts of a connection */
  listContractsOfConnection: {
    params: [id: string]
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=created&status=active`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'created' | 'active' | 'declined' | 'terminated' | 'expired' | ReadonlyArray<'created' | 'active' | 'declined' | 'terminated' | 'expired'> | undefined
      /** Only with this source of deposits, or one of several. Walked: compares at most 10,000 rows a request. */
      deposit_source?: 'music_distribution' | 'video_ads' | 'live_streaming' | ReadonlyArray<'music_distribution' | 'video_ads' | 'live_streaming'> | undefined
    }
    answer: ContractPage
    item: Contract
  }
  /** Read an approval */
  getApproval: {
    params: [id: string]
    answer: Approval
  }
  /** List approvals */
  listApprovals: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=awaiting&status=approved`, or with a comma. One alone is counted by an index. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'awaiting' | 'approved' | 'rejected' | 'expired' | 'void' | ReadonlyArray<'awaiting' | 'approved' | 'rejected' | 'expired' | 'void'> | undefined
      /** Only from this amount on, itself included. Walked: compares at most 10,000 rows a request. */
      amount_min_in_cents?: number | undefined
      /** Only up to this amount, itself included. Below `amount_min_in_cents` it is 400. Walked: compares at most 10,000 rows a request. */
      amount_max_in_cents?: number | undefined
    }
    answer: ApprovalPage
    item: Approval
  }
  /** Approve */
  approveApproval: {
    params: [id: string]
    answer: Approval
  }
  /** Reject */
  rejectApproval: {
    params: [id: string]
    body: ApprovalReject
    answer: Approval
  }
  /** Read your limits */
  getLimits: {
    params: []
    query: {
      /** The connection that limits of each creator by itself are shown for. */
      account_connection?: string | undefined
    }
    answer: Limits
  }
  /** Read an alert */
  getAlert: {
    params: [id: string]
    answer: Alert
  }
  /** List alerts */
  listAlerts: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only created after this moment. Found by position, however far back; the count reads the rows of the period. */
      created_after?: string | undefined
      /** Only created before this moment. Found by position, however far back; the count reads the rows of the period. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only changed after this moment. Walked: compares at most 10,000 rows a request. */
      updated_after?: string | undefined
      /** Only last changed before this moment. Walked: compares at most 10,000 rows a request. */
      updated_before?: string | undefined
      /** Only in this status, or in one of several: `status=raised&status=cleared`, or with a comma. One alone is counted by reading every row; with `order` it is walked instead. Several: Walked: compares at most 10,000 rows a request. */
      status?: 'raised' | 'cleared' | ReadonlyArray<'raised' | 'cleared'> | undefined
    }
    answer: AlertPage
    item: Alert
  }
  /** Read what changed */
  listEvents: {
    params: []
    query: {
      /** Where to go on: the position or the id of the last event you have. From the first one, when absent. */
      after?: string | undefined
      /** `newest`: the last ones first, and `after` goes on backwards. */
      order?: 'oldest' | 'newest' | undefined
      /** Events of this kind only. */
      type?: EventType | undefined
      /** The same as `type`, by the name that webhooks use. */
      event?: EventType | undefined
      /** Events of the resource with this id only. */
      resource?: string | undefined
      /** Only of changes after this moment. Walked: compares at most 10,000 rows a request. */
      created_after?: string | undefined
      /** Only of changes before this moment. Walked: compares at most 10,000 rows a request. */
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
      /** Only those created after this time. */
      created_after?: string | undefined
      /** Only those created before this time. */
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
      /** Only requests of this method. */
      method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
      /** What was sent and answered, too. */
      include?: 'bodies' | undefined
      /** Only those created after this time. */
      created_after?: string | undefined
      /** Only those created before this time. */
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only those created after this time. */
      created_after?: string | undefined
      /** Only those created before this time. */
      created_before?: string | undefined
      /** Only in this status, or in one of several. */
      status?: 'enabled' | 'disabled' | ReadonlyArray<'enabled' | 'disabled'> | undefined
      /** Which comes first, by creation. Either costs the same. */
      order?: 'newest' | 'oldest' | undefined
    }
    answer: WebhookPage
    item: Webhook
  }
  /** Read a webhook */
  getWebhook: {
    params: [id: string]
    answer: Webhook
  }
  /** Change a webhook */
  updateWebhook: {
    params: [id: string]
    body: WebhookUpdate
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
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only those created after this time. */
      created_after?: string | undefined
      /** Only those created before this time. */
      created_before?: string | undefined
      /** Only in this status, or in one of several. Counted exactly, by reading the deliveries that this webhook still has: those of the last 30 days. */
      status?: 'queued' | 'sending' | 'delivered' | 'dead' | ReadonlyArray<'queued' | 'sending' | 'delivered' | 'dead'> | undefined
      /** Only of this resource. Counted exactly, by reading the deliveries that this webhook still has: those of the last 30 days. */
      resource?: string | undefined
      /** Which comes first, by creation. Either costs the same. */
      order?: 'newest' | 'oldest' | undefined
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
  /** Grant or withdraw permissions as the creator */
  simulatePermissions: {
    params: []
    body: SandboxPermissions
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
  /** Let the buyer dispute a charge, and the bank decide */
  simulateDispute: {
    params: []
    body: SandboxDispute
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
  /** Withdraw money as a creator */
  simulateWithdrawal: {
    params: []
    body: SandboxWithdrawalCreate
    answer: SandboxWithdrawal
  }
  /** Register the bank account of your withdrawals */
  simulateBankAccount: {
    params: []
    body: SandboxBankAccountSet
    answer: SandboxBankAccount
  }
  /** Let the bank return a withdrawal */
  simulateWithdrawalReturn: {
    params: []
    body: SandboxWithdrawalReturn
    answer: Withdrawal
  }
  /** Let a withdrawal fail */
  simulateWithdrawalError: {
    params: []
    body: SandboxWithdrawalFailure
    answer: Withdrawal
  }
  /** Top the operating account up */
  simulateFunding: {
    params: []
    body: SandboxFunding
    answer: SandboxFunded
  }
  /** Let the bank take a credit back */
  simulateFundingReturn: {
    params: []
    body: SandboxFundingReturn
    answer: SandboxFunded
  }
  /** Let an idempotency key expire */
  simulateIdempotencyExpiry: {
    params: []
    body: SandboxIdempotencyExpiry
    answer: SandboxIdempotencyExpired
  }
  /** Read every e-mail and SMS */
  listMessages: {
    params: []
    query: {
      /** Page number, counted from what comes first. */
      page?: number | undefined
      /** Entries per page. */
      page_size?: number | undefined
      /** Only written after this moment. Counted exactly, by reading the messages of the sandbox; beside any other filter it is walked. */
      created_after?: string | undefined
      /** Only written before this moment. Counted exactly, by reading the messages of the sandbox; beside any other filter it is walked. */
      created_before?: string | undefined
      /** Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`. */
      order?: 'newest' | 'oldest' | undefined
      /** The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did. */
      cursor?: string | undefined
      /** Only in this status, or in one of several: `status=captured&status=failed`, or with a comma. Counted exactly, by reading the messages of the sandbox; beside any other filter it is walked. */
      status?: 'queued' | 'delivered' | 'captured' | 'suppressed' | 'failed' | ReadonlyArray<'queued' | 'delivered' | 'captured' | 'suppressed' | 'failed'> | undefined
      /** Only to this e-mail address, in any letter case, or mobile number. Walked: compares at most 10,000 rows a request. */
      to?: string | undefined
      /** Only of this kind, or of one of several. Walked: compares at most 10,000 rows a request. */
      kind?: 'login_created' | 'account_opened' | 'invite' | 'payout_issued' | 'bank_corrected' | 'bank_suspended' | 'webhook_disabled' | 'daily_summary' | 'withdrawal' | 'person_invited' | 'password_reset' | 'security_notice' | 'email_code' | 'creator_password_reset' | 'login_changed' | 'p2p_code' | 'sign_in_code' | 'approval_needed' | 'approval_decided' | 'alert_raised' | ReadonlyArray<'login_created' | 'account_opened' | 'invite' | 'payout_issued' | 'bank_corrected' | 'bank_suspended' | 'webhook_disabled' | 'daily_summary' | 'withdrawal' | 'person_invited' | 'password_reset' | 'security_notice' | 'email_code' | 'creator_password_reset' | 'login_changed' | 'p2p_code' | 'sign_in_code' | 'approval_needed' | 'approval_decided' | 'alert_raised'> | undefined
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
  listPayoutsOfApproval: { method: 'GET', path: '/approval/{id}/payout', takes: 'query', answers: 'pages' },
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
  createRefund: { method: 'POST', path: '/purchase/{id}/refund', takes: 'body', answers: 'one' },
  listRefunds: { method: 'GET', path: '/purchase/{id}/refund', takes: 'query', answers: 'pages' },
  getRefund: { method: 'GET', path: '/refund/{id}', takes: 'nothing', answers: 'one' },
  createP2p: { method: 'POST', path: '/p2p', takes: 'body', answers: 'one' },
  listP2p: { method: 'GET', path: '/p2p', takes: 'query', answers: 'pages' },
  commitP2p: { method: 'POST', path: '/p2p/{id}/commit', takes: 'body', answers: 'one' },
  getP2p: { method: 'GET', path: '/p2p/{id}', takes: 'nothing', answers: 'one' },
  updateP2p: { method: 'PUT', path: '/p2p/{id}', takes: 'body', answers: 'one' },
  listP2pOfConnection: { method: 'GET', path: '/account-connection/{id}/p2p', takes: 'query', answers: 'pages' },
  listP2pBetweenConnections: { method: 'GET', path: '/account-connection/{id}/p2p/{peer_id}', takes: 'query', answers: 'pages' },
  createWithdrawal: { method: 'POST', path: '/withdrawal', takes: 'body', answers: 'one' },
  listWithdrawals: { method: 'GET', path: '/withdrawal', takes: 'query', answers: 'pages' },
  getWithdrawal: { method: 'GET', path: '/withdrawal/{id}', takes: 'nothing', answers: 'one' },
  updateWithdrawal: { method: 'PUT', path: '/withdrawal/{id}', takes: 'body', answers: 'one' },
  createContract: { method: 'POST', path: '/contract', takes: 'body', answers: 'one' },
  listContracts: { method: 'GET', path: '/contract', takes: 'query', answers: 'pages' },
  deleteContract: { method: 'DELETE', path: '/contract/{id}', takes: 'nothing', answers: 'one' },
  getContract: { method: 'GET', path: '/contract/{id}', takes: 'nothing', answers: 'one' },
  previewDeposit: { method: 'POST', path: '/contract/preview', takes: 'body', answers: 'one' },
  listContractActivity: { method: 'GET', path: '/contract/{id}/activity', takes: 'query', answers: 'pages' },
  listSplits: { method: 'GET', path: '/contract/{id}/split', takes: 'query', answers: 'pages' },
  listContractsOfConnection: { method: 'GET', path: '/account-connection/{id}/contract', takes: 'query', answers: 'pages' },
  getApproval: { method: 'GET', path: '/approval/{id}', takes: 'nothing', answers: 'one' },
  listApprovals: { method: 'GET', path: '/approval', takes: 'query', answers: 'pages' },
  approveApproval: { method: 'POST', path: '/approval/{id}/approve', takes: 'nothing', answers: 'one' },
  rejectApproval: { method: 'POST', path: '/approval/{id}/reject', takes: 'body', answers: 'one' },
  getLimits: { method: 'GET', path: '/limit', takes: 'query', answers: 'one' },
  getAlert: { method: 'GET', path: '/alert/{id}', takes: 'nothing', answers: 'one' },
  listAlerts: { method: 'GET', path: '/alert', takes: 'query', answers: 'pages' },
  listEvents: { method: 'GET', path: '/event', takes: 'query', answers: 'positions' },
  listAuditEntries: { method: 'GET', path: '/audit-log', takes: 'query', answers: 'positions' },
  listRequests: { method: 'GET', path: '/request-log', takes: 'query', answers: 'positions' },
  createWebhook: { method: 'POST', path: '/webhook', takes: 'body', answers: 'one' },
  listWebhooks: { method: 'GET', path: '/webhook', takes: 'query', answers: 'pages' },
  getWebhook: { method: 'GET', path: '/webhook/{id}', takes: 'nothing', answers: 'one' },
  updateWebhook: { method: 'PUT', path: '/webhook/{id}', takes: 'body', answers: 'one' },
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
  simulatePermissions: { method: 'POST', path: '/sandbox/permissions', takes: 'body', answers: 'one' },
  simulatePayoutReturn: { method: 'POST', path: '/sandbox/payout-return', takes: 'body', answers: 'one' },
  simulatePayoutError: { method: 'POST', path: '/sandbox/payout-error', takes: 'body', answers: 'one' },
  simulateCard: { method: 'POST', path: '/sandbox/card', takes: 'body', answers: 'one' },
  simulateFraudAlert: { method: 'POST', path: '/sandbox/fraud-alert', takes: 'body', answers: 'one' },
  simulateChargeback: { method: 'POST', path: '/sandbox/chargeback', takes: 'body', answers: 'one' },
  simulateDispute: { method: 'POST', path: '/sandbox/dispute', takes: 'body', answers: 'one' },
  simulateContract: { method: 'POST', path: '/sandbox/contract', takes: 'body', answers: 'one' },
  simulateDeposit: { method: 'POST', path: '/sandbox/deposit', takes: 'body', answers: 'one' },
  simulateWithdrawal: { method: 'POST', path: '/sandbox/withdrawal', takes: 'body', answers: 'one' },
  simulateBankAccount: { method: 'POST', path: '/sandbox/bank-account', takes: 'body', answers: 'one' },
  simulateWithdrawalReturn: { method: 'POST', path: '/sandbox/withdrawal-return', takes: 'body', answers: 'one' },
  simulateWithdrawalError: { method: 'POST', path: '/sandbox/withdrawal-error', takes: 'body', answers: 'one' },
  simulateFunding: { method: 'POST', path: '/sandbox/funding', takes: 'body', answers: 'one' },
  simulateFundingReturn: { method: 'POST', path: '/sandbox/funding-return', takes: 'body', answers: 'one' },
  simulateIdempotencyExpiry: { method: 'POST', path: '/sandbox/idempotency-expiry', takes: 'body', answers: 'one' },
  listMessages: { method: 'GET', path: '/sandbox/message', takes: 'query', answers: 'pages' },
}
