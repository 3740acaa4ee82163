import { type Answers, createAnswers, type KeyedRequest, type KnownAnswers, type Reply } from '../../http/index.ts'
import { statusEntry } from '../../kernel/activity.ts'
import { Problem } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Utf8 } from '../../kernel/utf8.ts'
import type { Outcome } from '../../platform/lanes.ts'
import type { Vault } from '../../platform/vault.ts'
import type { PurchaseTerms } from '../../tenants/index.ts'
import { buyerNotFound } from '../buyers/index.ts'
import { feeOf, type Item, type Purchase, totalOf } from './model.ts'
import type { PurchaseInput } from './schema.ts'

export interface CreateRequest {
  readonly input: PurchaseInput
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes. */
  answer(purchase: Purchase): Utf8
}

const CREATED = 201

interface CreateContext {
  readonly terms: PurchaseTerms
  readonly known: KnownAnswers
  /** Buyers of the requests that exist. */
  readonly buyers: ReadonlySet<string>
}

export interface CreatedPurchases {
  readonly outcomes: Outcome<Reply>[]
  readonly purchases: Purchase[]
  readonly answers: Answers
}

/** Decides which of these purchases may be created, and the answers. */
export function decideCreates(
  requests: readonly CreateRequest[],
  { terms, known, buyers }: CreateContext,
  vault: Vault,
): CreatedPurchases {
  const answers = createAnswers(vault, known)
  const outcomes: Outcome<Reply>[] = []
  const purchases: Purchase[] = []
  for (const { input, keyed, answer } of requests) {
    try {
      const before = answers.before(keyed)
      if (before) {
        outcomes.push({ ok: before })
        continue
      }
      const purchase = newPurchase(input, buyers, terms)
      const body = answer(purchase)
      purchases.push(purchase)
      outcomes.push({ ok: answers.keep(keyed, CREATED, body) })
    } catch (failed) {
      outcomes.push({ failed })
    }
  }
  return { outcomes, purchases, answers }
}

/** The purchase that a request asks for; throws the problem that refuses it. */
export function newPurchase(input: PurchaseInput, buyers: ReadonlySet<string>, terms: PurchaseTerms): Purchase {
  const items = input.items.map(
    ({ description, quantity, ...item }): Item => ({
      ...item,
      ...(description == null ? {} : { description }),
      quantity: quantity ?? 1,
    }),
  )
  const total = totalOf(items)
  if (total instanceof Problem) throw total
  if (!buyers.has(input.buyer)) throw buyerNotFound()
  return {
    id: newId('purchase'),
    buyer: input.buyer,
    status: 'created',
    charge: 'none',
    refund: 'none',
    items,
    total_in_cents: total,
    fee_in_cents: feeOf(total, terms),
    auto_refund_on_fraud: input.auto_refund_on_fraud ?? false,
    attempt: 0,
    card_token: null,
    card_brand: null,
    card_last_four: null,
    charge_reference: null,
    commit_request: null,
    due_at: null,
    call_at: null,
    leased_until: null,
    paid_at: null,
    activity: [statusEntry('created', 'Created', terms.now)],
    user_data: (input.user_data as JsonObject | null | undefined) ?? null,
    created_at: terms.now,
    updated_at: terms.now,
  }
}
