import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { tooWide, violationsOn } from '../support/looks.ts'
import { advance, connected, invited, paid, read } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

async function newEnterprise() {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  const page = await atDashboard(service, visitors, id)
  return { page, client: sandbox, open: (path: string) => page.goto(dashboard(service, path)) }
}

const LATER = '2099-01-31T09:00:00.000Z'

/** A failed, a returned, a scheduled, an unclaimed and a sent payout, oldest first: $1 to $5. */
async function scene() {
  const { page, client, open } = await newEnterprise()
  const alice = await connected(client, 'direct')
  const bob = await connected(client, 'ach', { first_name: 'Bob', last_name: 'Bobson' })
  const failed = await paid(client, alice, 100, { description: 'Royalties of March' })
  expect((await client.post('/sandbox/payout-error', { payout: failed.id })).status).toBe(200)
  const returned = await paid(client, bob, 200, { description: 'Advance on the album' })
  await advance(client, 3_600)
  expect((await client.post('/sandbox/payout-return', { payout: returned.id, code: 'R23' })).status).toBe(200)
  const scheduled = await paid(client, alice, 300, { date: LATER, description: 'Royalties of April' })
  await paid(client, await invited(client, { first_name: 'Una' }), 400)
  await paid(client, alice, 500)
  await advance(client, 60)
  await open('/payouts')
  await see(page.getByRole('row')).toHaveCount(6)
  return { page, client, open, failed, returned, scheduled }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** A calendar that is open is a table, too. */
const rows = (page: Page) => page.getByRole('region', { name: 'Payouts' }).locator('tbody tr')

async function seeRows(page: Page, amounts: readonly string[]): Promise<void> {
  await see(rows(page)).toHaveCount(amounts.length)
  for (const [nth, amount] of amounts.entries())
    await see(rows(page).nth(nth).getByText(amount, { exact: true })).toBeVisible()
}

describe('the list of payouts', () => {
  it('is narrowed by several statuses, creator, amount, method, description and date, and adds up what is left', async () => {
    const { page } = await scene()
    await see(page.getByText('5 payouts')).toBeVisible()
    await see(page.getByText('$15.00', { exact: true })).toBeVisible()
    await button(page, 'Status').click()
    await page.getByRole('checkbox', { name: 'Error' }).check()
    await page.getByRole('checkbox', { name: 'Returned' }).check()
    await page.keyboard.press('Escape')
    await seeRows(page, ['$2.00', '$1.00'])
    await see(page.getByText('2 payouts')).toBeVisible()
    await see(page.getByText('$3.00', { exact: true })).toBeVisible()
    expect(new URL(page.url()).search).toBe('?status=returned%2Cerror')

    await button(page, 'Filters').click()
    await page.getByRole('combobox', { name: 'Creator' }).fill('Bob')
    await page.getByRole('option', { name: /Bob Bobson/ }).click()
    await seeRows(page, ['$2.00'])
    await page.keyboard.press('Escape')
    await button(page, /^Creator: Bob Bobson/).click()
    await seeRows(page, ['$2.00', '$1.00'])
    await button(page, 'Clear').click()
    await seeRows(page, ['$5.00', '$4.00', '$3.00', '$2.00', '$1.00'])

    await button(page, 'Filters').click()
    await page.getByLabel('Amount from').fill('2.50')
    await page.getByLabel('Amount up to').fill('4')
    await seeRows(page, ['$4.00', '$3.00'])
    await page.getByRole('textbox', { name: 'Pay on from' }).fill('2099-01-01')
    await page.getByRole('textbox', { name: 'Pay on from' }).press('Enter')
    await seeRows(page, ['$3.00'])
    await page.keyboard.press('Escape')
    await button(page, 'Clear').click()
    await button(page, 'Filters').click()
    await page.getByLabel('Description').fill('royalties')
    await seeRows(page, ['$3.00', '$1.00'])
    await page.getByLabel('Description').fill('')
    await page.getByRole('checkbox', { name: 'Unclaimed' }).check()
    await seeRows(page, ['$4.00'])
    await page.reload()
    await seeRows(page, ['$4.00'])
  })

  it('is sorted by time and by amount, and shows the columns that are chosen', async () => {
    const { page } = await scene()
    await button(page, /^Amount/).click()
    await seeRows(page, ['$5.00', '$4.00', '$3.00', '$2.00', '$1.00'])
    await button(page, /^Amount/).click()
    await seeRows(page, ['$1.00', '$2.00', '$3.00', '$4.00', '$5.00'])
    await see(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending')
    await button(page, /^Created/).click()
    await button(page, /^Created/).click()
    await seeRows(page, ['$1.00', '$2.00', '$3.00', '$4.00', '$5.00'])
    await button(page, 'Columns').click()
    await page.getByRole('checkbox', { name: 'Fee' }).check()
    await page.getByRole('checkbox', { name: 'Description' }).uncheck()
    await page.keyboard.press('Escape')
    await see(page.getByRole('columnheader', { name: 'Fee' })).toBeVisible()
    await see(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(0)
    await page.reload()
    await see(page.getByRole('columnheader', { name: 'Fee' })).toBeVisible()
    await see(page.getByText('Alice Alison')).toHaveCount(3)
    // Names come after amounts, and make the columns as wide as they stay.
    const ends = () =>
      page
        .locator('tbody td:nth-child(2) span')
        .evaluateAll((amounts) => amounts.map((amount) => Math.round(amount.getBoundingClientRect().right)))
    await expect.poll(async () => new Set(await ends()).size).toBe(1)
  })

  it('keeps a view under a name', async () => {
    const { page, open } = await scene()
    await open('/payouts?status=error,returned&sort=largest')
    await seeRows(page, ['$2.00', '$1.00'])
    await button(page, 'Views').click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('To retry')
    await button(page, 'Save view').click()
    await button(page, 'To retry').click()
    await page.getByRole('menuitem', { name: 'All, newest first' }).click()
    await seeRows(page, ['$5.00', '$4.00', '$3.00', '$2.00', '$1.00'])
    await page.reload()
    await button(page, 'Views').click()
    await page.getByRole('menuitem', { name: 'To retry' }).click()
    await seeRows(page, ['$2.00', '$1.00'])
    await button(page, 'To retry').click()
    await page.getByRole('menuitem', { name: 'Delete “To retry”' }).click()
    await button(page, 'Views').click()
    await see(page.getByRole('menuitem', { name: 'To retry' })).toHaveCount(0)
  })
})

describe('payouts that are selected', () => {
  it('are canceled, those that can be', async () => {
    const { page, client, scheduled, failed } = await scene()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await see(page.getByText('5 selected, $15.00')).toBeVisible()
    await button(page, 'Cancel 2').click()
    await see(page.getByRole('dialog')).toContainText('Cancel 2 payouts of $7.00?')
    await button(page, 'Cancel 2 payouts').click()
    await see(page.getByRole('dialog')).toContainText('2 of 2 done.')
    await button(page, 'Done').click()
    await see(page.getByText('selected')).toHaveCount(0)
    expect((await read(client, scheduled.id)).status).toBe('canceled')
    expect((await read(client, failed.id)).status).toBe('error')
    await see(page.getByText('Canceled')).toHaveCount(2)
  })

  it('are paid again once, however many people retry them', async () => {
    const { page, client, failed, returned } = await scene()
    const retry = async () => {
      for (const { id } of [failed, returned]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
      await button(page, 'Retry 2').click()
      await button(page, 'Retry 2 payouts').click()
      await see(page.getByRole('dialog')).toContainText('2 of 2 done.')
      await button(page, 'Done').click()
    }
    await retry()
    await see(page.getByRole('row')).toHaveCount(8)
    await retry()
    const { data, pagination } = (await client.get('/payout')).body
    expect(pagination.total).toBe(7)
    expect(data[0]).toMatchObject({ amount_in_cents: 200, description: 'Advance on the album' })
    expect(data[1]).toMatchObject({ amount_in_cents: 100, description: 'Royalties of March' })
  })

  it('say why one of them was not paid, and pay the others', async () => {
    const { page, client, failed, returned } = await scene()
    const { account_connection } = await read(client, returned.id)
    await client.put(`/account-connection/${account_connection}`, { status: 'deleted' })
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await button(page, 'Retry 2').click()
    await button(page, 'Retry 2 payouts').click()
    await see(page.getByRole('dialog')).toContainText('1 of 2 done.')
    await see(page.getByRole('dialog')).toContainText('Bob Bobson, $2.00:')
    await button(page, 'Done').click()
    await see(page.locator('tbody tr').first().getByText('$1.00')).toBeVisible()
    expect((await client.get('/payout')).body.data[0].account_connection).toBe(failed.account_connection)
  })

  it('are exported with names, dollars and ids', async () => {
    const { page, returned, scheduled } = await scene()
    for (const { id } of [scheduled, returned]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ])
    const text = (await Array.fromAsync(await download.createReadStream())).join('')
    const [head = '', ...lines] = text.trim().split('\r\n')
    expect(head.replace('\uFEFF', '').split(',').slice(0, 7)).toEqual([
      'id',
      'account_connection',
      'creator',
      'amount_in_cents',
      'amount',
      'fee_in_cents',
      'fee',
    ])
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(new RegExp(`^${scheduled.id},acon_\\w+,Alice Alison,300,3\\.00,`))
    expect(lines[1]).toMatch(new RegExp(`^${returned.id},acon_\\w+,Bob Bobson,200,2\\.00,`))
  })
})

describe('the page of a payout', () => {
  it('says where it is and when the rest is expected, with everything behind it folded', async () => {
    const { page, open, scheduled, returned } = await scene()
    await open(`/payouts/${scheduled.id}`)
    const steps = page.getByRole('region', { name: 'Where it is' }).getByRole('listitem')
    await see(steps).toHaveCount(3)
    await see(steps.nth(0)).toContainText('Done: Created')
    await see(steps.nth(1)).toContainText('Expected: On its wayExpected Jan 31, 2099, 9:00 AM')
    await see(steps.nth(2)).toContainText('Expected: In the creator’s Tributary account')
    const transfer = page.getByText(/^\$3\.25: Operating → Pending payouts/)
    const books = page.locator('summary', { hasText: 'Books' })
    await see(books).toBeVisible()
    await see(transfer).toBeHidden()
    await books.focus()
    await page.keyboard.press('Enter')
    await see(transfer).toBeVisible()
    expect(await violationsOn(page, true)).toEqual([])
    await open(`/payouts/${returned.id}`)
    await see(steps).toHaveCount(4)
    await see(steps.nth(2)).toContainText('Done: Handed to the bank')
    await see(steps.nth(3)).toContainText('Ended: Returned by the bank')
    await see(steps.nth(3)).toContainText('R23')
  })

  it('follows it while it moves', async () => {
    const { page, client, open } = await newEnterprise()
    const { id } = await paid(client, await connected(client, 'ach'), 700)
    await open(`/payouts/${id}`)
    const steps = page.getByRole('region', { name: 'Where it is' }).getByRole('listitem')
    await see(steps.nth(2)).toContainText('Expected: Handed to the bank')
    await advance(client, 3_600)
    await see(steps.nth(2)).toContainText('Done: Handed to the bank')
    await see(steps.nth(3)).toContainText('A return would show here.')
  })

  it('pays one that came back once more, after a review, and leads to the new one', async () => {
    const { page, client, open, returned, failed } = await scene()
    await open(`/payouts/${returned.id}`)
    await button(page, 'Retry').click()
    await see(page.getByRole('region', { name: 'Review' })).toContainText('Bob Bobson')
    await button(page, 'Pay $2.00').click()
    await page.getByRole('link', { name: 'Open the payout' }).click()
    await see(page.getByText('Advance on the album')).toBeVisible()
    await see(button(page, 'Retry')).toHaveCount(0)
    expect(page.url()).not.toContain(returned.id)
    expect((await client.get('/payout')).body.pagination.total).toBe(6)
    await client.put(`/account-connection/${failed.account_connection}`, { status: 'deleted' })
    await open(`/payouts/${failed.id}`)
    await button(page, 'Retry').click()
    await see(page.getByRole('dialog').getByRole('alert')).toContainText('deleted')
  })
})

it('Ctrl-K finds pages, amounts and words of descriptions', async () => {
  const { page } = await scene()
  for (const [typed, option, heading] of [
    ['webh', /^Webhooks/, 'Webhooks'],
    ['$2.00', /Bob Bobson: Advance/, '$2.00'],
    ['of april', /Alice Alison: Royalties of April/, '$3.00'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.getByRole('option', { name: option }).click()
    await see(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

it.each([
  ['a desktop', DESKTOP, 'light'],
  ['a phone', PHONE, 'dark'],
] as const)(
  'on %s the filters can be used with the keyboard alone, and axe finds nothing wrong',
  async (_, size, colorScheme) => {
    const { page } = await scene()
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await button(page, 'Status').focus()
    await page.keyboard.press('Enter')
    await see(page.getByRole('checkbox', { name: 'Ready' })).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await see(button(page, 'Status: Ready')).toBeFocused()
    await seeRows(page, ['$4.00', '$3.00'])
    await button(page, 'Filters').focus()
    await page.keyboard.press('Enter')
    await see(page.getByRole('combobox', { name: 'Creator' })).toBeFocused()
    expect([...(await tooWide(page)), ...(await violationsOn(page, true))]).toEqual([])
    await page.keyboard.press('Escape')
    await see(button(page, 'Filters')).toBeFocused()
    if (size === PHONE) {
      await page.getByRole('combobox', { name: 'Sort' }).click()
      await page.getByRole('option', { name: 'Smallest first' }).click()
      await seeRows(page, ['$3.00', '$4.00'])
    }
  },
)

it('the time of the sandbox is on every page, and can be moved to a date', async () => {
  const { page, client, open } = await newEnterprise()
  const { id } = await paid(client, await connected(client, 'ach'), 700)
  await open(`/payouts/${id}`)
  const clock = page.getByRole('button', { name: /^Sandbox time/ })
  await clock.focus()
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: 'Advance the clock by an hour' })).toBeFocused()
  const { now } = (await client.get('/sandbox/clock')).body
  const to = new Date(Date.parse(now) + 3 * 86_400_000)
  to.setUTCHours(12, 30, 0, 0)
  await page.getByLabel('Jump to').fill(to.toISOString().slice(0, 16))
  await button(page, 'Jump').click()
  await see(clock.locator('time')).toHaveAttribute('datetime', new RegExp(`^${to.toISOString().slice(0, 16)}`))
  // Everything that became due has happened.
  await see(page.getByText('Handed to the bank')).toBeVisible()
  await see(page.getByRole('main').getByText('Sent', { exact: true }).first()).toBeVisible()
  await page.getByLabel('Jump to').fill('2020-01-01T00:00')
  await button(page, 'Jump').click()
  await see(page.getByRole('alert')).toContainText('not be before the clock')
  expect([...(await tooWide(page)), ...(await violationsOn(page, true))]).toEqual([])
  await page.keyboard.press('Escape')
  await see(page.getByLabel('Jump to')).toHaveCount(0)
  await page.setViewportSize(PHONE)
  await clock.click()
  await see(page.getByLabel('Jump to')).toBeVisible()
  expect(await tooWide(page)).toEqual([])
})
