import type { ComponentType } from 'react'
import type { Action } from '../../../contracts/dashboard/session.ts'
import type { Environment } from '../../../contracts/environment.ts'
import {
  IconBolt,
  IconBook2,
  IconBuildingBank,
  IconCircleCheck,
  IconFlask,
  IconHome,
  type IconProps,
  IconSend,
  IconSettings,
  IconShoppingCart,
} from '../icons.tsx'

/** A page of a section. */
export interface SubPage {
  readonly href: string
  readonly label: string
}

/** A row of the side bar: a page, and the pages below it, which are listed while one of the section is open. */
export interface Section<Page extends SubPage = SubPage> {
  readonly label: string
  readonly icon: ComponentType<IconProps>
  readonly pages: readonly Page[]
}

/** Sections that belong together: there is a line between two groups. */
export type SectionGroup<Page extends SubPage = SubPage> = readonly Section<Page>[]

interface Page extends SubPage {
  readonly only?: Environment
  /** Shown to those who may do this. */
  readonly action?: Action
}

/** Money first, in the order of how often people come for it; then what is set up once. */
const NAVIGATION: readonly SectionGroup<Page>[] = [
  [
    { label: 'Home', icon: IconHome, pages: [{ href: '/', label: 'Home' }] },
    {
      label: 'Payouts',
      icon: IconSend,
      pages: [
        { href: '/payouts', label: 'Payouts' },
        { href: '/pay-file', label: 'Pay by file', action: 'payments.make' },
        { href: '/withdrawals', label: 'Withdrawals' },
      ],
    },
    {
      label: 'Creators',
      icon: IconBuildingBank,
      pages: [
        { href: '/account-connections', label: 'Creators' },
        { href: '/p2p', label: 'P2P payments' },
        { href: '/contracts', label: 'Contracts' },
      ],
    },
    {
      label: 'Purchases',
      icon: IconShoppingCart,
      pages: [
        { href: '/purchases', label: 'Purchases' },
        { href: '/buyers', label: 'Buyers' },
      ],
    },
    { label: 'Approvals', icon: IconCircleCheck, pages: [{ href: '/approvals', label: 'Approvals' }] },
    {
      label: 'Ledger',
      icon: IconBook2,
      pages: [
        { href: '/ledger', label: 'Ledger', action: 'ledger.read' },
        { href: '/reconciliation', label: 'Reconciliation', only: 'production', action: 'ledger.read' },
      ],
    },
  ],
  [
    {
      label: 'Developers',
      icon: IconBolt,
      pages: [
        { href: '/keys', label: 'API keys', action: 'keys.read' },
        { href: '/webhooks', label: 'Webhooks' },
        { href: '/events', label: 'Events' },
        { href: '/requests', label: 'Requests', action: 'requests.read' },
        { href: '/embedding', label: 'Embedding' },
      ],
    },
    {
      label: 'Sandbox',
      icon: IconFlask,
      pages: [
        { href: '/sandbox-tools', label: 'Clock and tools', only: 'sandbox' },
        { href: '/inbox', label: 'Inbox', only: 'sandbox' },
      ],
    },
    {
      label: 'Settings',
      icon: IconSettings,
      pages: [
        { href: '/settings', label: 'Settings' },
        { href: '/people', label: 'People' },
        { href: '/audit-log', label: 'Audit log', action: 'audit.read' },
      ],
    },
  ],
]

/** Without the pages that somebody may not see, and sections of which none is left. */
export const withPages = <P extends SubPage>(
  groups: readonly SectionGroup<P>[],
  isShown: (page: P) => boolean,
): readonly SectionGroup<P>[] =>
  groups
    .map((group) =>
      group
        .map((section) => ({ ...section, pages: section.pages.filter(isShown) }))
        .filter(({ pages }) => pages.length > 0),
    )
    .filter((group) => group.length > 0)

export const navigationOf = (
  environment: Environment,
  can: (action: Action) => boolean,
): readonly SectionGroup<Page>[] =>
  withPages(NAVIGATION, ({ only, action }) => (only ?? environment) === environment && (!action || can(action)))
