import Stripe from 'stripe'
import { DAY_MS } from '../../kernel/time.ts'
import {
  type Brand,
  type CardRail,
  type ChargeOutcome,
  type RefundOutcome,
  RefusedInstrument,
  type SavedCard,
} from './port.ts'
import { createReadEvent } from './stripe-events.ts'

export interface StripeSettings {
  readonly apiKey: string
  readonly apiBase: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** For one call; shorter than a lease, so that nobody else asks while it may still be answered. */
  readonly timeoutMs: number
}

const NETWORKS: Readonly<Record<string, Brand>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMERICAN_EXPRESS',
  discover: 'DISCOVER',
  diners: 'DINERS_CLUB',
  jcb: 'JCB',
  unionpay: 'UNION_PAY',
}

/** Stripe pays out card money two days after it was charged. */
const SETTLES_AFTER_MS = 2 * DAY_MS

const KEY = 'tributary_key'

export function connect({ apiKey, apiBase, timeoutMs }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiBase)
  return new Stripe(apiKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    // An answer that does not come is looked for by its key, by whoever comes next.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Cards through Stripe. A token is the customer and the payment method, because only an attached one can be used again. */
export function stripeCards(settings: StripeSettings): CardRail {
  const stripe = connect(settings)
  return {
    fields: { hostedBy: 'stripe', publishableKey: settings.publishableKey },

    async tokenize() {
      const message = "must be entered in the card processor's own fields"
      return { faults: [{ param: 'number', code: 'not_accepted', message }] }
    },

    async findInstrument(id) {
      if (!/^pm_\w{1,200}$/.test(id)) return undefined
      try {
        return await savedCard(stripe, await stripe.paymentMethods.retrieve(id))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
        // The bank may refuse a card already when it is kept.
        if (error instanceof Stripe.errors.StripeCardError) throw new RefusedInstrument(reasonOf(error))
        throw error
      }
    },

    async authorizeAndCapture({ key, token, amountInCents, description }) {
      const [customer = '', payment_method = ''] = token.split(' ')
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: amountInCents,
            currency: 'usd',
            customer,
            payment_method,
            allowed_payment_method_types: ['card'],
            confirm: true,
            off_session: true,
            error_on_requires_action: true,
            description,
            metadata: { [KEY]: key },
          },
          { idempotencyKey: key },
        )
        const outcome = outcomeOf(intent)
        if (!outcome) throw new Error(`the charge ${key} is ${intent.status}`)
        return outcome
      } catch (error) {
        const refused = refusalOf(error)
        if (!refused) throw error
        return refused
      }
    },

    async lookup(key) {
      const found = await stripe.paymentIntents.search({ query: `metadata['${KEY}']:'${key}'`, limit: 1 })
      const [intent] = found.data
      return intent && outcomeOf(intent)
    },

    async refund({ key, reference, amountInCents }) {
      const known = await stripe.refunds.list({ payment_intent: reference, limit: 100 })
      const before = known.data.find((refund) => refund.metadata?.[KEY] === key)
      if (before) return refundOutcome(before)
      try {
        return refundOutcome(
          await stripe.refunds.create(
            { payment_intent: reference, amount: amountInCents, metadata: { [KEY]: key } },
            { idempotencyKey: key },
          ),
        )
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return error.code === 'charge_already_refunded' ? 'processed' : { failed: reasonOf(error) }
      }
    },

    settlesAt: (after) => new Date(after.getTime() + SETTLES_AFTER_MS),
    settlementFault: () => undefined,
    readEvent: createReadEvent(stripe, settings.webhookSecret, KEY),
  }
}

async function savedCard(stripe: Stripe, method: Stripe.PaymentMethod): Promise<SavedCard | undefined> {
  const { card, id } = method
  const brand = card && NETWORKS[card.brand]
  if (!card || !brand) return undefined
  const known = typeof method.customer === 'string' ? method.customer : method.customer?.id
  const customer =
    known ?? (await stripe.customers.create({ payment_method: id }, { idempotencyKey: `customer.${id}` })).id
  return {
    token: `${customer} ${id}`,
    brand,
    lastFour: card.last4,
    expirationMonth: card.exp_month,
    expirationYear: card.exp_year,
  }
}

/** `undefined` while Stripe itself does not know yet. */
function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome | undefined {
  if (intent.status === 'succeeded') return { approved: { reference: intent.id } }
  const error = intent.last_payment_error
  if (intent.status !== 'requires_payment_method' || !error) return undefined
  return {
    declined: { code: error.decline_code ?? error.code ?? 'card_declined', message: 'the bank declined the charge' },
  }
}

/** Codes of refusals that are about this card or this amount, and stay so. Any other may be a fault of our settings. */
const UNUSABLE = ['resource_missing', 'payment_method_unexpected_state', 'amount_too_small', 'amount_too_large']

/** Errors that say for certain that nothing was charged: the bank's no, and a card Stripe does not have any more. */
function refusalOf(error: unknown): ChargeOutcome | undefined {
  if (error instanceof Stripe.errors.StripeCardError) {
    return { declined: { code: error.decline_code ?? error.code ?? 'card_declined', message: reasonOf(error) } }
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && UNUSABLE.includes(error.code ?? '')) {
    return { declined: { code: error.code ?? 'card_unusable', message: 'the card processor cannot use this card' } }
  }
  return undefined
}

/** As the end of a sentence of ours. */
const reasonOf = (error: Stripe.errors.StripeError): string => {
  const text = error.message.replace(/\.$/, '')
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function refundOutcome({ status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return 'processed'
  if (status === 'failed' || status === 'canceled') return { failed: failure_reason ?? 'the network did not take it' }
  return 'pending'
}
