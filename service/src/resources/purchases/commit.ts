import { type Answers, type KeyedRequest, keyReused, type Reply } from '../../http/index.ts'
import { problem, unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Outcome } from '../../platform/lanes.ts'
import type { Logger } from '../../platform/logs.ts'
import type { ChargeOrder } from '../../rails/cards/port.ts'
import type { PurchaseTerms } from '../../tenants/index.ts'
import { type Charged, orderOf } from './charge.ts'
import type { Purchase } from './model.ts'
import { purchaseNotFound } from './settle.ts'
import type { Committable } from './store.ts'
import { type PurchaseTransition, sendCharge } from './transition.ts'

export interface CommitOrder {
  readonly id: string
  readonly keyed: KeyedRequest | undefined
  answer(purchase: Purchase): string
}

export type BeginOrder = Omit<CommitOrder, 'answer'>

/** A charge that may be sent now; or the answer to a retry. */
export type Begun = { readonly reply: Reply } | { readonly send: Purchase; readonly order: ChargeOrder }

export type Commit = (tenant: TenantId, order: CommitOrder) => Promise<Reply>

/** The first and the last step of a commit, each in a transaction of its own. */
export interface CommitSteps {
  begin(tenant: TenantId, order: BeginOrder): Promise<Begun>
  end(tenant: TenantId, charged: Charged): Promise<Reply>
}

/**
 * Three steps: the intent is committed with a stable key; the network is called, outside any transaction; its word is
 * committed. Whatever dies in between leaves a charge in flight, which the worker takes up by its key.
 */
export function createCommit(
  steps: CommitSteps,
  charge: (order: ChargeOrder) => Promise<Charged['outcome']>,
  log: Logger,
): Commit {
  return async (tenant, { id, keyed, answer }) => {
    const begun = await steps.begin(tenant, { id, keyed })
    if ('reply' in begun) return begun.reply
    const { send, order } = begun
    const outcome = await charge(order).catch((error: unknown) => {
      log.error({ err: error, purchase: id }, 'a charge has no known outcome yet')
      throw unavailable(
        'The card network has not answered. Whether the card was charged is being found out: read the purchase in a minute.',
      )
    })
    return steps.end(tenant, { id, attempt: send.attempt, outcome, keyed, answer })
  }
}

interface CommitContext {
  readonly rows: ReadonlyMap<string, Committable>
  readonly answers: Answers
  readonly terms: PurchaseTerms
  readonly leaseMs: number
}

/** Which of these charges may be sent. */
export function decideBegins(
  tenant: TenantId,
  orders: readonly BeginOrder[],
  context: CommitContext,
): { outcomes: Outcome<Begun>[]; sent: PurchaseTransition[] } {
  const { rows, answers, terms } = context
  const sent = new Map<string, PurchaseTransition>()
  const outcomes = orders.map(({ id, keyed }): Outcome<Begun> => {
    try {
      const reply = answers.before(keyed)
      if (reply) return { ok: { reply } }
      const row = rows.get(id)
      const sending = send(row && { ...row, purchase: sent.get(id)?.to ?? row.purchase }, keyed, context)
      sent.set(id, sending)
      return { ok: { send: sending.to, order: orderOf(tenant, sending.to, terms.enterprise_name) } }
    } catch (failed) {
      return { failed }
    }
  })
  return { outcomes, sent: [...sent.values()] }
}

/** The charge on its way, or why it cannot be sent. */
function send(
  row: Committable | undefined,
  keyed: KeyedRequest | undefined,
  { terms, leaseMs }: CommitContext,
): PurchaseTransition {
  if (!row) throw purchaseNotFound()
  const { purchase, card } = row
  if (purchase.charge === 'in_flight') throw alreadyInFlight(purchase, keyed)
  if (purchase.status !== 'created') {
    const message = `Only a \`created\` purchase can be committed; this one is \`${purchase.status}\`.`
    throw problem('invalid_state', message)
  }
  if (!card) throw problem('invalid_state', 'The buyer has no card; see `payment_method_embed_url` of the buyer.')
  return sendCharge(purchase, card, keyed ?? null, leaseMs, terms.now)
}

function alreadyInFlight({ commit_request: first }: Purchase, keyed: KeyedRequest | undefined) {
  if (!keyed || first?.scope !== keyed.scope || first.key !== keyed.key) {
    return problem('invalid_state', 'This purchase is being charged already.')
  }
  if (first.body !== keyed.body) return keyReused()
  return problem('idempotency_in_progress', {
    message: 'The first request with this Idempotency-Key still waits for the card network; retry in a moment.',
    headers: { 'retry-after': '1' },
  })
}
