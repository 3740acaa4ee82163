import type { Environment } from '../../contracts/environment.ts'
import { type Later, later } from './parts/later.tsx'
import { RESOURCE_PAGES } from './resources/pages.ts'

/** A page below `/dashboard/<environment>`. */
export interface DashboardPage {
  /** A pattern: `/payouts/:id`. */
  readonly path: string
  readonly component: Later<PageProps>
  /** Only there: the other environment has no such thing. */
  readonly only?: Environment
}

export interface PageProps {
  /** What the pattern caught. */
  readonly params: Readonly<Record<string, string>>
}

const PAGES: readonly DashboardPage[] = [
  { path: '/people', component: later(() => import('./people/People.tsx')) },
  { path: '/audit-log', component: later(() => import('./people/AuditLog.tsx')) },
  { path: '/account', component: later(() => import('./people/Account.tsx')) },
  { path: '/keys', component: later(() => import('./developers/Keys.tsx')) },
  { path: '/webhooks', component: later(() => import('./developers/Webhooks.tsx')) },
  { path: '/webhooks/:id', component: later(() => import('./developers/Webhook.tsx')) },
  { path: '/events', component: later(() => import('./developers/Events.tsx')) },
  { path: '/requests', component: later(() => import('./developers/Requests.tsx')) },
  { path: '/requests/:id', component: later(() => import('./developers/Request.tsx')) },
  { path: '/embedding', component: later(() => import('./developers/Embedding.tsx')) },
  { path: '/sandbox-tools', component: later(() => import('./sandbox/Tools.tsx')), only: 'sandbox' },
  { path: '/inbox', component: later(() => import('./sandbox/Inbox.tsx')), only: 'sandbox' },
  { path: '/settings', component: later(() => import('./settings/Settings.tsx')) },
]

const ALL: readonly DashboardPage[] = [...RESOURCE_PAGES, ...PAGES]
const pagesIn = (environment: Environment) => ALL.filter(({ only }) => only === undefined || only === environment)

export const PAGES_IN: Readonly<Record<Environment, readonly DashboardPage[]>> = {
  sandbox: pagesIn('sandbox'),
  production: pagesIn('production'),
}
