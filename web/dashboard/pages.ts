import { createElement } from 'react'
import type { Environment } from '../../contracts/environment.ts'
import type { DashboardPage, PageProps } from './page.ts'
import { lazy } from './parts/lazy.tsx'
import { KIND_NAMES, type KindName } from './resources/kind.ts'

const listOf = (name: KindName) =>
  lazy(async () => {
    const [{ ResourceList }, { KINDS }] = await Promise.all([
      import('./resources/ResourceList.tsx'),
      import('./resources/kinds/index.ts'),
    ])
    return { default: () => createElement(ResourceList, { kind: KINDS[name] }) }
  })

const detailOf = (name: KindName) =>
  lazy(async () => {
    const [{ ResourceDetail }, { KINDS }] = await Promise.all([
      import('./resources/ResourceDetail.tsx'),
      import('./resources/kinds/index.ts'),
    ])
    const Detail = ({ params }: PageProps) => createElement(ResourceDetail, { kind: KINDS[name], id: params.id ?? '' })
    return { default: Detail }
  })

/** The list and the detail page of every resource are the same two components. */
const resourcePages = (name: KindName): readonly DashboardPage[] => [
  { path: `/${name}`, component: listOf(name) },
  { path: `/${name}/:id`, component: detailOf(name) },
]

/** In the order in which their code is preloaded. */
const PAGES: readonly DashboardPage[] = [
  { path: '/', component: lazy(() => import('./home/Home.tsx')) },
  ...KIND_NAMES.flatMap(resourcePages),
  { path: '/approvals', component: lazy(() => import('./approvals/Approvals.tsx')) },
  { path: '/approvals/:id', component: lazy(() => import('./approvals/Approval.tsx')) },
  { path: '/pay-file', component: lazy(() => import('./pay-file/PayFile.tsx')) },
  { path: '/pay-file/:id', component: lazy(() => import('./pay-file/Review.tsx')) },
  { path: '/ledger', component: lazy(() => import('./ledger/Ledger.tsx')) },
  { path: '/ledger/statement', component: lazy(() => import('./ledger/Statement.tsx')) },
  { path: '/reconciliation', component: lazy(() => import('./ledger/Reconciliation.tsx')), only: 'production' },
  { path: '/search', component: lazy(() => import('./search/Search.tsx')) },
  { path: '/people', component: lazy(() => import('./people/People.tsx')) },
  { path: '/audit-log', component: lazy(() => import('./people/AuditLog.tsx')) },
  { path: '/account', component: lazy(() => import('./people/OwnAccount.tsx')) },
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

const pagesIn = (environment: Environment) => PAGES.filter(({ only }) => only === undefined || only === environment)

export const PAGES_IN: Readonly<Record<Environment, readonly DashboardPage[]>> = {
  sandbox: pagesIn('sandbox'),
  production: pagesIn('production'),
}
