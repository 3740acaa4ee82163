import { type Database, factOf, openDatabase, setFact, transaction } from './database.ts'
import { ApiError, type Tributary, verify } from './tributary.ts'

/** A creator gets 90 % of what buyers pay; the marketplace keeps the rest, and pays the fees from it. */
const CREATORS_PERCENT = 90

/** Events that the marketplace listens to. */
const EVENTS = ['account_connection.update', 'purchase.update', 'payout.update'] as const

/** A payout that ended so has given its amount back; the fee is 0 then, or kept by the bank's return. */
const GIVEN_BACK: readonly string[] = ['returned', 'error', 'canceled']

interface Compared {
  readonly id: string
  readonly status: string
  readonly amount: number
}

/** How a row of ours differs from the resource that it names. */
function compare(kind: string, own: Compared | undefined, theirs: Compared): string[] {
  if (!own) return [`${theirs.id} is not in our database.`]
  if (own.status !== theirs.status) return [`${kind} ${own.id} is ${own.status}, ${theirs.id} is ${theirs.status}.`]
  if (own.amount !== theirs.amount)
    return [`${kind} ${own.id} is over ${own.amount}, ${theirs.id} over ${theirs.amount}.`]
  return []
}

export interface Creator {
  readonly id: string
  readonly name: string
  readonly connection: string
  readonly status: string
}

export interface Order {
  readonly id: string
  readonly creator: string
  readonly item: string
  readonly price_in_cents: number
  readonly purchase: string
  readonly status: string
}

export interface Payout {
  readonly id: string
  readonly creator: string
  readonly amount_in_cents: number
  readonly payout: string | null
  readonly status: string
}

export class Market {
  readonly database: Database
  readonly tributary: Tributary
  /** The signing secrets of its webhooks. */
  #secrets: string[] = []

  constructor(tributary: Tributary, file = ':memory:') {
    this.tributary = tributary
    this.database = openDatabase(file)
  }

  /** Subscribes to changes, and catches up with those that happened while the marketplace was off. */
  async start(webhookUrl: string): Promise<void> {
    const { operating_account } = await this.tributary.enterprise.get()
    if (factOf(this.database, 'opening') === undefined) {
      setFact(this.database, 'opening', operating_account.balance_in_cents)
    }
    for (const event of EVENTS) this.#secrets.push(await this.#subscribe(webhookUrl, event))
    await this.catchUp()
  }

  async #subscribe(url: string, event: (typeof EVENTS)[number]): Promise<string> {
    const { webhooks } = this.tributary
    try {
      const { id } = await webhooks.create({ url, event })
      return (await webhooks.getSecret(id)).secret
    } catch (error) {
      // There is one webhook per event. An earlier run of the example has left its own.
      if (!(error instanceof ApiError) || !error.is('webhook_exists')) throw error
      await webhooks.delete(error.fields.existing_id ?? '')
      return this.#subscribe(url, event)
    }
  }

  /** Makes a creator known to Tributary. `external_id` is our own id: a second call after a lost answer finds the first. */
  async addCreator(id: string, name: string, email: string): Promise<Creator> {
    const [first_name = '', last_name = ''] = name.split(' ')
    const connection = await this.tributary.accountConnections.create(
      {
        external_id: id,
        first_name,
        last_name,
        email,
        requested_permissions: ['payment.credit'],
        verification_prompt: 'Your name on the marketplace?',
        verification_answer: name,
      },
      { idempotencyKey: `creator-${id}` },
    )
    this.database
      .prepare('insert or ignore into creators (id, name, connection, status) values (?, ?, ?, ?)')
      .run(id, name, connection.id, connection.status)
    return this.creator(id)
  }

  /** Where the creator's browser shows Connect, in an iframe. The address works once, for ten minutes. */
  async onboardingUrl(id: string): Promise<string> {
    const { connection } = this.creator(id)
    return (await this.tributary.connect.createLink({ account_connection: connection })).url
  }

  /** An order of a buyer. Nothing is charged yet; `cardUrl` is the form for the card, in an iframe. */
  async order(
    id: string,
    creator: string,
    item: string,
    price_in_cents: number,
  ): Promise<{ cardUrl: string; buyer: string }> {
    const { buyers, purchases } = this.tributary
    const buyer = await buyers.create({ external_id: `buyer-of-${id}` }, { idempotencyKey: `buyer-${id}` })
    const { id: purchase, status } = await purchases.create(
      { buyer: buyer.id, items: [{ name: item, amount_in_cents: price_in_cents }], user_data: { order: id } },
      { idempotencyKey: `order-${id}` },
    )
    this.database
      .prepare('insert or ignore into orders values (?, ?, ?, ?, ?, ?)')
      .run(id, creator, item, price_in_cents, purchase, status)
    return { cardUrl: buyer.payment_method_embed_url, buyer: buyer.id }
  }

  /** Charges the card, once the form has saved it. */
  async pay(id: string): Promise<string> {
    const { purchase } = this.orders().find((order) => order.id === id) ?? {}
    if (!purchase) throw new Error(`There is no order ${id}.`)
    const { status } = await this.tributary.purchases.commit(purchase, { idempotencyKey: `pay-${id}` })
    return this.#setStatus('orders', 'purchase', purchase, status)
  }

  /**
   * Pays every creator what was earned and is not paid yet. The row is written before the call and its id is the
   * idempotency key: a run that dies anywhere is simply run again, and nobody is paid twice.
   */
  async payCreators(week: string): Promise<Payout[]> {
    transaction(this.database, () => {
      for (const creator of this.creators().filter(({ status }) => status === 'active')) {
        const amount = this.owed(creator.id)
        if (amount > 0) {
          this.database
            .prepare("insert or ignore into payouts values (?, ?, ?, null, 'new')")
            .run(`${week}-${creator.id}`, creator.id, amount)
        }
      }
    })
    for (const { id, creator, amount_in_cents } of this.payouts().filter(({ payout }) => payout === null)) {
      const made = await this.tributary.payouts.create(
        {
          account_connection: this.creator(creator).connection,
          amount_in_cents,
          description: `Your sales, ${week}`,
          user_data: { payout: id },
        },
        { idempotencyKey: id },
      )
      this.database.prepare('update payouts set payout = ?, status = ? where id = ?').run(made.id, made.status, id)
    }
    return this.payouts().filter(({ id }) => id.startsWith(week))
  }

  /** The creator's share of completed orders, less what was paid or is on its way. A payout that came back does not count. */
  owed(creator: string): number {
    const earned = this.orders()
      .filter((order) => order.creator === creator && order.status === 'completed')
      .reduce((sum, { price_in_cents }) => sum + Math.floor((price_in_cents * CREATORS_PERCENT) / 100), 0)
    const paid = this.payouts()
      .filter((one) => one.creator === creator && !GIVEN_BACK.includes(one.status))
      .reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0)
    return earned - paid
  }

  /** A webhook's call: verified by its signature, handled once however often it comes. */
  async receive(body: string, headers: Record<string, string | string[] | undefined>): Promise<void> {
    const { id } = await verify(body, headers, this.#secrets)
    await this.#handle(String(headers['webhook-id']), id)
  }

  /** Reads the log of changes from the last position that was handled. */
  async catchUp(): Promise<void> {
    const after = String(factOf(this.database, 'position') ?? 0)
    for await (const { id, resource, position } of this.tributary.events.list({ after })) {
      await this.#handle(id, resource)
      setFact(this.database, 'position', position)
    }
  }

  /** A notification names a resource. Its state is read, so that one that comes late does no harm. */
  async #handle(event: string, resource: string): Promise<void> {
    if (this.database.prepare('select 1 from handled where event = ?').get(event)) return
    const update = await this.#read(resource)
    transaction(this.database, () => {
      this.database.prepare('insert or ignore into handled (event) values (?)').run(event)
      if (update) this.#setStatus(...update)
    })
  }

  async #read(resource: string): Promise<[table: string, column: string, id: string, status: string] | undefined> {
    const { accountConnections, purchases, payouts } = this.tributary
    if (resource.startsWith('acon_')) {
      return ['creators', 'connection', resource, (await accountConnections.get(resource)).status]
    }
    if (resource.startsWith('pch_')) return ['orders', 'purchase', resource, (await purchases.get(resource)).status]
    if (resource.startsWith('pay_')) return ['payouts', 'payout', resource, (await payouts.get(resource)).status]
    return undefined
  }

  #setStatus(table: string, column: string, id: string, status: string): string {
    this.database.prepare(`update ${table} set status = ? where ${column} = ?`).run(status, id)
    return status
  }

  /** Every difference between our own database and Tributary's books, in sentences. None means that they agree. */
  async reconcile(): Promise<string[]> {
    const orders = new Map(this.orders().map((one) => [one.purchase, { ...one, amount: one.price_in_cents }]))
    const payouts = new Map(this.payouts().map((one) => [one.payout ?? '', { ...one, amount: one.amount_in_cents }]))
    const differences: string[] = []
    let balance = factOf(this.database, 'opening') ?? 0
    for await (const { id, status, total_in_cents, net_total_in_cents } of this.tributary.purchases.list()) {
      differences.push(...compare('Order', orders.get(id), { id, status, amount: total_in_cents }))
      if (status === 'completed') balance += net_total_in_cents
    }
    for await (const { id, status, amount_in_cents, fee_in_cents } of this.tributary.payouts.list()) {
      differences.push(...compare('Payout', payouts.get(id), { id, status, amount: amount_in_cents }))
      balance -= (GIVEN_BACK.includes(status) ? 0 : amount_in_cents) + fee_in_cents
    }
    const { operating_account } = await this.tributary.enterprise.get()
    if (operating_account.balance_in_cents !== balance) {
      differences.push(`The operating account holds ${operating_account.balance_in_cents}, and should hold ${balance}.`)
    }
    return differences
  }

  creator(id: string): Creator {
    const found = this.creators().find((one) => one.id === id)
    if (!found) throw new Error(`There is no creator ${id}.`)
    return found
  }

  creators = (): Creator[] =>
    this.database.prepare('select * from creators order by name').all() as unknown as Creator[]
  orders = (): Order[] => this.database.prepare('select * from orders order by id').all() as unknown as Order[]
  payouts = (): Payout[] => this.database.prepare('select * from payouts order by id').all() as unknown as Payout[]
}
