import { type Answers, createAnswers, findAnswers, type KeyedRequest, type Reply } from '../../http/index.ts'
import { Problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Database, isRolledBack, type Tx } from '../../platform/database.ts'
import type { LaneKind, Outcome } from '../../platform/lanes.ts'
import type { Vault } from '../../platform/vault.ts'
import { type PurchaseTerms, readPurchaseTerms } from '../../tenants/index.ts'
import { buyerNotFound, findBuyerIds } from '../buyers/index.ts'
import { feeOf, type Item, type Purchase, statusEntry, totalOf } from './model.ts'
import type { PurchaseInput } from './schema.ts'
import { findPurchase, holdLastPosition, insertingPurchases } from './store.ts'

export interface CreateRequest {
  readonly input: PurchaseInput
  readonly keyed: KeyedRequest | undefined
  /** The answer as bytes. */
  answer(purchase: Purchase): string
}

const CREATED = 201

type Found = Awaited<ReturnType<typeof read>>

interface Batch {
  readonly outcomes: Outcome<Reply>[]
  readonly purchases: Purchase[]
  readonly answers: Answers
}

/** All purchases that were asked for while the previous transaction was committing, as one transaction. */
export function createLane(database: Database, vault: Vault): LaneKind<CreateRequest, Reply> {
  return {
    name: 'purchases',
    changedNothing: isRolledBack,
    async run(tenant, requests) {
      let batch: Batch | undefined
      try {
        await database.twoSteps(
          (tx) => read(tx, tenant, requests),
          (tx, found) => {
            batch = decide(requests, found, vault)
            return [
              ...insertingPurchases(tx, tenant, batch.purchases, found.lastPosition),
              ...batch.answers.saving(tx, tenant),
            ]
          },
        )
        return (batch as Batch | undefined)?.outcomes ?? []
      } catch (error) {
        if (batch && !isRolledBack(error) && (await wasCommitted(database, tenant, batch))) return batch.outcomes
        throw error
      }
    },
  }
}

/** Settles a lost COMMIT reply: once the counter it held is free, its purchases are either there or they are not. */
async function wasCommitted(database: Database, tenant: TenantId, { purchases }: Batch): Promise<boolean> {
  const id = purchases[0]?.id
  if (id === undefined) return false
  return database.transaction(async (tx) => {
    await holdLastPosition(tx, tenant)
    return (await findPurchase(tx, tenant, id)) !== undefined
  })
}

async function read(tx: Tx, tenant: TenantId, requests: readonly CreateRequest[]) {
  const ids = [...new Set(requests.map(({ input }) => input.buyer))]
  const keys = requests.flatMap(({ keyed }) => keyed ?? [])
  // Sent together, run one after the other: each sees what was committed before the counter was granted.
  const [lastPosition, terms, known, buyers] = await Promise.all([
    holdLastPosition(tx, tenant),
    readPurchaseTerms(tx, tenant),
    findAnswers(tx, tenant, keys),
    findBuyerIds(tx, tenant, ids),
  ])
  return { lastPosition, terms, known, buyers }
}

function decide(requests: readonly CreateRequest[], { terms, known, buyers }: Found, vault: Vault): Batch {
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

function newPurchase(input: PurchaseInput, buyers: ReadonlySet<string>, terms: PurchaseTerms): Purchase {
  const items = input.items.map((item): Item => ({ ...item, quantity: item.quantity ?? 1 }))
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
    user_data: (input.user_data as JsonObject | undefined) ?? null,
    created_at: terms.now,
    updated_at: terms.now,
  }
}
