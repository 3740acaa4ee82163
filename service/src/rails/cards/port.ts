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

/**
 * A kind of movement of the processor's balance, and whether it adds to the balance or takes from it. `other`: a kind that
 * the service does not book by itself.
 */
export const MOVEMENTS = {
  sale: 1,
  refund: -1,
  refund_failure: 1,
  dispute: -1,
  dispute_reversal: 1,
  payout: -1,
  payout_reversal: 1,
  fee: -1,
  fee_back: 1,
  other: undefined,
} as const
export type Movement = keyof typeof MOVEMENTS

/** One movement of the balance that the processor keeps for us: a balance transaction, in Stripe's words. */
export interface BalanceTransaction {
  readonly id: string
  readonly movement: Movement
  /** The processor's own word for the kind. */
  readonly category: string
  /** Before the fee; negative where it lowers the balance. */
  readonly amount: Cents
  /** Kept by the processor; negative where it gives a fee back. */
  readonly fee: Cents
  /** ISO code of the currency, in lower case. */
  readonly currency: string
  /** The processor's id of the charge, refund, dispute or payout; null where it names none. */
  readonly reference: string | null
  /** Our key of the charge or refund, or of the disputed charge. */
  readonly key: string | null
  readonly createdAt: Date
  /** When the money is, or will be, part of the balance that can be paid out. */
  readonly availableAt: Date
  readonly isAvailable: boolean
  /** The report that the same movement makes as an event; it may have been lost. */
  readonly event?: CardEvent
  /** The day on which a payout reaches our bank (`2026-11-16`), and its trace number where the bank's network has one. */
  readonly payout?: { readonly arrivesOn: string; readonly trace: string | null }
}

/** The processor's own books about the money that it keeps for us. */
export interface ProcessorBooks {
  /** Every transaction that was created since then, page by page. */
  transactions(since: Date): AsyncIterable<readonly BalanceTransaction[]>
  isAvailable(id: string): Promise<boolean>
  /** The whole balance, available or not. */
  balance(): Promise<Cents>
}

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
  /** The time at which a charge settles whose settlement begins at `after`; an estimate, where the processor reports it. */
  settlesAt(after: Date): Date
  /** Where they exist, a charge settles by the processor's word alone. */
  readonly books?: ProcessorBooks
  /** Makes the processor forget a card. Done already, it does nothing. */
  detach?(token: string): Promise<void>
  /** The reason why a charge will not settle, where the rail knows it ahead. */
  settlementFault(reference: string): string | undefined
  /** The event in a call of the network; `undefined` for kinds that the service does not use. Throws `UnverifiedEvent`. */
  readEvent(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<CardEvent | undefined>
}
