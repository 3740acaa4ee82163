import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creator, link, screen, see } from '../support/creator.ts'
import { connected, invited } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const { sandbox } = await startService()
const visitors = receiveVisitors()

const connectionOf = async (id: string) => (await sandbox.get(`/account-connection/${id}`)).body

describe("an active connection's link", () => {
  it('opens what there is, and revokes a permission', async () => {
    const id = await connected(sandbox, 'ach')
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await screen(page, /^Your connection with/)
    await see(page.getByText('Checking ••••6789')).toBeVisible()
    await see(page.getByRole('progressbar')).toHaveCount(0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await see(page.getByRole('heading', { name: 'How you are paid' })).toBeVisible()
    await page.getByRole('button', { name: /^Stop allowing/ }).click()
    await see(page.getByText('Not allowed')).toBeVisible()
    expect((await connectionOf(id)).permissions).toBeUndefined()
    await page.getByRole('button', { name: 'Done' }).click()
    await screen(page, 'Your connection is up to date')
  })

  it('closed without a change tells the enterprise all the same, and leaves for the return address', async () => {
    const id = await connected(sandbox, 'ach')
    const before = await connectionOf(id)
    const page = await visitors.visit({ others: ['example.com'] })
    await page.route('https://example.com/**', (route) => route.fulfill({ body: 'back' }))
    await page.goto(await link(sandbox, id, { return_url: 'https://example.com/back' }))
    await page.getByRole('button', { name: 'Continue' }).click()
    await see(page.getByRole('heading', { name: 'How you are paid' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL('https://example.com/back')
    const events = async () => (await sandbox.get(`/event?resource=${id}`)).body.data.length
    // One of Connect, one of leaving.
    await see.poll(events).toBe(2)
    expect(await connectionOf(id)).toEqual(before)
  })

  it('changes until when a permission holds', async () => {
    const id = await connected(sandbox, 'ach')
    const page = await visitors.visit({ timezoneId: 'UTC' })
    await page.goto(await link(sandbox, id))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Change (Send money to you)' }).click()
    await page.getByRole('radio', { name: 'Until a date' }).check()
    await page.getByLabel('Until the end of').fill('2099-06-30')
    await page.getByRole('button', { name: 'Save' }).click()
    await see(page.getByText('Until June 30, 2099')).toBeVisible()
    expect((await connectionOf(id)).permissions).toEqual([
      { name: 'payment.credit', expires_at: '2099-06-30T23:59:59.999Z' },
    ])
  })

  it('changes the method', async () => {
    const id = await connected(sandbox, 'ach')
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Change how you are paid' }).click()
    await creator.connects(page, 'Wallet')
    await screen(page, 'Your connection is up to date')
    expect(await connectionOf(id)).toMatchObject({ status: 'active', type: 'wallet' })
  })

  it('lets nobody but the owner of the account change where its money goes', async () => {
    const email = `owner.${Date.now()}@example.com`
    const id = await invited(sandbox, { email })
    const owner = await visitors.visit()
    await owner.goto(await link(sandbox, id))
    await creator.starts(owner)
    await creator.connects(owner, 'Wallet')
    await screen(owner, 'You are all set')

    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Change how you are paid' }).click()
    await creator.chooses(page, 'Bank account')
    await screen(page, 'Welcome back')
    await see(page.getByRole('button', { name: 'I am new here' })).toHaveCount(0)
    await creator.signsIn(page, email)
    await creator.entersCode(page)
    await creator.entersBank(page)
    await creator.agrees(page)
    await screen(page, 'Your connection is up to date')
    expect(await connectionOf(id)).toMatchObject({ type: 'ach', destination: 'Checking ••••6789' })
  })
})
