import { beforeAll, describe, expect, it } from 'vitest'
import { PAYEES_MAX } from '../../src/dashboard/audit-log/payees.ts'
import type { Client } from '../support/client.ts'
import { bring, confirm, csvOf, settled } from '../support/pay-files.ts'
import { connected, OPENING, remove } from '../support/payouts.ts'
import { type Browser, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

const BATCH = '/dashboard/api/sandbox/v1/payout/batch'
const COUNT = 2 * PAYEES_MAX + 7

let running: RunningService
beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '20' })
})

interface Payee {
  readonly id?: string
  readonly account_connection?: string
  readonly amount_in_cents?: number
}

interface Deed {
  readonly subject: string | null
  readonly request_id: string | null
  readonly details: { readonly payees?: readonly Payee[]; readonly part?: number } & Record<string, unknown>
}

interface Desk {
  readonly admin: Browser
  readonly client: Client
  readonly creators: readonly [string, string]
}

async function desk(): Promise<Desk> {
  const { id, sandbox: client } = await running.enterprise()
  const creators = [await connected(client, 'direct'), await connected(client, 'ach')] as const
  return { admin: await signedIn(running, id, 'admin'), client, creators }
}

/** The entries of an action, oldest first, as a reviewer reads them in the dashboard. */
async function deeds(admin: Browser, action: string): Promise<Deed[]> {
  const { body } = await admin.get(`/dashboard/api/audit-log?action=${action}&page_size=100`)
  return body.data.toReversed()
}

const payeesIn = (found: readonly Deed[]): Payee[] => found.flatMap(({ details }) => details.payees ?? [])

const paymentsOf = ({ creators }: Desk) =>
  Array.from({ length: COUNT }, (_none, nth) => ({
    account_connection: creators[nth % 2] as string,
    amount_in_cents: nth + 1,
  }))

const SUM = (COUNT * (COUNT + 1)) / 2

describe('the audit log of a batch', () => {
  it('names every payee with the amount before it is paid, and every payout when it was', async () => {
    const shop = await desk()
    const { admin } = shop
    const wanted = paymentsOf(shop)
    const made = await admin.post(BATCH, { payouts: wanted.map((one) => ({ ...one, description: 'Royalties' })) })
    expect(made.status, made.text).toBe(201)

    const attempted = await deeds(admin, 'payments.make')
    expect(payeesIn(attempted)).toEqual(wanted)
    expect(attempted.map(({ details }) => [details.part, details.payouts, details.amount_in_cents])).toEqual([
      [1, COUNT, SUM],
      [2, undefined, undefined],
      [3, undefined, undefined],
    ])
    const done = await deeds(admin, 'payments.make.done')
    expect(payeesIn(done)).toEqual(
      made.body.payouts.map(({ id }: { id: string }, nth: number) => ({ id, ...wanted[nth] })),
    )
    expect(done.map(({ details }) => [details.part, details.count])).toEqual([
      [1, COUNT],
      [2, undefined],
      [3, undefined],
    ])
    expect(new Set([...attempted, ...done].map(({ request_id }) => request_id)).size).toBe(1)
    expect(JSON.stringify([attempted, done])).not.toContain('Royalties')
    expect((await admin.get('/dashboard/api/audit-log/check')).body).toMatchObject({ intact: true })
  })

  it('names whom a refused one was for, and what in it is no id is left out', async () => {
    const { admin, creators } = await desk()
    const [one, other] = creators
    const short = [
      { account_connection: one, amount_in_cents: OPENING },
      { account_connection: other, amount_in_cents: 1 },
    ]
    expect((await admin.post(BATCH, { payouts: short })).status).toBe(402)
    const odd = [
      { account_connection: `${one}\0`, amount_in_cents: 5 },
      { account_connection: other, amount_in_cents: 'much' },
    ]
    expect((await admin.post(BATCH, { payouts: odd })).status).toBe(400)
    expect((await deeds(admin, 'payments.make')).map(({ details }) => details.payees)).toEqual([
      short,
      [{ amount_in_cents: 5 }, { account_connection: other }],
    ])
    const refused = await deeds(admin, 'payments.make.refused')
    expect(refused.map(({ details }) => details.code)).toEqual(['insufficient_funds', 'batch_invalid'])
    expect(payeesIn(refused)).toEqual([])
    expect((await admin.get('/dashboard/api/audit-log/check')).body).toMatchObject({ intact: true })
  })

  it('has two entries for a single payout, as ever', async () => {
    const { admin, creators } = await desk()
    const body = { account_connection: creators[0], amount_in_cents: 5 }
    await admin.post('/dashboard/api/sandbox/v1/payout', body)
    const found = [...(await deeds(admin, 'payments.make')), ...(await deeds(admin, 'payments.make.done'))]
    expect(found).toMatchObject([{ details: body }, { details: { id: expect.any(String), amount_in_cents: 5 } }])
    expect(found.filter(({ details }) => 'payees' in details || 'part' in details)).toEqual([])
  })
})

describe('the audit log of a pay file', () => {
  it('names every payout that a row became, once it is paid', async () => {
    const shop = await desk()
    const { admin } = shop
    const wanted = paymentsOf(shop)
    const lines = wanted.map(({ account_connection, amount_in_cents }) => `${account_connection},${amount_in_cents}`)
    const { file_id } = (await bring(admin, csvOf('account_connection,amount_in_cents', lines))).body
    await confirm(admin, file_id)
    await settled(admin, file_id)
    const done = await deeds(admin, 'pay_file.confirm.done')
    expect(done.map(({ subject, details }) => [subject, details.part, details.paid])).toEqual([
      [file_id, 1, COUNT],
      [file_id, 2, undefined],
      [file_id, 3, undefined],
    ])
    const rows = (await admin.get(`/dashboard/api/sandbox/pay-file/${file_id}/rows?page_size=1000`)).body.data
    expect(payeesIn(done)).toEqual(wanted.map((one, nth) => ({ id: rows[nth].payout, ...one })))
    expect((await admin.get('/dashboard/api/audit-log/check')).body).toMatchObject({ intact: true })
  })

  it('names those who were paid by one that stopped, and nobody else', async () => {
    const { admin, client, creators } = await desk()
    const [kept, gone] = creators
    const { file_id } = (await bring(admin, csvOf('account_connection,amount_in_cents', [`${kept},5`, `${gone},6`])))
      .body
    await remove(client, gone)
    await confirm(admin, file_id)
    expect(await settled(admin, file_id)).toMatchObject({ state: 'failed', done: 1 })
    const [stopped] = await deeds(admin, 'pay_file.confirm.refused')
    expect(stopped?.details).toMatchObject({ paid: 1, payees: [{ account_connection: kept, amount_in_cents: 5 }] })
    expect(payeesIn([stopped as Deed])).toHaveLength(1)
  })
})
