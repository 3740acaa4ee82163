import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { setRules, TWO } from '../support/approvals.ts'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import type { Client } from '../support/client.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { shiftsOn, tooWide, violationsOn, WATCH_SHIFTS } from '../support/looks.ts'
import { bring } from '../support/pay-files.ts'
import { advance, balances, connected, invited, paid } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { bought, buyerWith, SETTLED_SECONDS } from '../support/purchases.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

const DAY = 86_400

async function newEnterprise() {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  return { id, client: sandbox }
}

async function atHome(enterprise: string): Promise<Page> {
  const page = await atDashboard(service, visitors, enterprise)
  await page.goto(dashboard(service, '/'))
  return page
}

const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).click()

/** The amounts of a list of payouts, top to bottom. */
async function seeAmounts(page: Page, amounts: readonly string[]): Promise<void> {
  await see(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  await see(page.getByRole('row')).toHaveCount(amounts.length + 1)
  for (const amount of amounts) await see(page.getByRole('cell', { name: amount, exact: true })).toBeVisible()
}

async function failed(client: Client, creator: string, amount: number): Promise<void> {
  const { id } = await paid(client, creator, amount)
  expect((await client.post('/sandbox/payout-error', { payout: id })).status).toBe(200)
}

describe('a number of payouts on Home opens exactly those it counts', () => {
  async function scene() {
    const { id, client } = await newEnterprise()
    const direct = await connected(client, 'direct')
    const ach = await connected(client, 'ach')
    await paid(client, await invited(client), 100)
    await failed(client, direct, 200)
    await advance(client, 24 * DAY)
    await failed(client, direct, 300)
    const returned = await paid(client, ach, 400)
    await advance(client, 3_600)
    expect((await client.post('/sandbox/payout-return', { payout: returned.id, code: 'R03' })).status).toBe(200)
    await paid(client, await invited(client), 500)
    await paid(client, direct, 600, { date: '2099-01-31T09:00:00.000Z' })
    return { page: await atHome(id), client }
  }

  it('of failed, unclaimed, pending and each status', async () => {
    const { page } = await scene()
    await follow(page, '2 payouts failed or came back in the last 7 days.')
    await seeAmounts(page, ['$4.00', '$3.00'])
    await page.goBack()
    await follow(page, 'One unclaimed payout will be canceled within 7 days.')
    await seeAmounts(page, ['$1.00'])
    await page.goBack()
    // Of two unclaimed payouts and a scheduled one, with the highest fee that each could cost.
    await follow(page, /^Pending payouts \$12\.75$/)
    await seeAmounts(page, ['$6.00', '$5.00', '$1.00'])
    await page.goBack()
    await follow(page, /^Error 2 \$5\.00$/)
    await seeAmounts(page, ['$3.00', '$2.00'])
  })

  it('with the amounts of each status, of payouts and purchases', async () => {
    const { page, client } = await scene()
    const ach = await connected(client, 'ach')
    await paid(client, ach, 700)
    await paid(client, ach, 800)
    await advance(client, 7 * DAY)
    const buyer = await buyerWith(client)
    const [back] = [await bought(client, buyer, 10_000), await bought(client, buyer, 2_500)]
    await advance(client, SETTLED_SECONDS)
    expect((await client.put(`/purchase/${back.id}`, { status: 'refunded' })).status).toBe(200)
    await page.reload()
    await see(page.getByRole('link', { name: /^Sent 2 \$15\.00$/ })).toBeVisible()
    for (const [card, list] of [
      ['Payouts by status', 'Payouts'],
      ['Purchases by status', 'Purchases'],
    ] as const) {
      const lines = page.getByRole('region', { name: card }).getByRole('link')
      const names = (await lines.allInnerTexts()).map((text) => text.split(/\s+/))
      expect(names.length).toBeGreaterThan(1)
      for (const [nth, words] of names.entries()) {
        await lines.nth(nth).click()
        await see(page.getByRole('heading', { level: 1, name: list })).toBeVisible()
        const [count = '', amount = ''] = words.slice(-2)
        await see(page.getByRole('row')).toHaveCount(Number(count) + 1)
        await see(page.getByRole('strong').filter({ hasText: amount }).last()).toBeVisible()
        await page.goBack()
        await see(lines).toHaveCount(names.length)
      }
    }
  })
})

it('the fees of the month and the volume open transfers that come to the same', async () => {
  const { id, client } = await newEnterprise()
  const direct = await connected(client, 'direct')
  // In the middle of a month, so that everything is of one month.
  const { now } = (await client.get('/sandbox/clock')).body
  const middle = new Date(Date.parse(now))
  middle.setUTCMonth(middle.getUTCMonth() + 1, 15)
  expect((await client.post('/sandbox/clock/advance', { to: middle.toISOString() })).status).toBe(200)
  await paid(client, await connected(client, 'ach'), 20_000)
  await failed(client, direct, 30_000)
  await bought(client, await buyerWith(client), 10_000)
  // The fees are collected meanwhile, which charges nothing.
  await advance(client, SETTLED_SECONDS)
  const page = await atHome(id)
  const figure = page.getByRole('link', { name: /^Fees this month/ })
  const fees = (await figure.textContent())?.replace('Fees this month', '') ?? ''
  expect(fees).toMatch(/^\$3\.\d\d$/)
  await figure.click()
  await see(page.getByText('Sum of these transfers')).toBeVisible()
  await see(page.getByText('Fees collected')).toHaveCount(0)
  await see(page.getByText(fees, { exact: true })).toBeVisible()
  await page.goBack()
  const funding = { amount_in_cents: 40_000, available_at: new Date(middle.getTime() + 9 * DAY * 1_000).toISOString() }
  expect((await client.post('/sandbox/funding', funding)).status).toBe(200)
  await page.reload()
  const closing = async (balance: string) => {
    await see(page.locator('p').filter({ hasText: /^Closing balance/ })).toHaveText(`Closing balance${balance}`)
    await page.goBack()
  }
  const balance = (await page.getByRole('link', { name: /^Operating balance/ }).textContent()) ?? ''
  expect(balance).toMatch(/\$99,\d{3}\.\d\d$/)
  await follow(page, /^Operating balance/)
  await closing(balance.replace('Operating balance', ''))
  await follow(page, '$400.00 incoming, not available yet')
  await see(page.getByRole('heading', { level: 1, name: 'Incoming' })).toBeVisible()
  await closing('$400.00')
  await follow(page, 'Payouts $200.00')
  await see(page.getByText('Sum of these transfers')).toBeVisible()
  await see(page.getByText('$200.00', { exact: true })).toBeVisible()
  await page.goBack()
  await follow(page, 'Purchases $100.00')
  // Card clearing is debited with what buyers paid.
  await see(page.getByText('Closing balance', { exact: true })).toBeVisible()
  await see(page.getByText('−$100.00', { exact: true }).first()).toBeVisible()
})

it('reversals that wait for money open the account that owes them', async () => {
  const { id, client } = await newEnterprise()
  const { id: purchase } = await bought(client, await buyerWith(client), 10_000)
  await advance(client, SETTLED_SECONDS)
  const { operating } = await balances(client)
  await paid(client, await connected(client, 'direct'), operating - 25)
  const { operating: left } = await balances(client)
  const due = `$${((10_000 - left) / 100).toFixed(2)}`
  expect((await client.post('/sandbox/chargeback', { purchase })).status).toBe(200)
  const page = await atHome(id)
  await follow(page, `${due} of reversals wait for money in the operating account.`)
  await see(page.getByRole('heading', { level: 1, name: 'Refunds due' })).toBeVisible()
  await see(page.getByText(`−${due}`, { exact: true }).first()).toBeVisible()
})

it('files, keys and approvals open those that are counted', async () => {
  const { id, client } = await newEnterprise()
  const creator = await connected(client, 'direct', { external_id: 'artist-1' })
  const finance = await signedIn(service, id, 'finance')
  const csv = (amount: number) => `external_id,amount_in_cents\nartist-1,${amount}`
  const broken = (await bring(finance, csv(100), { name: 'broken.csv' })).body.file_id
  expect((await bring(finance, csv(200), { name: 'waiting.csv' })).status).toBe(201)
  const { sql } = service.database
  await sql`update pay_files set state = 'failed', ended_at = clock_timestamp() where id = ${broken}`
  await sql`update api_keys set flagged_at = clock_timestamp() where tenant_id in (
    select id from tenants where enterprise_id = ${id} and environment = 'sandbox')`
  await setRules(service, id, [TWO])
  const first = await paid(client, creator, 700)
  const second = await paid(client, creator, 800)
  expect((await client.put(`/payout/${first.id}`, { status: 'canceled' })).body.status).toBe('canceled')
  const page = await atHome(id)
  await see(page.getByRole('region', { name: 'Next payouts' }).getByRole('link', { name: /csv/ })).toHaveText([
    /^waiting\.csvNot confirmed\$2\.00$/,
  ])
  await follow(page, 'One file was not paid to the end.')
  await see(page.getByRole('link', { name: 'broken.csv' })).toBeVisible()
  await see(page.getByRole('link', { name: 'waiting.csv' })).toHaveCount(0)
  await page.goBack()
  await follow(page, /^One API key came over plain HTTP/)
  await see(page.getByText('Only keys that came over plain HTTP.')).toBeVisible()
  await see(page.getByText('Sent without HTTPS: replace it')).toHaveCount(1)
  await follow(page, 'Show all keys')
  await see(page).toHaveURL(/\/keys$/)
  await page.goto(dashboard(service, '/'))
  await follow(page, 'One request waits for approval.')
  await see(page.getByRole('row')).toHaveCount(2)
  await see(page.getByRole('cell', { name: '$8.00' })).toBeVisible()
  expect(second.approval.status).toBe('awaiting')
})

describe('Home', () => {
  it('compares money out and in with the period before, for the range that is chosen', async () => {
    const { id, client } = await newEnterprise()
    const direct = await connected(client, 'direct')
    await paid(client, direct, 10_000)
    await advance(client, 10 * DAY)
    await paid(client, direct, 12_500)
    await advance(client, 60)
    const page = await atHome(id)
    await see(page.getByRole('figure')).toContainText('Payouts $225.00, up from $0.00 in the 30 days before')
    await page.getByText('7 days', { exact: true }).click()
    await see(page.getByRole('figure')).toContainText('Payouts $125.00, 25% more than in the 7 days before')
    await see(page.getByRole('figure')).toContainText('Purchases $0.00, as much as in the 7 days before')
    await see(page.getByRole('figure')).toContainText('Days of the sandbox’s clock, from midnight UTC.')
  })

  it('shows what is paid next and what happened, and pays', async () => {
    const { id, client } = await newEnterprise()
    const direct = await connected(client, 'direct')
    const dates = ['2099-03-01', '2099-01-01', '2099-02-01']
    for (const [nth, date] of dates.entries())
      await paid(client, direct, 100 * (nth + 1), { date: `${date}T09:00:00.000Z` })
    const page = await atHome(id)
    const next = page.getByRole('region', { name: 'Next payouts' }).getByRole('link')
    await see(next).toHaveCount(3)
    await see(next.nth(0)).toContainText('Jan 1, 2099')
    await see(next.nth(0)).toContainText('$2.00')
    await see(next.nth(2)).toContainText('Mar 1, 2099')
    await see(page.getByRole('region', { name: 'Recent activity' }).getByRole('link').first()).toContainText('Alice')
    await page.getByRole('button', { name: 'New payout' }).click()
    await see(page.getByRole('dialog')).toContainText('Pay a creator')
  })

  it('leads a new enterprise from the first creator to the first payout and webhook', async () => {
    const { id, client } = await newEnterprise()
    const page = await atHome(id)
    const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
    await see(steps).toHaveCount(4)
    await see(steps.filter({ hasText: 'Done' })).toHaveCount(0)
    // Each on a line of its own, together with its arrow.
    await page.setViewportSize(DESKTOP)
    const heights = await steps.evaluateAll((all) => all.map((step) => step.getBoundingClientRect().height))
    expect(new Set(heights).size, String(heights)).toBe(1)
    expect(heights[0]).toBeLessThan(30)
    await paid(client, await connected(client, 'direct'), 100)
    await page.reload()
    await see(steps.filter({ hasText: 'Done' })).toHaveCount(3)
    await steps.getByRole('link', { name: 'Receive changes with a webhook' }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
    await client.post('/webhook', { url: 'https://hooks.example.com/', event: 'payout.update' })
    await page.goto(dashboard(service, '/'))
    await see(page.getByRole('region', { name: 'Recent activity' })).toBeVisible()
    await see(page.getByText('Pending payouts')).toBeVisible()
    await see(steps).toHaveCount(0)
  })

  it('moves nothing on a phone where its figures come late, after placeholders', async () => {
    const { id, client } = await newEnterprise()
    const creator = await connected(client, 'direct')
    for (const cents of [100, 200, 300, 400]) await paid(client, creator, cents)
    await failed(client, creator, 500)
    const page = await atDashboard(service, visitors, id)
    await page.setViewportSize(PHONE)
    await page.addInitScript(WATCH_SHIFTS)
    const late = Promise.withResolvers<void>()
    await page.route('**/api/sandbox/home', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goto(dashboard(service, '/'))
    await see(page.getByText('Operating balance')).toBeVisible()
    late.resolve()
    await see(page.getByRole('region', { name: 'What needs attention' })).toContainText('One payout failed')
    expect(await shiftsOn(page)).toEqual([])
  })

  it.each([
    ['1280 light', DESKTOP, 'light'],
    ['390 dark', PHONE, 'dark'],
  ] as const)('fits and is accessible at %s', async (_view, size, colorScheme) => {
    const { id, client } = await newEnterprise()
    await paid(client, await connected(client, 'direct'), 12_500)
    await advance(client, 60)
    const page = await atHome(id)
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await see(page.getByRole('figure')).toBeVisible()
    await see(page.getByRole('region', { name: 'First steps' })).toBeVisible()
    expect([...(await tooWide(page)), ...(await violationsOn(page, true))]).toEqual([])
  })
})
