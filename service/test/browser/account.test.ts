import { describe, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creator, link, PASSWORD, screen, see } from '../support/creator.ts'
import { invited, paid } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const { sandbox } = service
const visitors = receiveVisitors()
const home = `${service.roots.sandbox}/account`

describe('the creator home', () => {
  it('shows the money that was paid to its owner, who pays, and signs out', async () => {
    const email = `home.${Date.now()}@example.com`
    const id = await invited(sandbox, { email })
    const connect = await visitors.visit()
    await connect.goto(await link(sandbox, id))
    await creator.starts(connect)
    await creator.connects(connect, 'Tributary account')
    await screen(connect, 'You are all set')
    await paid(sandbox, id, 12_345)
    await sandbox.post('/sandbox/clock/advance', { seconds: 10 })

    const page = await visitors.visit()
    await page.goto(home)
    await creator.signsIn(page, email)
    await creator.entersCode(page)
    await screen(page, 'Balance')
    await see(page.getByText('$5,123.45')).toBeVisible()
    await see(page.getByText('+$123.45')).toBeVisible()
    await see(page.getByRole('list').getByText('Demo Enterprise').first()).toBeVisible()
    await page.reload()
    await screen(page, 'Balance')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await screen(page, 'Sign in')
    await page.reload()
    await screen(page, 'Sign in')
  })

  it('opens to nobody else', async () => {
    const page = await visitors.visit()
    await page.goto(home)
    await creator.signsIn(page, 'nobody@example.com', PASSWORD)
    await see(page.getByRole('alert')).toBeVisible()
    await see(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})
