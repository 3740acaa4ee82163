import { randomUUID } from 'node:crypto'
import type { TenantId } from '../../service/src/kernel/ids.ts'
import type { Database } from '../../service/src/platform/database.ts'
import { setPayoutLimits } from '../../service/src/resources/payouts/index.ts'
import {
  createEnterprise,
  createKey,
  type RestrictionsInput,
  requireTenant,
  SCOPES,
} from '../../service/src/tenants/index.ts'
import { raiseFirst, raiseMore } from './alerts.ts'
import type { Credentials } from './requests.ts'
import type { KnownIds } from './values.ts'

/** In everything that the other tenant has: whoever else is shown it was shown too much. */
export const MARK = 'otters-only'

export interface Tenant {
  readonly keys: Credentials
  readonly ids: KnownIds
  /** A request with an idempotency key, sent again: its answer is replayed for as long as the key is known. */
  readonly again: () => Promise<string>
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the API answers
type Ask = (method: string, path: string, body?: object, idempotencyKey?: string) => Promise<any>

const asker =
  (base: string, key: string): Ask =>
  async (method, path, body, idempotencyKey) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }

const EXPIRES_MS = 500

/** Payments of more await approval, so that there are some; many more a day are refused. */
const ASKS_ABOVE = 50_000
const LIMITS = [
  {
    scope: 'enterprise',
    per: 'payment',
    max_in_cents: ASKS_ABOVE,
    outcome: 'approve',
    needed: 1,
    approvers: ['api_key'],
    set_by: 'enterprise',
  },
  { scope: 'key', per: 'day', max_count: 400, outcome: 'refuse', set_by: 'provider' },
] as const

/** Nobody approves their own: what awaits approval is asked for by a key that does nothing else. */
interface Keys {
  readonly tenant: TenantId
  readonly keys: Credentials
  readonly payer: string
}

async function makeKeys(database: Database, mark: string): Promise<Keys> {
  const made = await database.transaction(async (tx) => {
    const id = await createEnterprise(tx, `Enterprise ${mark}`)
    const tenant = await requireTenant(tx, id, 'sandbox')
    await setPayoutLimits(tx, tenant, LIMITS)
    const make = async (environment: 'sandbox' | 'production', limits?: RestrictionsInput) =>
      (await createKey(tx, await requireTenant(tx, id, environment), environment, 'Abuse', limits)).key
    const payer = await make('sandbox', { scopes: ['payouts', 'withdrawals'] })
    const keys = {
      own: await make('sandbox', { scopes: Object.keys(SCOPES) }),
      other: await make('production'),
      reader: await make('sandbox', { scopes: ['read'] }),
      expired: await make('sandbox', { expires_at: new Date(Date.now() + EXPIRES_MS) }),
      elsewhere: await make('sandbox', { allowed_networks: ['203.0.113.0/24', '2001:db8::/32'] }),
    }
    return { tenant, keys, payer }
  })
  await new Promise((resolve) => setTimeout(resolve, EXPIRES_MS))
  return made
}

/** An enterprise of a sandbox that has some of everything in every state, with the mark in every text it can hold. */
export async function furnish(database: Database, base: string, mark: string): Promise<Tenant> {
  const { tenant, keys, payer } = await makeKeys(database, mark)
  await raiseFirst(database, tenant)
  const ask = asker(base, keys.own)
  const askAsPayer = asker(base, payer)
  const connections: string[] = []
  const externals: string[] = []
  for (let nth = 0; nth < 4; nth++) {
    const external_id = `customer-${mark.length}-${nth}`
    const type = nth === 2 ? 'ach' : 'direct'
    const made = await ask('POST', '/account-connection', {
      first_name: 'Alice',
      last_name: mark,
      email: `alice.${nth}.${mark}@example.com`,
      external_id,
      requested_permissions: type === 'ach' ? ['payment.credit'] : ['payment.credit', 'payment.debit'],
      verification_prompt: mark,
      verification_answer: '4711',
    })
    if (nth < 3) await ask('POST', '/sandbox/connect', { account_connection: made.id, type })
    connections.push(made.id)
    externals.push(external_id)
  }
  const [source, destination, byAch] = connections as [string, string, string]
  const description = mark
  const ids: Record<string, string[]> = { acon: connections, external: externals }
  const keep = (prefix: string, { id }: { id: string }): string => {
    const list = ids[prefix] ?? []
    ids[prefix] = [...list, id]
    return id
  }
  const pay = async (account_connection: string): Promise<void> => {
    keep('pay', await ask('POST', '/payout', { account_connection, amount_in_cents: 900, description }))
  }
  for (let nth = 0; nth < 3; nth++) await pay(byAch)
  for (let nth = 0; nth < 3; nth++) {
    keep('wdr', await ask('POST', '/withdrawal', { amount_in_cents: 700, description, user_data: { mark } }))
  }
  const large = { amount_in_cents: ASKS_ABOVE + 1, description }
  for (let nth = 0; nth < 6; nth++) {
    const [prefix, path, more] =
      nth % 2 === 0 ? ['wdr', '/withdrawal', {}] : ['pay', '/payout', { account_connection: source }]
    const made = await askAsPayer('POST', path, { ...large, ...more })
    keep(prefix, made)
    keep('apr', made.approval)
  }
  // They have left then, and can come back.
  await ask('POST', '/sandbox/clock/advance', { seconds: 3_600 })
  for (let nth = 0; nth < 3; nth++) {
    const payout = { account_connection: source, amount_in_cents: 1_000, description, date: '2089-01-01T00:00:00Z' }
    const paid = keep('pay', await ask('POST', '/payout', payout))
    await ask('PUT', `/payout/${paid}`, { description: `${mark} changed` })
    keep('p2p', await ask('POST', '/p2p', { source, destination, amount_in_cents: 500, description }))
    const terms = { deposit_source: 'video_ads', split_percent_amount: 10, user_data: { mark } }
    keep('con', await ask('POST', '/contract', { account_connection: source, type: 'deposit_split', ...terms }))
    const buyer = keep(
      'buy',
      await ask('POST', '/buyer', {
        last_name: mark,
        external_id: `buyer-${mark.length}-${nth}`,
        payment_instrument_id: 'pi_sandbox_visa',
      }),
    )
    const order = { buyer, items: [{ name: mark, amount_in_cents: 100 }] }
    keep('pch', await ask('POST', '/purchase', order))
    const bought = keep('pch', await ask('POST', '/purchase', order))
    await ask('POST', `/purchase/${bought}/commit`)
    if (nth === 0) keep('rfd', await ask('POST', `/purchase/${bought}/refund`, { reason: mark }))
    keep('emb', await ask('POST', '/embed-origin', { origin: `https://${mark}-${nth}.example.com` }))
  }
  const url = `https://example.com/${mark}`
  const hook = keep('wh', await ask('POST', '/webhook', { url, event: 'payout.update' }))
  for (const event of ['buyer.update', 'contract.update']) keep('wh', await ask('POST', '/webhook', { url, event }))
  for (let nth = 0; nth < 3; nth++) await pay(source)
  // Those have arrived then, and the webhook is told of it.
  await ask('POST', '/sandbox/clock/advance', { seconds: 5 })
  for (const delivery of (await ask('GET', `/webhook/${hook}/delivery`)).data) keep('dlv', delivery)
  await raiseMore(database, tenant)
  for (const alert of (await ask('GET', '/alert')).data) keep('alr', alert)
  for (const event of (await ask('GET', '/event')).data) keep('evt', event)
  const keyed = await askWithKeys(ask, mark)
  return { keys, ids: { ...ids, keyed_path: [KEYED_PATH], key: keyed.idempotencyKeys }, again: keyed.again }
}

/** A place whose answers can be let expire, and how often it was asked with a key. */
const KEYED_PATH = '/embed-origin'
const KEYED_POSTS = 12

async function askWithKeys(ask: Ask, mark: string): Promise<Pick<Tenant, 'again'> & { idempotencyKeys: string[] }> {
  // Without the mark: whoever sends another's key finds it in their own request log.
  const idempotencyKeys = Array.from({ length: KEYED_POSTS }, () => randomUUID())
  const post = (key: string, nth: number) =>
    ask('POST', KEYED_PATH, { origin: `https://${mark}-keyed-${nth}.example.com` }, key)
  const again = async () => JSON.stringify(await Promise.all(idempotencyKeys.map(post)))
  await again()
  return { idempotencyKeys, again }
}

/** Ids in the form of ours that nobody has. */
export const nobodys: KnownIds = Object.fromEntries(
  ['acon', 'pay', 'wdr', 'apr', 'p2p', 'con', 'buy', 'pch', 'rfd', 'emb', 'wh', 'dlv', 'evt', 'alr'].map((prefix) => [
    prefix,
    [`${prefix}_01kk3v9x2qf8m6t4w0c5n7d1ha`],
  ]),
)
