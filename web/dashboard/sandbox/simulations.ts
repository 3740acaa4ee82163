import type { ComponentType } from 'react'
import type { Field } from '../form/field.ts'
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCashBanknote,
  IconCreditCard,
  IconFileText,
  type IconProps,
  IconReceiptRefund,
  IconRotate,
  IconScale,
  IconUserCheck,
  IconX,
} from '../icons.tsx'
import { humanize } from '../parts/StatusBadge.tsx'

export interface Simulation {
  readonly title: string
  readonly description: string
  readonly path: string
  readonly submit: string
  readonly icon: ComponentType<IconProps>
  readonly fields: readonly Field[]
  /** The statuses of the resource in which it can happen; absent: any. */
  readonly statuses?: readonly string[]
  /** The types of the resource to which it can happen; absent: any. */
  readonly types?: readonly string[]
}

const choice = (name: string, label: string, values: readonly string[]): Field => ({
  kind: 'choice',
  name,
  label,
  options: values.map((value) => ({ value, label: humanize(value) })),
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

const FAILURES = [
  'payment_failed',
  'permission_not_granted',
  'bank_account_missing',
  'bank_account_unreadable',
  'bank_account_unsendable',
  'bank_account_suspended',
]

/** Statuses of a purchase whose card was charged and not fully refunded. */
const CHARGED = ['pending', 'settling', 'completed', 'refunded']
/** A dispute goes on after the money was taken. */
const DISPUTED = [...CHARGED, 'reversed']

/** Events that banks, creators, buyers and card networks cause in production, and a button causes in sandbox. */
export const SIMULATIONS: readonly Simulation[] = [
  {
    title: 'Funding',
    description: 'Money arrives on your operating account.',
    path: 'v1/sandbox/funding',
    submit: 'Add money',
    icon: IconCashBanknote,
    fields: [{ name: 'amount_in_cents', label: 'Amount', kind: 'money', initial: '10000.00' }],
  },
  {
    title: 'Connect',
    description: 'A creator goes through Connect.',
    path: 'v1/sandbox/connect',
    submit: 'Connect',
    statuses: ['created', 'pending', 'active'],
    icon: IconUserCheck,
    fields: [
      CREATOR,
      choice('type', 'Method', ['direct', 'ach', 'wallet']),
      choice('outcome', 'Outcome', ['approved', 'review', 'rejected']),
    ],
  },
  {
    title: 'Payout return',
    description: 'The bank returns a sent ACH payout.',
    path: 'v1/sandbox/payout-return',
    submit: 'Return payout',
    statuses: ['sent'],
    types: ['ach'],
    icon: IconRotate,
    fields: [
      id('payout', 'Payout', 'pay'),
      { name: 'code', label: 'Reason', kind: 'choice', initial: 'R03', options: RETURNS },
    ],
  },
  {
    title: 'Payout error',
    description: 'A payout that is ready or pending fails.',
    path: 'v1/sandbox/payout-error',
    submit: 'Fail payout',
    statuses: ['ready', 'pending'],
    icon: IconX,
    fields: [id('payout', 'Payout', 'pay'), choice('code', 'Reason', FAILURES)],
  },
  {
    title: 'Withdrawal return',
    description: 'Your bank returns a sent withdrawal.',
    path: 'v1/sandbox/withdrawal-return',
    submit: 'Return withdrawal',
    statuses: ['sent'],
    icon: IconRotate,
    fields: [
      id('withdrawal', 'Withdrawal', 'wdr'),
      { name: 'code', label: 'Reason', kind: 'choice', initial: 'R02', options: RETURNS },
    ],
  },
  {
    title: 'Withdrawal error',
    description: 'A withdrawal that is ready or pending fails.',
    path: 'v1/sandbox/withdrawal-error',
    submit: 'Fail withdrawal',
    statuses: ['ready', 'pending'],
    icon: IconX,
    fields: [
      id('withdrawal', 'Withdrawal', 'wdr'),
      choice(
        'code',
        'Reason',
        FAILURES.filter((code) => code !== 'permission_not_granted'),
      ),
    ],
  },
  {
    title: 'Bank account',
    description: 'The operator registers where your withdrawals go. A number that begins with 9 comes back.',
    path: 'v1/sandbox/bank-account',
    submit: 'Register account',
    icon: IconBuildingBank,
    fields: [
      { kind: 'text', name: 'name_on_account', label: 'Name on the account', initial: 'Sample Enterprise' },
      { kind: 'text', name: 'account_number', label: 'Account number', initial: '900123456789' },
      { kind: 'text', name: 'routing_number', label: 'Routing number', initial: '021000021' },
      choice('account_type', 'Kind', ['checking', 'savings']),
    ],
  },
  {
    title: 'Contract',
    description: 'A creator answers a contract.',
    path: 'v1/sandbox/contract',
    submit: 'Answer',
    statuses: ['created'],
    icon: IconFileText,
    fields: [id('contract', 'Contract', 'con'), choice('decision', 'Answer', ['accept', 'decline'])],
  },
  {
    title: 'Deposit',
    description: "Money arrives on a creator's account, and contracts take their share.",
    path: 'v1/sandbox/deposit',
    submit: 'Deposit',
    statuses: ['active'],
    types: ['direct'],
    icon: IconBuildingBank,
    fields: [
      CREATOR,
      choice('deposit_source', 'Source', ['music_distribution', 'video_ads', 'live_streaming']),
      { name: 'amount_in_cents', label: 'Amount', kind: 'money', initial: '100.00' },
    ],
  },
  {
    title: 'Card',
    description: 'A buyer saves a card. 4242 4242 4242 4242 is approved.',
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
    description: 'The card network reports fraud.',
    path: 'v1/sandbox/fraud-alert',
    submit: 'Send alert',
    statuses: CHARGED,
    icon: IconAlertTriangle,
    fields: [id('purchase', 'Purchase', 'pch')],
  },
  {
    title: 'Chargeback',
    description: "The buyer's bank reverses the charge.",
    path: 'v1/sandbox/chargeback',
    submit: 'Charge back',
    statuses: CHARGED,
    icon: IconReceiptRefund,
    fields: [id('purchase', 'Purchase', 'pch')],
  },
  {
    title: 'Dispute',
    description: "The buyer's bank asks, takes money, reviews and decides.",
    path: 'v1/sandbox/dispute',
    submit: 'Report the step',
    statuses: DISPUTED,
    icon: IconScale,
    fields: [
      id('purchase', 'Purchase', 'pch'),
      choice('status', 'Step', ['inquiry', 'needs_response', 'under_review', 'won', 'lost']),
      {
        name: 'amount_in_cents',
        label: 'Amount',
        kind: 'money',
        optional: true,
        hint: 'When it begins. Empty: all that is left.',
      },
    ],
  },
]

/** The fields that decide which simulations are possible. */
export interface SimulatedResource {
  readonly status?: string | undefined
  readonly type?: string | undefined
}

const isAmong = (values: readonly string[] | undefined, value = ''): boolean => values?.includes(value) ?? true

/** The simulations that are possible for a resource in its status; `resource` is its name in the API, e.g. `payout`. */
export const simulationsOf = (resource: string, { status, type }: SimulatedResource): readonly Simulation[] =>
  SIMULATIONS.filter(
    ({ fields, statuses, types }) =>
      fields.some(({ name }) => name === resource) && isAmong(statuses, status) && isAmong(types, type),
  )
