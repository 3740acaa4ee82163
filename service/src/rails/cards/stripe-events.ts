import Stripe from 'stripe'
import { unavailable } from '../../kernel/errors.ts'
import { type CardEvent, type CardRail, UnverifiedEvent } from './port.ts'

/** Reads Stripe's webhook events, once their signature is verified. */
export function createReadEvent(stripe: Stripe, webhookSecret: string, metadataKey: string): CardRail['readEvent'] {
  async function aboutIntent(
    kind: CardEvent['kind'],
    intent: string | Stripe.PaymentIntent | null | undefined,
  ): Promise<CardEvent | undefined> {
    if (!intent) return undefined
    const { metadata } = typeof intent === 'string' ? await stripe.paymentIntents.retrieve(intent) : intent
    const key = metadata[metadataKey]
    return key === undefined ? undefined : { kind, key }
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
        return aboutIntent('fraud_alert', event.data.object.payment_intent)
      case 'charge.dispute.funds_withdrawn':
        return aboutIntent('chargeback', event.data.object.payment_intent)
      case 'refund.updated':
      case 'refund.failed':
        return aboutRefund(event.data.object, metadataKey)
      default:
        return undefined
    }
  }
}

const OUTCOMES: Readonly<Record<string, CardEvent['kind']>> = {
  succeeded: 'refund_processed',
  failed: 'refund_failed',
  canceled: 'refund_failed',
}

function aboutRefund({ status, metadata }: Stripe.Refund, metadataKey: string): CardEvent | undefined {
  const kind = OUTCOMES[status ?? '']
  const key = metadata?.[metadataKey]
  return kind && key ? { kind, key } : undefined
}
