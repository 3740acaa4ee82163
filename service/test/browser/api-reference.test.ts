import { beforeAll, expect, it } from 'vitest'
import { DESKTOP, receiveVisitors } from '../support/browser.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
const { visit } = receiveVisitors()

beforeAll(async () => {
  running = await startService()
})

it('the docs page shows operations, the fields of the shapes they name, and the notification', async () => {
  const page = await visit({ viewport: DESKTOP })
  await page.goto(`${running.roots.sandbox}/docs#tag/payouts/POST/payout`)
  await page.getByRole('heading', { name: 'Pay a creator' }).first().waitFor()
  await page.getByText('account_connection', { exact: true }).first().waitFor()
  await page.goto(`${running.roots.sandbox}/docs#tag/webhooks/webhook/POST/notification`)
  await page.getByText('Hear of a change').first().waitFor()
  expect(await page.title()).toContain('Tributary API')
})

it('the docs page runs under a policy without eval and without inline scripts of others', async () => {
  const page = await visit({ viewport: DESKTOP, expected: /Executing inline script violates/ })
  const answer = await page.goto(`${running.roots.production}/docs/#tag/payouts/POST/payout`)
  await page.getByRole('heading', { name: 'Pay a creator' }).first().waitFor()
  const policy = answer?.headers()['content-security-policy'] ?? ''
  const [scripts = ''] = policy.split('; ').filter((one) => one.startsWith('script-src '))
  expect(scripts).toMatch(/^script-src 'self'( 'sha256-[\w+/]+=*')+$/)
  expect(policy).not.toContain('unsafe-eval')
  await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { text: 'ran = true' }))`)
  expect(await page.evaluate('typeof ran')).toBe('undefined')
})
