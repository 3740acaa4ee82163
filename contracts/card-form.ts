import type { Embed, Enterprise } from './connect.ts'
import type { Environment } from './environment.ts'
import type { Card } from './purchases.ts'

/**
 * The card form (`/card-form/:token`), below `/card-form/api`. The token of the address is sent as
 * `Authorization: Bearer <token>`. Errors are those of `errors.ts`; 401: the address has expired or is unknown.
 */

/** `GET state`, and the answer to every change. */
export interface FormState {
  readonly environment: Environment
  readonly enterprise: Enterprise
  readonly card: Card | null
  /** The form's own fields take the card number in sandbox, the card processor's in production. */
  readonly fields: { readonly hosted_by: 'us' } | { readonly hosted_by: 'stripe'; readonly publishable_key: string }
  readonly embed: Embed
}

/** `POST card`: adds or replaces the card. The number and the code are passed to the card network and never stored. */
export interface CardRequest {
  readonly number: string
  readonly expiration_month: number
  readonly expiration_year: number
  readonly cvc: string
  readonly postal_code: string
}

/** `POST instrument`: adds or replaces the card by the id that the processor's fields returned for it. */
export interface InstrumentRequest {
  readonly instrument: string
}

// `DELETE card` removes the card.
