import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { connected } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

async function newEnterprise() {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  const page = await atDashboard(service, visitors, id)
  await connected(sandbox, 'direct', { external_id: 'artist-1' })
  await connected(sandbox, 'ach', { external_id: 'artist-2' })
  await page.goto(dashboard(service, '/pay-file'))
  return { page, client: sandbox }
}

const drop = (page: Page, name: string, lines: readonly string[]) =>
  page
    .getByLabel(/Drop a CSV file/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

const GOOD = ['external_id,amount,description', 'artist-1,125.00,March', 'artist-2,80.50,March']

describe('pay by file', () => {
  it('checks every row, shows total and fees, pays after one confirmation and says how far it is', async () => {
    const { page, client } = await newEnterprise()
    await drop(page, 'march.csv', GOOD)
    await see(page.getByRole('heading', { level: 1, name: 'march.csv' })).toBeVisible()
    await see(page.getByText('$205.50', { exact: true })).toBeVisible()
    await see(page.getByText('$0.25', { exact: true })).toBeVisible()
    // Whom it pays, by name, and no column for errors.
    await see(page.getByRole('row', { name: 'Alice Alison Row 2, artist-1 $125.00 March' })).toBeVisible()
    await see(page.getByRole('columnheader', { name: 'Errors' })).toHaveCount(0)
    expect((await client.get('/payout')).body.pagination.total).toBe(0)
    await page.getByRole('button', { name: 'Make 2 payouts, $205.50' }).click()
    await see(page.getByText('2 of 2 payouts were made.')).toBeVisible()
    const { data } = (await client.get('/payout')).body
    expect(data.map((one: { amount_in_cents: number }) => one.amount_in_cents).sort()).toEqual([12_500, 8_050])
  })

  it('shows the errors beside each row, and pays nothing', async () => {
    const { page, client } = await newEnterprise()
    await drop(page, 'wrong.csv', [...GOOD, 'artist-9,10,Nobody', 'artist-1,a lot,'])
    await see(page.getByText(/^2 errors in this file/)).toBeVisible()
    await see(page.getByRole('row')).toHaveCount(3)
    await see(page.getByRole('row', { name: /artist-9 Row 4/ })).toContainText(
      'No account connection has this external id.',
    )
    await see(page.getByRole('row', { name: /a lot/ })).toBeVisible()
    await see(page.getByRole('button', { name: /^Make/ })).toHaveCount(0)
    await page.getByText('All', { exact: true }).click()
    await see(page.getByRole('row')).toHaveCount(5)
    expect((await client.get('/payout')).body.pagination.total).toBe(0)
  })

  it('recognises the same file and pays it again only when told to', async () => {
    const { page, client } = await newEnterprise()
    await drop(page, 'march.csv', GOOD)
    await page.getByRole('button', { name: /^Make 2 payouts/ }).click()
    await see(page.getByText('2 of 2 payouts were made.')).toBeVisible()
    await page.goto(dashboard(service, '/pay-file'))
    await drop(page, 'march (copy).csv', GOOD)
    await see(page.getByText('The same file was paid before')).toBeVisible()
    await see(page.getByRole('button', { name: /^Make 2 payouts/ })).toBeDisabled()
    expect((await client.get('/payout')).body.pagination.total).toBe(2)
    await page.getByLabel('Pay the same rows a second time').check()
    await page.getByRole('button', { name: /^Make 2 payouts/ }).click()
    await see(page.getByText('2 of 2 payouts were made.')).toBeVisible()
    expect((await client.get('/payout')).body.pagination.total).toBe(4)
  })

  it('matches columns as a person says', async () => {
    const { page } = await newEnterprise()
    await drop(page, 'own.csv', ['artist,sum', 'artist-1,12.00'])
    await see(page.getByRole('heading', { level: 1, name: 'own.csv' })).toBeVisible()
    await page.getByLabel('Field of “artist”').selectOption('external_id')
    await see(page.getByLabel('Field of “artist”')).toHaveValue('external_id')
    await page.getByLabel('Field of “sum”').selectOption('amount')
    await see(page.getByRole('button', { name: 'Make 1 payout, $12.00' })).toBeVisible()
  })
})
