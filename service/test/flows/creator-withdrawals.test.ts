import { beforeAll, describe, expect, it } from 'vitest'
import { payoutDeps } from '../../src/app/resource-deps.ts'
import type { Id, TenantId } from '../../src/kernel/ids.ts'
import type { Tx } from '../../src/platform/database.ts'
import { createLogger } from '../../src/platform/logs.ts'
import {
  addBankAccount,
  findCreatorBankAccount,
  proveBankAccount,
  returnCreatorWithdrawal,
  withdraw,
} from '../../src/resources/creator-withdrawals/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { accounts, advance, auditClean, connected, paid } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { vault } from '../support/vault.ts'
import { ACCOUNT } from '../support/withdrawals.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const HOUR = 3_600
/** What a creator's account starts with in sandbox. */
const OPENING = 500_000
const deps = payoutDeps(vault, createLogger('silent'))

/** An enterprise with one creator, as the owner of an account in the bank's book. */
async function scene(type: 'direct' | 'wallet' = 'direct') {
  const { id, sandbox } = await running.enterprise()
  const connection = await connected(sandbox, type)
  const { database } = running
  const tenant = await database.transaction((tx) => requireTenant(tx, id, 'sandbox'))
  const [row] = await database.sql<{ creator: Id<'creator'> }[]>`
    select creator_id as creator from account_connections where tenant_id = ${tenant} and id = ${connection}`
  const owner = { tenant_id: tenant as TenantId, id: row?.creator as Id<'creator'> }
  const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.transaction(work)
  return { id, sandbox, connection, owner, act, balance: async () => (await accounts(database, id, 'creator:%'))[0] }
}

const take = (client: Client, account_connection: string, amount_in_cents: number) =>
  client.post('/sandbox/withdrawal', { account_connection, amount_in_cents })

const statusOf = async (id: string): Promise<string> => {
  const [row] = await running.database.sql<{ status: string }[]>`
    select status from creator_withdrawals where id = ${id}`
  return row?.status ?? 'none'
}

describe("a creator's withdrawal in sandbox", () => {
  it.each(['direct', 'wallet'] as const)('of a %s account goes to the sample account on the hour', async (type) => {
    const { id, sandbox, connection, balance } = await scene(type)
    await paid(sandbox, connection, 1_000)
    await advance(sandbox, 2)
    const made = await take(sandbox, connection, OPENING + 1_000)
    expect(made).toMatchObject({
      status: 200,
      body: { status: 'pending', amount_in_cents: OPENING + 1_000, destination: 'Checking ••••6789' },
    })
    expect(await balance()).toBe(0)
    expect(await accounts(running.database, id, 'creator_withdrawals')).toEqual([OPENING + 1_000])
    await advance(sandbox, HOUR)
    expect(await statusOf(made.body.id)).toBe('sent')
    expect(await accounts(running.database, id, 'creator_withdrawals')).toEqual([0])
    expect(await accounts(running.database, id, 'ach_clearing')).toEqual([OPENING + 1_000])
    await auditClean(running.database)
  })

  it('is seen by no enterprise: neither read, listed nor told', async () => {
    const { sandbox, connection } = await scene()
    const { id } = (await take(sandbox, connection, 100)).body
    await advance(sandbox, HOUR)
    expect((await sandbox.get(`/withdrawal/${id}`)).status).toBe(404)
    expect((await sandbox.get('/withdrawal')).body.data).toEqual([])
    expect((await sandbox.get(`/event?resource=${id}`)).body.data).toEqual([])
  })

  it('of more than the account holds is refused; two at once never overdraw it', async () => {
    const { sandbox, connection, balance } = await scene()
    expect(await take(sandbox, connection, OPENING + 1)).toMatchObject({
      status: 402,
      body: { code: 'insufficient_funds' },
    })
    const answers = await Promise.all([OPENING, OPENING, OPENING].map((amount) => take(sandbox, connection, amount)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402])
    expect(await balance()).toBe(0)
    await auditClean(running.database)
  })

  it('needs an account with this service', async () => {
    const { sandbox } = await scene()
    const ach = await connected(sandbox, 'ach')
    expect(await take(sandbox, ach, 1)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await take(sandbox, 'acon_1', 1)).status).toBe(404)
    expect((await take(sandbox, ach, 0)).status).toBe(400)
  })

  it('tells its creator by mail', async () => {
    const { sandbox, connection } = await scene()
    await take(sandbox, connection, 12_345)
    await advance(sandbox, HOUR)
    const [mail] = (await sandbox.get('/sandbox/message?kind=withdrawal')).body.data
    expect(mail).toMatchObject({ subject: '$123.45 is on its way to your bank' })
  })
})

describe("a creator's bank account", () => {
  it('that is no sample is proven by two small deposits that the bank pays, and takes nothing before', async () => {
    const { id, sandbox, connection, owner, act, balance } = await scene()
    const added = await act((tx) => addBankAccount(tx, owner, ACCOUNT, deps))
    expect(added.status).toBe('unproven')
    expect(await take(sandbox, connection, 1)).toMatchObject({ status: 409 })
    await expect(act((tx) => proveBankAccount(tx, owner, [32, 45], deps))).rejects.toThrow('have not been sent yet')
    await advance(sandbox, HOUR)
    expect(await balance()).toBe(OPENING)
    expect(await accounts(running.database, id, 'proofs')).toEqual([-77])
    expect((await act((tx) => proveBankAccount(tx, owner, [45, 32], deps))).status).toBe('proven')
    expect(await take(sandbox, connection, 1)).toMatchObject({
      status: 200,
      body: { destination: 'Checking ••••2333' },
    })
    await auditClean(running.database)
  })

  it('fails after three wrong answers, and can be given again', async () => {
    const { sandbox, owner, act } = await scene()
    await act((tx) => addBankAccount(tx, owner, ACCOUNT, deps))
    await advance(sandbox, HOUR)
    const prove = (one: number, two: number) => act((tx) => proveBankAccount(tx, owner, [one, two], deps))
    expect([(await prove(1, 2)).status, (await prove(32, 46)).status, (await prove(0, 0)).status]).toEqual([
      'unproven',
      'unproven',
      'failed',
    ])
    await expect(prove(32, 45)).rejects.toThrow('Only an unproven bank account can be proven')
    expect((await act((tx) => addBankAccount(tx, owner, ACCOUNT, deps))).status).toBe('unproven')
    expect((await findCreatorBankAccount(running.database.sql, owner.tenant_id, owner.id))?.tries).toBe(0)
  })

  it('whose small deposit comes back is not proven', async () => {
    const { id, sandbox, owner, act } = await scene()
    await act((tx) => addBankAccount(tx, owner, { ...ACCOUNT, account_number: '900011112222' }, deps))
    await advance(sandbox, 2 * HOUR)
    const account = await findCreatorBankAccount(running.database.sql, owner.tenant_id, owner.id)
    expect(account).toMatchObject({ status: 'failed', why: 'Returned by your bank: no account (R03)' })
    expect(await accounts(running.database, id, 'proofs')).toEqual([0])
    await auditClean(running.database)
  })

  it.each([
    ['R02', 'suspended'],
    ['R01', 'proven'],
  ])('from which a withdrawal comes back by %s is %s', async (code, status) => {
    const { sandbox, connection, owner, act, balance } = await scene()
    const { id } = (await take(sandbox, connection, 100)).body
    await advance(sandbox, HOUR)
    const back = await act((tx) => returnCreatorWithdrawal(tx, owner.tenant_id, id, code, deps))
    expect(back.status).toBe('returned')
    expect(await balance()).toBe(OPENING)
    const account = await findCreatorBankAccount(running.database.sql, owner.tenant_id, owner.id)
    expect(account?.status).toBe(status)
    expect((await take(sandbox, connection, 100)).status).toBe(status === 'proven' ? 200 : 409)
    await expect(act((tx) => returnCreatorWithdrawal(tx, owner.tenant_id, id, code, deps))).rejects.toThrow(
      'Only a `sent`',
    )
    await auditClean(running.database)
  })

  it.each([
    ['while it is suspended', false],
    ['when another has replaced it', true],
  ])('from which a withdrawal came back takes none that waits for its batch, %s', async (_when, isReplaced) => {
    const { id: enterprise, sandbox, connection, owner, act, balance } = await scene()
    const first = (await take(sandbox, connection, 100)).body.id
    await advance(sandbox, HOUR)
    const second = (await take(sandbox, connection, 200)).body.id
    await act((tx) => returnCreatorWithdrawal(tx, owner.tenant_id, first, 'R02', deps))
    if (isReplaced) await act((tx) => addBankAccount(tx, owner, ACCOUNT, deps))
    await advance(sandbox, HOUR)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['returned', 'error'])
    expect(await balance()).toBe(OPENING)
    expect(await accounts(running.database, enterprise, 'creator_withdrawals')).toEqual([0])
    const [mail] = (await sandbox.get('/sandbox/message?kind=withdrawal')).body.data
    expect(mail.text).toContain('the bank account is suspended, because a payment to it came back')
    await auditClean(running.database)
  })

  it('is added five times a day at most', async () => {
    const { owner, act } = await scene()
    for (let nth = 0; nth < 5; nth++) await act((tx) => addBankAccount(tx, owner, ACCOUNT, deps))
    await expect(act((tx) => addBankAccount(tx, owner, ACCOUNT, deps))).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('cannot withdraw without one', async () => {
    const { owner, act } = await scene()
    await expect(act((tx) => withdraw(tx, owner, 100 as never, deps))).rejects.toThrow('add one first')
  })
})
