import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type LocalBooks, localBooks } from './stripe-books.ts'

export const STRIPE_KEY = 'sk_test_local'
export const WEBHOOK_SECRET = 'whsec_local'

/** Settings of a service whose card network is this one. */
export const stripeSettings = ({ base }: LocalStripe) => ({
  STRIPE_API_KEY: STRIPE_KEY,
  STRIPE_API_BASE: base,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
})

interface Intent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly status: string
  readonly amount: number
  readonly metadata: Record<string, string>
}

/** A small Stripe: it checks what the SDK sends, remembers, and can be told to misbehave. */
export interface LocalStripe {
  readonly base: string
  readonly intents: Intent[]
  readonly refunds: Record<string, unknown>[]
  /** The balance that it keeps, with every movement of it. */
  readonly books: LocalBooks
  /** Cards that it was told to forget. */
  readonly detached: string[]
  /** Every request it got, as method and path. */
  readonly requests: string[]
  /** What the next charges do: `hang` charges and never answers, `drop` hangs up without charging. */
  mode: 'answer' | 'hang' | 'drop'
  /** What the next refunds come to. */
  refundStatus: 'succeeded' | 'pending' | 'failed'
  /** An event as Stripe would send it, with its signature. */
  event(type: string, object: object): { body: string; headers: Record<string, string> }
  close(): Promise<void>
}

class Refused extends Error {
  readonly status: number
  readonly error: object
  constructor(status: number, error: object) {
    super('refused')
    this.status = status
    this.error = error
  }
}

const missing = () =>
  new Refused(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing.' })

export async function startStripe(): Promise<LocalStripe> {
  const intents: Intent[] = []
  const refunds: Record<string, unknown>[] = []
  const requests: string[] = []
  const detached: string[] = []
  const books = localBooks()
  const answers = new Map<string, { body: string; status: number; answer: object }>()
  let serial = 0
  const state: Pick<LocalStripe, 'mode' | 'refundStatus'> = { mode: 'answer', refundStatus: 'succeeded' }

  const metadataOf = (form: URLSearchParams) => ({ tributary_key: form.get('metadata[tributary_key]') ?? '' })

  function charge(form: URLSearchParams): object {
    const method = form.get('payment_method') ?? ''
    for (const [name, value] of [
      ['currency', 'usd'],
      ['confirm', 'true'],
      ['off_session', 'true'],
      ['error_on_requires_action', 'true'],
      ['allowed_payment_method_types[0]', 'card'],
      ['customer', `cus_${method.slice(3)}`],
    ] as const) {
      if (form.get(name) !== value) {
        throw new Refused(400, { type: 'invalid_request_error', code: 'parameter_missing', message: `Bad ${name}.` })
      }
    }
    if (method === 'pm_unknown') throw missing()
    if (method === 'pm_declined') {
      throw new Refused(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      })
    }
    const intent: Intent = {
      id: `pi_${++serial}`,
      object: 'payment_intent',
      status: 'succeeded',
      amount: Number(form.get('amount')),
      metadata: metadataOf(form),
    }
    intents.push(intent)
    books.sale(intent)
    return intent
  }

  function refund(form: URLSearchParams): object {
    const made = {
      id: `re_${++serial}`,
      object: 'refund',
      payment_intent: form.get('payment_intent'),
      amount: Number(form.get('amount')),
      status: state.refundStatus,
      failure_reason: state.refundStatus === 'failed' ? 'expired_or_canceled_card' : null,
      metadata: metadataOf(form),
    }
    refunds.push(made)
    if (made.status !== 'failed') books.refund(made)
    return made
  }

  const list = (data: object[], object = 'list') => ({ object, data, has_more: false, url: '/v1' })

  function search(query: string | null): object {
    const key = /^metadata\['tributary_key'\]:'([^']+)'$/.exec(query ?? '')?.[1]
    return list(
      intents.filter((one) => one.metadata.tributary_key === key),
      'search_result',
    )
  }

  function intentOf(id: string): object {
    const found = intents.find((one) => one.id === id)
    if (!found) throw missing()
    return found
  }

  function methodOf(id: string): object {
    if (!['pm_visa', 'pm_declined', 'pm_loose', 'pm_refused'].includes(id)) throw missing()
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 }
    return {
      id,
      object: 'payment_method',
      card,
      customer: ['pm_loose', 'pm_refused'].includes(id) ? null : `cus_${id.slice(3)}`,
    }
  }

  function detach(id: string): object {
    if (detached.includes(id)) {
      throw new Refused(400, { type: 'invalid_request_error', message: 'The payment method is not attached.' })
    }
    const method = methodOf(id)
    detached.push(id)
    return { ...method, customer: null }
  }

  function transactionOf(id: string): object {
    const found = books.find(id)
    if (!found) throw missing()
    return found
  }

  function customerWith(method: string): object {
    if (method === 'pm_refused') {
      throw new Refused(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
    }
    return { id: `cus_${method.slice(3)}`, object: 'customer' }
  }

  const routes: [RegExp, (url: URL, form: URLSearchParams, id: string) => object][] = [
    [/^GET \/v1\/payment_intents\/search$/, (url) => search(url.searchParams.get('query'))],
    [/^GET \/v1\/payment_intents\/(\w+)$/, (_url, _form, id) => intentOf(id)],
    [/^GET \/v1\/payment_methods\/(\w+)$/, (_url, _form, id) => methodOf(id)],
    [/^POST \/v1\/customers$/, (_url, form) => customerWith(form.get('payment_method') ?? '')],
    [/^POST \/v1\/payment_intents$/, (_url, form) => charge(form)],
    [/^POST \/v1\/payment_methods\/(\w+)\/detach$/, (_url, _form, id) => detach(id)],
    [/^GET \/v1\/balance_transactions$/, (url) => books.list(url.searchParams)],
    [/^GET \/v1\/balance_transactions\/(\w+)$/, (_url, _form, id) => transactionOf(id)],
    [/^GET \/v1\/balance$/, () => books.balance()],
    [/^POST \/v1\/refunds$/, (_url, form) => refund(form)],
    [
      /^GET \/v1\/refunds$/,
      (url) => list(refunds.filter((one) => one.payment_intent === url.searchParams.get('payment_intent'))),
    ],
  ]

  function route(method: string, url: URL, form: URLSearchParams): object {
    for (const [pattern, answer] of routes) {
      const match = pattern.exec(`${method} ${url.pathname}`)
      if (match) return answer(url, form, match[1] ?? '')
    }
    throw missing()
  }

  /** As Stripe does: one key, one effect; the same key with another body is refused. */
  function once(request: IncomingMessage, body: string, work: () => object): { status: number; answer: object } {
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known && known.body !== body)
      return { status: 400, answer: { error: { type: 'idempotency_error', message: 'Reused.' } } }
    if (known) return known
    const outcome = attempt(work)
    if (typeof key === 'string') answers.set(key, { body, ...outcome })
    return outcome
  }

  function attempt(work: () => object): { status: number; answer: object } {
    try {
      return { status: 200, answer: work() }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { status: error.status, answer: { error: error.error } }
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const url = new URL(request.url ?? '/', 'http://stripe')
    requests.push(`${request.method} ${url.pathname}`)
    const charging = request.method === 'POST' && url.pathname === '/v1/payment_intents'
    if (charging && state.mode === 'drop') return void request.socket.destroy()
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      response.writeHead(401, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'No key.' } }))
    }
    const { status, answer } = once(request, body, () => route(request.method ?? '', url, new URLSearchParams(body)))
    // Charged, but nobody hears of it.
    if (charging && state.mode === 'hang') return
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${++serial}` })
    response.end(JSON.stringify(answer))
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signer = new Stripe(STRIPE_KEY)
  return Object.assign(state, {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents,
    refunds,
    requests,
    books,
    detached,
    event(type: string, object: object) {
      const body = JSON.stringify({ id: `evt_${++serial}`, object: 'event', type, data: { object } })
      const signature = signer.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET })
      return { body, headers: { 'stripe-signature': signature } }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
