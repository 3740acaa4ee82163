import type { Page } from '@playwright/test'
import type { OperatorRole } from '../../../contracts/console/session.ts'
import { DESKTOP, type Visiting, type Visitors } from './browser.ts'
import { operating } from './operators.ts'
import type { RunningService } from './service.ts'

/** An operator, signed in with a second factor, with a browser window at the console. */
export async function atConsole(
  service: RunningService,
  visitors: Visitors,
  role: OperatorRole,
  visiting: Visiting = {},
): Promise<Page> {
  const operator = await operating(service, role)
  const page = await visitors.visit({ viewport: DESKTOP, timezoneId: 'UTC', locale: 'en-US', ...visiting })
  const { hostname } = new URL(service.roots.sandbox)
  const cookies = operator.cookies().split('; ')
  await page.context().addCookies(
    cookies.map((cookie) => {
      const at = cookie.indexOf('=')
      return { name: cookie.slice(0, at), value: cookie.slice(at + 1), domain: hostname, path: '/operator' }
    }),
  )
  return page
}

export const consoleAt = (service: RunningService, path: string): string => `${service.roots.sandbox}/operator${path}`
