import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import type { Client } from '../support/client.ts'
import { offered } from '../support/contracts.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { asked, creator, readP2p } from '../support/p2p.ts'
import { advance, connected, invited, paid, read } from '../support/payouts.ts'
import { bought, buyerWith, ordered, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dollars = (cents: number): string => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

const LATER = '2099-01-31T09:00:00.000Z'

async function newEnterprise(role: 'admin' | 'viewer' = 'admin') {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  const page = await atDashboard(service, visitors, id, role)
  return { page, client: sandbox, open: (path: string) => page.goto(dashboard(service, path)) }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Presses the action of a page and then the button of its dialog. */
async function act(page: Page, action: string, confirm: string | RegExp): Promise<void> {
  await button(page, action).click()
  await dialog(page).getByRole('button', { name: confirm }).click()
}

async function fromMenu(page: Page, action: string, confirm: string | RegExp): Promise<void> {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: action }).click()
  await dialog(page).getByRole('button', { name: confirm }).click()
}

const totalOf = async (client: Client, path: string): Promise<number> => (await client.get(path)).body.pagination.total

describe('paying', () => {
  const review = (page: Page) => dialog(page).getByRole('button', { name: 'Review' }).click()

  it('finds the creator by name, shows what it would do before it pays, and leads to the payout', async () => {
    const { page, client, open } = await newEnterprise()
    const alice = await connected(client, 'direct')
    await open('/payouts')
    await see(page.getByText('No payouts yet')).toBeVisible()
    await button(page, 'New payout').first().click()
    await dialog(page).getByLabel('Creator').fill('Alison')
    await page.getByRole('option', { name: /Alice Alison/ }).click()
    await dialog(page).getByLabel('Amount').fill('125.50')
    await dialog(page)
      .getByLabel(/Description/)
      .fill('Royalties')
    await review(page)
    const told = dialog(page).getByRole('region', { name: 'Review' })
    await see(told).toBeFocused()
    await see(told).toContainText('Alice Alison')
    await see(told).toContainText('$100,000.00 before, $99,874.50 after')
    await see(told).toContainText('This is the first payout to this creator.')
    expect(await totalOf(client, '/payout')).toBe(0)
    await dialog(page).getByRole('button', { name: 'Pay $125.50' }).click()
    await see(dialog(page).getByRole('status')).toContainText('$125.50 is on its way.')
    await dialog(page).getByRole('link', { name: 'Open the payout' }).click()
    await see(title(page, '$125.50')).toBeVisible()
    await see(page.getByText('Royalties')).toBeVisible()
    await see(page.getByText('Alice Alison')).toBeVisible()
    const { data } = (await client.get('/payout')).body
    expect(data).toMatchObject([{ account_connection: alice, amount_in_cents: 12_550, description: 'Royalties' }])
  })

  it('leaves what is offered where it is while the service searches, and adds what it finds below', async () => {
    const { page, client, open } = await newEnterprise()
    await connected(client, 'direct')
    const bob = { first_name: 'Bob', last_name: 'Bobson', external_id: 'Alison-7' }
    await connected(client, 'direct', bob)
    const search = Promise.withResolvers<void>()
    await page.route('**/search?*', async (route) => {
      await search.promise
      await route.continue()
    })
    await open('/payouts')
    await button(page, 'New payout').first().click()
    const asked = page.waitForRequest('**/search?*')
    await dialog(page).getByLabel('Creator').fill('Alison')
    const options = page.getByRole('option')
    await see(options).toHaveText([/^Alice Alison/])
    await asked
    await see(options).toHaveText([/^Alice Alison/])
    search.resolve()
    await see(options).toHaveText([/^Alice Alison/, /^Bob Bobson/])
    await options.last().click()
    await see(dialog(page).getByLabel('Creator')).toHaveValue(/^Bob Bobson · /)
    await see(options).toHaveCount(0)
    // The name stays, and the others are offered again.
    await dialog(page).getByLabel('Creator').click()
    await see(options).toHaveText([/^Bob Bobson/, /^Alice Alison/])
    await see(dialog(page).getByLabel('Creator')).toHaveValue(/^Bob Bobson · /)
  })

  it('warns of an unusually large amount beside destination, fee, arrival and balances, and is done with a way back', async () => {
    const { page, client, open } = await newEnterprise()
    const bob = await connected(client, 'ach', { first_name: 'Bob', last_name: 'Bobson' })
    for (const cents of [1_000, 2_000, 3_000]) await paid(client, bob, cents)
    const asked = { account_connection: bob, amount_in_cents: 9_000 }
    const { body: foreseen } = await client.post('/payout?dry_run=true', asked)
    const before = foreseen.expected.balance_after_in_cents + 9_000 + foreseen.fee_in_cents
    await open(`/account-connections/${bob}`)
    await button(page, 'Pay').click()
    await dialog(page).getByLabel('Amount').fill('89.99')
    await review(page)
    const told = dialog(page).getByRole('region', { name: 'Review' })
    await see(told).toContainText('$89.99')
    await see(told).not.toContainText('Unusually large')
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await dialog(page).getByLabel('Amount').fill('90')
    await review(page)
    await see(told).toContainText('Unusually large: the largest of the last 3 payouts to this creator was $30.00.')
    const facts = await told.locator('dl').innerText()
    const arrives = DAY.format(new Date(foreseen.expected.arrives_at))
    for (const said of [
      `Amount\n$90.00`,
      `Fee\n${dollars(foreseen.fee_in_cents)}`,
      `Paid to\n${foreseen.destination}`,
      `Arrives\n${arrives}`,
      `Balance\n${dollars(before)} before, ${dollars(foreseen.expected.balance_after_in_cents)} after`,
    ])
      expect(facts).toContain(said)
    await dialog(page).getByRole('button', { name: 'Pay $90.00' }).click()
    await see(dialog(page).getByRole('status')).toContainText('$90.00 is on its way.')
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await see(dialog(page)).toHaveCount(0)
    await page.getByRole('link', { name: /\$90\.00/ }).click()
    await see(title(page, '$90.00')).toBeVisible()
  })

  it('warns of a creator who has not connected, and sets the money aside', async () => {
    const { page, client, open } = await newEnterprise()
    await open(`/account-connections/${await invited(client)}`)
    await button(page, 'Pay').click()
    await dialog(page).getByLabel('Amount').fill('40')
    await review(page)
    const told = dialog(page).getByRole('region', { name: 'Review' })
    await see(told).toContainText('The creator has not connected yet: the money is set aside for 30 days')
    await see(told).toContainText('Once the creator has claimed it')
    await see(told).toContainText('$100,000.00 before')
    await dialog(page).getByRole('button', { name: 'Pay $40.00' }).click()
    await see(dialog(page).getByRole('status')).toContainText('$40.00 is set aside until the creator claims it.')
    await dialog(page).getByRole('link', { name: 'Open the payout' }).click()
    await see(title(page, '$40.00')).toBeVisible()
    await see(page.getByText('Unclaimed').first()).toBeVisible()
  })

  it('pays once when pressed twice, and once when the answer got lost', async () => {
    const { page, client, open } = await newEnterprise()
    const alice = await connected(client, 'direct')
    await open(`/account-connections/${alice}`)
    await button(page, 'Pay').click()
    await dialog(page).getByLabel('Amount').fill('10')
    await review(page)
    // The service takes the first request, and its answer never arrives.
    let asks = 0
    await page.route('**/v1/payout', async (route) => {
      asks += 1
      if (asks > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await dialog(page).getByRole('button', { name: 'Pay $10.00' }).dblclick()
    await see(dialog(page).getByText(/could not reach/)).toBeVisible()
    expect(asks).toBe(1)
    await dialog(page).getByRole('button', { name: 'Pay $10.00' }).click()
    await see(dialog(page).getByRole('status')).toContainText('$10.00 is on its way.')
    expect(asks).toBe(2)
    expect(await totalOf(client, '/payout')).toBe(1)
  })

  it('does not pay another amount under the same dialog after a lost answer', async () => {
    const { page, client, open } = await newEnterprise()
    const alice = await connected(client, 'direct')
    await open(`/account-connections/${alice}`)
    await button(page, 'Pay').click()
    await dialog(page).getByLabel('Amount').fill('10')
    await review(page)
    await page.route(
      '**/v1/payout',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await dialog(page).getByRole('button', { name: 'Pay $10.00' }).click()
    await see(dialog(page).getByText(/could not reach/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Back' }).click()
    await see(dialog(page).getByLabel('Amount')).toHaveValue('10')
    await dialog(page).getByLabel('Amount').fill('20')
    await review(page)
    await dialog(page).getByRole('button', { name: 'Pay $20.00' }).click()
    await see(dialog(page).getByRole('alert')).toContainText('Idempotency-Key')
    expect((await client.get('/payout')).body.data).toMatchObject([{ amount_in_cents: 1_000 }])
  })

  it('says beside the field what is wrong, and what the service refuses', async () => {
    const { page, client, open } = await newEnterprise()
    const alice = await connected(client, 'direct')
    await open(`/account-connections/${alice}`)
    await button(page, 'Pay').click()
    await review(page)
    await see(dialog(page).getByText('Enter the amount.')).toBeVisible()
    await dialog(page).getByLabel('Amount').fill('99,999,999')
    await review(page)
    await see(dialog(page).getByRole('alert')).toContainText('operating account')
    expect(await totalOf(client, '/payout')).toBe(0)
  })

  it('reschedules and cancels what is ready', async () => {
    const { page, client, open } = await newEnterprise()
    const { id } = await paid(client, await connected(client, 'direct'), 5_000, { date: LATER })
    await open(`/payouts/${id}`)
    await button(page, 'Reschedule').click()
    await dialog(page).getByLabel('Pay on').fill('2098-05-04T10:30')
    await dialog(page).getByRole('button', { name: 'Reschedule' }).click()
    await see(page.getByText(/May 4, 2098/).first()).toBeVisible()
    expect(await read(client, id)).toMatchObject({ status: 'ready', date: '2098-05-04T10:30:00.000Z' })
    await act(page, 'Cancel payout', 'Cancel payout')
    await see(page.getByText('Canceled', { exact: true }).first()).toBeVisible()
    expect(await read(client, id)).toMatchObject({ status: 'canceled' })
    await see(button(page, 'Cancel payout')).toHaveCount(0)
  })
})

describe('creators', () => {
  it('are added, invited by e-mail, linked and deleted', async () => {
    const { page, client, open } = await newEnterprise()
    await open('/account-connections')
    await button(page, 'New creator').first().click()
    await dialog(page).getByLabel('Legal first name').fill('Zoe')
    await dialog(page).getByLabel('Legal last name').fill('Zimmer')
    await dialog(page).getByLabel('E-mail').fill('zoe@example.com')
    await dialog(page).getByLabel('Verification question').fill('Your first label?')
    await dialog(page).getByLabel('Answer').fill('Blue Note')
    await dialog(page).getByRole('button', { name: 'Add creator' }).click()
    await see(title(page, 'Zoe Zimmer')).toBeVisible()
    await act(page, 'Invite', 'Send invite')
    await see(dialog(page).getByText('It is not shown again.')).toBeVisible()
    await see(dialog(page).getByText(/\/connect\//)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    const { data } = (await client.get('/sandbox/message')).body
    expect(data).toMatchObject([{ kind: 'invite', to: 'zoe@example.com' }])
    await fromMenu(page, 'Connect link', 'Create link')
    await see(dialog(page).getByText(/\/connect\//)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await fromMenu(page, 'Delete connection', 'Delete connection')
    // The badge: the activity beneath says the same word.
    await see(page.locator('span', { hasText: /^Deleted$/ })).toBeVisible()
    expect((await client.get('/account-connection?status=deleted')).body.data).toMatchObject([{ first_name: 'Zoe' }])
  })

  it('pay each other with the code', async () => {
    const { page, client, open } = await newEnterprise()
    const [source, destination] = [await creator(client), await creator(client)]
    const { id } = await asked(client, { source, destination })
    await open(`/p2p/${id}`)
    await button(page, 'Commit').click()
    await dialog(page).getByLabel('Code').fill('999999')
    await dialog(page).getByRole('button', { name: 'Commit payment' }).click()
    await see(dialog(page).getByRole('alert')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Commit').click()
    await see(dialog(page).getByText('2 of 3 tries are left')).toBeVisible()
    await dialog(page).getByLabel('Code').fill('000000')
    await dialog(page).getByRole('button', { name: 'Commit payment' }).click()
    await see(button(page, 'Commit')).toHaveCount(0)
    expect(await readP2p(client, id)).toMatchObject({
      status: expect.stringMatching(/pending|sent/),
      failed_commits: 1,
    })
  })

  it('have contracts that can be terminated', async () => {
    const { page, client, open } = await newEnterprise()
    const { id } = await offered(client, await invited(client))
    await open(`/contracts/${id}`)
    await act(page, 'Terminate', 'Terminate contract')
    await see(page.getByText('Terminated', { exact: true }).first()).toBeVisible()
    expect((await client.get(`/contract/${id}`)).body.status).toBe('terminated')
  })
})

describe('purchases', () => {
  it('are made of items, charged once and refunded', async () => {
    const { page, client, open } = await newEnterprise()
    const buyer = await buyerWith(client, 'visa', { first_name: 'Bella', last_name: 'Brooks' })
    await open(`/buyers/${buyer}`)
    await button(page, 'New purchase').click()
    await dialog(page).getByLabel('Name of item 1').fill('Ticket')
    await dialog(page).getByLabel('Amount of item 1').fill('45')
    await dialog(page).getByLabel('Quantity of item 1').fill('2')
    await dialog(page).getByRole('button', { name: 'Add an item' }).click()
    await dialog(page).getByLabel('Name of item 2').fill('Discount')
    await dialog(page).getByLabel('Amount of item 2').fill('-5')
    await see(dialog(page).getByText('Total $85.00')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Create purchase' }).click()
    await see(title(page, '$85.00')).toBeVisible()
    await act(page, 'Charge card', 'Charge $85.00')
    await see(page.getByText('Visa ••••4242')).toBeVisible()
    await act(page, 'Refund', 'Refund')
    await see(page.getByText('Refunded', { exact: true }).first()).toBeVisible()
    const { data } = (await client.get('/purchase')).body
    expect(data).toMatchObject([{ total_in_cents: 8_500, status: 'refunded' }])
  })

  it('are refunded in part, and show what is left and what the buyer disputes', async () => {
    const { page, client, open } = await newEnterprise()
    const { id } = await bought(client, await buyerWith(client), 10_000)
    await advance(client, SETTLED_SECONDS)
    await open(`/purchases/${id}`)
    await button(page, 'Refund').click()
    await see(dialog(page).getByRole('heading', { name: 'Refund up to $100.00' })).toBeVisible()
    await see(dialog(page).getByLabel('Amount')).toHaveValue('100.00')
    await dialog(page).getByLabel('Amount').fill('30')
    await dialog(page)
      .getByLabel(/Reason/)
      .fill('One ticket returned')
    await dialog(page).getByRole('button', { name: 'Refund' }).click()
    await see(page.getByText('$66.80', { exact: true })).toBeVisible()
    await see(dialog(page)).toHaveCount(0)
    expect(await readPurchase(client, id)).toMatchObject({ status: 'completed', refunded_in_cents: 3_000 })
    await button(page, 'Refund').click()
    await see(dialog(page).getByRole('heading', { name: 'Refund up to $70.00' })).toBeVisible()
    await dialog(page).getByLabel('Amount').fill('70.01')
    await dialog(page).getByRole('button', { name: 'Refund' }).click()
    await see(dialog(page).getByText('$70.00 is left to be refunded of this purchase.')).toBeVisible()
    const dispute = { purchase: id, status: 'needs_response', amount_in_cents: 2_500, reason: 'product_not_received' }
    expect((await client.post('/sandbox/dispute', dispute)).status).toBe(200)
    await page.reload()
    await see(page.getByText('Needs response', { exact: true })).toBeVisible()
    await see(page.getByText('Product not received', { exact: true })).toBeVisible()
    await see(page.getByText('$41.80', { exact: true })).toBeVisible()
  })

  it('are canceled before they are charged', async () => {
    const { page, client, open } = await newEnterprise()
    const { id } = await ordered(client, await buyerWith(client))
    await open(`/purchases/${id}`)
    await fromMenu(page, 'Cancel purchase', 'Cancel purchase')
    await see(page.getByText('Canceled', { exact: true }).first()).toBeVisible()
    expect((await readPurchase(client, id)).status).toBe('canceled')
  })
})

describe('a viewer', () => {
  it('sees everything and is offered nothing that changes it', async () => {
    const { page, client, open } = await newEnterprise('viewer')
    const payout = await paid(client, await connected(client, 'direct'), 5_000, { date: LATER })
    const purchase = await bought(client, await buyerWith(client))
    await open('/payouts')
    await see(page.getByRole('cell', { name: '$50.00' })).toBeVisible()
    await see(button(page, 'New payout')).toHaveCount(0)
    await open(`/payouts/${payout.id}`)
    await see(title(page, '$50.00')).toBeVisible()
    await open(`/purchases/${purchase.id}`)
    await see(title(page, '$100.00')).toBeVisible()
    for (const name of ['Cancel payout', 'Reschedule', 'Refund', 'More actions']) {
      await see(button(page, name)).toHaveCount(0)
    }
  })
})
