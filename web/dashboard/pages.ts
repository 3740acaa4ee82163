import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { RESOURCE_PAGES } from './resources/pages.ts'

/** A page below `/dashboard/<environment>`, loaded when it is first opened. */
export interface DashboardPage {
  /** A pattern: `/payouts/:id`. */
  readonly path: string
  readonly component: LazyExoticComponent<ComponentType<PageProps>>
  /** Only there: the other environment has no such thing. */
  readonly only?: 'sandbox' | 'production'
}

export interface PageProps {
  /** What the pattern caught. */
  readonly params: Readonly<Record<string, string>>
}

const PAGES: readonly DashboardPage[] = [
  { path: '/people', component: lazy(() => import('./people/People.tsx')) },
  { path: '/audit-log', component: lazy(() => import('./people/AuditLog.tsx')) },
  { path: '/account', component: lazy(() => import('./people/Account.tsx')) },
  { path: '/keys', component: lazy(() => import('./developers/Keys.tsx')) },
  { path: '/webhooks', component: lazy(() => import('./developers/Webhooks.tsx')) },
  { path: '/webhooks/:id', component: lazy(() => import('./developers/Webhook.tsx')) },
  { path: '/events', component: lazy(() => import('./developers/Events.tsx')) },
  { path: '/requests', component: lazy(() => import('./developers/Requests.tsx')) },
  { path: '/requests/:id', component: lazy(() => import('./developers/Request.tsx')) },
  { path: '/embedding', component: lazy(() => import('./developers/Embedding.tsx')) },
  { path: '/sandbox-tools', component: lazy(() => import('./sandbox/Tools.tsx')), only: 'sandbox' },
  { path: '/inbox', component: lazy(() => import('./sandbox/Inbox.tsx')), only: 'sandbox' },
  { path: '/settings', component: lazy(() => import('./settings/Settings.tsx')) },
]

export const ALL_PAGES: readonly DashboardPage[] = [...RESOURCE_PAGES, ...PAGES]
