import { beforeAll, describe, expect, it } from 'vitest'
import { rollUpDays } from '../../src/ledger/index.ts'
import { bought, openDesk } from '../support/desk.ts'
import { asked, pair } from '../support/p2p.ts'
import { advance, auditClean, connected, OPENING, paid } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

const desk = () => openDesk(running)
const DAY = 86_400

describe('export', () => {
  const lines = (text: string): string[] => text.replace('\uFEFF', '').trimEnd().split('\r\n')

  it('gives every list as a file, with the filters of the list', async () => {
    const { client, browser } = await desk()
    const creator = await connected(client, 'direct', { first_name: '=cmd()', last_name: 'O"Neil, Jr.' })
    // Of a later day, so that no worker moves them meanwhile.
    const later = { description: '+1; "x"', date: '2099-01-01T00:00:00.000Z' }
    for (let nth = 0; nth < 3; nth++) await paid(client, creator, 100 + nth, later)
    await bought(client)
    for (const name of ['payouts', 'purchases', 'account-connections', 'buyers', 'p2p', 'contracts', 'events']) {
      const file = await browser.get(`/dashboard/api/sandbox/export/${name}.csv`)
      expect(file.status, file.text).toBe(200)
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`)
      const path = name === 'account-connections' ? 'account-connection' : name.replace(/s$/, '')
      const total = name === 'events' ? undefined : (await client.get(`/${path}`)).body.pagination.total
      if (total !== undefined) expect(lines(file.text), name).toHaveLength(total + 1)
    }
    const payouts = lines((await browser.get('/dashboard/api/sandbox/export/payouts.csv')).text)
    expect(payouts[0]).toMatch(/^id,account_connection,creator,amount_in_cents,amount,fee_in_cents,fee,status/)
    // Newest first; what a spreadsheet would run as a formula is text.
    const name = `"'=cmd\\(\\) O""Neil, Jr\\."`
    expect(payouts[1]).toMatch(
      new RegExp(`^pay_[0-9a-z]+,${creator},${name},102,1\\.02,25,0\\.25,ready,direct,"'\\+1; ""x""",`),
    )
    const creators = lines((await browser.get('/dashboard/api/sandbox/export/account-connections.csv')).text)
    expect(creators[1]).toContain(`,'=cmd(),"O""Neil, Jr.",`)
    expect(creators.join()).not.toMatch(/digest|sealed/)
    const none = await browser.get('/dashboard/api/sandbox/export/payouts.csv?status=returned')
    expect(lines(none.text)).toHaveLength(1)
    const rowsOf = async (query: string) =>
      lines((await browser.get(`/dashboard/api/sandbox/export/payouts.csv?${query}`)).text).length - 1
    const { total } = (await client.get('/payout?status=ready,sent')).body.pagination
    expect(await rowsOf('status=ready,sent')).toBe(total)
    expect(await rowsOf('amount_min_in_cents=102&amount_max_in_cents=102&type=direct')).toBe(1)
    expect(await rowsOf('updated_after=2001-01-01T00:00:00.000Z')).toBe(payouts.length - 1)
    expect(await rowsOf('updated_before=2001-01-01T00:00:00.000Z')).toBe(0)
    const before = await browser.get(
      '/dashboard/api/sandbox/export/payouts.csv?created_before=2001-01-01T00:00:00.000Z',
    )
    expect(lines(before.text)).toHaveLength(1)
    expect((await browser.get('/dashboard/api/sandbox/export/payouts.csv?colour=red')).status).toBe(400)
    expect((await browser.get('/dashboard/api/sandbox/export/secrets.csv')).status).toBe(404)
  })

  it('takes the filters of its list: amounts, buyers, and creators of P2P payments', async () => {
    const { client, browser } = await desk()
    const { buyer } = await bought(client)
    const rows = async (query: string) => {
      const file = await browser.get(`/dashboard/api/sandbox/export/${query}`)
      expect(file.status, file.text).toBe(200)
      return lines(file.text).length - 1
    }
    expect(await rows('purchases.csv?amount_min_in_cents=10000')).toBe(1)
    expect(await rows('purchases.csv?amount_min_in_cents=10001')).toBe(0)
    expect(await rows(`purchases.csv?buyer=${buyer}`)).toBe(1)
    expect(await rows('withdrawals.csv?amount_max_in_cents=1')).toBe(0)
    const between = await pair(client)
    await asked(client, between)
    expect(await rows(`p2p.csv?account_connection=${between.destination}`)).toBe(1)
    expect(await rows('p2p.csv?account_connection=acon_none')).toBe(0)
  })

  it('that breaks on the way does not look whole', async () => {
    const { client, browser, id } = await desk()
    await paid(client, await connected(client, 'direct'), 100)
    // A count of rows that are not there makes many steps, of which one meets a table that is gone.
    await running.database.sql`
      update counters set value = 50000000
      where kind = 'p2p' and tenant_id = (select id from tenants where enterprise_id = ${id} and environment = 'sandbox')`
    await running.database.sql`
      insert into counters (tenant_id, kind, value)
      select id, 'p2p', 50000000 from tenants where enterprise_id = ${id} and environment = 'sandbox'
      on conflict (tenant_id, kind) do nothing`
    const response = await fetch(`${browser.origin}/dashboard/api/sandbox/export/p2p.csv`, {
      headers: { cookie: browser.cookies() },
    })
    expect(response.status).toBe(200)
    await running.database.sql`alter table p2p_payments rename to p2p_away`
    try {
      await expect(response.text()).rejects.toThrow()
    } finally {
      await running.database.sql`alter table p2p_away rename to p2p_payments`
    }
  })

  it('has nothing of another enterprise', async () => {
    const { client } = await desk()
    const stranger = await desk()
    await paid(client, await connected(client, 'direct'), 100)
    for (const name of ['payouts', 'account-connections', 'events']) {
      const file = await stranger.browser.get(`/dashboard/api/sandbox/export/${name}.csv`)
      expect(lines(file.text), name).toHaveLength(1)
    }
  })
})

describe('the ledger', () => {
  it('shows accounts, and a trial balance of zero', async () => {
    const { client, get } = await desk()
    await paid(client, await connected(client, 'ach'), 5_000)
    await connected(client, 'direct')
    const { accounts, pagination } = await get('ledger/accounts?page_size=100')
    expect(pagination.total).toBe(accounts.length)
    expect(accounts[0]).toMatchObject({ account: 'operating', guarded: true, balance_in_cents: OPENING - 5_025 })
    expect(accounts.find(({ account }: { account: string }) => account === 'pending_payouts').balance_in_cents).toBe(
      5_000,
    )
    const trial = await get('ledger/trial-balance')
    expect(trial.difference_in_cents).toBe(0)
    expect(trial.debits_in_cents).toBe(trial.credits_in_cents)
    expect(trial.debits_in_cents).toBeGreaterThan(OPENING)
    expect(trial.accounts.find(({ account }: { account: string }) => account === 'creators').accounts).toBe(1)
  })

  it('gives a statement of any account between two dates, page by page, that adds up, and as a file', async () => {
    const { client, browser, get } = await desk()
    const creator = await connected(client, 'direct')
    const today = async (): Promise<string> => (await client.get('/sandbox/clock')).body.now.slice(0, 10)
    const days: string[] = []
    for (let day = 0; day < 4; day++) {
      days.push(await today())
      for (let nth = 0; nth < 3; nth++) await paid(client, creator, 1_000 * (day + 1) + nth)
      if (day === 1) await rollUpDays(running.database)
      await advance(client, DAY)
    }
    const opening = OPENING - (1_000 + 1_001 + 1_002)
    const second = -(2_000 + 2_001 + 2_002)
    const third = -(3_000 + 3_001 + 3_002)
    const query = `account=operating&from=${days[1]}&to=${days[2]}`
    const whole = await get(`ledger/statement?${query}&page_size=100`)
    expect(whole).toMatchObject({
      account: 'operating',
      from: days[1],
      to: days[2],
      opening_in_cents: opening,
      closing_in_cents: opening + second + third,
      pagination: { total: 6 },
    })
    expect(whole.lines.map(({ amount_in_cents }: { amount_in_cents: number }) => amount_in_cents)).toEqual([
      -2_000, -2_001, -2_002, -3_000, -3_001, -3_002,
    ])
    expect(whole.lines.at(-1).balance_in_cents).toBe(whole.closing_in_cents)
    expect(whole.lines[0]).toMatchObject({
      kind: 'payout.hold',
      counterpart: 'pending_payouts',
      balance_in_cents: opening - 2_000,
    })
    // Its place in the book of all enterprises would tell how much the others do.
    expect(whole.lines[0]).not.toHaveProperty('id')
    // Any page, in whatever state of adding up, is that part of the whole.
    for (const rolled of [false, true]) {
      if (rolled) await rollUpDays(running.database)
      for (const size of [1, 2, 4, 5]) {
        const pages = []
        for (let page = 1; page <= Math.ceil(6 / size); page++)
          pages.push(...(await get(`ledger/statement?${query}&page=${page}&page_size=${size}`)).lines)
        expect(pages, `pages of ${size}`).toEqual(whole.lines)
      }
    }
    expect((await get(`ledger/statement?${query}&page=9`)).lines).toEqual([])
    const file = await browser.get(`/dashboard/api/sandbox/ledger/statement.csv?${query}`)
    const rows = file.text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(rows).toHaveLength(1 + 1 + 6 + 1)
    expect(rows[1]).toBe(`,opening,,,,${opening}`)
    expect(rows.at(-1)).toBe(`,closing,,,,${whole.closing_in_cents}`)
    // All of it, without dates; and of an account that is rolled up into no days.
    const all = await get('ledger/statement?account=operating&page_size=1000')
    expect(all).toMatchObject({ opening_in_cents: 0, pagination: { total: 13 } })
    const { accounts } = await get('ledger/accounts?page_size=100')
    const { account, balance_in_cents } = accounts.find((one: { account: string }) =>
      one.account.startsWith('creator:'),
    )
    const ofCreator = await get(`ledger/statement?account=${account}&from=${days[1]}`)
    expect(ofCreator.closing_in_cents).toBe(balance_in_cents)
    expect(ofCreator.pagination.total).toBe(9)
    await auditClean(running.database)
  })

  it('has no account of another enterprise, and days must be days', async () => {
    const { client, get } = await desk()
    const stranger = await desk()
    await connected(client, 'direct')
    const { accounts } = await get('ledger/accounts?page_size=100')
    const creator = accounts.find(({ account }: { account: string }) => account.startsWith('creator:')).account
    for (const path of [
      `statement?account=${creator}`,
      `statement.csv?account=${creator}`,
      'statement?account=nothing',
    ]) {
      expect((await stranger.browser.get(`/dashboard/api/sandbox/ledger/${path}`)).status, path).toBe(404)
    }
    expect(
      (await stranger.browser.get('/dashboard/api/sandbox/ledger/statement?account=operating&from=2026-02-30')).status,
    ).toBe(400)
    for (const path of ['statement', 'statement.csv']) {
      const turned = `/dashboard/api/sandbox/ledger/${path}?account=operating&from=2026-03-02&to=2026-03-01`
      expect(await stranger.browser.get(turned)).toMatchObject({ status: 400, body: { errors: [{ param: 'to' }] } })
    }
    expect((await stranger.browser.get('/dashboard/api/sandbox/reconciliation')).status).toBe(404)
    expect((await stranger.browser.get('/dashboard/api/production/reconciliation')).body).toEqual({ days: [] })
  })
})

// Last, because it writes into the books what no command has.
it('reconciliation is of the enterprise’s own entries alone', async () => {
  const [mine, other] = [await running.enterprise(), await running.enterprise()]
  const { sql } = running.database
  const tenantOf = async (enterprise: string): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      select id from tenants where enterprise_id = ${enterprise} and environment = 'production'`
    return (row as { id: number }).id
  }
  const owners = { mine: await tenantOf(mine.id), other: await tenantOf(other.id) }
  const [bank] = await sql<{ id: number }[]>`
    select id from tenants where enterprise_id is null and environment = 'production'`
  const bankId = (bank as { id: number }).id
  await sql`
    insert into ach_files (tenant_id, id, direction, name, sha256, bytes_sealed, status, day, entries, debit_in_cents,
      credit_in_cents, created_at)
    values (${bankId}, 'ach_1', 'out', 'one.ach', '\\x01', '\\x00', 'delivered', '2031-03-10', 3, 0, 2100, now())`
  await sql`
    insert into ach_entries (tenant_id, file, trace, owner, payout, amount_in_cents) values
      (${bankId}, 'ach_1', '1', ${owners.mine}, 'pay_a', 500), (${bankId}, 'ach_1', '2', ${owners.mine}, 'pay_b', 700),
      (${bankId}, 'ach_1', '3', ${owners.other}, 'pay_c', 900)`
  await sql`
    insert into ledger_transfers (tenant_id, source_id, kind, debit_account, credit_account, amount_in_cents, at) values
      (${owners.mine}, 'pay_a', 'payout.sent', 1, 2, 500, now()), (${owners.mine}, 'pay_b', 'payout.sent', 1, 2, 700, now())`
  const days = async (enterprise: string) =>
    (await (await signedIn(running, enterprise, 'viewer')).get('/dashboard/api/production/reconciliation')).body.days
  const day = { day: '2031-03-10', returned: 0, returned_in_cents: 0, returned_booked_in_cents: 0 }
  expect(await days(mine.id)).toEqual([
    { ...day, entries: 2, amount_in_cents: 1_200, booked_in_cents: 1_200, agrees: true },
  ])
  expect(await days(other.id)).toEqual([
    { ...day, entries: 1, amount_in_cents: 900, booked_in_cents: 0, agrees: false },
  ])
})
