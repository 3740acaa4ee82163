import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creator, invite, link, PASSWORD, screen, see } from '../support/creator.ts'
import { invited, paid, read } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const { sandbox } = service
const visitors = receiveVisitors()

const connectionOf = async (id: string) => (await sandbox.get(`/account-connection/${id}`)).body

const METHODS = [
  { method: 'Tributary account', type: 'direct', destination: /^Tributary account ••••\d{4}$/ },
  { method: 'Bank account', type: 'ach', destination: /^Checking ••••6789$/ },
  { method: 'Wallet', type: 'wallet', destination: /^Wallet ••••\d{4}$/ },
] as const

describe('the way through Connect', () => {
  for (const { method, type, destination } of METHODS) {
    it(`by a link to a ${method}: the connection is active and what waited for it is on its way`, async () => {
      const id = await invited(sandbox)
      const waiting = await paid(sandbox, id, 12_500)
      expect(waiting.type).toBe('unclaimed')
      const page = await visitors.visit()
      await page.goto(await link(sandbox, id))
      await creator.starts(page)
      await creator.connects(page, method)
      await screen(page, 'You are all set')
      expect(await connectionOf(id)).toMatchObject({
        status: 'active',
        type,
        permissions: [{ name: 'payment.credit' }],
        destination: expect.stringMatching(destination),
      })
      expect(await read(sandbox, waiting.id)).toMatchObject({ type })
      await see(
        page.getByText(destination.source.startsWith('^Checking') ? 'Checking ••••6789' : /••••\d{4}/),
      ).toBeVisible()
    })

    it(`by an invite to a ${method}, after the answer to its question`, async () => {
      const id = await invited(sandbox, { verification_prompt: 'Your cat?', verification_answer: 'Momo' })
      const page = await visitors.visit()
      await page.goto(await invite(sandbox, id))
      await see(page.getByText('Your cat?')).toBeVisible()
      await creator.answers(page, '  mOmO ')
      await creator.starts(page)
      await creator.connects(page, method)
      await screen(page, 'You are all set')
      expect(await connectionOf(id)).toMatchObject({ status: 'active', type })
    })
  }

  it('returns to the return_url at the end', async () => {
    const id = await invited(sandbox)
    const page = await visitors.visit()
    const back = `${service.roots.sandbox}/healthz?from=connect`
    await page.goto(await link(sandbox, id, { return_url: back }))
    await creator.starts(page)
    await creator.connects(page, 'Bank account')
    await screen(page, 'You are all set')
    await page.getByRole('button', { name: /^Return to/ }).click()
    await page.waitForURL(back)
  })

  it('gives a permission until a date, when the creator says so', async () => {
    const id = await invited(sandbox)
    const page = await visitors.visit({ timezoneId: 'America/New_York' })
    await page.goto(await link(sandbox, id))
    await creator.starts(page)
    await creator.chooses(page, 'Bank account')
    await creator.entersBank(page)
    await screen(page, 'Check and agree')
    await page.getByRole('radio', { name: 'Until a date' }).check()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and connect' }).click()
    await see(page.getByText('Please choose a day after today.')).toBeVisible()
    await page.getByLabel('Until the end of').fill('2099-12-31')
    await page.getByRole('button', { name: 'Agree and connect' }).click()
    await screen(page, 'You are all set')
    expect((await connectionOf(id)).permissions).toEqual([
      { name: 'payment.credit', expires_at: '2100-01-01T04:59:59.999Z' },
    ])
  })

  it('is short for a creator who has an account: sign in, code, agree', async () => {
    const email = `known.${Date.now()}@example.com`
    const first = await visitors.visit()
    await first.goto(await link(sandbox, await invited(sandbox, { email })))
    await creator.starts(first)
    await creator.connects(first, 'Tributary account')
    await screen(first, 'You are all set')

    const id = await invited(sandbox, { email })
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await page.getByRole('button', { name: 'I already have a Tributary account' }).click()
    await creator.signsIn(page, email)
    await creator.entersCode(page)
    await creator.agrees(page)
    await screen(page, 'You are all set')
    expect(await connectionOf(id)).toMatchObject({ status: 'active', type: 'direct' })
  })

  it('says that a login exists already, and signs in with it', async () => {
    const email = `twice.${Date.now()}@example.com`
    const first = await visitors.visit()
    await first.goto(await link(sandbox, await invited(sandbox, { email })))
    await creator.starts(first)
    await creator.connects(first, 'Wallet')
    await screen(first, 'You are all set')
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox, { email })))
    await creator.starts(page)
    await creator.chooses(page, 'Wallet')
    await creator.createsLogin(page)
    // Only the person who has proven the address learns that it has a login.
    await creator.confirmsEmail(page)
    await screen(page, 'You have a login already')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await screen(page, 'Create your login')
    await page.getByRole('button', { name: 'I already have a login' }).click()
    await creator.signsIn(page, email, 'not the password')
    await see(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await creator.entersCode(page)
    await creator.agrees(page)
    await screen(page, 'You are all set')
  })
})

describe('the identity check', () => {
  it('that fails says so kindly, and lets the creator try again', async () => {
    const id = await invited(sandbox)
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await creator.starts(page)
    await creator.chooses(page, 'Tributary account')
    await creator.createsLogin(page)
    await creator.confirmsEmail(page)
    await creator.givesMobile(page)
    await creator.entersCode(page)
    await creator.applies(page, { first: 'Mallory' })
    await screen(page, 'We could not confirm who you are')
    expect(await connectionOf(id)).toMatchObject({ status: 'created' })
    await page.getByRole('button', { name: 'Go back and try again' }).click()
    await creator.chooses(page, 'Tributary account')
    await creator.applies(page)
    await creator.agrees(page)
    await screen(page, 'You are all set')
    expect(await connectionOf(id)).toMatchObject({ status: 'active', type: 'direct' })
  })

  it('that stays open leaves the connection pending, and a new link says so', async () => {
    const id = await invited(sandbox)
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await creator.starts(page)
    await creator.chooses(page, 'Tributary account')
    await creator.createsLogin(page)
    await creator.confirmsEmail(page)
    await creator.givesMobile(page)
    await creator.entersCode(page)
    await creator.applies(page, { last: 'Review' })
    await creator.agrees(page)
    await screen(page, 'Almost there')
    expect(await connectionOf(id)).toMatchObject({ status: 'pending' })
  })
})

describe('what is offered', () => {
  it('is no bank account where the enterprise has ACH disabled', async () => {
    const other = await service.enterprise('No Banks')
    await service.database.sql`
      update tenants set ach_enabled = false where enterprise_id = ${other.id} and environment = 'sandbox'`
    const page = await visitors.visit()
    await page.goto(await link(other.sandbox, await invited(other.sandbox)))
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
    await see(page.getByRole('radio')).toHaveCount(2)
    await see(page.getByRole('radio', { name: 'Bank account' })).toHaveCount(0)
  })

  it('is only a Tributary account when payment.debit is requested, and each permission is decided', async () => {
    const id = await invited(sandbox, { requested_permissions: ['payment.credit', 'payment.debit'] })
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await see(page.getByText('Take payments from your account')).toBeVisible()
    await creator.starts(page)
    // One method alone is no question.
    await creator.createsLogin(page)
    await creator.confirmsEmail(page)
    await creator.givesMobile(page)
    await creator.entersCode(page)
    await creator.applies(page)
    await screen(page, 'Check and agree')
    const debit = page.getByRole('region', { name: 'Take payments from your account' })
    await see(debit.getByRole('radio', { checked: true })).toHaveCount(0)
    await see(debit.getByText('Money from you', { exact: true })).toBeVisible()
    await see(
      page.getByRole('region', { name: 'Send money to you' }).getByText('Money to you', { exact: true }),
    ).toBeVisible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and connect' }).click()
    await see(page.getByText('Please choose for how long, if at all.')).toBeVisible()
    await debit.getByRole('radio', { name: 'Not allowed' }).check()
    await page.getByRole('button', { name: 'Agree and connect' }).click()
    await screen(page, 'You are all set')
    expect(await connectionOf(id)).toMatchObject({ type: 'direct', permissions: [{ name: 'payment.credit' }] })
  })

  it('includes the verification that an enterprise requires', async () => {
    const other = await service.enterprise('Careful Company')
    await service.database.sql`
      update tenants set creator_verification_required = true, connect_use_case = 'Generic'
      where enterprise_id = ${other.id} and environment = 'sandbox'`
    const id = await invited(other.sandbox, { first_name: 'Nadia', last_name: 'Okafor' })
    const page = await visitors.visit()
    await page.goto(await link(other.sandbox, id))
    await see(page.getByText('Careful Company is partnered with Tributary.')).toBeVisible()
    await creator.starts(page)
    await creator.chooses(page, 'Bank account')
    await creator.entersBank(page)
    await creator.verifies(page)
    await creator.agrees(page)
    await screen(page, 'You are all set')
    expect((await other.sandbox.get(`/account-connection/${id}`)).body).toMatchObject({ status: 'active', type: 'ach' })
  })
})
