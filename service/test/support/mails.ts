import { cents } from '../../src/kernel/money.ts'
import type { MessageFacts, MessageKind } from '../../src/resources/messages/model.ts'

const at = new Date('2026-11-16T14:30:00Z')
const accountUrl = 'https://pay.example.com/account'
const enterprise = 'Riverside Music'
const name = 'Alice'
const amount = cents(123_456)
const token = 'https://pay.example.com/connect/kK3v9x2qf8m6t4w0c5n7d1haB2e4Rz9LxQ0'

interface Sample<K extends MessageKind = MessageKind> {
  /** Of the picture. */
  readonly title: string
  readonly kind: K
  readonly facts: MessageFacts[K]
  /** Creators read English or Spanish, people of an enterprise English. */
  readonly spanish?: true
}

const of = <K extends MessageKind>(kind: K, facts: MessageFacts[K], more: object = {}): Sample<K> => ({
  title: kind.replaceAll('_', '-'),
  kind,
  facts,
  ...more,
})

/** One mail of every kind, with facts as they are in life. */
export const MAILS = [
  of('login_created', { name, accountUrl }, { spanish: true }),
  of('account_opened', { name, accountUrl }, { spanish: true }),
  of('invite', { name, enterprise, useCase: 'Payout', url: token, expiresAt: at }, { spanish: true }),
  of(
    'payout_issued',
    {
      name,
      enterprise,
      amount,
      description: 'Royalties for October',
      claimable: false,
      type: 'direct',
      destination: 'Tributary account ••••1234',
      sentAt: at,
      accountUrl,
    },
    { spanish: true },
  ),
  of(
    'payout_issued',
    {
      name,
      enterprise,
      amount,
      description: 'Royalties for October',
      claimable: true,
      claimableUntil: at,
      claimUrl: token,
    },
    { title: 'payout-claimable', spanish: true },
  ),
  of('bank_corrected', { name, enterprise, destination: 'Checking ••••6789', own: true }, { spanish: true }),
  of(
    'bank_suspended',
    {
      name,
      enterprise,
      destination: 'Checking ••••6789',
      reason: 'account closed',
      own: true,
      changeUntil: at,
      page: token,
    },
    { spanish: true },
  ),
  of(
    'bank_suspended',
    {
      name: 'Alice Alison',
      enterprise,
      destination: 'Checking ••••6789',
      reason: 'account closed',
      own: false,
      connection: 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha',
      page: 'https://pay.example.com/dashboard/production/account-connections/acon_01kk3v9x2qf8m6t4w0c5n7d1ha',
    },
    { title: 'creator-suspended' },
  ),
  of('webhook_disabled', {
    enterprise,
    webhook: 'wh_01kk3v9x2qf8m6t4w0c5n7d1ha',
    event: 'payout.update',
    url: 'https://hooks.example.com/tributary',
    why: 'It answered 410.',
    disabledAt: at.toISOString(),
    page: 'https://pay.example.com/dashboard/production/webhooks/wh_01kk3v9x2qf8m6t4w0c5n7d1ha',
  }),
  of('alert_raised', {
    enterprise,
    alert: 'alr_01kk3v9x2qf8m6t4w0c5n7d1ha',
    label: 'Low balance',
    kind: 'low_balance',
    subject: '',
    summary: 'The operating account holds $120.00, less than $5,000.00.',
    at,
    url: 'https://pay.example.com/dashboard/production/ledger',
  }),
  of('daily_summary', {
    enterprise,
    day: '2026-11-15',
    payouts: 1_234,
    amount,
    failed: 2,
    operating: cents(98_765_43),
    url: 'https://pay.example.com/dashboard/production',
  }),
  of('withdrawal', {
    enterprise,
    amount,
    destination: 'Checking ••••6789',
    outcome: 'sent',
    at,
    page: 'https://pay.example.com/dashboard/production/withdrawals/wdr_01kk3v9x2qf8m6t4w0c5n7d1ha',
  }),
  of(
    'withdrawal',
    { name, amount, destination: 'Checking ••••6789', outcome: 'sent', at, accountUrl },
    { title: 'own-withdrawal', spanish: true },
  ),
  of('email_code', { code: '482913', minutes: 10 }, { spanish: true }),
  of('creator_password_reset', { name, url: `${accountUrl}/reset/kK3v9x2qf8m6`, minutes: 60 }, { spanish: true }),
  of('login_changed', { name, what: 'bank_account', accountUrl }, { spanish: true }),
  of('login_changed', { name, what: 'passkey_added', accountUrl }, { title: 'passkey-added', spanish: true }),
  of('person_invited', {
    enterprise,
    inviter: 'Bob Bobson',
    role: 'finance',
    url: 'https://pay.example.com/dashboard/invitation/kK3v9x2qf8m6',
    expiresAt: at,
  }),
  of('password_reset', { name, url: 'https://pay.example.com/dashboard/reset/kK3v9x2qf8m6', minutes: 60 }),
  of('approval_needed', {
    name,
    enterprise,
    approval: 'apr_01kk3v9x2qf8m6t4w0c5n7d1ha',
    what: 'A payout to Carol Carolson',
    amount,
    needed: 2,
    expiresAt: at,
    url: 'https://pay.example.com/dashboard/production/approvals/apr_01kk3v9x2qf8m6t4w0c5n7d1ha',
  }),
  of('approval_decided', {
    name,
    enterprise,
    approval: 'apr_01kk3v9x2qf8m6t4w0c5n7d1ha',
    what: 'A payout to Carol Carolson',
    amount,
    outcome: 'rejected',
    by: 'Bob Bobson',
    reason: 'Paid last week.',
    url: 'https://pay.example.com/dashboard/production/approvals/apr_01kk3v9x2qf8m6t4w0c5n7d1ha',
  }),
  of('security_notice', {
    name,
    event: 'new_device',
    enterprise,
    at,
    rows: [
      ['Device', 'Firefox on Linux'],
      ['Address', '192.0.2.7'],
    ],
    page: 'https://pay.example.com/dashboard/production/account',
  }),
] as const satisfies readonly Sample[]
