import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCashBanknote,
  IconCreditCard,
  IconFileText,
  type IconProps,
  IconReceiptRefund,
  IconRotate,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Field } from '../form/field.ts'
import { words } from '../parts/StatusBadge.tsx'

export interface Simulation {
  readonly title: string
  readonly means: string
  readonly path: string
  readonly submit: string
  readonly icon: ComponentType<IconProps>
  readonly fields: readonly Field[]
  /** The statuses of the resource in which it can happen; absent: any. */
  readonly whileIn?: readonly string[]
  /** The types of the resource to which it can happen; absent: any. */
  readonly ofType?: readonly string[]
}

const choice = (name: string, label: string, values: readonly string[]): Field => ({
  kind: 'choice',
  name,
  label,
  options: values.map((value) => ({ value, label: words(value) })),
})

const CREATOR: Field = { name: 'account_connection', label: 'Creator', kind: 'creator' }
const id = (name: string, label: string, prefix: string): Field => ({
  kind: 'text',
  name,
  label,
  placeholder: `${prefix}_…`,
})

const RETURNS = [
  { value: 'R01', label: 'R01: insufficient funds' },
  { value: 'R02', label: 'R02: account closed' },
  { value: 'R03', label: 'R03: no account' },
  { value: 'R04', label: 'R04: invalid account number' },
  { value: 'R16', label: 'R16: account frozen' },
  { value: 'R20', label: 'R20: non-transaction account' },
  { value: 'R23', label: 'R23: credit refused by the receiver' },
]

/** Statuses of a purchase whose card was charged and not fully refunded. */
const CHARGED = ['pending', 'settling', 'completed', 'refunded']

/** Events that banks, creators, buyers and card networks cause in production, and a button causes in sandbox. */
export const SIMULATIONS: readonly Simulation[] = [
  {
    title: 'Funding',
    means: 'Money arrives on your operating account.',
    path: 'v1/sandbox/funding',
    submit: 'Add the money',
    icon: IconCashBanknote,
    fields: [{ name: 'amount_in_cents', label: 'Amount', kind: 'money', initial: '10000.00' }],
  },
  {
    title: 'Connect',
    means: 'A creator goes through Connect.',
    path: 'v1/sandbox/connect',
    submit: 'Connect',
    whileIn: ['created', 'pending', 'active'],
    icon: IconUserCheck,
    fields: [
      CREATOR,
      choice('type', 'Method', ['direct', 'ach', 'wallet']),
      choice('outcome', 'Outcome', ['approved', 'review', 'rejected']),
    ],
  },
  {
    title: 'Payout return',
    means: 'The bank gives a sent ACH payout back.',
    path: 'v1/sandbox/payout-return',
    submit: 'Return it',
    whileIn: ['sent'],
    ofType: ['ach'],
    icon: IconRotate,
    fields: [
      id('payout', 'Payout', 'pay'),
      { name: 'code', label: 'Reason', kind: 'choice', initial: 'R03', options: RETURNS },
    ],
  },
  {
    title: 'Payout error',
    means: 'A payout that is ready or pending fails.',
    path: 'v1/sandbox/payout-error',
    submit: 'Let it fail',
    whileIn: ['ready', 'pending'],
    icon: IconX,
    fields: [id('payout', 'Payout', 'pay')],
  },
  {
    title: 'Contract',
    means: 'A creator answers a contract.',
    path: 'v1/sandbox/contract',
    submit: 'Answer',
    whileIn: ['created'],
    icon: IconFileText,
    fields: [id('contract', 'Contract', 'con'), choice('decision', 'Answer', ['accept', 'decline'])],
  },
  {
    title: 'Deposit',
    means: "Money arrives on a creator's account, and contracts take their share.",
    path: 'v1/sandbox/deposit',
    submit: 'Deposit',
    whileIn: ['active'],
    ofType: ['direct'],
    icon: IconBuildingBank,
    fields: [
      CREATOR,
      choice('deposit_source', 'Source', ['music_distribution', 'video_ads', 'live_streaming']),
      { name: 'amount_in_cents', label: 'Amount', kind: 'money', initial: '100.00' },
    ],
  },
  {
    title: 'Card',
    means: 'A buyer gives a card. 4242 4242 4242 4242 is one that pays.',
    path: 'v1/sandbox/card',
    submit: 'Save the card',
    icon: IconCreditCard,
    fields: [
      { name: 'buyer', label: 'Buyer', kind: 'buyer' },
      { kind: 'text', name: 'number', label: 'Number', initial: '4242424242424242' },
      { name: 'expiration_month', label: 'Month', kind: 'number', initial: '12' },
      { name: 'expiration_year', label: 'Year', kind: 'number', initial: '2040' },
    ],
  },
  {
    title: 'Fraud alert',
    means: 'The card network warns of fraud.',
    path: 'v1/sandbox/fraud-alert',
    submit: 'Warn',
    whileIn: CHARGED,
    icon: IconAlertTriangle,
    fields: [id('purchase', 'Purchase', 'pch')],
  },
  {
    title: 'Chargeback',
    means: "The buyer's bank takes the money back.",
    path: 'v1/sandbox/chargeback',
    submit: 'Charge back',
    whileIn: CHARGED,
    icon: IconReceiptRefund,
    fields: [id('purchase', 'Purchase', 'pch')],
  },
]

/** The fields that decide which simulations are possible. */
export interface Happening {
  readonly status?: string | undefined
  readonly type?: string | undefined
}

const isAmong = (values: readonly string[] | undefined, value = ''): boolean => values?.includes(value) ?? true

/** The simulations that are possible for a resource in its status; `resource` is its name in the API, e.g. `payout`. */
export const simulationsOf = (resource: string, { status, type }: Happening): readonly Simulation[] =>
  SIMULATIONS.filter(
    ({ fields, whileIn, ofType }) =>
      fields.some(({ name }) => name === resource) && isAmong(whileIn, status) && isAmong(ofType, type),
  )
