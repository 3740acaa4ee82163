import Stripe from 'stripe'
import { unavailable } from '../../kernel/errors.ts'
import { cents } from '../../kernel/money.ts'
import { type CardEvent, type CardRail, type DisputeReport, type DisputeStatus, UnverifiedEvent } from './port.ts'

/** Our key of the charge that a payment intent stands for. */
export const keyReader =
  (stripe: Stripe, metadataKey: string) =>
  async (intent: string | Stripe.PaymentIntent | null | undefined): Promise<string | undefined> => {
    if (!intent) return undefined
    const { metadata } = typeof intent === 'string' ? await stripe.paymentIntents.retrieve(intent) : intent
    return metadata[metadataKey]
  }

/** Reads Stripe's webhook events, once their signature is verified. */
export function createReadEvent(stripe: Stripe, webhookSecret: string, metadataKey: string): CardRail['readEvent'] {
  const keyOf = keyReader(stripe, metadataKey)

  async function aboutDispute(dispute: Stripe.Dispute, report: DisputeReport): Promise<CardEvent | undefined> {
    const key = await keyOf(dispute.payment_intent)
    return key === undefined ? undefined : { kind: 'dispute', key, dispute: report }
  }

  async function aboutFraud(intent: Stripe.Radar.EarlyFraudWarning['payment_intent']): Promise<CardEvent | undefined> {
    const key = await keyOf(intent)
    return key === undefined ? undefined : { kind: 'fraud_alert', key }
  }

  /** Without a secret no event can be verified: 503 makes Stripe send it again later. */
  async function verified(body: Buffer, signature: string): Promise<Stripe.Event> {
    if (webhookSecret === '')
      throw unavailable('Events of the card network cannot be verified: STRIPE_WEBHOOK_SECRET is not set.')
    try {
      return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new UnverifiedEvent(error.message)
      throw error
    }
  }

  return async (body, headers) => {
    const event = await verified(body, String(headers['stripe-signature'] ?? ''))
    switch (event.type) {
      case 'radar.early_fraud_warning.created':
        return aboutFraud(event.data.object.payment_intent)
      case 'charge.dispute.created':
      case 'charge.dispute.updated':
      case 'charge.dispute.closed':
        return aboutDispute(event.data.object, disputeReport(event.data.object, false))
      case 'charge.dispute.funds_withdrawn':
        return aboutDispute(event.data.object, disputeReport(event.data.object, true))
      case 'charge.dispute.funds_reinstated':
        return aboutDispute(event.data.object, { ...disputeReport(event.data.object, false), status: 'won' })
      case 'refund.updated':
      case 'refund.failed':
        return aboutRefund(event.data.object, metadataKey)
      default:
        return undefined
    }
  }
}

/** Stripe's statuses. An inquiry (`warning_…`) takes no money; closed without a chargeback, it is won. */
const DISPUTE_STATUSES: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  prevented: 'won',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

const MS = 1_000

export function disputeReport(dispute: Stripe.Dispute, isTaken: boolean): DisputeReport {
  const { id, status, amount, reason } = dispute
  // Events of older versions of Stripe's API leave fields out.
  const dueBy = (dispute.evidence_details as Stripe.Dispute.EvidenceDetails | undefined)?.due_by
  return {
    reference: (id as string | undefined) ?? null,
    status: DISPUTE_STATUSES[status],
    isTaken,
    ...(Number.isSafeInteger(amount) && amount > 0 ? { amount: cents(amount) } : {}),
    ...(reason ? { reason } : {}),
    ...(dueBy ? { respondBy: new Date(dueBy * MS) } : {}),
  }
}

const OUTCOMES: Readonly<Record<string, 'refund_processed' | 'refund_failed'>> = {
  succeeded: 'refund_processed',
  failed: 'refund_failed',
  canceled: 'refund_failed',
}

function aboutRefund({ status, metadata }: Stripe.Refund, metadataKey: string): CardEvent | undefined {
  const kind = OUTCOMES[status ?? '']
  const key = metadata?.[metadataKey]
  return kind && key ? { kind, key } : undefined
}
