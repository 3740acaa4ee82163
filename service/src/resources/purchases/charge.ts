import {
  type Answers,
  createAnswers,
  type KeyedRequest,
  type KnownAnswers,
  keyReused,
  type Reply,
} from '../../http/index.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Utf8 } from '../../kernel/utf8.ts'
import type { Outcome } from '../../platform/lanes.ts'
import type { Vault } from '../../platform/vault.ts'
import type { ChargeOrder, ChargeOutcome } from '../../rails/cards/port.ts'
import type { PurchaseTerms } from '../../tenants/index.ts'
import { chargeKey, type Purchase, type PurchaseWithCard, purchaseNotFound, wasPaid } from './model.ts'
import { capture, decline, type PurchaseTransition, sendCharge } from './transition.ts'

/** A request to commit a purchase. */
export interface CommitInput {
  readonly id: string
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes. */
  answer(purchase: Purchase): Utf8
}

/** The first step of a commit: the intent to charge is recorded. */
export type ChargeRequest = Omit<CommitInput, 'answer'>

/** A charge that may be sent to the network now; or the stored answer to a retry. */
export type ChargeStart = { readonly reply: Reply } | { readonly attempt: number; readonly order: ChargeOrder }

/** The last step of a commit: the outcome that the network gave of a charge. */
export interface ChargeResult extends CommitInput {
  readonly attempt: number
  readonly outcome: ChargeOutcome
}

/** The order to the card network. Its key is the same however often this attempt is sent. */
export const chargeOrder = (tenant: TenantId, purchase: Purchase, enterprise: string): ChargeOrder => ({
  key: chargeKey(tenant, purchase),
  token: purchase.card_token as string,
  amountInCents: purchase.total_in_cents,
  description: `${enterprise}: purchase ${purchase.id}`,
  at: purchase.call_at as Date,
})

/** Answers to commits are sealed, because they hold the signed URL of the receipt. */
export const commitAnswers = (vault: Vault, known: KnownAnswers, tenant: TenantId): Answers =>
  createAnswers(vault, known, tenant)

interface StartContext {
  readonly rows: ReadonlyMap<string, PurchaseWithCard>
  readonly answers: Answers
  readonly terms: PurchaseTerms
  readonly leaseMs: number
}

/** Decides which of these charges may be sent. */
export function decideStarts(
  tenant: TenantId,
  requests: readonly ChargeRequest[],
  context: StartContext,
): { outcomes: Outcome<ChargeStart>[]; transitions: PurchaseTransition[] } {
  const { rows, answers, terms } = context
  const sent = new Map<string, PurchaseTransition>()
  const outcomes = requests.map(({ id, keyed }): Outcome<ChargeStart> => {
    try {
      const reply = answers.before(keyed)
      if (reply) return { ok: { reply } }
      const row = rows.get(id)
      const transition = startCharge(row && { ...row, purchase: sent.get(id)?.to ?? row.purchase }, keyed, context)
      sent.set(id, transition)
      const { to } = transition
      return { ok: { attempt: to.attempt, order: chargeOrder(tenant, to, terms.enterprise_name) } }
    } catch (failed) {
      return { failed }
    }
  })
  return { outcomes, transitions: [...sent.values()] }
}

/** Card networks fine whoever tries a declined card over and over; and each try is an entry of the purchase's activity. */
const ATTEMPTS_MAX = 50

/** The transition that sends a charge; throws where it may not be sent. */
function startCharge(
  row: PurchaseWithCard | undefined,
  keyed: KeyedRequest | undefined,
  { terms, leaseMs }: StartContext,
): PurchaseTransition {
  if (!row) throw purchaseNotFound()
  const { purchase, card } = row
  if (purchase.charge === 'in_flight') throw alreadyInFlight(purchase, keyed)
  if (purchase.status !== 'created') {
    const message = `Only a \`created\` purchase can be committed; this one is \`${purchase.status}\`.`
    throw problem('invalid_state', message)
  }
  if (purchase.attempt >= ATTEMPTS_MAX) {
    throw problem('invalid_state', `This purchase was tried ${ATTEMPTS_MAX} times; create another.`)
  }
  if (!card) throw problem('invalid_state', 'The buyer has no card; see `payment_method_embed_url` of the buyer.')
  return sendCharge(purchase, card, keyed ?? null, leaseMs, terms.now)
}

function alreadyInFlight({ commit_request: first }: Purchase, keyed: KeyedRequest | undefined): Problem {
  if (!keyed || first?.scope !== keyed.scope || first.key !== keyed.key) {
    return problem('invalid_state', 'This purchase is being charged already.')
  }
  if (first.body !== keyed.body) return keyReused()
  return problem('idempotency_in_progress', {
    message: 'The first request with this Idempotency-Key still waits for the card network; retry in a moment.',
    headers: { 'retry-after': '1' },
  })
}

const OK = 200

/**
 * Decides what the outcomes of the network change. Several callers may ask the network with the same key, and all get the
 * same outcome: the first to return records it, the others find it recorded.
 */
export function decideResults(
  results: readonly ChargeResult[],
  { rows, now }: { readonly rows: ReadonlyMap<string, Purchase>; readonly now: Date },
  answers: Answers,
): { outcomes: Outcome<Reply>[]; transitions: PurchaseTransition[] } {
  const transitions: PurchaseTransition[] = []
  const outcomes = results.map(({ id, attempt, outcome, keyed, answer }): Outcome<Reply> => {
    const row = rows.get(id)
    if (!row) throw new Error(`purchase ${id} is gone`)
    const isOpen = row.charge === 'in_flight' && row.attempt === attempt
    const transition = isOpen ? resultTransition(row, outcome, now) : undefined
    if (transition) transitions.push(transition)
    const purchase = transition?.to ?? row
    if (!wasPaid(purchase)) return { failed: declined(outcome) }
    const reply = { status: OK, body: answer(purchase), replayed: false }
    return { ok: transition ? answers.keep(keyed, OK, reply.body) : reply }
  })
  return { outcomes, transitions }
}

const resultTransition = (row: Purchase, outcome: ChargeOutcome, now: Date): PurchaseTransition =>
  'approved' in outcome
    ? capture(row, outcome.approved.reference, now)
    : decline(row, outcome.declined.code, outcome.declined.message, now)

function declined(outcome: ChargeOutcome): Problem {
  if (!('declined' in outcome)) {
    // Another process was told that the charge failed, and the purchase may be committed again.
    return problem('invalid_state', 'The purchase was not charged; commit it again.')
  }
  const { code, message } = outcome.declined
  return problem('card_declined', { message: `The card was declined: ${message}.`, decline_code: code })
}
