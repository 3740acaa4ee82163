import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { agreed, deposit } from '../support/contracts.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { asked, pair } from '../support/p2p.ts'
import { advance, connected } from '../support/payouts.ts'
import { bought, buyerWith, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

async function finance() {
  const { id, sandbox: client } = await service.enterprise('Riverside Music')
  const page = await atDashboard(service, visitors, id, 'finance')
  return { page, client, open: (path: string) => page.goto(dashboard(service, path)) }
}

describe('lists for finance', () => {
  it('purchases are filtered by amount, added up, and refunded several at once', async () => {
    const { page, client, open } = await finance()
    const buyer = await buyerWith(client)
    const ids = []
    for (const amount of [1_000, 2_000, 90_000]) ids.push((await bought(client, buyer, amount)).id)
    await advance(client, SETTLED_SECONDS)
    await open('/purchases?amount_max_in_cents=5000')
    const totals = page.getByText('2 purchases')
    await see(totals).toBeVisible()
    await see(page.getByText('$30.00', { exact: true })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'Refund 2' }).click()
    const dialog = page.getByRole('dialog')
    await see(dialog.getByText('Refund what is left of 2 purchases of $30.00?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Refund 2 purchases' }).click()
    await see(dialog.getByText('2 of 2 done.')).toBeVisible()
    const refunded = async (id: string) => (await readPurchase(client, id)).refunded_in_cents
    expect(await Promise.all(ids.map(refunded))).toEqual([1_000, 2_000, 0])
  })

  it('rows are chosen when they are there, and not those of another filter', async () => {
    const { page, client, open } = await finance()
    const buyer = await buyerWith(client)
    await bought(client, buyer, 1_000)
    const { id } = await bought(client, buyer, 90_000)
    let lists = Promise.withResolvers<void>()
    await page.route(/\/sandbox\/purchases\?/, async (route) => {
      await lists.promise
      await route.continue()
    })
    await open('/purchases')
    const all = page.getByRole('checkbox', { name: 'Select all rows of this page' })
    await see(all).toBeDisabled()
    lists.resolve()
    await see(all).toBeEnabled()
    lists = Promise.withResolvers<void>()
    await page.getByRole('button', { name: /^Total/ }).click()
    await see(page.getByRole('region', { name: 'Purchases' })).toHaveAttribute('aria-busy', 'true')
    await see(all).toBeDisabled()
    await see(page.getByRole('checkbox', { name: `Select ${id}` })).toBeDisabled()
    lists.resolve()
    await all.check()
    await see(page.getByRole('row').getByRole('checkbox', { checked: true })).toHaveCount(3)
  })

  it('purchases, P2P payments and contracts are sorted and exported as they are chosen', async () => {
    const { page, client, open } = await finance()
    const buyer = await buyerWith(client)
    const purchases = []
    for (const amount of [2_000, 9_000, 1_000]) purchases.push((await bought(client, buyer, amount)).id)
    const between = await pair(client)
    const payments = []
    for (const amount of [300, 700, 500]) payments.push((await asked(client, between, amount)).id)
    const contracts = [(await agreed(client, between.source)).id]
    const amounts = () => page.locator('tbody td:nth-child(2)').allInnerTexts()
    const chosen = async (ids: readonly string[]) => {
      for (const id of ids) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export' }).click(),
      ])
      const text = (await Array.fromAsync(await download.createReadStream())).join('')
      return text.trim().split('\r\n').slice(1)
    }
    await open('/purchases')
    await page.getByRole('button', { name: /^Total/ }).click()
    await expect.poll(amounts).toEqual(['$90.00', '$20.00', '$10.00'])
    await page.getByRole('button', { name: /^Total/ }).click()
    await expect.poll(amounts).toEqual(['$10.00', '$20.00', '$90.00'])
    const [first = '', , third = ''] = purchases
    const lines = await chosen([third, first])
    expect(lines.map((line) => line.split(',')[0])).toEqual([third, first])

    await open('/p2p')
    await page.getByRole('button', { name: /^Amount/ }).click()
    await expect.poll(amounts).toEqual(['$7.00', '$5.00', '$3.00'])
    expect(await chosen([payments[1] ?? ''])).toEqual([
      expect.stringMatching(new RegExp(`^${payments[1]},.*,700,7\\.00,`)),
    ])

    await open('/contracts')
    expect(await chosen(contracts)).toEqual([expect.stringMatching(new RegExp(`^${contracts[0]},`))])
    await page.getByRole('button', { name: 'Terminate 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Terminate one contract' }).click()
    await see(page.getByRole('dialog').getByText('1 of 1 done.')).toBeVisible()
    expect((await client.get(`/contract/${contracts[0]}`)).body.status).toBe('terminated')
  })

  it('P2P payments have no arrow before they have names, and a list does not wait for ever for one read', async () => {
    const { page, client, open } = await finance()
    await asked(client, await pair(client), 300)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/sandbox/names?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await open('/p2p')
    const row = page.getByRole('region', { name: 'P2P payments' }).locator('tbody tr')
    await see(row.getByText('$3.00')).toBeVisible()
    expect(await row.innerText()).not.toContain('→')
    held.resolve()
    await see(row).toContainText('Sara Source→ Dora Destination')
  })

  it('a contract shows what it has split off, and what that comes to', async () => {
    const { page, client, open } = await finance()
    const creator = await connected(client, 'direct')
    const contract = await agreed(client, creator, { split_percent_amount: 10 })
    for (const amount of [10_000, 30_000]) expect((await deposit(client, creator, amount)).status).toBe(200)
    await open(`/contracts/${contract.id}`)
    const splits = page.getByRole('region', { name: 'Splits' })
    await see(splits.getByRole('row')).toHaveCount(3)
    await see(splits.getByText('$40.00 to you')).toBeVisible()
    await see(splits.getByText('of $400.00 deposited')).toBeVisible()
  })
})
