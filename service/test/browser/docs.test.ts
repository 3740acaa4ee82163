import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { photograph, shiftsOn, tooWide, violationsOn, WATCH_SHIFTS } from '../support/looks.ts'
import { newPerson, sessionCookie, signedIn, signIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
const { visit } = receiveVisitors()

beforeAll(async () => {
  running = await startService()
})

const WIDE = { width: 1920, height: 1080 }
const VIEWS = [
  { name: 'docs-1280-light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'docs-1280-dark', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'docs-390-light', viewport: PHONE, colorScheme: 'light' },
  { name: 'docs-390-dark', viewport: PHONE, colorScheme: 'dark' },
  { name: 'docs-1920-light', viewport: WIDE, colorScheme: 'light' },
] as const
const PAGES = ['', 'states', 'connect', 'api/payouts'] as const
const LONG_PAGES = ['errors', 'operations', 'security', 'changelog', 'api/shapes'] as const

/** In the page: programs that lie beneath their Copy button. */
const COVERED = `[...document.querySelectorAll('.copy')].filter((button) => button.offsetParent).flatMap((button) => {
  const pre = button.parentElement.querySelector('pre')
  const [over, code] = [button, pre.querySelector('code')].map((element) => element.getBoundingClientRect())
  const isBeside = over.left >= pre.getBoundingClientRect().right - 1
  return isBeside || over.bottom <= code.top || over.top >= code.bottom ? [] : ['Copy covers ' + pre.textContent]
})`

describe.each(VIEWS)('$name', ({ name, viewport, colorScheme }) => {
  it('every kind of page fits and can be used by everybody', async () => {
    const page = await visit({ viewport, colorScheme })
    await page.addInitScript(WATCH_SHIFTS)
    for (const slug of PAGES) {
      await page.goto(`${running.roots.sandbox}/docs/${slug}`)
      await see(page.getByRole('heading', { level: 1 })).toBeVisible()
      const found = [await shiftsOn(page), await tooWide(page), await violationsOn(page, true)]
      expect([slug, ...found.flat(), ...(await page.evaluate<string[]>(COVERED))]).toEqual([slug])
      await photograph(page, name, slug.replaceAll('/', '-') || 'start')
    }
    for (const slug of LONG_PAGES) {
      await page.goto(`${running.roots.sandbox}/docs/${slug}`)
      expect([slug, ...(await shiftsOn(page)), ...(await tooWide(page))]).toEqual([slug])
    }
  })
})

describe('the docs', () => {
  it('find a word from any page, by keyboard alone', async () => {
    const page = await visit({ viewport: DESKTOP })
    await page.goto(`${running.roots.sandbox}/docs/limits`)
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('insufficient_funds')
    await see(page.locator('#hits a').first()).toContainText('Errors › insufficient_funds')
    expect(await violationsOn(page, true)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/errors#insufficient_funds')
    await see(page.locator('#insufficient_funds')).toBeInViewport()
  })

  it('keep the language and the colours that a reader chose, on every page', async () => {
    const page = await visit({ viewport: DESKTOP, colorScheme: 'light' })
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    await page.goto(`${running.roots.sandbox}/docs`)
    await see(page.getByText('npm start').first()).toBeVisible()
    const [curl, python] = [
      page.getByText('CREATOR=$('),
      page.getByText('tributary.payouts.create(account_connection='),
    ]
    await see(curl).toBeVisible()
    await see(python).toBeHidden()
    await page.getByRole('button', { name: 'Python' }).first().click()
    await see(curl).toBeHidden()
    await see(python).toBeVisible()
    expect(await ground()).toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'Dark or light' }).click()
    await expect.poll(ground).toBe('rgb(18, 27, 25)')
    await page.goto(`${running.roots.sandbox}/docs/api/payouts`)
    expect(await ground()).toBe('rgb(18, 27, 25)')
    await see(page.getByRole('button', { name: 'Python' }).first()).toHaveAttribute('aria-pressed', 'true')
    await see(page.locator('figure[data-language="python"]').first()).toBeVisible()
    await see(page.locator('figure[data-language="sh"]').first()).toBeHidden()
  })

  it('copy a program, and a page as Markdown', async () => {
    const page = await visit({ viewport: DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await page.goto(`${running.roots.sandbox}/docs/api/events`)
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    await expect.poll(copied).toMatch(/^curl -u sk_sandbox_quickstart: http/)
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await expect.poll(copied).toMatch(/^# Events\n/)
  })

  it('lead on from the addresses that the reference had before', async () => {
    const page = await visit({ viewport: DESKTOP })
    await page.goto(`${running.roots.production}/docs#tag/payouts/POST/payout`)
    await page.waitForURL('**/docs/api/payouts#pay-a-creator')
    await page.goto(`${running.roots.sandbox}/docs/#tag/webhooks/webhook/POST/notification`)
    await page.waitForURL('**/docs/api/webhooks#hear-of-a-change')
  })

  it('open and close their menu on a phone', async () => {
    const page = await visit({ viewport: PHONE })
    await page.goto(`${running.roots.sandbox}/docs`)
    const link = page.getByRole('navigation', { name: 'Docs' }).getByRole('link', { name: 'Webhooks and signatures' })
    await see(link).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await see(link).toBeVisible()
    await link.click()
    await see(page.getByRole('heading', { level: 1, name: 'Webhooks and events' })).toBeVisible()
  })
})

/** A visitor with the session of a person of that role. */
async function visitAs(role: 'developer' | 'viewer', enterprise: string) {
  const { email } = await newPerson(running, enterprise, role)
  const browser = await signIn(running.roots.sandbox, email)
  const cookie = sessionCookie(browser)
  const page = await visit({ viewport: DESKTOP })
  const at = cookie.indexOf('=')
  await page
    .context()
    .addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: running.roots.sandbox }])
  return page
}

describe('a reader who is signed in', () => {
  it('makes a sandbox key by a button and has it in the examples, until the tab is closed', async () => {
    const { id } = await running.enterprise('Riverside Music')
    const page = await visitAs('developer', id)
    await page.goto(`${running.roots.sandbox}/docs/api/enterprise`)
    await see(page.getByText('Fill a sandbox key of Riverside Music into the examples.')).toBeVisible()
    await page.getByRole('button', { name: 'Make a sandbox key' }).click()
    await see(page.getByText('The examples have your key now.')).toBeVisible()
    const program = await page.locator('figure[data-language="sh"] code').first().textContent()
    const [, key = ''] = /-u (sk_sandbox_\w+): /.exec(program ?? '') ?? []
    expect(key).not.toBe('sk_sandbox_quickstart')
    const { body } = await running.client('sandbox', key).get('/enterprise')
    expect(body).toMatchObject({ name: 'Riverside Music' })
    await page.goto(`${running.roots.sandbox}/docs/pay-creators`)
    await see(page.locator('figure[data-language="sh"]').first()).toContainText(`KEY=${key}`)
    const admin = await signedIn(running, id, 'admin')
    const { body: keys } = await admin.get('/dashboard/api/sandbox/keys')
    expect(keys.data.find(({ name }: { name: string }) => name === 'Made in the docs')).toMatchObject({
      expires_at: expect.any(String),
    })
  })

  it('sees no such button without the right to make keys', async () => {
    const { id } = await running.enterprise()
    const page = await visitAs('viewer', id)
    const [answer] = await Promise.all([
      page.waitForResponse('**/dashboard/api/me'),
      page.goto(`${running.roots.sandbox}/docs`),
    ])
    expect(answer.status()).toBe(200)
    await see(page.getByRole('button', { name: 'Make a sandbox key' })).toHaveCount(0)
  })
})
