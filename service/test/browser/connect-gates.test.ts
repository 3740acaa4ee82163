import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creator, invite, link, screen, see } from '../support/creator.ts'
import { invited } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const { sandbox } = service
const visitors = receiveVisitors()

describe('a link', () => {
  it('that was only looked at, a hundred times, is still good', async () => {
    const url = await link(sandbox, await invited(sandbox))
    for (const method of ['GET', 'HEAD']) await Promise.all(Array.from({ length: 100 }, () => fetch(url, { method })))
    const page = await visitors.visit()
    await page.goto(url)
    await page.reload()
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
  })

  it('that was used says so, in any other tab', async () => {
    const url = await link(sandbox, await invited(sandbox))
    const page = await visitors.visit()
    await page.goto(url)
    const late = await visitors.visit()
    await late.goto(url)
    await screen(late, /would like to pay you/)
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
    // It was open before the other acted.
    await late.getByRole('button', { name: 'Get started' }).click()
    await screen(late, 'This link was already used')
    await late.reload()
    await screen(late, 'This link was already used')
  })

  it('that has expired says so', async () => {
    const { sandbox: client } = await service.enterprise('Late Enterprise')
    const url = await link(client, await invited(client))
    await client.post('/sandbox/clock/advance', { seconds: 601 })
    const page = await visitors.visit()
    await page.goto(url)
    await screen(page, 'This link has expired')
    await see(page.getByText('Ask Late Enterprise for a new one.')).toBeVisible()
  })

  it('that nobody made is not known', async () => {
    const page = await visitors.visit()
    await page.goto(`${service.roots.sandbox}/connect/nonsense`)
    await screen(page, 'We do not know this link')
  })
})

describe('an invite', () => {
  it('closes after three wrong answers, and says so kindly', async () => {
    const url = await invite(sandbox, await invited(sandbox))
    const page = await visitors.visit()
    await page.goto(url)
    await creator.answers(page, 'wrong')
    await see(page.getByText('You have 2 tries left.')).toBeVisible()
    await see(page.getByRole('textbox')).toBeFocused()
    await page.reload()
    await creator.answers(page, 'wrong again')
    await see(page.getByText('You have one try left.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await screen(page, 'This invite is closed')
    const other = await visitors.visit()
    await other.goto(url)
    await screen(other, 'This invite is closed')
  })

  it('asks for an answer before it asks the service', async () => {
    const page = await visitors.visit()
    await page.goto(await invite(sandbox, await invited(sandbox)))
    await screen(page, /invites you/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await see(page.getByText('Please enter your answer.')).toBeVisible()
    await page.getByRole('textbox').fill('4711')
    await page.keyboard.press('Enter')
    await screen(page, /would like to pay you/)
  })
})

describe('a flow', () => {
  it('goes on after a reload where it was', async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await creator.chooses(page, 'Wallet')
    await screen(page, 'Create your login')
    await page.reload()
    await creator.createsLogin(page)
    await screen(page, 'Confirm your e-mail')
    await page.reload()
    await creator.confirmsEmail(page)
    await screen(page, 'What is your mobile number?')
    await page.reload()
    await creator.givesMobile(page)
    await screen(page, 'Enter your code')
    await page.reload()
    await creator.entersCode(page)
    await screen(page, 'Check and agree')
    await page.reload()
    await creator.agrees(page)
    await screen(page, 'You are all set')
    await page.reload()
    await screen(page, 'You are all set')
  })

  it("goes back by its own button and by the browser's, and only secrets are asked again", async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await creator.chooses(page, 'Bank account')
    await creator.entersBank(page)
    await screen(page, 'Check and agree')
    await page.goBack()
    await screen(page, 'Your bank account')
    await see(page.getByLabel('Routing number')).toHaveValue('021000021')
    await page.getByRole('button', { name: 'Back' }).click()
    await screen(page, 'How would you like to be paid?')
    await see(page.getByRole('radio', { name: 'Bank account' })).toBeChecked()
    await page.goBack()
    await screen(page, /would like to pay you/)
    await creator.starts(page)
    await creator.chooses(page, 'Bank account')
    await screen(page, 'Your bank account')
    await see(page.getByLabel('Account number', { exact: true })).toHaveValue('')
    await page.getByLabel('Social Security number').fill('123456789')
    await creator.entersBank(page)
    await creator.agrees(page)
    await screen(page, 'You are all set')
  })

  it('says beside each field what is wrong with it, as it is typed', async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await creator.chooses(page, 'Bank account')
    await screen(page, 'Your bank account')
    const routing = page.getByLabel('Routing number')
    await routing.fill('021000022')
    await see(page.getByText('This is not a valid routing number.')).toBeVisible()
    await see(routing).toHaveAttribute('aria-invalid', 'true')
    await routing.fill('021000021')
    await see(page.getByText(/Chase/)).toBeVisible()
    await page.getByLabel('Account number', { exact: true }).fill('123456')
    await page.getByLabel('Account number again').fill('123457')
    await see(page.getByText('The two account numbers are not the same.')).toBeVisible()
    await page.getByLabel('ZIP code').fill('123')
    await page.getByLabel('Social Security number').fill('12345')
    await page.getByRole('button', { name: 'Continue' }).click()
    await see(page.getByText('A ZIP code has 5 digits.')).toBeVisible()
    await see(page.getByText('A Social Security number has 9 digits, like 123-45-6789.')).toBeVisible()
    await see(page.getByLabel('Account number again')).toBeFocused()
  })

  it('says that the service is away, and goes on when it is back', async () => {
    const page = await visitors.visit({ expected: /ERR_/ })
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
    await page.route('**/connect/api/**', (route) => route.abort())
    await page.getByRole('radio', { name: 'Wallet' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await see(page.getByRole('alert')).toContainText('We could not reach Tributary')
    await page.reload()
    await screen(page, 'We could not load this page')
    await page.unroute('**/connect/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await screen(page, 'How would you like to be paid?')
  })

  it('knows from its first screen how many there are, and each is one further', async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    const at = (step: number) =>
      see(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', `Step ${step} of 9`)
    await at(1)
    await creator.starts(page)
    await at(2)
    await creator.chooses(page, 'Tributary account')
    await at(3)
    await creator.createsLogin(page)
    await at(4)
    await creator.confirmsEmail(page)
    await at(5)
    await creator.givesMobile(page)
    await at(6)
    await creator.entersCode(page)
    await at(7)
    await creator.applies(page)
    await at(8)
  })

  it('lets everybody go: to the return URL from any screen, else to rest, and on again', async () => {
    const return_url = `${service.roots.sandbox}/account`
    const page = await visitors.visit()
    for (const steps of [[], [creator.starts]]) {
      await page.goto(await link(sandbox, await invited(sandbox), { return_url }))
      for (const step of steps) await step(page)
      await see(
        page.getByRole('heading', { name: steps.length ? 'How would you' : 'would like to pay you' }),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Not now' }).click()
      await page.waitForURL(return_url)
    }
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
    await page.getByRole('button', { name: 'Not now' }).click()
    await screen(page, 'You can close this page')
    await page.getByRole('button', { name: 'Continue' }).click()
    await screen(page, 'How would you like to be paid?')
  })

  it('ends kindly when the enterprise deletes the connection meanwhile', async () => {
    const id = await invited(sandbox)
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
    const deleted = await sandbox.put(`/account-connection/${id}`, { status: 'deleted' })
    expect(deleted.status, deleted.text).toBe(200)
    await page.getByRole('radio', { name: 'Wallet' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await screen(page, 'This connection is closed')
  })

  it('says why it does not go on when a step is refused and nothing has moved', async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    await creator.starts(page)
    const refusal = { code: 'invalid_state', message: 'This way is not offered any more.', request_id: 'req_1' }
    await page.route('**/connect/api/method', (route) => route.fulfill({ status: 409, json: refusal }))
    await creator.chooses(page, 'Bank account')
    await see(page.getByRole('alert')).toContainText('This way is not offered any more.')
    await see(page.getByRole('radio', { name: 'Bank account' })).toBeChecked()
  })

  it('follows another tab of the same session instead of failing', async () => {
    const url = await link(sandbox, await invited(sandbox))
    const page = await visitors.visit()
    await page.goto(url)
    await creator.starts(page)
    await screen(page, 'How would you like to be paid?')
    const [second] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate('void window.open(location.href)'),
    ])
    await creator.chooses(second, 'Wallet')
    await screen(second, 'Create your login')
    await creator.chooses(page, 'Bank account')
    await screen(page, 'Create your login')
    expect(page.url()).toBe(url)
  })
})
