import type { Cents } from '../../kernel/money.ts'

export const BRANDS = ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS', 'DISCOVER', 'DINERS_CLUB', 'JCB', 'UNION_PAY'] as const

export type Brand = (typeof BRANDS)[number]

/** A card that the processor keeps. The service stores nothing else about a card. */
export interface SavedCard {
  /** The processor's token for the card. */
  readonly token: string
  readonly brand: Brand
  readonly lastFour: string
  readonly expirationMonth: number
  readonly expirationYear: number
}

/** The card data that a buyer types. It is passed to the processor within one request and never stored. */
export interface CardDetails {
  readonly number: string
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly cvc?: string | undefined
  readonly postalCode?: string | undefined
}

/** An invalid field of the card data, by the field's name in the form and the API. */
export interface CardFault {
  readonly param: 'number' | 'expiration_month' | 'expiration_year' | 'cvc' | 'postal_code'
  readonly code: string
  readonly message: string
}

export interface ChargeOrder {
  /** The charge's stable key: repeated calls with it make one charge. */
  readonly key: string
  readonly token: string
  readonly amountInCents: number
  readonly description: string
  /** The time of the first call, by the tenant's clock. */
  readonly at: Date
}

export type ChargeOutcome =
  | { readonly approved: { readonly reference: string } }
  | { readonly declined: { readonly code: string; readonly message: string } }

export interface RefundOrder {
  readonly key: string
  /** The network's reference of the charge. */
  readonly reference: string
  readonly amountInCents: number
}

/** `pending`: the network reports the outcome later, by an event. */
export type RefundOutcome = 'processed' | 'pending' | { readonly failed: string }

export const DISPUTE_STATUSES = ['inquiry', 'needs_response', 'under_review', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** A report of the buyer's bank about a dispute. */
export interface DisputeReport {
  /** The network's id of the dispute; null where it is simulated or not named. */
  readonly reference: string | null
  /** Absent where the report is only about money. */
  readonly status?: DisputeStatus | undefined
  /** Whether the money has been taken. */
  readonly isTaken: boolean
  /** Absent: all that is left of the charge. */
  readonly amount?: Cents | undefined
  readonly reason?: string | undefined
  readonly respondBy?: Date | undefined
  /** The report is about a new dispute, and refused where one is open. */
  readonly isNew?: boolean
  /** Simulated reports are refused where the network's would be bent into what is possible. */
  readonly isSimulated?: boolean
}

/** A notification of the network about the charge or refund with that key. */
export type CardEvent =
  | { readonly kind: 'fraud_alert' | 'refund_processed' | 'refund_failed'; readonly key: string }
  | { readonly kind: 'dispute'; readonly key: string; readonly dispute: DisputeReport }

/** The bank refused to let the processor keep the card; the message says why. */
export class RefusedInstrument extends Error {
  override readonly name = 'RefusedInstrument'
}

/** A call to the events endpoint that does not carry the network's signature. */
export class UnverifiedEvent extends Error {
  override readonly name = 'UnverifiedEvent'
}

/** The card form's fields: the service's own, or the processor's, so that card numbers never reach the service. */
export type CardFields = { readonly hostedBy: 'us' } | { readonly hostedBy: 'stripe'; readonly publishableKey: string }

/**
 * The card network. After a call throws, its outcome is unknown: a second call or a lookup with the same key tells it.
 */
export interface CardRail {
  readonly fields: CardFields
  tokenize(card: CardDetails, now: Date): Promise<{ readonly saved: SavedCard } | { readonly faults: CardFault[] }>
  /**
   * A card that the processor already has, from its own hosted fields or from a migrated customer. Throws
   * `RefusedInstrument` when the bank refuses it.
   */
  findInstrument(id: string, now: Date): Promise<SavedCard | undefined>
  authorizeAndCapture(order: ChargeOrder): Promise<ChargeOutcome>
  /** The outcome of the charge with this key; `undefined` when the network has none. */
  lookup(key: string): Promise<ChargeOutcome | undefined>
  refund(order: RefundOrder): Promise<RefundOutcome>
  /** The time at which a charge settles whose settlement begins at `after`. */
  settlesAt(after: Date): Date
  /** The reason why a charge will not settle, where the rail knows it ahead. */
  settlementFault(reference: string): string | undefined
  /** The event in a call of the network; `undefined` for kinds that the service does not use. Throws `UnverifiedEvent`. */
  readEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<CardEvent | undefined>
}
