import type { Page } from '@playwright/test'
import type { Role } from '../../src/dashboard/index.ts'
import { DESKTOP, type Visiting, type Visitors } from './browser.ts'
import { signedIn } from './people.ts'
import type { RunningService } from './service.ts'

/** Somebody of an enterprise, signed in, with a browser window at the dashboard. */
export async function atDashboard(
  service: RunningService,
  visitors: Visitors,
  enterprise: string,
  role: Role = 'admin',
  visiting: Visiting = {},
): Promise<Page> {
  const person = await signedIn(service, enterprise, role)
  const page = await visitors.visit({ viewport: DESKTOP, timezoneId: 'UTC', locale: 'en-US', ...visiting })
  const { hostname } = new URL(service.roots.sandbox)
  const cookies = person.cookies().split('; ')
  await page.context().addCookies(
    cookies.map((cookie) => {
      const at = cookie.indexOf('=')
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), domain: hostname, path: '/dashboard' }
    }),
  )
  return page
}

/** The address of a page below an environment. */
export const dashboard = (service: RunningService, path: string, environment = 'sandbox'): string =>
  `${service.roots.sandbox}/dashboard/${environment}${path}`
