import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  APPLICANT,
  BANK,
  CREDIT,
  claimLogin,
  go,
  newLogin,
  openHome,
  PASSWORD,
  startedTab,
  type Tab,
} from '../support/connect.ts'
import { agreed, offered as offerContract, readContract } from '../support/contracts.ts'
import { advance, auditClean, connected, invited } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client

beforeAll(async () => {
  running = await startService()
  client = running.sandbox
})

const offered = async (connection: string, terms: object = {}): Promise<string> =>
  (await offerContract(client, connection, { split_percent_amount: 12.5, ...terms })).id

const contract = (id: string) => readContract(client, id)

async function atContract(connection: string): Promise<Tab> {
  const tab = await startedTab(client, connection)
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'direct' }, 'sign_in')
  await newLogin(tab, 'application')
  await go(tab, 'application', APPLICANT, 'contract')
  return tab
}

describe('agreements that wait', () => {
  it('are shown in plain terms with an example by the rules of the split', async () => {
    const id = await invited(client)
    await offered(id, { split_amount_max_in_cents: 10_000 })
    await offered(id, { deposit_minimum_in_cents: 250_000, split_percent_amount: 10 })
    await offered(id, {
      deposit_maximum_in_cents: 5_000,
      split_percent_amount: undefined,
      split_fixed_amount_in_cents: 700,
    })
    const state = (await (await atContract(id)).state()).body
    expect(state.contracts.map(({ example }: { example: object }) => example)).toEqual([
      { deposit_in_cents: 100_000, others_in_cents: 0, share_in_cents: 10_000, kept_in_cents: 90_000 },
      { deposit_in_cents: 250_000, others_in_cents: 0, share_in_cents: 25_000, kept_in_cents: 225_000 },
      { deposit_in_cents: 5_000, others_in_cents: 0, share_in_cents: 700, kept_in_cents: 4_300 },
    ])
    expect(state.contract).toMatchObject({
      type: 'deposit_split',
      deposit_source: 'video_ads',
      split_percent_amount: 12.5,
      split_fixed_amount_in_cents: null,
      split_amount_max_in_cents: 10_000,
      acceptable: true,
      decision: null,
    })
  })

  it('are shown with what the agreements made before and after take, and those just said yes to', async () => {
    const email = 'split-often@example.com'
    const id = await connected(client, 'direct', { email })
    await agreed(client, id, { split_percent_amount: 70 })
    const second = await offered(id, { split_percent_amount: 50 })
    const third = await offered(id, { split_percent_amount: 20 })
    await offered(id, { split_percent_amount: 20, deposit_source: 'live_streaming' })
    await agreed(client, id, { split_percent_amount: 5 })
    const examples = async (tab: Tab) =>
      (await tab.state()).body.contracts.map(({ example }: { example: object }) => Object.values(example))
    const tab = await startedTab(client, id)
    expect(await examples(tab)).toEqual([
      [100_000, 70_000, 30_000, 0],
      [100_000, 75_000, 20_000, 5_000],
      [100_000, 0, 20_000, 80_000],
    ])
    await go(tab, 'overview', { next: 'contracts' }, 'sign_in')
    await claimLogin(tab, 'contract', email)
    await go(tab, 'contract', { contract: second, decision: 'accept' }, 'contract')
    expect((await examples(tab))[0]).toEqual([100_000, 100_000, 0, 0])
    const preview = { account_connection: id, deposit_source: 'video_ads', amount_in_cents: 100_000 }
    expect((await client.post('/contract/preview', preview)).body.remaining_in_cents).toBe(0)
    await client.delete(`/contract/${third}`)

    const fresh = await invited(client)
    const [yes] = [
      await offered(fresh, { split_percent_amount: 60 }),
      await offered(fresh, { split_percent_amount: 60 }),
    ]
    const visit = await atContract(fresh)
    await go(visit, 'contract', { contract: yes, decision: 'accept' }, 'contract')
    expect((await examples(visit))[1]).toEqual([100_000, 60_000, 40_000, 0])
  })

  it('are accepted with time and address, declined or left, all with the grant', async () => {
    const id = await invited(client)
    const [accepted, declined, later] = [await offered(id), await offered(id), await offered(id)]
    const tab = await atContract(id)
    await go(tab, 'contract', { contract: accepted, decision: 'accept' }, 'contract')
    await go(tab, 'contract', { contract: declined, decision: 'decline' }, 'contract')
    const review = await go(tab, 'contract', { contract: later, decision: 'later' }, 'review')
    expect(review.review.contracts.map((one: { decision: string }) => one.decision)).toEqual(['accept', 'decline'])
    // Nothing has happened yet.
    for (const one of [accepted, declined]) expect((await contract(one)).status).toBe('created')
    await go(tab, 'back', {}, 'contract')
    for (const [one, decision] of [
      [accepted, 'accept'],
      [declined, 'decline'],
    ] as const) {
      await go(tab, 'contract', { contract: one, decision }, 'contract')
    }
    await go(tab, 'contract', { contract: later, decision: 'later' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await contract(accepted)).toMatchObject({
      status: 'active',
      agreement_ip: '127.0.0.1',
      agreement_at: expect.stringMatching(/Z$/),
    })
    expect(await contract(declined)).toMatchObject({ status: 'declined', agreement_at: null })
    expect(await contract(later)).toMatchObject({ status: 'created' })
    const deposit = await client.post('/sandbox/deposit', {
      account_connection: id,
      deposit_source: 'video_ads',
      amount_in_cents: 10_000,
    })
    expect(deposit.status, deposit.text).toBe(200)
    await auditClean(running.database)
  })

  it('cannot be accepted with a bank account, and go with the way they were decided for', async () => {
    const id = await invited(client)
    const one = await offered(id)
    const tab = await atContract(id)
    await go(tab, 'contract', { contract: one, decision: 'accept' }, 'review')
    await go(tab, 'back', {}, 'contract')
    await go(tab, 'back', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    const state = await go(tab, 'bank', BANK, 'contract')
    expect(state.contract).toMatchObject({ acceptable: false, decision: null })
    const refused = await tab.post('contract', { contract: one, decision: 'accept' })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ param: 'decision' }] } })
    await go(tab, 'contract', { contract: one, decision: 'decline' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await contract(one)).toMatchObject({ status: 'declined' })
  })

  it('one that is taken back while the creator reads does not stand in the way', async () => {
    const id = await invited(client)
    const [one, two] = [await offered(id), await offered(id)]
    const tab = await atContract(id)
    await go(tab, 'contract', { contract: one, decision: 'accept' }, 'contract')
    await client.delete(`/contract/${one}`)
    expect((await tab.post('contract', { contract: one, decision: 'accept' })).status).toBe(404)
    await go(tab, 'contract', { contract: two, decision: 'accept' }, 'review')
    await client.delete(`/contract/${two}`)
    await go(tab, 'grant', CREDIT, 'done')
    expect(await contract(two)).toMatchObject({ status: 'terminated' })
    expect((await client.get(`/account-connection/${id}`)).body.status).toBe('active')
  })

  it('wait for the check of the person, then take effect', async () => {
    const id = await invited(client)
    const one = await offered(id)
    const tab = await startedTab(client, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    await newLogin(tab, 'application')
    await go(tab, 'application', { ...APPLICANT, last_name: 'Review' }, 'contract')
    await go(tab, 'contract', { contract: one, decision: 'accept' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect((await contract(one)).status).toBe('created')
    const agreed = new Date((await client.get('/sandbox/clock')).body.now)
    await advance(client, 3 * 86_400)
    await client.post('/sandbox/connect', { account_connection: id, type: 'direct', outcome: 'approved' })
    const active = await contract(one)
    expect(active).toMatchObject({ status: 'active', agreement_ip: '127.0.0.1' })
    // When the creator agreed, not when the check ended.
    expect(new Date(active.agreement_at as string) <= agreed).toBe(true)
  })

  it('expired while the check was open, they do not hinder it', async () => {
    const { sandbox } = await running.enterprise('Slow')
    const id = await invited(sandbox)
    const { id: one } = await offerContract(sandbox, id)
    const tab = await startedTab(sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    await newLogin(tab, 'application')
    await go(tab, 'application', { ...APPLICANT, last_name: 'Review' }, 'contract')
    await go(tab, 'contract', { contract: one, decision: 'accept' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    await advance(sandbox, 31 * 86_400)
    await sandbox.post('/sandbox/connect', { account_connection: id, type: 'direct', outcome: 'approved' })
    expect((await sandbox.get(`/account-connection/${id}`)).body.status).toBe('active')
    expect((await readContract(sandbox, one)).status).toBe('expired')
  })
})

describe('in edit mode', () => {
  it('are answered at once, by the owner signed in', async () => {
    const email = 'contractor@example.com'
    const id = await connected(client, 'direct', { email })
    const [one, two] = [await offered(id), await offered(id)]
    const tab = await startedTab(client, id)
    expect((await tab.state()).body.contracts).toHaveLength(2)
    await go(tab, 'overview', { next: 'contracts' }, 'sign_in')
    await claimLogin(tab, 'contract', email)
    await go(tab, 'contract', { contract: one, decision: 'accept' }, 'contract')
    expect(await contract(one)).toMatchObject({ status: 'active', agreement_ip: '127.0.0.1' })
    const back = await go(tab, 'contract', { contract: two, decision: 'later' }, 'overview')
    expect(back.contracts).toHaveLength(1)
    await go(tab, 'overview', { next: 'contracts' }, 'contract')
    await go(tab, 'contract', { contract: two, decision: 'decline' }, 'overview')
    expect((await contract(two)).status).toBe('declined')

    const arrived = { account_connection: id, deposit_source: 'video_ads', amount_in_cents: 10_000 }
    expect((await client.post('/sandbox/deposit', arrived)).status).toBe(200)
    const home = openHome(running.roots.sandbox)
    await home.post('sign-in', { email, password: PASSWORD })
    await home.post('code', { code: '000000' })
    const shown = (await home.get('home')).body
    expect(
      shown.movements.map((movement: { amount_in_cents: number; description: string }) => [
        movement.amount_in_cents,
        movement.description,
      ]),
    ).toEqual([
      [-1_250, 'Share of a deposit to Demo Enterprise'],
      [10_000, 'Deposit from video ads'],
      [500_000, 'Opening balance'],
    ])
    expect(shown.balance_in_cents).toBe(508_750)
    expect(shown.contracts).toEqual([
      expect.objectContaining({ id: one, status: 'active', enterprise: 'Demo Enterprise', split_percent_amount: 12.5 }),
      expect.objectContaining({ id: two, status: 'declined' }),
    ])
  })

  it('of a bank account can be declined, and 20 answers at once are one', async () => {
    const id = await connected(client, 'ach')
    const one = await offered(id)
    const tab = await startedTab(client, id)
    await go(tab, 'overview', { next: 'contracts' }, 'contract')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tab.post('contract', { contract: one, decision: 'decline' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await contract(one)).status).toBe('declined')
  })
})
