import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { agreed, deposit } from '../support/contracts.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
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
