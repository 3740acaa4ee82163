import type { ConsoleAction } from '../../contracts/console/session.ts'
import {
  IconAlertTriangle,
  IconBuilding,
  IconBuildingBank,
  IconCircleCheck,
  IconFileText,
  IconHome,
  IconScale,
  IconSettings,
  IconShieldCheck,
  IconUserCheck,
  IconUsers,
} from '../dashboard/icons.tsx'
import type { DashboardPage } from '../dashboard/page.ts'
import { lazy } from '../dashboard/parts/lazy.tsx'
import type { NavigationGroup, NavigationItem } from '../dashboard/shell/navigation.ts'

export const PAGES: readonly DashboardPage[] = [
  { path: '/', component: lazy(() => import('./pages/Home.tsx')) },
  { path: '/identities', component: lazy(() => import('./pages/Identities.tsx')) },
  { path: '/identities/:environment/:enterprise/:connection', component: lazy(() => import('./pages/Identity.tsx')) },
  { path: '/bank-entries', component: lazy(() => import('./pages/BankEntries.tsx')) },
  { path: '/bank-files', component: lazy(() => import('./pages/BankFiles.tsx')) },
  { path: '/bank-files/:id', component: lazy(() => import('./pages/BankFile.tsx')) },
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

interface Item extends NavigationItem {
  /** Shown to those who may do this. */
  readonly action?: ConsoleAction
}

const NAVIGATION: readonly NavigationGroup<Item>[] = [
  { items: [{ href: '/', label: 'Home', icon: IconHome }] },
  {
    title: 'Reviews',
    items: [{ href: '/identities', label: 'Identities', icon: IconUserCheck, action: 'identities.read' }],
  },
  {
    title: 'Bank',
    items: [
      { href: '/bank-entries', label: 'Kept entries', icon: IconBuildingBank, action: 'bank.read' },
      { href: '/approvals', label: 'Four eyes', icon: IconCircleCheck, action: 'bank.read' },
      { href: '/bank-files', label: 'Files', icon: IconFileText, action: 'bank.read' },
      { href: '/reconciliation', label: 'Reconciliation', icon: IconScale, action: 'bank.read' },
    ],
  },
  {
    title: 'Enterprises',
    items: [
      { href: '/enterprises', label: 'Enterprises', icon: IconBuilding, action: 'enterprises.read' },
      { href: '/books', label: 'Books and stops', icon: IconAlertTriangle, action: 'books.read' },
    ],
  },
  {
    title: 'Service',
    items: [
      { href: '/operators', label: 'Operators', icon: IconUsers, action: 'operators.read' },
      { href: '/audit-log', label: 'Audit logs', icon: IconShieldCheck, action: 'audit.read' },
      { href: '/system', label: 'Checks and upkeep', icon: IconSettings, action: 'system.read' },
    ],
  },
]

export const navigationFor = (may: (action: ConsoleAction) => boolean): readonly NavigationGroup[] =>
  NAVIGATION.map((group) => ({
    ...group,
    items: group.items.filter(({ action }) => action === undefined || may(action)),
  })).filter(({ items }) => items.length > 0)
