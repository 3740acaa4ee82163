import { createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import { problem, unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Database, isRolledBack, planAnew, type Tx } from '../../platform/database.ts'
import type { LaneKind, Lanes, Outcome } from '../../platform/lanes.ts'
import type { Logger } from '../../platform/logs.ts'
import type { ChargeOrder } from '../../rails/cards/port.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { type Charged, orderOf, type PurchaseDeps, readCharges, writeCharges } from './charge.ts'
import type { Purchase } from './model.ts'
import { purchaseNotFound } from './settle.ts'
import { type Committable, lockCommittable, markingInFlight } from './store.ts'

export interface CommitOrder {
  readonly id: string
  readonly keyed: KeyedRequest | undefined
  answer(purchase: Purchase): string
}

/** A charge that may be sent now; or the answer to a retry. */
type Begun = { readonly reply: Reply } | { readonly send: Purchase; readonly order: ChargeOrder }

export type Commit = (tenant: TenantId, order: CommitOrder) => Promise<Reply>

export interface CommitDeps extends PurchaseDeps {
  readonly database: Database
  readonly lanes: Lanes
  readonly log: Logger
}

/**
 * Three steps: the intent is committed with a stable key; the network is called, outside any transaction; its word is
 * committed. Whatever dies in between leaves a charge in flight, which the worker takes up by its key.
 */
export function createCommit(deps: CommitDeps, charge: (order: ChargeOrder) => Promise<Charged['outcome']>): Commit {
  const { database, lanes, log } = deps
  const begins = beginLane(database, deps)
  const ends = endLane(database, deps)
  return async (tenant, { id, keyed, answer }) => {
    const begun = await lanes.submit(begins, tenant, { id, keyed })
    if ('reply' in begun) return begun.reply
    const { send, order } = begun
    const outcome = await charge(order).catch((error: unknown) => {
      log.error({ err: error, purchase: id }, 'a charge has no known outcome yet')
      throw unavailable(
        'The card network has not answered. Whether the card was charged is being found out: read the purchase in a minute.',
      )
    })
    return lanes.submit(ends, tenant, { id, attempt: send.attempt, outcome, keyed, answer })
  }
}

type Order = Omit<CommitOrder, 'answer'>
type Found = Awaited<ReturnType<typeof read>>

function beginLane(database: Database, deps: PurchaseDeps): LaneKind<Order, Begun> {
  return {
    name: 'purchase commits',
    changedNothing: isRolledBack,
    async run(tenant, orders) {
      let outcomes: Outcome<Begun>[] = []
      await database.twoSteps(
        (tx) => read(tx, tenant, orders),
        (tx, found) => {
          const begun = begin(tenant, orders, found, deps)
          outcomes = begun.outcomes
          return markingInFlight(tx, tenant, begun.sent, deps.cardLeaseMs)
        },
      )
      return outcomes
    },
  }
}

function endLane(database: Database, { vault }: PurchaseDeps): LaneKind<Charged, Reply> {
  return {
    name: 'purchase charges',
    changedNothing: isRolledBack,
    async run(tenant, charged) {
      let outcomes: Outcome<Reply>[] = []
      await database.twoSteps(
        (tx) => readCharges(tx, tenant, charged),
        (tx, found) => {
          const written = writeCharges(tx, tenant, charged, found, vault)
          outcomes = written.outcomes
          return written.statements
        },
      )
      return outcomes
    },
  }
}

/** Answers are read after the locks: what was committed before they were granted is seen. */
async function read(tx: Tx, tenant: TenantId, orders: readonly Order[]) {
  const ids = [...new Set(orders.map(({ id }) => id))]
  const keys = orders.flatMap(({ keyed }) => keyed ?? [])
  const [, rows, known, terms] = await Promise.all([
    planAnew(tx),
    lockCommittable(tx, tenant, ids),
    findAnswers(tx, tenant, keys),
    readPurchaseTerms(tx, tenant),
  ])
  return { rows, known, terms }
}

function begin(
  tenant: TenantId,
  orders: readonly Order[],
  { rows, known, terms }: Found,
  { vault }: PurchaseDeps,
): { outcomes: Outcome<Begun>[]; sent: Purchase[] } {
  const answers = createAnswers(vault, known, tenant)
  const sent = new Map<string, Purchase>()
  const outcomes = orders.map(({ id, keyed }): Outcome<Begun> => {
    try {
      const reply = answers.before(keyed)
      if (reply) return { ok: { reply } }
      const row = rows.get(id)
      const send = inFlight(row && { ...row, purchase: sent.get(id) ?? row.purchase }, keyed, terms.now)
      sent.set(id, send)
      return { ok: { send, order: orderOf(tenant, send, terms.enterprise_name) } }
    } catch (failed) {
      return { failed }
    }
  })
  return { outcomes, sent: [...sent.values()] }
}

/** The purchase with its charge on the way, or why it cannot be. */
function inFlight(row: Committable | undefined, keyed: KeyedRequest | undefined, now: Date): Purchase {
  if (!row) throw purchaseNotFound()
  const { purchase, card } = row
  if (purchase.charge === 'in_flight') throw alreadyInFlight(purchase, keyed)
  if (purchase.status !== 'created') {
    const message = `Only a \`created\` purchase can be committed; this one is \`${purchase.status}\`.`
    throw problem('invalid_state', message)
  }
  if (!card) throw problem('invalid_state', 'The buyer has no card; see `payment_method_embed_url` of the buyer.')
  return {
    ...purchase,
    charge: 'in_flight',
    attempt: purchase.attempt + 1,
    card_token: card.token,
    card_brand: card.brand,
    card_last_four: card.lastFour,
    commit_request: keyed ?? null,
    call_at: now,
  }
}

function alreadyInFlight({ commit_request: first }: Purchase, keyed: KeyedRequest | undefined) {
  if (!keyed || first?.scope !== keyed.scope || first.key !== keyed.key) {
    return problem('invalid_state', 'This purchase is being charged already.')
  }
  if (first.body !== keyed.body) {
    return problem('idempotency_key_reused', 'This Idempotency-Key was used before with another body; use a new key.')
  }
  return problem('idempotency_in_progress', {
    message: 'The first request with this Idempotency-Key still waits for the card network; retry in a moment.',
    headers: { 'retry-after': '1' },
  })
}
