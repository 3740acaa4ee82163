import type { CodeRequest, ContractOffer, EmptyRequest, MobileRequest, SignInRequest } from './connect.ts'
import type { Environment } from './environment.ts'
import type { ContractStatus, PayoutMethod, Permission } from './resources.ts'

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
}

/** `GET /account/api/session`, also when nobody is signed in. */
export interface AccountSession {
  readonly status: 'signed_out' | 'mobile_needed' | 'code_needed' | 'signed_in'
  readonly environment: Environment
  readonly mobile: string | null
  /** Sample values for the sandbox, where any code passes; null in production. */
  readonly prefill: { readonly code: string; readonly mobile: string } | null
}

/** `GET /account/api/home`; 401 unless signed in. */
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
  /** Positive: money received. */
  readonly amount_in_cents: number
  /** `Payment from Demo Enterprise` */
  readonly description: string
}

export interface ConnectedEnterprise {
  readonly name: string
  readonly type: PayoutMethod
  readonly permissions: readonly Permission[]
  readonly since: string
}

export interface HomeContract extends Omit<ContractOffer, 'acceptable' | 'decision' | 'example'> {
  readonly enterprise: string
  readonly status: ContractStatus
}
