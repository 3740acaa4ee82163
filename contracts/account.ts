import type {
  CodeRequest,
  ContractOffer,
  EmptyRequest,
  LegalDocument,
  MobileRequest,
  SignInRequest,
} from './connect.ts'
import type { Environment } from './environment.ts'
import type { Address, ContractStatus, PayoutMethod, Permission, PermissionName } from './resources.ts'

/**
 * The body of `POST /account/api/<path>`; each answers the `AccountSession` that follows. The session is a cookie
 * (HttpOnly, SameSite=Lax). POSTs need `Content-Type: application/json` and the page's own origin.
 */
export interface AccountSteps {
  readonly 'sign-in': SignInRequest
  readonly mobile: MobileRequest
  readonly code: CodeRequest
  readonly 'code/resend': EmptyRequest
  readonly 'sign-out': EmptyRequest
  /** The answer is the same whether or not there is such a login. */
  readonly 'password/forgot': { readonly email: string }
  /** With the token of the mailed link. The password changes once the code to the mobile number has passed. */
  readonly 'password/reset': { readonly token: string; readonly password: string }
}

/** `GET /account/api/session`, also when nobody is signed in. */
export interface AccountSession {
  readonly status: 'signed_out' | 'mobile_needed' | 'code_needed' | 'signed_in'
  readonly environment: Environment
  readonly mobile: string | null
  /** Sample values for the sandbox, where any code passes; null in production. */
  readonly prefill: { readonly code: string; readonly mobile: string } | null
}

/** The body of `POST /account/api/<path>`; each answers the `AccountSecurity` that follows. 401 unless signed in. */
export interface AccountSecuritySteps extends PasskeySteps {
  readonly change: ChangeRequest
  readonly 'change/code': CodeRequest
  readonly 'change/resend': EmptyRequest
  readonly 'change/abandon': EmptyRequest
  readonly password: PasswordChange
  readonly address: Address & { readonly password: string }
  /** Without an id: all sessions but this one. */
  readonly 'sessions/end': { readonly session?: string }
}

/** A code goes to the new address or number; the same address again confirms it. */
export interface ChangeRequest {
  readonly kind: 'email' | 'mobile'
  readonly value: string
  readonly password: string
}

export interface PasswordChange {
  readonly password: string
  readonly new_password: string
}

/** A new passkey, as the browser gives it; bytes are in base64url. */
export interface PasskeyCreated {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[]
  }
}

/** A passkey's answer to the challenge of a sign-in; bytes are in base64url. */
export interface PasskeyAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle: string
  }
}

/**
 * The body of `POST /account/api/<path>`; each answers the `AccountSecurity` that follows. Before one is added,
 * `passkeys/options {password}` answers what the browser needs to make it. `passkey/options {}` and
 * `passkey/sign-in {response}` begin a session, and the latter answers an `AccountSession`.
 */
export interface PasskeySteps {
  readonly passkeys: { readonly response: PasskeyCreated; readonly name: string }
  readonly 'passkeys/rename': { readonly passkey: string; readonly name: string }
  readonly 'passkeys/remove': { readonly passkey: string }
}

/** `GET /account/api/security`; 401 unless signed in. */
export interface AccountSecurity {
  readonly profile: AccountProfile
  /** Null: the login has lost its address to a person who has proven it, and needs another. */
  readonly email: string | null
  /** A code that was sent to the address has been entered. */
  readonly email_proven: boolean
  /** Masked: `••• ••• 0123`. */
  readonly mobile: string | null
  /** The change that waits for its code. */
  readonly change: { readonly kind: 'email' | 'mobile'; readonly to: string } | null
  /** Newest first. */
  readonly sessions: readonly AccountSessionListed[]
  /** In the order in which they were added. */
  readonly passkeys: readonly AccountPasskey[]
}

/** Who the creator is. The name was checked, so it is changed by support alone. */
export interface AccountProfile {
  readonly name: string
  /** The identity check has passed: the name is the verified one. */
  readonly verified: boolean
  /** Null until an identity check has asked for it; it can be changed once the check has passed. */
  readonly address: Address | null
}

export interface AccountPasskey {
  readonly id: string
  readonly name: string
  readonly created_at: string
  /** The last sign-in with it. */
  readonly used_at: string | null
}

export interface AccountSessionListed {
  readonly id: string
  readonly current: boolean
  readonly address: string | null
  readonly user_agent: string | null
  readonly created_at: string
  readonly expires_at: string
}

/** `GET /account/api/home`; 401 unless signed in. */
export interface AccountHome {
  readonly name: string
  /** Null: the login has no address of its own; see `AccountSecurity`. */
  readonly email: string | null
  /** `Tributary account ••••6789`; null until an account is open. */
  readonly account: string | null
  readonly balance_in_cents: number
  /** The newest 50. */
  readonly movements: readonly Movement[]
  readonly enterprises: readonly ConnectedEnterprise[]
  readonly contracts: readonly HomeContract[]
  /** Money on its way, or reserved for a later day, soonest first. */
  readonly coming: readonly ComingPayment[]
  /** The documents of the service that were agreed to, newest first. */
  readonly documents: readonly AgreedDocument[]
}

export interface ComingPayment {
  readonly enterprise: string
  readonly amount_in_cents: number
  readonly description: string
  readonly on: string
}

export interface AgreedDocument extends LegalDocument {
  readonly agreed_at: string
}

/** `GET /account/api/movements`: the newest 500, for the search; 401 unless signed in. */
export interface AccountMovements {
  readonly movements: readonly Movement[]
  /** There are older ones. */
  readonly more: boolean
}

/** The body of `POST /account/api/<path>`; each answers the `AccountHome` that follows. 404 for what is another's. */
export interface AccountHomeSteps {
  /** Replaces the permissions of a connection; those left out are taken back. */
  readonly permissions: { readonly connection: string; readonly permissions: readonly Permission[] }
  readonly contract: { readonly contract: string; readonly decision: 'accept' | 'decline' | 'end' }
}

/** `GET /account/api/money`; 401 unless signed in. */
export interface AccountMoney {
  /** False until an account is open, and once it is closed. */
  readonly is_open: boolean
  readonly balance_in_cents: number
  /** Deposits that have arrived before their settlement date, the next first. */
  readonly incoming: readonly { readonly id: string; readonly amount_in_cents: number; readonly available_at: string }[]
  /** Null until the creator adds one. */
  readonly bank_account: AccountBank | null
  /** The newest 20. */
  readonly withdrawals: readonly AccountWithdrawal[]
  /** The sandbox's sample, which needs no proof; null in production. */
  readonly sample: BankAccountRequest | null
}

export interface AccountBank {
  /** `Checking ••••6789` */
  readonly label: string
  readonly status: 'unproven' | 'proven' | 'failed' | 'suspended'
  readonly tries_left: number
  /** Why it failed or was suspended. */
  readonly why: string | null
}

export interface AccountWithdrawal {
  readonly id: string
  readonly at: string
  readonly amount_in_cents: number
  readonly status: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  readonly destination: string
  /** The last line of its log. */
  readonly note: string
}

export interface BankAccountRequest {
  readonly name_on_account: string
  readonly account_number: string
  readonly routing_number: string
  readonly account_type: 'checking' | 'savings'
}

/** The body of `POST /account/api/<path>`; each answers the `AccountMoney` that follows. */
export interface AccountMoneySteps {
  /** Replaces the account before. Where money goes is changed with the password only. */
  readonly 'bank-account': BankAccountRequest & { readonly password: string }
  readonly 'bank-account/prove': { readonly first: number; readonly second: number }
  readonly 'bank-account/remove': EmptyRequest
  /** `request` is any new text: sent again, it is the same withdrawal. */
  readonly withdraw: { readonly amount_in_cents: number; readonly request: string }
  /** Sends a code to the creator's mobile number. */
  readonly 'numbers/code': EmptyRequest
  /** Withdraws what the account holds, and closes it. */
  readonly close: { readonly password: string }
}

/** `POST /account/api/numbers {code}`: the numbers at which the creator's own account takes deposits. */
export interface AccountNumbers {
  readonly account_number: string
  readonly routing_number: string
}

export interface Movement {
  readonly at: string
  /** Positive: money received. */
  readonly amount_in_cents: number
  /** `Payment from Demo Enterprise` */
  readonly description: string
  readonly kind: 'opening' | 'payout' | 'p2p' | 'deposit' | 'ach' | 'contract' | 'creator_withdrawal' | 'other'
  /** The description is that of whoever paid; otherwise it only names the kind. */
  readonly is_named: boolean
}

export interface ConnectedEnterprise {
  /** The id of the connection. */
  readonly connection: string
  readonly name: string
  readonly requested_permissions: readonly PermissionName[]
  readonly type: PayoutMethod
  readonly permissions: readonly Permission[]
  readonly since: string
}

export interface HomeContract extends Omit<ContractOffer, 'acceptable' | 'decision' | 'example'> {
  readonly enterprise: string
  readonly status: ContractStatus
}
