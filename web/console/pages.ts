import type { ConsoleAction } from '../../contracts/console/session.ts'
import {
  IconAlertTriangle,
  IconBuilding,
  IconBuildingBank,
  IconHome,
  IconSettings,
  IconUserCheck,
} from '../dashboard/icons.tsx'
import type { DashboardPage } from '../dashboard/page.ts'
import { lazy } from '../dashboard/parts/lazy.tsx'
import { type SectionGroup, type SubPage, withPages } from '../dashboard/shell/navigation.ts'

export const PAGES: readonly DashboardPage[] = [
  { path: '/', component: lazy(() => import('./pages/Home.tsx')) },
  { path: '/alerts', component: lazy(() => import('./pages/Alerts.tsx')) },
  { path: '/alerts/:environment/:enterprise/:id', component: lazy(() => import('./pages/Alert.tsx')) },
  { path: '/identities', component: lazy(() => import('./pages/Identities.tsx')) },
  { path: '/identities/:environment/:enterprise/:connection', component: lazy(() => import('./pages/Identity.tsx')) },
  { path: '/bank-entries', component: lazy(() => import('./pages/BankEntries.tsx')) },
  { path: '/bank-files', component: lazy(() => import('./pages/BankFiles.tsx')) },
  { path: '/bank-files/:id', component: lazy(() => import('./pages/BankFile.tsx')) },
  { path: '/bank-parties', component: lazy(() => import('./pages/BankParties.tsx')) },
  { path: '/reconciliation', component: lazy(() => import('./pages/Reconciliation.tsx')) },
  { path: '/approvals', component: lazy(() => import('./pages/Approvals.tsx')) },
  { path: '/enterprises', component: lazy(() => import('./pages/Enterprises.tsx')) },
  { path: '/enterprises/:id', component: lazy(() => import('./pages/Enterprise.tsx')) },
  { path: '/books', component: lazy(() => import('./pages/Books.tsx')) },
  { path: '/audit-log', component: lazy(() => import('./pages/AuditLog.tsx')) },
  { path: '/operators', component: lazy(() => import('./pages/Operators.tsx')) },
  { path: '/system', component: lazy(() => import('./pages/System.tsx')) },
  { path: '/account', component: lazy(() => import('./pages/OwnAccount.tsx')) },
]

interface Page extends SubPage {
  /** Shown to those who may do this. */
  readonly action?: ConsoleAction
}

const NAVIGATION: readonly SectionGroup<Page>[] = [
  [
    { label: 'Home', icon: IconHome, pages: [{ href: '/', label: 'Home' }] },
    {
      label: 'Alerts',
      icon: IconAlertTriangle,
      pages: [{ href: '/alerts', label: 'Alerts', action: 'alerts.read' }],
    },
    {
      label: 'Identities',
      icon: IconUserCheck,
      pages: [{ href: '/identities', label: 'Identities', action: 'identities.read' }],
    },
    {
      label: 'Bank',
      icon: IconBuildingBank,
      pages: [
        { href: '/bank-entries', label: 'Entries to book', action: 'bank.read' },
        { href: '/approvals', label: 'Four eyes', action: 'bank.read' },
        { href: '/bank-files', label: 'Files', action: 'bank.read' },
        { href: '/reconciliation', label: 'Reconciliation', action: 'bank.read' },
        { href: '/bank-parties', label: 'Accounts and senders', action: 'bank.read' },
      ],
    },
    {
      label: 'Enterprises',
      icon: IconBuilding,
      pages: [
        { href: '/enterprises', label: 'Enterprises', action: 'enterprises.read' },
        { href: '/books', label: 'Books', action: 'books.read' },
      ],
    },
  ],
  [
    {
      label: 'Service',
      icon: IconSettings,
      pages: [
        { href: '/operators', label: 'Operators', action: 'operators.read' },
        { href: '/audit-log', label: 'Audit logs', action: 'audit.read' },
        { href: '/system', label: 'Checks', action: 'system.read' },
      ],
    },
  ],
]

export const navigationFor = (may: (action: ConsoleAction) => boolean): readonly SectionGroup[] =>
  withPages(NAVIGATION, ({ action }) => action === undefined || may(action))
