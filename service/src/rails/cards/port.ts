export const BRANDS = ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS', 'DISCOVER', 'DINERS_CLUB', 'JCB', 'UNION_PAY'] as const

export type Brand = (typeof BRANDS)[number]

/** A card as the processor keeps it: everything anyone else may know of it. */
export interface SavedCard {
  /** What the processor calls it. */
  readonly token: string
  readonly brand: Brand
  readonly lastFour: string
  readonly expirationMonth: number
  readonly expirationYear: number
}

/** What a buyer types. It lives in one request and is handed to the processor, nowhere else. */
export interface CardDetails {
  readonly number: string
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly cvc?: string | undefined
  readonly postalCode?: string | undefined
}

/** A fault of what was typed, named as the form and the API name the field. */
export interface CardFault {
  readonly param: 'number' | 'expiration_month' | 'expiration_year' | 'cvc' | 'postal_code'
  readonly code: string
  readonly message: string
}

export interface ChargeOrder {
  /** Stable: however often it is asked for, there is one charge with this key. */
  readonly key: string
  readonly token: string
  readonly amountInCents: number
  readonly description: string
  /** When it was first asked for, by the tenant's clock. */
  readonly at: Date
}

export type ChargeOutcome =
  | { readonly approved: { readonly reference: string } }
  | { readonly declined: { readonly code: string; readonly message: string } }

export interface RefundOrder {
  readonly key: string
  /** The charge, as the network calls it. */
  readonly reference: string
  readonly amountInCents: number
}

/** `pending`: the network will say later, by an event. */
export type RefundOutcome = 'processed' | 'pending' | { readonly failed: string }

/** What the network says of its own accord, about the charge with that key. */
export interface CardEvent {
  readonly kind: 'fraud_alert' | 'chargeback' | 'refund_processed' | 'refund_failed'
  readonly key: string
}

/** An instrument that the bank did not let the processor keep; the message says why. */
export class RefusedInstrument extends Error {
  override readonly name = 'RefusedInstrument'
}

/** A call that the network did not sign. */
export class ForeignEvent extends Error {
  override readonly name = 'ForeignEvent'
}

/** How the card form takes the number: in fields of our own, or in the processor's, so that it never touches us. */
export type CardFields = { readonly hostedBy: 'us' } | { readonly hostedBy: 'stripe'; readonly publishableKey: string }

/**
 * The card network. Calls may throw: then it is not known what happened, and the same key asked again, or looked up, says.
 */
export interface CardRail {
  readonly fields: CardFields
  tokenize(card: CardDetails, now: Date): Promise<{ readonly saved: SavedCard } | { readonly faults: CardFault[] }>
  /**
   * An instrument that the processor has already: of a customer who is migrated, or from its own hosted fields. Throws
   * `RefusedInstrument` when the bank refuses it.
   */
  findInstrument(id: string, now: Date): Promise<SavedCard | undefined>
  authorizeAndCapture(order: ChargeOrder): Promise<ChargeOutcome>
  /** What became of the charge with this key; `undefined` when the network knows none. */
  lookup(key: string): Promise<ChargeOutcome | undefined>
  refund(order: RefundOrder): Promise<RefundOutcome>
  /** When a charge that begins to settle then has settled. */
  settlesAt(after: Date): Date
  /** Why a charge will not settle, where that can be known ahead. */
  settlementFault(reference: string): string | undefined
  /** The event in a call of the network's, or `undefined` when it says nothing to us. Throws `ForeignEvent` when it is not the network's. */
  readEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<CardEvent | undefined>
}
