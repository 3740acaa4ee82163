import type { ComponentType } from 'react'
import type { Action } from '../../../contracts/dashboard/session.ts'
import type { Environment } from '../../../contracts/environment.ts'
import {
  IconArrowsExchange,
  IconBolt,
  IconBook2,
  IconBuildingBank,
  IconCashBanknote,
  IconCircleCheck,
  IconFileSpreadsheet,
  IconFileText,
  IconFlask,
  IconFrame,
  IconHome,
  IconInbox,
  IconKey,
  IconListDetails,
  type IconProps,
  IconScale,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconShoppingCart,
  IconUserDollar,
  IconUsers,
  IconWebhook,
} from '../icons.tsx'

export interface NavigationItem {
  readonly href: string
  readonly label: string
  readonly icon: ComponentType<IconProps>
}

export interface NavigationGroup<Item extends NavigationItem = NavigationItem> {
  readonly title?: string
  readonly items: readonly Item[]
}

interface Item extends NavigationItem {
  readonly only?: Environment
  /** Shown to those who may do this. */
  readonly action?: Action
}

type Group = NavigationGroup<Item>

/** The rows of the side bar. */
export const NAVIGATION: readonly Group[] = [
  { items: [{ href: '/', label: 'Home', icon: IconHome }] },
  {
    title: 'Money out',
    items: [
      { href: '/payouts', label: 'Payouts', icon: IconSend },
      { href: '/pay-file', label: 'Pay by file', icon: IconFileSpreadsheet, action: 'payments.make' },
      { href: '/withdrawals', label: 'Withdrawals', icon: IconCashBanknote },
      { href: '/approvals', label: 'Approvals', icon: IconCircleCheck },
      { href: '/account-connections', label: 'Account connections', icon: IconBuildingBank },
      { href: '/p2p', label: 'P2P', icon: IconArrowsExchange },
      { href: '/contracts', label: 'Contracts', icon: IconFileText },
    ],
  },
  {
    title: 'Money in',
    items: [
      { href: '/purchases', label: 'Purchases', icon: IconShoppingCart },
      { href: '/buyers', label: 'Buyers', icon: IconUserDollar },
    ],
  },
  {
    title: 'Books',
    items: [
      { href: '/ledger', label: 'Ledger', icon: IconBook2, action: 'ledger.read' },
      { href: '/reconciliation', label: 'Reconciliation', icon: IconScale, only: 'production', action: 'ledger.read' },
    ],
  },
  {
    title: 'Developers',
    items: [
      { href: '/keys', label: 'API keys', icon: IconKey, action: 'keys.read' },
      { href: '/webhooks', label: 'Webhooks', icon: IconWebhook },
      { href: '/events', label: 'Events', icon: IconBolt },
      { href: '/requests', label: 'Requests', icon: IconListDetails, action: 'requests.read' },
      { href: '/embedding', label: 'Embedding', icon: IconFrame },
    ],
  },
  {
    title: 'Sandbox',
    items: [
      { href: '/sandbox-tools', label: 'Clock and tools', icon: IconFlask, only: 'sandbox' },
      { href: '/inbox', label: 'Inbox', icon: IconInbox, only: 'sandbox' },
    ],
  },
  {
    title: 'Enterprise',
    items: [
      { href: '/people', label: 'People', icon: IconUsers },
      { href: '/audit-log', label: 'Audit log', icon: IconShieldCheck, action: 'audit.read' },
      { href: '/settings', label: 'Settings', icon: IconSettings },
    ],
  },
]

export const navigationOf = (environment: Environment, can: (action: Action) => boolean): readonly Group[] =>
  NAVIGATION.map((group) => ({
    ...group,
    items: group.items.filter(({ only, action }) => (only ?? environment) === environment && (!action || can(action))),
  })).filter(({ items }) => items.length > 0)
