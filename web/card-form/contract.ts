import type { Embed, Enterprise, Environment } from '../connect/contract.ts'

/**
 * What the card form (`/card-form/:token`) and the service say to each other, below `/card-form/api`. The token of the
 * address goes along as `Authorization: Bearer <token>`. Errors are those of `connect/contract.ts`; 401: the address has
 * expired or was never one.
 */

/** `GET state`, and the answer of everything else. */
export interface FormState {
  readonly environment: Environment
  readonly enterprise: Enterprise
  /** What a person may see of the saved card. */
  readonly card: SavedCard | null
  /** Whose fields take the number: ours in the sandbox, the processor's own in production. */
  readonly fields: { readonly hosted_by: 'us' } | { readonly hosted_by: 'stripe'; readonly publishable_key: string }
  readonly embed: Embed
}

export interface SavedCard {
  readonly brand: string
  readonly last_four: string
  readonly expiration_month: number
  readonly expiration_year: number
}

/** `POST card`: adds or replaces. The number and the code go to the card network with this request, and nowhere else. */
export interface CardRequest {
  readonly number: string
  readonly expiration_month: number
  readonly expiration_year: number
  readonly cvc: string
  readonly postal_code: string
}

/** `POST instrument`: the same with what the processor's own fields made of the number. */
export interface InstrumentRequest {
  readonly instrument: string
}

// `DELETE card` removes it.
