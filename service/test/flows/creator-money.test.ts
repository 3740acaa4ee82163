import { beforeAll, describe, expect, it } from 'vitest'
import { creatorOf, openHome, PASSWORD } from '../support/connect.ts'
import { advance, auditClean, invited } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { ACCOUNT } from '../support/withdrawals.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const HOUR = 3_600
const OPENING = 500_000

/** A creator who is signed in at the account page. */
async function signedInCreator() {
  const { sandbox } = await running.enterprise()
  const { email } = await creatorOf(sandbox)
  const home = openHome(running.roots.sandbox)
  await home.post('sign-in', { email, password: PASSWORD })
  expect((await home.post('code', { code: '000000' })).body).toMatchObject({ status: 'signed_in' })
  return { sandbox, home, email }
}

describe("the creator's money", () => {
  it('goes to the sample account at once, and once however often it is asked for', async () => {
    const { sandbox, home } = await signedInCreator()
    const before = await home.get('money')
    expect(before.body).toMatchObject({ balance_in_cents: OPENING, bank_account: null, withdrawals: [] })
    const added = await home.post('bank-account', { ...before.body.sample, password: PASSWORD })
    expect(added).toMatchObject({
      status: 200,
      body: { bank_account: { status: 'proven', label: 'Checking ••••6789' } },
    })
    const wish = { amount_in_cents: 12_500, request: 'once' }
    const answers = await Promise.all([home.post('withdraw', wish), home.post('withdraw', wish)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await advance(sandbox, HOUR)
    const after = (await home.get('money')).body
    expect(after).toMatchObject({
      balance_in_cents: OPENING - 12_500,
      withdrawals: [{ amount_in_cents: 12_500, status: 'sent', note: 'Sent to the ACH network' }],
    })
    expect((await home.get('home')).body.movements[0]).toMatchObject({
      amount_in_cents: -12_500,
      description: 'Withdrawal to your bank account',
    })
    await auditClean(running.database)
  })

  it('needs the two small amounts for any other account, of which its owner is told', async () => {
    const { sandbox, home, email } = await signedInCreator()
    const told = () => running.database.sql`
      select facts ->> 'what' as what from messages where kind = 'login_changed' and recipient = ${email}`
    expect(await told()).toEqual([])
    const added = await home.post('bank-account', { ...ACCOUNT, password: PASSWORD })
    expect(added.body).toMatchObject({ bank_account: { status: 'unproven', tries_left: 3 }, withdrawals: [] })
    expect(await told()).toEqual([{ what: 'bank_account' }])
    expect((await home.post('withdraw', { amount_in_cents: 1, request: 'a' })).status).toBe(409)
    await advance(sandbox, HOUR)
    expect((await home.post('bank-account/prove', { first: 32, second: 46 })).body).toMatchObject({
      bank_account: { status: 'unproven', tries_left: 2 },
    })
    const proven = await home.post('bank-account/prove', { first: 32, second: 45 })
    expect(proven.body).toMatchObject({ bank_account: { status: 'proven' }, withdrawals: [] })
    expect((await home.post('withdraw', { amount_in_cents: OPENING + 1, request: 'a' })).status).toBe(402)
    expect((await home.post('withdraw', { amount_in_cents: OPENING, request: 'a' })).status).toBe(200)
    expect((await home.post('bank-account/remove', {})).body.bank_account).toBeNull()
  })

  it('goes nowhere new without the password, and to nobody who is not signed in', async () => {
    const { home, email } = await signedInCreator()
    expect(await home.post('bank-account', { ...ACCOUNT, password: 'wrong password' })).toMatchObject({
      body: { code: 'incorrect_credentials' },
    })
    const half = openHome(running.roots.sandbox)
    await half.post('sign-in', { email, password: PASSWORD })
    for (const [path, body] of [
      ['bank-account', { ...ACCOUNT, password: PASSWORD }],
      ['withdraw', { amount_in_cents: 1, request: 'a' }],
      ['numbers', { code: '000000' }],
      ['numbers/code', {}],
      ['close', { password: PASSWORD }],
    ] as const) {
      expect([path, (await half.post(path, body)).status]).toEqual([path, 401])
    }
    expect((await half.get('money')).status).toBe(401)
  })

  it('has account and routing numbers, which are shown after a code', async () => {
    const { home } = await signedInCreator()
    expect((await home.post('numbers/code', {})).status).toBe(200)
    const shown = await home.post('numbers', { code: '000000' })
    expect(shown.status, shown.text).toBe(200)
    const [row] = await running.database.sql<{ account_number: string }[]>`
      select account_number from creators order by created_at desc limit 1`
    expect(shown.body).toEqual({ account_number: row?.account_number, routing_number: '999999992' })
    // A code is used once: without another one the numbers are not shown again.
    expect((await home.post('numbers', { code: '000000' })).status).not.toBe(200)
  })
})

describe('closing the account', () => {
  it('withdraws what it holds first, and ends its connections', async () => {
    const { sandbox, home, email } = await signedInCreator()
    const { data } = (await sandbox.get('/account-connection')).body
    const [{ id }] = data.filter((one: { status: string }) => one.status === 'active')
    // Nowhere to withdraw to: nothing is closed.
    const refused = await home.post('close', { password: PASSWORD })
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state'])
    expect((await sandbox.get(`/account-connection/${id}`)).body.status).toBe('active')
    const { sample } = (await home.get('money')).body
    await home.post('bank-account', { ...sample, password: PASSWORD })
    expect((await home.post('close', { password: 'wrong password' })).body.code).toBe('incorrect_credentials')

    const answers = await Promise.all([1, 2].map(() => home.post('close', { password: PASSWORD })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await home.get('money')).body).toMatchObject({
      is_open: false,
      balance_in_cents: 0,
      withdrawals: [{ amount_in_cents: OPENING }],
    })
    expect((await sandbox.get(`/account-connection/${id}`)).body.status).toBe('deleted')
    const deposit = { account_connection: id, deposit_source: 'video_ads', amount_in_cents: 100 }
    expect((await sandbox.post('/sandbox/deposit', deposit)).status).toBe(409)
    await advance(sandbox, HOUR)
    expect((await home.get('money')).body.withdrawals).toMatchObject([{ status: 'sent' }])
    await auditClean(running.database)

    // The same account opens again, without test funds of its own.
    const again = await invited(sandbox, { email })
    await sandbox.post('/sandbox/connect', { account_connection: again, type: 'direct' })
    expect((await home.get('money')).body).toMatchObject({ is_open: true, balance_in_cents: 0 })
    await auditClean(running.database)
  })
})
