import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { connected, paid } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

async function newEnterprise() {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  const page = await atDashboard(service, visitors, id)
  return { page, client: sandbox, open: (path: string) => page.goto(dashboard(service, path)) }
}

describe('a list', () => {
  it('keeps its filters in the address, and its CSV has the same', async () => {
    const { page, client, open } = await newEnterprise()
    const alice = await connected(client, 'direct')
    await paid(client, alice, 1_100, { date: '2099-01-31T09:00:00.000Z' })
    await paid(client, alice, 2_200)
    await open('/payouts')
    await see(page.getByRole('row')).toHaveCount(3)
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'Ready' }).check()
    await page.keyboard.press('Escape')
    await see(page.getByRole('row')).toHaveCount(2)
    await see(page.getByRole('cell', { name: '$11.00' })).toBeVisible()
    expect(new URL(page.url()).search).toBe('?status=ready')
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href')
    expect(href).toBe('/dashboard/api/sandbox/export/payouts.csv?status=ready')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ])
    const lines = (await Array.fromAsync(await download.createReadStream())).join('').trim().split('\n')
    expect(lines).toHaveLength(2)
    await page.reload()
    await see(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await see(page.getByRole('row')).toHaveCount(3)
  })

  it('turns to any page, and a row leads to its own', async () => {
    const { page, client, open } = await newEnterprise()
    const alice = await connected(client, 'direct')
    const payouts = Array.from({ length: 60 }, (_, nth) => ({ account_connection: alice, amount_in_cents: 100 + nth }))
    await client.post('/payout/batch', { payouts })
    await open('/payouts')
    await see(page.getByText('1–25 of 60')).toBeVisible()
    await page.getByRole('button', { name: 'Last page' }).click()
    await see(page.getByText('51–60 of 60')).toBeVisible()
    await see(page.getByText('Alice Alison')).toHaveCount(10)
    expect(new URL(page.url()).search).toBe('?page=3')
    await page.getByRole('link', { name: '$1.00' }).click()
    await see(page.getByRole('heading', { level: 1, name: '$1.00' })).toBeVisible()
    await page.goBack()
    await see(page.getByText('51–60 of 60')).toBeVisible()
  })

  it('says what happened when there is no connection, and tries again', async () => {
    const { page, client, open } = await newEnterprise()
    await paid(client, await connected(client, 'direct'), 1_100)
    await page.route('**/sandbox/payouts?*', (route) => route.abort())
    await open('/payouts')
    await see(page.getByText('No connection')).toBeVisible()
    await page.unroute('**/sandbox/payouts?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await see(page.getByRole('cell', { name: '$11.00' })).toBeVisible()
  })

  it('says what to do while it is empty', async () => {
    const { page, open } = await newEnterprise()
    for (const [path, words] of [
      ['/account-connections', 'No creators yet'],
      ['/payouts', 'No payouts yet'],
      ['/p2p', 'No payments between creators yet'],
      ['/contracts', 'No contracts yet'],
      ['/buyers', 'No buyers yet'],
      ['/purchases', 'No purchases yet'],
      ['/pay-file', 'No files yet'],
    ] as const) {
      await open(path)
      await see(page.getByText(words)).toBeVisible()
    }
  })
})

describe('the search', () => {
  it('finds by id, external id, name and e-mail', async () => {
    const { page, client, open } = await newEnterprise()
    const email = 'alice.finder@example.com'
    const alice = await connected(client, 'direct', { external_id: 'artist-1001', email })
    const { id } = await paid(client, alice, 4_200)
    for (const [asked, found] of [
      [id, '$42.00'],
      ['artist-10', 'Alice Alison'],
      ['alison', 'Alice Alison'],
      ['alice.find', 'Alice Alison'],
    ] as const) {
      await open('/')
      await see(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
      await page.keyboard.press('/')
      await page.keyboard.type(asked)
      await page.getByRole('option').first().click()
      await see(page.getByRole('heading', { level: 1, name: found })).toBeVisible()
    }
    await open('/search?q=nobody')
    await see(page.getByText('Nothing found')).toBeVisible()
  })
})

describe('a page of another enterprise', () => {
  it('is not there', async () => {
    const { client } = await newEnterprise()
    const { id } = await paid(client, await connected(client, 'direct'), 4_200)
    const { page, open } = await newEnterprise()
    await open(`/payouts/${id}`)
    await see(page.getByText('Not found')).toBeVisible()
  })
})
