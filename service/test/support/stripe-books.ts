const SECOND = 1_000
const DAY_SECONDS = 86_400

/** A balance transaction, as Stripe's API shows it with its source expanded. */
export interface LocalTransaction {
  readonly id: string
  readonly object: 'balance_transaction'
  readonly type: string
  readonly reporting_category: string
  readonly amount: number
  readonly fee: number
  readonly net: number
  readonly currency: string
  readonly created: number
  readonly available_on: number
  readonly source: object | null
  status: 'pending' | 'available'
}

/** What the made-up processor keeps for its one customer, with what changes it. */
export interface LocalBooks {
  /** Newest first, as Stripe lists them. */
  readonly transactions: LocalTransaction[]
  /** The processor's clock. */
  now: () => Date
  /** Money in its balance that no transaction explains. */
  unexplained: number
  sale(intent: { readonly id: string; readonly amount: number; readonly metadata: object }): LocalTransaction
  refund(refund: { readonly id: string; readonly amount: number; readonly metadata: object }): LocalTransaction
  dispute(dispute: Record<string, unknown>, amount: number): LocalTransaction
  win(dispute: Record<string, unknown>, amount: number): LocalTransaction
  /** Pays out all that is available; undefined where that is nothing. */
  payOut(arrivesOn: string): { readonly id: string; readonly amount: number } | undefined
  add(category: string, amount: number, more?: Partial<LocalTransaction>): LocalTransaction
  balance(): object
  list(query: URLSearchParams): object
  find(id: string): LocalTransaction | undefined
}

/** 2.9 % and 30 cents, as Stripe charges. */
export const stripeFee = (amount: number): number => Math.round(amount * 0.029) + 30
const DISPUTE_FEE = 1_500

export function localBooks(): LocalBooks {
  const transactions: LocalTransaction[] = []
  let serial = 0
  const seconds = () => Math.floor(books.now().getTime() / SECOND)
  const isOver = ({ available_on }: LocalTransaction) => available_on <= seconds()
  /** Money becomes available by itself. */
  const refresh = () => {
    for (const one of transactions) if (isOver(one)) one.status = 'available'
  }
  const sum = (status: LocalTransaction['status']) =>
    transactions.filter((one) => one.status === status).reduce((total, { net }) => total + net, 0)

  const books: LocalBooks = {
    transactions,
    now: () => new Date(),
    unexplained: 0,
    add(category, amount, more = {}) {
      const created = seconds()
      const fee = more.fee ?? 0
      const made: LocalTransaction = {
        id: `txn_${String(++serial).padStart(6, '0')}`,
        object: 'balance_transaction',
        type: category,
        reporting_category: category,
        amount,
        fee,
        net: amount - fee,
        currency: 'usd',
        created,
        available_on: created,
        source: null,
        status: 'available',
        ...more,
      }
      transactions.unshift(made)
      return made
    },
    sale: ({ id, amount, metadata }) =>
      books.add('charge', amount, {
        fee: stripeFee(amount),
        available_on: seconds() + 2 * DAY_SECONDS,
        status: 'pending',
        source: { id: `ch_${id}`, object: 'charge', payment_intent: id, amount, metadata },
      }),
    refund: (refund) => books.add('refund', -refund.amount, { source: { object: 'refund', ...refund } }),
    dispute: (dispute, amount) =>
      books.add('dispute', -amount, {
        type: 'adjustment',
        fee: DISPUTE_FEE,
        source: { ...dispute, object: 'dispute' },
      }),
    win: (dispute, amount) =>
      books.add('dispute_reversal', amount, { type: 'adjustment', source: { ...dispute, object: 'dispute' } }),
    payOut(arrivesOn) {
      refresh()
      const amount = sum('available')
      if (amount <= 0) return undefined
      const payout = {
        id: `po_${++serial}`,
        object: 'payout',
        amount,
        arrival_date: Date.parse(`${arrivesOn}T00:00:00Z`) / SECOND,
        status: 'in_transit',
        trace_id: { status: 'pending', value: null },
      }
      books.add('payout', -amount, { source: payout })
      return payout
    },
    balance() {
      refresh()
      const of = (amount: number) => [{ amount, currency: 'usd' }]
      return { object: 'balance', available: of(sum('available') + books.unexplained), pending: of(sum('pending')) }
    },
    list(query) {
      refresh()
      if (query.get('expand[0]') !== 'data.source') throw new Error('the sources are not asked for')
      const since = Number(query.get('created[gte]'))
      const limit = Number(query.get('limit'))
      const after = query.get('starting_after')
      const all = transactions.filter(({ created }) => created >= since)
      const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
      const data = all.slice(from, from + limit)
      return { object: 'list', data, has_more: from + limit < all.length, url: '/v1/balance_transactions' }
    },
    find(id) {
      refresh()
      return transactions.find((one) => one.id === id)
    },
  }
  return books
}
