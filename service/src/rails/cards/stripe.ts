import Stripe from 'stripe'
import { DAY_MS } from '../../kernel/time.ts'
import {
  type Brand,
  type CardRail,
  type ChargeOrder,
  type ChargeOutcome,
  type RefundOrder,
  type RefundOutcome,
  RefusedInstrument,
  type SavedCard,
} from './port.ts'
import { stripeBooks } from './stripe-books.ts'
import { createReadEvent } from './stripe-events.ts'

export interface StripeSettings {
  readonly apiKey: string
  readonly apiBase: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Time limit of one call. Shorter than a lease, so that no other worker calls while an answer may still come. */
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

/** Card money is available two days after it was charged, as a rule; Stripe's balance transaction says when it is. */
const SETTLES_AFTER_MS = 2 * DAY_MS

/** The metadata field in which Stripe keeps our key of a charge or refund. */
const KEY = 'tributary_key'

function createStripe({ apiKey, apiBase, timeoutMs }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiBase)
  return new Stripe(apiKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: timeoutMs,
    // A lost answer is looked up by its key in the next attempt, so the library must not retry by itself.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Cards through Stripe. A token is a customer and a payment method: only an attached payment method can be used again. */
export function stripeCards(settings: StripeSettings): CardRail {
  const stripe = createStripe(settings)
  return {
    fields: { hostedBy: 'stripe', publishableKey: settings.publishableKey },

    async tokenize() {
      const message = "must be entered in the card processor's own fields"
      return { faults: [{ param: 'number', code: 'not_accepted', message }] }
    },

    findInstrument: (id) => findInstrument(stripe, id),
    authorizeAndCapture: (order) => authorizeAndCapture(stripe, order),

    async lookup(key) {
      const found = await stripe.paymentIntents.search({ query: `metadata['${KEY}']:'${key}'`, limit: 1 })
      const [intent] = found.data
      return intent && outcomeOf(intent)
    },

    refund: (order) => refund(stripe, order),
    settlesAt: (after) => new Date(after.getTime() + SETTLES_AFTER_MS),
    settlementFault: () => undefined,
    books: stripeBooks(stripe, KEY),
    detach: (token) => detach(stripe, token),
    readEvent: createReadEvent(stripe, settings.webhookSecret, KEY),
  }
}

async function findInstrument(stripe: Stripe, id: string): Promise<SavedCard | undefined> {
  if (!/^pm_\w{1,200}$/.test(id)) return undefined
  try {
    return await savedCard(stripe, await stripe.paymentMethods.retrieve(id))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
    // Attaching a card to a customer asks the bank, which may refuse it.
    if (error instanceof Stripe.errors.StripeCardError) throw new RefusedInstrument(reasonOf(error))
    throw error
  }
}

async function authorizeAndCapture(
  stripe: Stripe,
  { key, token, amountInCents, description }: ChargeOrder,
): Promise<ChargeOutcome> {
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
}

/** Stripe forgets idempotency keys after a day, so the refunds of the charge are searched for the key first. */
async function refund(stripe: Stripe, { key, reference, amountInCents }: RefundOrder): Promise<RefundOutcome> {
  const known = await stripe.refunds.list({ payment_intent: reference, limit: 100 })
  const before = known.data.find(({ metadata }) => metadata?.[KEY] === key)
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

async function detach(stripe: Stripe, token: string): Promise<void> {
  const [, method = ''] = token.split(' ')
  try {
    await stripe.paymentMethods.detach(method)
  } catch (error) {
    // Stripe refuses to detach a card that it does not have, or that belongs to no customer any more.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

/** The outcome of a charge; `undefined` while Stripe does not know it yet. */
function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome | undefined {
  if (intent.status === 'succeeded') return { approved: { reference: intent.id } }
  const error = intent.last_payment_error
  if (intent.status !== 'requires_payment_method' || !error) return undefined
  return {
    declined: { code: error.decline_code ?? error.code ?? 'card_declined', message: 'the bank declined the charge' },
  }
}

/** Error codes that are final for this card or this amount. Other codes may come from wrong settings of ours. */
const FINAL_CODES = ['resource_missing', 'payment_method_unexpected_state', 'amount_too_small', 'amount_too_large']

/** The decline in an error after which certainly nothing was charged; `undefined` for every other error. */
function refusalOf(error: unknown): ChargeOutcome | undefined {
  if (error instanceof Stripe.errors.StripeCardError) {
    return { declined: { code: error.decline_code ?? error.code ?? 'card_declined', message: reasonOf(error) } }
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError && FINAL_CODES.includes(error.code ?? '')) {
    return { declined: { code: error.code ?? 'card_unusable', message: 'the card processor cannot use this card' } }
  }
  return undefined
}

/** Stripe's message, to be the end of a sentence: lower case first, no full stop. */
const reasonOf = (error: Stripe.errors.StripeError): string => {
  const text = error.message.replace(/\.$/, '')
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function refundOutcome({ status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return 'processed'
  if (status === 'failed' || status === 'canceled')
    return { failed: failure_reason ?? 'the card network did not accept it' }
  return 'pending'
}
