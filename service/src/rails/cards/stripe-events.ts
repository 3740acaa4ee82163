import type Stripe from 'stripe'
import type { CardEvent, CardRail } from './port.ts'

/** What Stripe calls back about. Whatever it says is checked against its signature first. */
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

  return async (body, headers) => {
    const signature = headers['stripe-signature']
    const event = await stripe.webhooks.constructEventAsync(body, String(signature ?? ''), webhookSecret)
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
