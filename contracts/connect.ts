import type { Environment } from './environment.ts'
import type { Address, BankAccount, DepositSource, PayoutMethod, Permission, PermissionName } from './resources.ts'

/**
 * Connect (`/connect/:token`). JSON both ways. Dates are UTC with milliseconds, money is a whole number of cents.
 *
 * Errors are those of `errors.ts`. The codes that Connect and the account page react to:
 *
 * | status | code | the page |
 * |---|---|---|
 * | 400 | `validation_failed` | shows each of `errors` beside its field |
 * | 400 | `incorrect_answer` | the answer to the verification prompt was wrong; `attempts_left` |
 * | 400 | `incorrect_code` | the two-factor code was wrong; `attempts_left` |
 * | 400 | `incorrect_credentials` | the e-mail or the password was wrong; which of them is not said |
 * | 401 | `unauthorized` | the session is unknown or over. Connect asks `open` again; the account page signs in again |
 * | 403 | `sign_in_required` | the creator must sign in, or the login does not own this connection |
 * | 404 | `not_found` | an unknown token or path |
 * | 409 | `link_unusable` | the link or invite is used, expired or dead; `open` says which |
 * | 409 | `email_taken` | a login with this e-mail exists: sign in instead |
 * | 409 | `invalid_state` | another tab or a double click was quicker: fetch the state and go on |
 * | 429 | `rate_limited` | too many tries; `Retry-After` and `message` say how long to wait |
 * | 500, 503 | `internal_error`, `unavailable` | try again |
 */

// ─── Connect: before the session ──────────────────────────────────────────────────────────────────────────────────────

/** `POST /connect/api/open`: reads a token without consuming it. 404 for an unknown token. */
export interface OpenRequest {
  readonly token: string
}

export interface OpenAnswer {
  readonly kind: 'link' | 'invite'
  /** `dead`: three wrong answers. `closed`: its connection was deleted. */
  readonly status: 'usable' | 'expired' | 'used' | 'dead' | 'closed'
  readonly environment: Environment
  readonly enterprise: Enterprise
  /** Only with a usable invite: the question that `start` must answer, and how many tries are left. */
  readonly verification?: { readonly prompt: string; readonly attempts_left: number }
  /** Whether `renew` e-mails a new invite in place of this one, which has expired or was used. */
  readonly renewable: boolean
  /** Only with a usable link: the first screen, shown before the link is consumed. Its button is `start`. */
  readonly welcome?: Pick<ConnectState, 'mode' | 'use_case' | 'requested_permissions' | 'progress' | 'connection'>
  /** The address a visitor leaves to when the page is not embedded; null: the page shows that it can be closed. */
  readonly return_url: string | null
  readonly embed: Embed
}

/**
 * `POST /connect/api/renew`, with the token of an invite that has expired or was used: a new one goes to the creator's
 * e-mail address. 202 with an empty object; 409 `link_unusable`, 429 after a few.
 */
export type RenewRequest = OpenRequest

/**
 * `POST /connect/api/start`: the creator's first action. It consumes the link or invite: of several parallel requests
 * exactly one gets the session. 400 `incorrect_answer`, 404, 409 `link_unusable`.
 */
export interface StartRequest {
  readonly token: string
  /** Required with an invite. */
  readonly answer?: string
}

export interface StartAnswer {
  /** Keep in `sessionStorage` (in memory where there is none) and send as `Authorization: Bearer <session>`. */
  readonly session: string
  readonly state: ConnectState
}

// ─── Connect: the session ─────────────────────────────────────────────────────────────────────────────────────────────

export interface Enterprise {
  readonly name: string
  /** The address of its logo, of this service; null: none was uploaded. */
  readonly logo: string | null
  /** `#0a6558`; white text can be read on it. */
  readonly color: string | null
  /** Where people get help from the enterprise: an https address, or `mailto:`. */
  readonly support: string | null
}

/** A document of the service that a creator agrees to, in the version that is in force. */
export interface LegalDocument {
  readonly name: 'terms' | 'privacy' | 'esign'
  /** `2026-11-16` */
  readonly version: string
  readonly url: string
}

export interface Consent {
  readonly document: LegalDocument['name']
  readonly version: string
}

/** The origins that may frame the page. The exit message is posted to these only. */
export interface Embed {
  /** Registered origins, e.g. `https://app.example.com`. */
  readonly origins: readonly string[]
  /** In sandbox `http://localhost:*` and `http://127.0.0.1:*` may frame it without registration. */
  readonly loopback: boolean
}

/**
 * The screens in their order; the service decides which of them are shown. Edit mode begins with `overview`. `rejected`:
 * the identity check failed, and the creator may go back, choose another method, or leave.
 */
export type Step =
  | 'overview'
  | 'welcome'
  | 'method'
  | 'sign_in'
  | 'email_code'
  | 'mobile'
  | 'code'
  | 'application'
  | 'bank'
  | 'verification'
  | 'contract'
  | 'review'
  | 'rejected'
  | 'done'

/** `GET /connect/api/state`, and the answer of every step. */
export interface ConnectState {
  readonly step: Step
  /** The screen that `back` leads to; null: there is none. */
  readonly back: Step | null
  /** For the progress bar: screens completed, and screens in all. */
  readonly progress: { readonly done: number; readonly total: number }
  readonly mode: 'onboard' | 'edit'
  readonly environment: Environment
  readonly enterprise: Enterprise
  /** `Payout`: the enterprise pays the creator with Tributary. `Generic`: it is partnered with Tributary. */
  readonly use_case: 'Payout' | 'Generic'
  /** The creator as the enterprise recorded them. */
  readonly invited: {
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly display_name: string | null
    readonly business_name: string | null
  }
  readonly requested_permissions: readonly PermissionName[]
  readonly methods: readonly OfferedMethod[]
  /** The method chosen in this session. */
  readonly method: PayoutMethod | null
  /** The connection before this session changes it. */
  readonly connection: {
    readonly status: 'created' | 'pending' | 'active' | 'deleted'
    readonly type: PayoutMethod | null
    readonly destination: string | null
    /** Granted and not expired. */
    readonly permissions: readonly Permission[]
  }
  readonly login: {
    readonly status: 'signed_out' | 'code_needed' | 'signed_in'
    /** Before `email_code` is done, the address that it proves. */
    readonly email: string | null
    /** The number that codes are sent to, masked: `••• ••• 0123`. */
    readonly mobile: string | null
    /** With an account no application is needed. */
    readonly has_account: boolean
  }
  /** Sample values for the sandbox's forms; null in production. */
  readonly prefill: Prefill | null
  /**
   * The result of the identity check; null before one. At `rejected` it is `failed`, or `review` in edit mode, where the
   * connection stays unchanged.
   */
  readonly identity: 'passed' | 'review' | 'failed' | null
  /** Set at `verification`, which asks for the name, for the date of birth unless `by_name`, and for the SSN if `ssn_needed`. */
  readonly verification: {
    readonly by_name: boolean
    readonly ssn_needed: boolean
    readonly first_name: string
    readonly last_name: string
  } | null
  /** Values entered before, without secrets, to fill the form again after `back`. */
  readonly entered: { readonly bank: EnteredBank | null }
  /** Set at `contract`: the contract to decide now. */
  readonly contract: ContractOffer | null
  /** All contracts that wait for an answer, with the decisions of this session. */
  readonly contracts: readonly ContractOffer[]
  /** Set at `review`: the connection as the grant will make it. */
  readonly review: {
    readonly method: PayoutMethod
    readonly destination: string
    readonly identity: 'passed' | 'review' | 'unneeded'
    readonly contracts: readonly ContractOffer[]
    /** The grant must agree to all of them. */
    readonly documents: readonly LegalDocument[]
  } | null
  /** Set at `done`. `pending`: an identity check is still open. */
  readonly outcome: 'active' | 'pending' | null
  /** The address to go to at the end when not embedded; null: stay on the last screen. */
  readonly return_url: string | null
  readonly embed: Embed
}

export interface OfferedMethod {
  readonly method: PayoutMethod
  /** True, in edit mode, for the method that the connection has now. */
  readonly current: boolean
}

export interface Prefill {
  readonly code: string
  readonly mobile: string
  readonly application: ApplicationRequest
  readonly bank: BankRequest
  readonly date_of_birth: string
}

/** `POST /connect/api/welcome`: leaves the welcome screen. `sign_in`: the creator has an account already. */
export interface WelcomeRequest {
  readonly sign_in?: boolean
}

/** `POST /connect/api/method`: one of `methods`. */
export interface MethodRequest {
  readonly method: PayoutMethod
}

/** `POST /connect/api/sign-in`: 400 `incorrect_credentials`, 403 another login than the connection's, 429 locked out. */
export interface SignInRequest {
  readonly email: string
  readonly password: string
}

/**
 * `POST /connect/api/login`: asks for a login; a code goes to its e-mail address. The login exists once `email-code` has
 * proven the address.
 */
export interface LoginRequest {
  readonly email: string
  readonly password: string
}

/** `POST /connect/api/mobile`: sends a code to this number. `+12025550123`, or ten digits in any grouping. */
export interface MobileRequest {
  readonly mobile: string
}

/** `POST /connect/api/code`: 400 `incorrect_code`. Five tries per code, ten minutes. */
export interface CodeRequest {
  readonly code: string
}

/** `POST /connect/api/application`: opens a Tributary account (`direct`). */
export interface ApplicationRequest extends Address {
  readonly first_name: string
  readonly last_name: string
  /** `1990-01-31`; 18 years or older. */
  readonly date_of_birth: string
  /** `123-45-6789` */
  readonly ssn: string
}

/** `POST /connect/api/bank`: the same rules as the API's `legacy_payout_method`. */
export type BankRequest = BankAccount

/** The account number and the SSN are never sent back to a page. */
export type EnteredBank = Omit<BankRequest, 'account_number' | 'ssn'>

/** `POST /connect/api/bank-name`: looked up while the creator types; changes nothing. */
export interface BankNameRequest {
  readonly routing_number: string
}

export interface BankNameAnswer {
  /** Whether the check digit is right. */
  readonly valid: boolean
  /** Null: the number is valid, but its bank's name is not known. */
  readonly bank_name: string | null
}

/** `POST /connect/api/verification`: only if the enterprise requires the identity check. */
export interface VerificationRequest {
  readonly first_name: string
  readonly last_name: string
  /** Required unless `verification.by_name`. */
  readonly date_of_birth?: string
  /** Required if `verification.ssn_needed`. */
  readonly ssn?: string
}

/** `POST /connect/api/contract`: the decision takes effect with the grant (in edit mode at once). `later` leaves it waiting. */
export interface ContractRequest {
  readonly contract: string
  readonly decision: 'accept' | 'decline' | 'later'
}

export interface ContractOffer {
  readonly id: string
  readonly type: 'deposit_split'
  readonly deposit_source: DepositSource
  /** Exactly one of these two is set: a percentage from 0 to 100, or a fixed amount per deposit. */
  readonly split_percent_amount: number | null
  readonly split_fixed_amount_in_cents: number | null
  /** The maximum share of one deposit; null: no maximum. */
  readonly split_amount_max_in_cents: number | null
  /** Only deposits between these amounts are split; null: no upper bound. */
  readonly deposit_minimum_in_cents: number
  readonly deposit_maximum_in_cents: number | null
  /** A deposit split by the same code that will split the real ones. */
  readonly example: {
    readonly deposit_in_cents: number
    /** The shares of the creator's other contracts. */
    readonly others_in_cents: number
    readonly share_in_cents: number
    readonly kept_in_cents: number
  }
  /** False: accepting needs a `direct` connection, and another method is chosen. */
  readonly acceptable: boolean
  readonly decision: 'accept' | 'decline' | 'later' | null
}

/** `POST /connect/api/grant`: ends the session. At least one of the requested permissions; `expires_at` in the future. */
export interface GrantRequest {
  readonly permissions: readonly Permission[]
  /** Every document of `review.documents` in its version, which are recorded. */
  readonly consents: readonly Consent[]
}

/**
 * `POST /connect/api/permissions`: at `overview`. Replaces the granted permissions; those left out are revoked.
 * To grant more than before on a `direct` or `wallet` connection the creator must be signed in: 403 `sign_in_required`.
 */
export type PermissionsRequest = Pick<GrantRequest, 'permissions'>

/**
 * `POST /connect/api/overview`: the next step of edit mode. `method`: choose another payout method. `contracts`: decide
 * those that wait, after a sign-in. `sign_in`: sign in, to grant more permissions. `done`: leave.
 */
export interface OverviewRequest {
  readonly next: 'method' | 'contracts' | 'sign_in' | 'done'
}

export type EmptyRequest = Record<never, never>

/** The body of `POST /connect/api/<path>`, for every step of a session. Each answers the next `ConnectState`. */
export interface ConnectSteps {
  readonly welcome: WelcomeRequest
  readonly method: MethodRequest
  readonly 'sign-in': SignInRequest
  readonly login: LoginRequest
  /** 400 `incorrect_code`; 409 `email_taken` once the address is proven and has a login already. */
  readonly 'email-code': CodeRequest
  readonly 'email-code/resend': EmptyRequest
  readonly mobile: MobileRequest
  readonly code: CodeRequest
  /** 429 after a few codes. */
  readonly 'code/resend': EmptyRequest
  readonly application: ApplicationRequest
  readonly bank: BankRequest
  readonly verification: VerificationRequest
  readonly contract: ContractRequest
  readonly grant: GrantRequest
  readonly permissions: PermissionsRequest
  readonly overview: OverviewRequest
  /** To the screen that `state.back` names; 409 when it is null. */
  readonly back: EmptyRequest
  /** The visitor leaves edit mode, whatever the screen. The session stays good; the enterprise hears that they were here. */
  readonly leave: EmptyRequest
}
