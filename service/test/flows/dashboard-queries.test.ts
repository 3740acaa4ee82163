import { beforeAll, describe, expect, it } from 'vitest'
import { rollUpDays } from '../../src/ledger/index.ts'
import { bought, openDesk } from '../support/desk.ts'
import { advance, auditClean, connected, invited, OPENING, paid } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

const desk = () => openDesk(running)
const DAY = 86_400

describe('home', () => {
  it('begins with what a sandbox begins with', async () => {
    const { get } = await desk()
    const home = await get('home')
    expect(home).toMatchObject({
      operating_balance: OPENING,
      pending_payouts: 0,
      fees_this_month: 0,
      failing_webhooks: [],
      attention: [],
      payouts_by_status: { sent: 0, ready: 0 },
      purchases_by_status: { completed: 0, created: 0 },
    })
    expect(home.volume).toHaveLength(30)
  })

  it('says what moved, whether the days are added up or not', async () => {
    const { client, get } = await desk()
    const direct = await connected(client, 'direct')
    const ach = await connected(client, 'ach')
    await paid(client, direct, 1_000)
    await paid(client, ach, 2_000)
    const error = await paid(client, direct, 4_000)
    await client.post('/sandbox/payout-error', { payout: error.id })
    await paid(client, await invited(client), 8_000)
    const waiting = await paid(client, direct, 16_000, { date: '2099-01-01T00:00:00.000Z' })
    await client.put(`/payout/${waiting.id}`, { status: 'canceled' })
    await bought(client)
    await bought(client)
    const { purchase: refunded } = await bought(client)
    await client.post('/purchase', {
      buyer: (await client.post('/buyer', {})).body.id,
      items: [{ name: 'Song', amount_in_cents: 1, quantity: 1 }],
    })
    // Fees of the month are asked for within the month: a sandbox's clock can be moved to one's middle.
    await advance(client, 2 * DAY)
    expect((await client.put(`/purchase/${refunded}`, { status: 'refunded' })).status).toBe(200)

    const before = await get('home')
    expect(before.payouts_by_status).toEqual({
      created: 0,
      ready: 1,
      pending: 0,
      sent: 2,
      error: 1,
      returned: 0,
      canceled: 1,
    })
    expect(before.purchases_by_status).toMatchObject({ created: 1, completed: 2, refunded: 1, pending: 0, settling: 0 })
    expect(before.payout_cents_by_status).toEqual({
      ready: 8_000,
      pending: 0,
      sent: 3_000,
      error: 4_000,
      canceled: 16_000,
    })
    expect(before.purchase_cents_by_status).toEqual({ created: 1, completed: 20_000, refunded: 10_000 })
    expect(before.pending_payouts).toBe(8_025)
    const total = (name: string) =>
      before.volume.reduce((sum: number, day: Record<string, number>) => sum + (day[name] ?? 0), 0)
    expect(total('payouts_in_cents')).toBe(3_000)
    // Three were settled, and one of them given back.
    expect(total('purchases_in_cents')).toBe(20_000)
    expect(before.attention).toMatchObject([
      { kind: 'payouts_failed', link: expect.stringMatching(/^\/payouts\?status=error,returned&updated_after=/) },
    ])

    await rollUpDays(running.database)
    // The links of what needs attention name the moment at which it was counted.
    const { attention, ...figures } = before
    expect(await get('home')).toMatchObject({ ...figures, attention: [{ text: attention[0].text }] })
    await paid(client, direct, 500)
    await advance(client, 60)
    await rollUpDays(running.database)
    const after = await get('home')
    const volume = after.volume.reduce(
      (sum: number, day: Record<string, number>) => sum + (day.payouts_in_cents ?? 0),
      0,
    )
    expect(volume).toBe(3_500)
    await auditClean(running.database)
  })

  it('tells of webhooks that fail', async () => {
    const { client, get } = await desk()
    const receiver = await startReceiver()
    receiver.answer((_call, response) => void response.writeHead(500).end())
    const webhook = (await client.post('/webhook', { url: receiver.url, event: 'account_connection.update' })).body.id
    const id = await invited(client)
    await client.put(`/account-connection/${id}`, { user_data: { a: 1 } })
    for (;;) {
      const home = await get('home')
      if (home.failing_webhooks.length === 0) continue
      expect(home.failing_webhooks).toMatchObject([{ id: webhook, event: 'account_connection.update' }])
      expect(home.attention).toMatchObject([{ kind: 'webhook_failing', link: `/webhooks/${webhook}` }])
      return
    }
  })
})

describe('search', () => {
  it('finds by the beginning of an id, an external id, a name or an address, and what belongs to it', async () => {
    const { client, get } = await desk()
    const zoe = await connected(client, 'direct', {
      first_name: 'Zoë',
      last_name: 'Überall',
      email: 'Zoe.Music@Example.com',
      external_id: 'EXT-zoe_1%',
      business_name: 'Quiet Rooms LLC',
    })
    await connected(client, 'direct', { first_name: 'Other', last_name: 'Person' })
    // Of a later day, so that no worker moves it meanwhile.
    const payout = await paid(client, zoe, 12_345, { description: 'For the song', date: '2099-01-01T00:00:00.000Z' })
    const { buyer, purchase } = await bought(client, {
      first_name: 'Bob',
      last_name: 'Bobson',
      email: 'bob@shop.example',
    })
    const webhook = (await client.post('/webhook', { url: 'http://localhost:1/hook', event: 'payout.update' })).body.id

    const found = async (q: string): Promise<string[]> =>
      (await get(`search?q=${encodeURIComponent(q)}`)).results.map(({ id }: { id: string }) => id)
    for (const q of [
      'zoë',
      'ZOË Ü',
      'überall',
      'zoe.music@',
      'EXT-zoe',
      'EXT-zoe_1%',
      'quiet rooms',
      zoe,
      zoe.slice(0, 20),
    ]) {
      expect(await found(q), q).toContain(zoe)
    }
    // What looks like a pattern is none, and no letters in between count.
    for (const q of ['EXT-zoe%', 'EXT_zoe', 'usic', '%o', 'z%']) expect(await found(q), q).not.toContain(zoe)
    expect(await found('überall')).toEqual([zoe, payout.id])
    expect(await found('bob')).toEqual([buyer, purchase])
    expect(await found('BOB@shop')).toContain(buyer)
    expect(await found(payout.id)).toEqual([payout.id])
    expect(await found(purchase)).toEqual([purchase])
    expect(await found('payout.update')).toEqual([webhook])
    expect(await found('z')).toEqual([])
    expect(await found('  ')).toEqual([])
    const [first] = (await get(`search?q=${payout.id}`)).results
    expect(first).toEqual({
      type: 'payout',
      id: payout.id,
      title: '$123.45',
      subtitle: 'For the song',
      status: 'ready',
    })
    // Beside what is found of somebody stands whose it is.
    const owned = (await get('search?q=überall')).results[1]
    expect(owned).toMatchObject({ id: payout.id, subtitle: 'Zoë Überall: For the song' })
    const [{ creator_id: creator } = { creator_id: '' }] = await running.database.sql<{ creator_id: string }[]>`
      select creator_id from account_connections where id = ${await connected(client, 'direct')}`
    expect((await get(`names?ids=${zoe},${buyer},acon_nobody,${creator}`)).names).toEqual({
      [zoe]: 'Zoë Überall',
      [buyer]: 'Bob Bobson',
      [creator]: 'Alice Alison',
    })
  })

  it('finds nothing of another enterprise, and at most twenty', async () => {
    const { client, get } = await desk()
    const stranger = await desk()
    const ids = await Promise.all(Array.from({ length: 25 }, () => invited(client, { last_name: 'Manyfold' })))
    expect((await get('search?q=manyfold')).results).toHaveLength(20)
    for (const q of ['manyfold', 'acon_', ids[0]]) {
      expect((await stranger.get(`search?q=${q}`)).results, q).toEqual([])
    }
    expect((await stranger.get(`names?ids=${ids.join(',')}`)).names).toEqual({})
  })

  it.each(['%00', '%F0%9F%92%B8%F0%9F%92%B8', '%27%22%5C%25_', 'a'.repeat(255)])('takes any letters: %s', async (q) => {
    const { browser } = await desk()
    const answer = await browser.get(`/dashboard/api/sandbox/search?q=aa${q.slice(0, 250)}`)
    expect([200, 400], answer.text).toContain(answer.status)
  })
})

describe('a timeline', () => {
  it.each(['direct', 'wallet'] as const)('has the arrival of a payout, as its story does: %s', async (type) => {
    const { client, get } = await desk()
    const payout = await paid(client, await connected(client, type), 5_000)
    await advance(client, 10)
    const arrived = new Date(Date.parse(payout.created_at) + 2_000).toISOString()
    const line: { kind: string; status: string; at: string }[] = await get(`timeline/${payout.id}`)
    expect(line.filter(({ kind, status }) => kind === 'activity' && status === 'sent').map(({ at }) => at)).toEqual([
      arrived,
    ])
    const { steps } = await get(`payouts/${payout.id}/story`)
    expect(steps.at(-1)).toMatchObject({ state: 'done', at: arrived })
  })

  it('is made of activity, transfers, events and deliveries, newest first', async () => {
    const { client, get, id } = await desk()
    const receiver = await startReceiver()
    const webhook = (await client.post('/webhook', { url: receiver.url, event: 'payout.update' })).body.id
    const payout = await paid(client, await connected(client, 'ach'), 5_000)
    await advance(client, 4 * DAY)
    await client.post('/sandbox/payout-return', { payout: payout.id, code: 'R03' })
    let line = await get(`timeline/${payout.id}`)
    while (line.filter(({ status }: { status: string }) => status === 'delivered').length < 2)
      line = await get(`timeline/${payout.id}`)
    const of = (kind: string) => line.filter((one: { kind: string }) => one.kind === kind).toReversed()
    expect(of('activity').map(({ status }: { status: string }) => status)).toEqual([
      'created',
      'ready',
      'pending',
      'sent',
      'returned',
    ])
    const transfers = of('transfer').map(({ title, detail, debit = '', credit = '' }: Record<string, string>) =>
      `${detail}: ${title} from ${debit} to ${credit}`.replace(/due_from:\d+/, 'due_from'),
    )
    expect(transfers).toEqual([
      'payout.hold: $50.25 from operating to pending_payouts',
      'payout.fee: $0.25 from pending_payouts to fees_payable',
      'payout.sent: $50.00 from pending_payouts to due_to_bank',
      'payout.sent.bank: $50.00 from due_from to ach_clearing',
      'payout.returned: $50.00 from due_to_bank to operating',
      'payout.returned.bank: $50.00 from ach_clearing to due_from',
    ])
    expect(of('event')).toHaveLength(2)
    expect(of('delivery')[0]).toMatchObject({ status: 'delivered', link: `/webhooks/${webhook}` })
    const times = line.map(({ at }: { at: string }) => at)
    expect(times).toEqual([...times].sort().toReversed())
    expect((await get(`timeline/${webhook}`)).length).toBeGreaterThan(2)

    // Who may not see the ledger does not see its lines here, either.
    const developer = await signedIn(running, id, 'developer')
    const theirs = (await developer.get(`/dashboard/api/sandbox/timeline/${payout.id}`)).body
    expect(theirs).toEqual(line.filter(({ kind }: { kind: string }) => kind !== 'transfer'))
  })

  it('is there for every resource, and for nobody else', async () => {
    const { client, get } = await desk()
    const stranger = await desk()
    const [source, destination] = [
      await connected(client, 'direct', { requested_permissions: ['payment.credit', 'payment.debit'] }),
      await connected(client, 'direct', { requested_permissions: ['payment.credit', 'payment.debit'] }),
    ]
    const { buyer, purchase } = await bought(client)
    const p2p = (await client.post('/p2p', { source, destination, amount_in_cents: 100 })).body.id
    const contract = (
      await client.post('/contract', {
        account_connection: source,
        type: 'deposit_split',
        deposit_source: 'video_ads',
        split_percent_amount: 10,
      })
    ).body.id
    await client.post('/sandbox/contract', { contract, decision: 'accept' })
    await client.post('/sandbox/deposit', {
      account_connection: source,
      deposit_source: 'video_ads',
      amount_in_cents: 900,
    })
    for (const id of [source, buyer, purchase, p2p, contract]) {
      expect((await get(`timeline/${id}`)).length, id).toBeGreaterThan(0)
      const foreign = await stranger.browser.get(`/dashboard/api/sandbox/timeline/${id}`)
      expect(foreign, id).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    const splits = (await get(`timeline/${contract}`)).filter(({ kind }: { kind: string }) => kind === 'transfer')
    expect(splits.map(({ detail }: { detail: string }) => detail).sort()).toEqual([
      'contract.split',
      'contract.split.bank',
    ])
    for (const id of ['nonsense', 'pay_', 'key_1', "pay_'or'1"]) {
      expect((await stranger.browser.get(`/dashboard/api/sandbox/timeline/${encodeURIComponent(id)}`)).status).toBe(404)
    }
  })
})

it('nothing is said to whoever is not signed in', async () => {
  for (const path of [
    'home',
    'search?q=ab',
    'names?ids=a',
    'timeline/pay_1',
    'export/payouts.csv',
    'ledger/accounts',
    'ledger/trial-balance',
    'ledger/statement?account=operating',
    'ledger/statement.csv?account=operating',
    'pay-file',
    'pay-file/pfl_1',
    'pay-file/pfl_1/rows',
    'reconciliation',
  ]) {
    const answer = await fetch(`${running.roots.sandbox}/dashboard/api/sandbox/${path}`)
    expect(answer.status, path).toBe(401)
  }
})
