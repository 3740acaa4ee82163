/**
 * What the hosted pages and the service say to each other: Connect (`/connect/:token`) and the creator home (`/account`).
 * JSON both ways. Dates are UTC with milliseconds, money is a whole number of cents.
 *
 * Pages are built to `web/dist`: `connect/index.html`, `account/index.html`, `examples/embed/index.html`, and everything
 * they load below `assets/` with a hash in its name. The service serves them as they are at `/connect/:token`, `/account`,
 * `/examples/embed` and `/assets/…`, with a Content-Security-Policy that allows scripts, styles, images and requests of
 * the service's own origin alone (no inline scripts or styles; `data:` images are allowed).
 */

// ─── Errors ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Every answer that is not 2xx. */
export interface ErrorBody {
  readonly code: ErrorCode
  /** One sentence a person can act on. */
  readonly message: string
  readonly request_id: string
  /** With `validation_failed`: every fault, named by the path of its field, e.g. `routing_number`. */
  readonly errors?: readonly FieldError[]
  /** With `incorrect_answer` and `incorrect_code`. At 0 the invite is dead, or a new code must be sent. */
  readonly attempts_left?: number
}

export interface FieldError {
  readonly param: string
  readonly code: string
  readonly message: string
}

export type ErrorCode =
  /** 400: `errors` says what to mend. */
  | 'validation_failed'
  /** 400: the answer to the verification prompt. */
  | 'incorrect_answer'
  /** 400: the two-factor code. */
  | 'incorrect_code'
  /** 400: e-mail or password; which of them is not said. */
  | 'incorrect_credentials'
  /** 401: the session is unknown or over. Connect: show what `open` says of the token. Home: sign in again. */
  | 'unauthorized'
  /** 403: this needs the creator signed in, or the login is not the one this connection belongs to. */
  | 'sign_in_required'
  /** 404: an unknown token (`open`, `start`), or an unknown path. */
  | 'not_found'
  /** 409: the link or invite is used, expired or dead; `open` says which. */
  | 'link_unusable'
  /** 409: there is a login with this e-mail already; sign in instead. */
  | 'email_taken'
  /** 409: the step is not the current one (another tab or a double click was quicker): fetch the state and go on. */
  | 'invalid_state'
  /** 429: too many tries; `Retry-After` says how many seconds to wait, and so does `message`. */
  | 'rate_limited'
  /** 500, 503: our fault, or away for a moment. */
  | 'internal_error'
  | 'unavailable'

// ─── Connect: before the session ──────────────────────────────────────────────────────────────────────────────────────

/** `POST /connect/api/open`: what the token is. Consumes nothing, any number of times. 404 for an unknown token. */
export interface OpenRequest {
  readonly token: string
}

export interface OpenAnswer {
  readonly kind: 'link' | 'invite'
  /** `dead`: three wrong answers. `closed`: its connection was deleted. */
  readonly status: 'usable' | 'expired' | 'used' | 'dead' | 'closed'
  readonly environment: Environment
  readonly enterprise: Enterprise
  /** Of a usable invite: the question to answer with `start`, and how many tries are left. */
  readonly verification?: { readonly prompt: string; readonly attempts_left: number }
  /** Of a usable link: what its first screen says, before anything is consumed. The button there is `start`. */
  readonly welcome?: Pick<ConnectState, 'mode' | 'use_case' | 'requested_permissions' | 'progress' | 'connection'>
  /** Of a link: where to go when the visitor leaves and the page is not embedded; null: rest. */
  readonly return_url: string | null
  readonly embed: Embed
}

/**
 * `POST /connect/api/start`: the creator's first action. Consumes the link or invite, atomically: of any number of
 * parallel ones one gets the session. 400 `incorrect_answer`, 404, 409 `link_unusable`.
 */
export interface StartRequest {
  readonly token: string
  /** Of an invite. */
  readonly answer?: string
}

export interface StartAnswer {
  /** Keep in `sessionStorage` (in memory where there is none) and send as `Authorization: Bearer <session>`. */
  readonly session: string
  readonly state: ConnectState
}

// ─── Connect: the session ─────────────────────────────────────────────────────────────────────────────────────────────

export type Environment = 'sandbox' | 'production'
export type Method = 'direct' | 'ach' | 'wallet'
export type PermissionName = 'payment.credit' | 'payment.debit'

export interface Enterprise {
  readonly name: string
}

/** Who may frame the page, and so whom the exit message may go to. */
export interface Embed {
  /** Registered origins, e.g. `https://app.example.com`. */
  readonly origins: readonly string[]
  /** Sandbox: `http://localhost:*` and `http://127.0.0.1:*` too. */
  readonly loopback: boolean
}

/**
 * The screens, in the order they come. Which of them come at all the service decides. `overview` is where edit mode
 * begins; `rejected`: the identity check failed, the creator may go back and choose another way, or leave.
 */
export type Step =
  | 'overview'
  | 'welcome'
  | 'method'
  | 'sign_in'
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
  /** Where `back` leads; null: nowhere. */
  readonly back: Step | null
  /** For the progress indicator: how many of the screens of this path are behind, and how many there are. */
  readonly progress: { readonly done: number; readonly total: number }
  readonly mode: 'onboard' | 'edit'
  readonly environment: Environment
  readonly enterprise: Enterprise
  /** `Payout`: the enterprise pays the creator with Tributary. `Generic`: it is partnered with Tributary. */
  readonly use_case: 'Payout' | 'Generic'
  /** Whom the enterprise invited, by its own record. */
  readonly invited: {
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly display_name: string | null
    readonly business_name: string | null
  }
  readonly requested_permissions: readonly PermissionName[]
  readonly methods: readonly OfferedMethod[]
  /** Chosen in this session. */
  readonly method: Method | null
  /** The connection as it stands: in edit mode what is being edited. */
  readonly connection: {
    readonly status: 'created' | 'pending' | 'active' | 'deleted'
    readonly type: Method | null
    readonly destination: string | null
    /** Granted and not past its end. */
    readonly permissions: readonly Permission[]
  }
  /** Whether the creator is signed in, and as whom. */
  readonly login: {
    readonly status: 'signed_out' | 'code_needed' | 'signed_in'
    readonly email: string | null
    /** Masked: `••• ••• 0123`. Where the code goes. */
    readonly mobile: string | null
    /** Whether the login has an account, so that no application is needed. */
    readonly has_account: boolean
  }
  /** Of the sandbox, so that nobody has to invent anything; null in production. */
  readonly prefill: Prefill | null
  /**
   * What the check of the person said, where there was one. At `rejected`: `failed`, or `review` in edit mode, where the
   * connection stays as it is.
   */
  readonly identity: 'passed' | 'review' | 'failed' | null
  /** At `verification`: what is asked for beside name and date of birth. */
  readonly verification: {
    readonly ssn_needed: boolean
    readonly first_name: string
    readonly last_name: string
  } | null
  /** Entered before (without secrets), for the form after `back`. */
  readonly entered: { readonly bank: EnteredBank | null }
  /** At `contract`: the one to decide now. */
  readonly contract: ContractOffer | null
  /** All that wait, with what was decided in this session. */
  readonly contracts: readonly ContractOffer[]
  /** At `review`: what will stand when the creator grants. */
  readonly review: {
    readonly method: Method
    readonly destination: string
    readonly identity: 'passed' | 'review' | 'unneeded'
    readonly contracts: readonly ContractOffer[]
  } | null
  /** At `done`. `pending`: a check is still open. */
  readonly outcome: 'active' | 'pending' | null
  /** Where to go at the end when not embedded; null: rest on the last screen. */
  readonly return_url: string | null
  readonly embed: Embed
}

export interface OfferedMethod {
  readonly method: Method
  /** The one the connection has now, in edit mode. */
  readonly current: boolean
}

export interface Permission {
  readonly name: PermissionName
  /** Absent: for good. */
  readonly expires_at?: string
}

export interface Prefill {
  readonly code: string
  readonly mobile: string
  readonly application: ApplicationRequest
  readonly bank: BankRequest
  readonly date_of_birth: string
}

/** `POST /connect/api/welcome`: I have read it. With `sign_in` true the creator says they have an account already. */
export interface WelcomeRequest {
  readonly sign_in?: boolean
}

/** `POST /connect/api/method`. Only an offered one. */
export interface MethodRequest {
  readonly method: Method
}

/** `POST /connect/api/sign-in`: 400 `incorrect_credentials`, 403 another login than the connection's, 429 locked out. */
export interface SignInRequest {
  readonly email: string
  readonly password: string
}

/** `POST /connect/api/login`: creates a login. The password has 10 to 200 characters. 409 `email_taken`. */
export interface LoginRequest {
  readonly email: string
  readonly password: string
}

/** `POST /connect/api/mobile`: sends a code there. `+12025550123`, or ten digits in any grouping. */
export interface MobileRequest {
  readonly mobile: string
}

/** `POST /connect/api/code`: 400 `incorrect_code`. Five tries per code, ten minutes. */
export interface CodeRequest {
  readonly code: string
}

// `POST /connect/api/code/resend` `{}`: sends another code; 429 after a few.

/** `POST /connect/api/application`: for an account (`direct`). */
export interface ApplicationRequest extends Address {
  readonly first_name: string
  readonly last_name: string
  /** `1990-01-31`; 18 years or older. */
  readonly date_of_birth: string
  /** `123-45-6789` */
  readonly ssn: string
}

export interface Address {
  readonly street_line_1: string
  readonly street_line_2?: string
  readonly city: string
  /** Two letters. */
  readonly state_abbreviation: string
  /** Five digits. */
  readonly postal_code: string
}

/** `POST /connect/api/bank`: the same rules as the API's `legacy_payout_method`. The page compares the number typed twice. */
export interface BankRequest extends Address {
  readonly name_on_account: string
  readonly account_number: string
  readonly routing_number: string
  readonly account_type: 'checking' | 'savings'
  readonly first_name: string
  readonly last_name: string
  readonly ssn: string
}

/** Without account number and SSN, which are never given back. */
export type EnteredBank = Omit<BankRequest, 'account_number' | 'ssn'>

/** `POST /connect/api/bank-name`: looked up while the creator types; changes nothing. */
export interface BankNameRequest {
  readonly routing_number: string
}

export interface BankNameAnswer {
  /** By its check digit. */
  readonly valid: boolean
  /** Null: valid, but not among those we know by name. */
  readonly bank_name: string | null
}

/** `POST /connect/api/verification`: where the enterprise requires it. */
export interface VerificationRequest {
  readonly first_name: string
  readonly last_name: string
  readonly date_of_birth: string
  /** Only when `verification.ssn_needed`. */
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
  readonly deposit_source: 'music_distribution' | 'video_ads' | 'live_streaming'
  /** One of the two: percent, 0 to 100, or a fixed amount per deposit. */
  readonly split_percent_amount: number | null
  readonly split_fixed_amount_in_cents: number | null
  /** The most that one deposit is split by; null: no maximum. */
  readonly split_amount_max_in_cents: number | null
  /** Which deposits are split; null: no upper bound. */
  readonly deposit_minimum_in_cents: number
  readonly deposit_maximum_in_cents: number | null
  /** Computed by the rules of the split itself. */
  readonly example: {
    readonly deposit_in_cents: number
    /** What the creator's other agreements take of it. */
    readonly others_in_cents: number
    readonly share_in_cents: number
    readonly kept_in_cents: number
  }
  /** False: accepting needs a `direct` connection, and another method is chosen. */
  readonly acceptable: boolean
  readonly decision: 'accept' | 'decline' | 'later' | null
}

/** `POST /connect/api/grant`: the end. At least one of the requested permissions; `expires_at` in the future, or absent for good. */
export interface GrantRequest {
  readonly permissions: readonly Permission[]
}

/**
 * `POST /connect/api/permissions`: at `overview`. Replaces what is granted: what is left out is revoked, and all may be.
 * To grant more than before on a `direct` or `wallet` connection the creator must be signed in: 403 `sign_in_required`.
 */
export type PermissionsRequest = GrantRequest

/**
 * `POST /connect/api/overview`: what to do next in edit mode. `method`: choose another way to be paid. `contracts`: decide
 * those that wait (sign-in first). `sign_in`: sign in, to grant more. `done`: leave.
 */
export interface OverviewRequest {
  readonly next: 'method' | 'contracts' | 'sign_in' | 'done'
}

// `POST /connect/api/back` `{}`: to the screen that `state.back` names; 409 when it is null.

// ─── The creator home ─────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Below `/account/api`, with a session cookie (HttpOnly, SameSite=Lax). POSTs need `Content-Type: application/json` and are
 * taken from the page's own origin alone.
 *
 * - `GET  /account/api/session` → `AccountSession` (also when nobody is signed in)
 * - `POST /account/api/sign-in` `SignInRequest` → `AccountSession`
 * - `POST /account/api/mobile` `MobileRequest` → `AccountSession`
 * - `POST /account/api/code` `CodeRequest` → `AccountSession`
 * - `POST /account/api/code/resend` `{}` → `AccountSession`
 * - `POST /account/api/sign-out` `{}` → `AccountSession`
 * - `GET  /account/api/home` → `AccountHome`; 401 unless signed in
 */
export interface AccountSession {
  readonly status: 'signed_out' | 'mobile_needed' | 'code_needed' | 'signed_in'
  readonly environment: Environment
  readonly mobile: string | null
  /** Sandbox: any code passes, and this is the one to show; null in production. */
  readonly prefill: { readonly code: string; readonly mobile: string } | null
}

export interface AccountHome {
  readonly name: string
  readonly email: string
  /** `Tributary account ••••6789`; null until an account is open. */
  readonly account: string | null
  readonly balance_in_cents: number
  /** The newest 50. */
  readonly movements: readonly Movement[]
  readonly enterprises: readonly ConnectedEnterprise[]
  readonly contracts: readonly HomeContract[]
}

export interface Movement {
  readonly at: string
  /** Positive: came in. */
  readonly amount_in_cents: number
  /** What it was, for a person: `Payment from Demo Enterprise`. */
  readonly description: string
}

export interface ConnectedEnterprise {
  readonly name: string
  readonly type: Method
  readonly permissions: readonly Permission[]
  readonly since: string
}

export interface HomeContract extends Omit<ContractOffer, 'acceptable' | 'decision' | 'example'> {
  readonly enterprise: string
  readonly status: 'created' | 'active' | 'declined' | 'terminated' | 'expired'
}
