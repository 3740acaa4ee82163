import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { clockFaults } from '../support/clocks.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { isPhotographing, photograph, shiftsOn, tooWide, violationsOn, WATCH_SHIFTS } from '../support/looks.ts'
import { type Scene, setScene } from '../support/scene.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

const WIDE = { width: 1920, height: 1080 }
const ALL_VIEWS = [
  { name: 'dashboard-1280-light', size: DESKTOP, colorScheme: 'light' },
  { name: 'dashboard-1280-dark', size: DESKTOP, colorScheme: 'dark' },
  { name: 'dashboard-390-light', size: PHONE, colorScheme: 'light' },
  { name: 'dashboard-390-dark', size: PHONE, colorScheme: 'dark' },
  { name: 'dashboard-1920-light', size: WIDE, colorScheme: 'light' },
] as const

/** Two of them have every size and every scheme; photographs are taken of all. */
const VIEWS = isPhotographing ? ALL_VIEWS : [ALL_VIEWS[0], ALL_VIEWS[3]]

interface Stop {
  readonly name: string
  readonly path: (scene: Scene) => string
  readonly heading: string | RegExp
}

const stop = (path: string, heading: string | RegExp): Stop => ({
  name: path.slice(1) || 'home',
  path: () => path,
  heading,
})

/** Every page behind the sign-in: what the navigation leads to, and what those pages lead to. */
const SANDBOX: readonly Stop[] = [
  stop('/', 'Home'),
  stop('/payouts', 'Payouts'),
  { name: 'payout', path: ({ ready }) => `/payouts/${ready}`, heading: '$1,250.00' },
  { name: 'payout-returned', path: ({ returned }) => `/payouts/${returned}`, heading: '$314.00' },
  stop('/pay-file', 'Pay by file'),
  stop('/withdrawals', 'Withdrawals'),
  stop('/approvals', 'Approvals'),
  stop('/account-connections', 'Creators'),
  { name: 'account-connection', path: ({ alice }) => `/account-connections/${alice}`, heading: 'Alice Alison' },
  stop('/p2p', 'P2P payments'),
  { name: 'p2p-payment', path: ({ p2p }) => `/p2p/${p2p}`, heading: '$42.00' },
  stop('/contracts', 'Contracts'),
  { name: 'contract', path: ({ contract }) => `/contracts/${contract}`, heading: /^12.5%/ },
  stop('/buyers', 'Buyers'),
  { name: 'buyer', path: ({ buyer }) => `/buyers/${buyer}`, heading: 'Bella Brooks' },
  stop('/purchases', 'Purchases'),
  { name: 'purchase', path: ({ purchase }) => `/purchases/${purchase}`, heading: '$89.00' },
  stop('/ledger', 'Ledger'),
  { name: 'statement', path: () => '/ledger/statement?account=operating', heading: 'Operating' },
  { name: 'search', path: () => '/search?q=al', heading: /al/ },
]

const ABOUT: readonly Stop[] = [
  stop('/keys', 'API keys'),
  stop('/webhooks', 'Webhooks'),
  { name: 'webhook', path: ({ webhook }) => `/webhooks/${webhook}`, heading: 'payout.update' },
  stop('/events', 'Events'),
  stop('/requests', 'Requests'),
  stop('/embedding', 'Embedding'),
  stop('/sandbox-tools', 'Clock and tools'),
  stop('/inbox', 'Inbox'),
  stop('/people', 'People'),
  stop('/audit-log', 'Audit log'),
  stop('/account', 'Your account'),
  stop('/settings', 'Settings'),
]

const PRODUCTION: readonly Stop[] = [
  { name: 'production-home', path: () => '/', heading: 'Home' },
  { name: 'production-payouts', path: () => '/payouts', heading: 'Payouts' },
  stop('/reconciliation', 'Reconciliation'),
]

let looks = 0
const clocks = new Set<string>()

/** The sandbox is far ahead of the real time: each date must be called what it is. */
const clocksOn = async (page: Page): Promise<string[]> =>
  page.url().includes('/dashboard/sandbox') ? clockFaults(page, { movedAt: scene.movedAt, seen: clocks }) : []

/**
 * Photographs a page in every view, without loading it anew, and measures its width. axe takes longer than all of that: it
 * looks at each page once, in the next of the views each time, so that pages of the same make are seen in all of them.
 */
async function lookAt(page: Page, name: string): Promise<string[]> {
  const faults = (await clocksOn(page)).map((fault) => `${name}: ${fault}`)
  const inspected = VIEWS[looks++ % VIEWS.length]
  for (const view of VIEWS) {
    await page.setViewportSize(view.size)
    await page.emulateMedia({ colorScheme: view.colorScheme, reducedMotion: 'reduce' })
    await see(page.locator(`html[data-mantine-color-scheme="${view.colorScheme}"]`)).toBeAttached()
    const found = [...(await tooWide(page)), ...(view === inspected ? await violationsOn(page, true) : [])]
    faults.push(...found.map((fault) => `${name} at ${view.name}: ${fault}`))
    await photograph(page, view.name, name)
  }
  return faults
}

const settled = async (page: Page, heading: string | RegExp): Promise<void> => {
  await see(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await see(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function walk(page: Page, stops: readonly Stop[], environment: string): Promise<string[]> {
  const faults: string[] = []
  await page.addInitScript(WATCH_SHIFTS)
  for (const { name, path, heading } of stops) {
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      await page.goto(dashboard(service, path(scene), environment))
      await settled(page, heading)
      faults.push(...(await shiftsOn(page)).map((fault) => `${name} at ${size.width}: ${fault}`))
    }
    faults.push(...(await lookAt(page, name)))
  }
  return faults
}

const scene = await setScene(service)

/** The addresses that the navigation leads to. A section lists its pages while it is open, so each is opened. */
async function linksOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const sections = await links.allTextContents()
  const found = new Set<string>()
  for (const section of sections) {
    await links.filter({ hasText: section }).first().click()
    for (const link of await links.all()) found.add(((await link.getAttribute('href')) ?? '').replace(/\/$/, ''))
  }
  return [...found]
}

describe('every page of the dashboard', () => {
  it('fits a desktop and a phone, by day and by night, and axe finds nothing wrong with it', async () => {
    const page = await atDashboard(service, visitors, scene.enterprise)
    expect(await walk(page, SANDBOX, 'sandbox')).toEqual([])
  })

  it('does so where developers and admins work, and in production', async () => {
    const page = await atDashboard(service, visitors, scene.enterprise)
    // So that the audit log has more to show than who came in.
    await page.request.get(`${service.roots.sandbox}/dashboard/api/sandbox/export/payouts.csv?status=sent`)
    await page.request.get(`${service.roots.sandbox}/dashboard/api/sandbox/v1/webhook/${scene.webhook}/secret`)
    const faults = [...(await walk(page, ABOUT, 'sandbox')), ...(await walk(page, PRODUCTION, 'production'))]
    expect(faults).toEqual([])
  })

  it('is on this tour', async () => {
    const page = await atDashboard(service, visitors, scene.enterprise)
    const seen = { sandbox: [...SANDBOX, ...ABOUT], production: [...SANDBOX, ...ABOUT, ...PRODUCTION] }
    for (const [environment, stops] of Object.entries(seen)) {
      await page.goto(dashboard(service, '/', environment))
      await settled(page, 'Home')
      const known = stops.map(({ path }) => `/dashboard/${environment}${path(scene)}`.replace(/\/$/, ''))
      const paths = await linksOf(page)
      expect(paths.length).toBeGreaterThanOrEqual(20)
      expect(paths.filter((path) => !known.includes(path))).toEqual([])
    }
  })
})

/** What is open on a page only after something was pressed. */
const OPENED: readonly { path: string; heading: string | RegExp; press: (page: Page) => Promise<void> }[] = [
  {
    path: '/keys',
    heading: 'API keys',
    press: async (page) => {
      await page.getByRole('button', { name: 'Generate key' }).first().click()
      await see(page.getByRole('dialog').getByLabel(/^Expires/)).toBeVisible()
    },
  },
  {
    path: '/payouts',
    heading: 'Payouts',
    press: async (page) => {
      await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await see(page.getByRole('textbox', { name: 'Pay on from' })).toBeVisible()
    },
  },
  {
    path: '/requests',
    heading: 'Requests',
    press: async (page) => {
      await page.locator('tbody a').first().click()
      await settled(page, /^(GET|POST|PUT|DELETE) /)
    },
  },
  {
    path: `/webhooks/${scene.webhook}`,
    heading: 'payout.update',
    press: async (page) => {
      // The oldest has attempts.
      await page.getByRole('button', { name: 'Details' }).last().click()
      await see(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
    },
  },
]

describe('what a page shows after something was done', () => {
  it('is looked at, too: dialogs, and files with and without faults', async () => {
    const page = await atDashboard(service, visitors, scene.enterprise)
    const faults: string[] = []
    const choose = (name: string, lines: readonly string[]) =>
      page
        .getByLabel(/Drop a CSV file/)
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    for (const [name, lines] of [
      ['pay-file-right', ['external_id,amount', 'artist-1001,125.00', 'artist-1002,80.50']],
      ['pay-file-wrong', ['external_id,amount,Note', 'artist-1001,a lot,', 'artist-9,80.50,new']],
    ] as const) {
      await page.setViewportSize(DESKTOP)
      await page.goto(dashboard(service, '/pay-file'))
      await settled(page, 'Pay by file')
      await choose(`${name}.csv`, lines)
      await settled(page, `${name}.csv`)
      faults.push(...(await lookAt(page, name)))
    }
    await page.goto(dashboard(service, `/account-connections/${scene.alice}`))
    await settled(page, 'Alice Alison')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await see(page.getByRole('dialog')).toBeVisible()
    faults.push(...(await lookAt(page, 'dialog-pay')))
    await page.getByRole('dialog').getByLabel('Amount').fill('125')
    await page.getByRole('button', { name: 'Review' }).click()
    await see(page.getByRole('button', { name: 'Pay $125.00' })).toBeVisible()
    faults.push(...(await lookAt(page, 'dialog-pay-review')))
    await page.goto(dashboard(service, '/purchases'))
    await settled(page, 'Purchases')
    await page.getByRole('button', { name: 'New purchase' }).click()
    await see(page.getByRole('dialog')).toBeVisible()
    faults.push(...(await lookAt(page, 'dialog-purchase')))
    expect(faults).toEqual([])
  })

  it('names its clock, too, and so did every list, log and picker of the tour', async () => {
    const page = await atDashboard(service, visitors, scene.enterprise)
    const faults: string[] = []
    for (const { path, heading, press } of OPENED) {
      await page.goto(dashboard(service, path))
      await settled(page, heading)
      await press(page)
      faults.push(...(await clocksOn(page)).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
    expect([...clocks].sort()).toEqual(['date: real', 'date: sandbox', 'picker: real', 'picker: sandbox'])
  })
})

describe('every page before the sign-in', () => {
  it('fits and has nothing wrong with it', async () => {
    const page = await visitors.visit({ viewport: DESKTOP })
    const faults: string[] = []
    for (const [name, path, heading] of [
      ['sign-in', '/dashboard', 'Sign in'],
      ['reset-password', '/dashboard/reset-password', 'Forgot your password?'],
      ['invitation-over', '/dashboard/invitation/nonsense', 'This invitation is not open'],
    ] as const) {
      await page.setViewportSize(DESKTOP)
      await page.goto(service.roots.sandbox + path)
      await settled(page, heading)
      faults.push(...(await lookAt(page, name)))
    }
    expect(faults).toEqual([])
  })
})
