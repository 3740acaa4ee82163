import {
  IconArrowsExchange,
  IconBolt,
  IconBook2,
  IconBuildingBank,
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
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Environment } from '../api/session.ts'

interface Item {
  readonly href: string
  readonly label: string
  readonly icon: ComponentType<IconProps>
  readonly only?: Environment
}

interface Group {
  readonly title?: string
  readonly items: readonly Item[]
}

/** The rows of the side bar. */
export const NAVIGATION: readonly Group[] = [
  { items: [{ href: '/', label: 'Home', icon: IconHome }] },
  {
    title: 'Money out',
    items: [
      { href: '/payouts', label: 'Payouts', icon: IconSend },
      { href: '/pay-file', label: 'Pay by file', icon: IconFileSpreadsheet },
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
      { href: '/ledger', label: 'Ledger', icon: IconBook2 },
      { href: '/reconciliation', label: 'Reconciliation', icon: IconScale, only: 'production' },
    ],
  },
  {
    title: 'Developers',
    items: [
      { href: '/keys', label: 'API keys', icon: IconKey },
      { href: '/webhooks', label: 'Webhooks', icon: IconWebhook },
      { href: '/events', label: 'Events', icon: IconBolt },
      { href: '/requests', label: 'Requests', icon: IconListDetails },
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
      { href: '/audit-log', label: 'Audit log', icon: IconShieldCheck },
      { href: '/settings', label: 'Settings', icon: IconSettings },
    ],
  },
]

export const navigationOf = (environment: Environment): readonly Group[] =>
  NAVIGATION.map((group) => ({
    ...group,
    items: group.items.filter(({ only }) => only === undefined || only === environment),
  })).filter(({ items }) => items.length > 0)
