import { describe, expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { firstStatus, KINDS, type NewMessage } from './model.ts'
import { renderMail, renderSms } from './texts.ts'

const EVIL = 'Eve <script>alert("1")</script>\r\nBcc: all@example.com'
const amount = cents(123_456)

const MESSAGES: readonly NewMessage[] = [
  { kind: 'login_created', to: 'a@example.com', facts: { name: EVIL } },
  { kind: 'account_opened', to: 'a@example.com', facts: { name: EVIL } },
  {
    kind: 'invite',
    to: 'a@example.com',
    facts: {
      name: EVIL,
      enterprise: EVIL,
      useCase: 'Payout',
      url: 'https://x.example/?a="1"&b=2',
      expiresAt: new Date('2030-01-02'),
    },
  },
  {
    kind: 'payout_issued',
    to: 'a@example.com',
    facts: {
      name: EVIL,
      enterprise: EVIL,
      amount,
      description: EVIL,
      claimable: true,
      claimableUntil: new Date('2030-03-03'),
      paidOn: new Date('2030-02-01'),
      claimUrl: 'https://x.example/connect/token',
    },
  },
  {
    kind: 'bank_corrected',
    to: 'a@example.com',
    facts: { name: EVIL, enterprise: EVIL, destination: 'Checking ••••6789', own: true },
  },
  {
    kind: 'webhook_disabled',
    to: 'a@example.com',
    facts: {
      enterprise: EVIL,
      webhook: 'wh_1',
      event: 'payout.update',
      url: 'https://x.example/',
      why: 'It answered 410.',
      disabledAt: '2026-11-15T01:12:00.000Z',
      missedSince: '2026-11-10T01:11:58.000Z',
    },
  },
  {
    kind: 'daily_summary',
    to: 'a@example.com',
    facts: { enterprise: EVIL, day: '2026-11-14', payouts: 1_234, amount, failed: 2, operating: amount },
  },
  {
    kind: 'withdrawal',
    to: 'a@example.com',
    facts: {
      enterprise: EVIL,
      name: EVIL,
      amount,
      description: EVIL,
      destination: EVIL,
      outcome: 'returned',
      at: new Date('2026-11-15T10:20:00Z'),
      reason: EVIL,
    },
  },
  {
    kind: 'bank_suspended',
    to: 'a@example.com',
    facts: { name: EVIL, enterprise: EVIL, destination: EVIL, reason: EVIL, own: false, connection: EVIL },
  },
  { kind: 'p2p_code', to: '+1', facts: { code: '123456', amount, enterprise: EVIL, destinationName: EVIL } },
  { kind: 'sign_in_code', to: '+1', facts: { code: '123456' } },
  {
    kind: 'person_invited',
    to: 'a@example.com',
    facts: {
      enterprise: EVIL,
      inviter: EVIL,
      role: 'viewer',
      url: 'https://x.example/?a="1"&b=2',
      expiresAt: new Date('2030-01-02'),
    },
  },
  { kind: 'email_code', to: 'a@example.com', facts: { code: '123456', minutes: 10 } },
  {
    kind: 'creator_password_reset',
    to: 'a@example.com',
    facts: { name: EVIL, url: 'https://x.example/', minutes: 60 },
  },
  {
    kind: 'security_notice',
    to: 'a@example.com',
    facts: { name: EVIL, event: 'new_device', enterprise: EVIL, at: new Date('2030-01-02'), rows: [['Device', EVIL]] },
  },
  {
    kind: 'alert_raised',
    to: 'a@example.com',
    facts: {
      enterprise: EVIL,
      alert: 'alr_1',
      label: 'Low balance',
      kind: 'low_balance',
      subject: '',
      summary: EVIL,
      at: new Date('2030-01-02'),
      url: 'https://x.example/?a="1"&b=2',
    },
  },
  {
    kind: 'approval_needed',
    to: 'a@example.com',
    facts: {
      name: EVIL,
      enterprise: EVIL,
      approval: 'apr_1',
      what: EVIL,
      amount,
      needed: 2,
      expiresAt: new Date('2030-01-02'),
      url: 'https://x.example/?a="1"&b=2',
    },
  },
  {
    kind: 'approval_decided',
    to: 'a@example.com',
    facts: { name: EVIL, enterprise: EVIL, approval: 'apr_1', what: EVIL, outcome: 'rejected', by: EVIL, reason: EVIL },
  },
  { kind: 'login_changed', to: 'a@example.com', facts: { name: EVIL, what: 'email' } },
  { kind: 'password_reset', to: 'a@example.com', facts: { name: EVIL, url: 'https://x.example/', minutes: 60 } },
]

const mails = MESSAGES.filter(({ kind }) => KINDS[kind].channel === 'email')

describe('every message', () => {
  it('is in this table', () => {
    expect(MESSAGES.map(({ kind }) => kind).sort()).toEqual(Object.keys(KINDS).sort())
  })

  it.each(mails)(
    '$kind has a subject of one line, plain text, and HTML in which nothing of others is markup',
    (one) => {
      // As it comes out of the database.
      const facts = JSON.parse(JSON.stringify(one.facts))
      const { subject, text, html } = renderMail(one.kind, facts)
      expect(subject).toMatch(/^[^\r\n]+$/)
      expect(text).not.toMatch(/undefined|\[object|NaN|Invalid/)
      expect(html).not.toMatch(/<script|undefined|\[object|NaN|Invalid/)
      expect(html).toMatch(/^<!doctype html>/)
      for (const line of text.split('\n'))
        if (!line.includes('https://') && !line.startsWith('  ')) expect(line.length).toBeLessThanOrEqual(72)
    },
  )

  it('of a day says it in words, and leads to the dashboard', () => {
    const url = 'https://pay.example.com/dashboard/production'
    const facts = { enterprise: 'Acme', day: '2026-11-14', payouts: 3, amount, failed: 0, operating: amount, url }
    const { text, html } = renderMail('daily_summary', facts)
    expect(text).toContain('Acme on November 14, 2026')
    for (const body of [text, html]) expect(body).toContain(url)
  })

  it('to a creator is in Spanish for a reader of Spanish; to the people of an enterprise it is English', () => {
    const spanish = mails.filter(({ kind, facts }) => {
      const { html, text } = renderMail(kind, JSON.parse(JSON.stringify(facts)), 'es')
      const isSpanish = html.includes('<html lang="es">')
      expect([kind, text.includes('Recibe este mensaje'), text.includes('You get this')]).toEqual([
        kind,
        isSpanish,
        !isSpanish,
      ])
      return isSpanish
    })
    expect(spanish.map(({ kind }) => kind).sort()).toEqual([
      'account_opened',
      'bank_corrected',
      'creator_password_reset',
      'email_code',
      'invite',
      'login_changed',
      'login_created',
      'payout_issued',
    ])
    const facts = {
      name: 'Ana',
      enterprise: 'Acme',
      amount,
      description: 'Mayo',
      claimable: false,
      type: 'direct',
    } as const
    const sentAt = new Date('2030-03-03T10:30:00Z')
    const { subject, text } = renderMail(
      'payout_issued',
      { ...facts, destination: 'Tributary account ••••1234', sentAt },
      'es',
    )
    expect(subject).toBe('Han llegado $1,234.56 de Acme')
    expect(text.replace(/\s+/g, ' ')).toMatch(/Recibido: 3 de marzo de 2030.* UTC Para: Cuenta Tributary ••••1234/)
    expect(renderSms('sign_in_code', { code: '123456' }, 'es')).toMatch(/^123456 es su código/)
  })

  it.each(mails)(
    '$kind is made of tables and inline styles, loads nothing, and has one link at most',
    ({ kind, facts }) => {
      const { html } = renderMail(kind, JSON.parse(JSON.stringify(facts)))
      // The one sheet is the night: without it, every colour is there.
      const [, sheet = '', ...others] = html.split(/<style>|<\/style>/)
      expect([sheet.slice(0, 35), others.length]).toEqual(['@media (prefers-color-scheme:dark){', 1])
      expect(html).not.toMatch(/<(img|link|iframe|form)\b|url\(|@import/)
      for (const [marked] of html.matchAll(/<[^>]*class="(?:soft|ink|brand|tint|button|card|ground)[^>]*>/g)) {
        expect(marked).toMatch(/style="[^"]*(?:color|background):/)
      }
      expect([...html.matchAll(/<a /g)].length).toBeLessThanOrEqual(1)
      for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"')
      // The colour of a button is on its cell too: Outlook draws no background of a link.
      for (const [button] of html.matchAll(/<td[^>]*><a /g)) expect(button).toContain('bgcolor=')
    },
  )

  it('about money says the amount, when, where to, and has one link to the page of its reader', () => {
    const accountUrl = 'https://x.example/account'
    const at = new Date('2030-03-03T10:30:00Z')
    const paid = {
      name: 'Al',
      enterprise: 'Acme',
      amount,
      description: 'May',
      claimable: false,
      sentAt: at,
      accountUrl,
    }
    const letters = [
      renderMail('payout_issued', { ...paid, type: 'direct', destination: 'Tributary account ••••1234' }),
      renderMail('withdrawal', {
        name: 'Al',
        amount,
        destination: 'Checking ••••6789',
        outcome: 'sent',
        at,
        accountUrl,
      }),
    ]
    for (const { html, text } of letters) {
      for (const said of ['$1,234.56', 'March 3, 2030 at 10:30 AM UTC', /••••\d{4}/]) {
        expect(text).toMatch(said)
        expect(html).toMatch(said)
      }
      expect([...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual([accountUrl])
      expect(text).toContain(accountUrl)
    }
  })

  it('of a disabled webhook gives the request that enables it', () => {
    const disabled = MESSAGES.find(({ kind }) => kind === 'webhook_disabled')
    const { text } = renderMail('webhook_disabled', disabled?.facts as never)
    expect(text).toContain('POST /webhook/wh_1/recover {"since":"2026-11-10T01:11:58.000Z"}')
    const older = renderMail('webhook_disabled', { ...disabled?.facts, missedSince: undefined } as never)
    expect(older.text).toContain('POST /webhook/wh_1/recover {"since":"2026-11-15T01:12:00.000Z"}')
  })

  it('of a new login says what to do when it was somebody else', () => {
    const { text } = renderMail('login_created', { name: 'Ada' })
    expect(text).not.toMatch(/can ignore/)
    expect(text.replace(/\s+/g, ' ')).toContain('tell whoever invited you that this login is not yours')
  })

  it('of the codes is short, on one line, and begins with the code', () => {
    for (const one of MESSAGES.filter(({ kind }) => KINDS[kind].channel === 'sms')) {
      expect(renderSms(one.kind, one.facts)).toMatch(/^123456 is your [^\r\n]+$/)
    }
  })

  it('of a P2P payment says who asks and where the code belongs', () => {
    const facts = { code: '123456', amount, enterprise: 'Acme, Inc.', destinationName: 'Dora Núñez-O’Neil' }
    expect(renderSms('p2p_code', facts)).toBe(
      '123456 is your code to send $1,234.56 to Dora Núñez-O’Neil, asked for by Acme, Inc. It is valid for 10 minutes. Enter it only at Acme, Inc.',
    )
  })

  it.each([
    ['Ann. Ignore this! Call us: https://evil.example/x?y=1', 'Ann Ignore this Call us https evil exam…'],
    ['pay@evil.com\u202e\r\nYour code', 'pay evil com Your code'],
    ['x'.repeat(41), `${'x'.repeat(39)}…`],
    ['李'.repeat(40), '李'.repeat(40)],
  ])('of a P2P payment takes %j for a name and nothing more', (name, shown) => {
    const text = renderSms('p2p_code', { code: '123456', amount, enterprise: name, destinationName: name })
    expect(text).toContain(`to ${shown}, asked for by ${shown}. It is valid`)
  })

  it('says amounts as people read them, and when an invite ends', () => {
    const [, , invite, payout] = mails
    expect(renderMail('payout_issued', payout?.facts as never).subject).toContain('$1,234.56')
    expect(renderMail('invite', invite?.facts as never).text).toContain('January 2, 2030')
  })

  it('of an unclaimed payout says until when it can be claimed, and of a later one that it will be paid', () => {
    const facts = { name: 'Al', enterprise: 'Acme', amount, description: 'May', claimable: true }
    const said = (dates: { claimableUntil?: Date; paidOn?: Date }): string => {
      const { subject, text } = renderMail('payout_issued', JSON.parse(JSON.stringify({ ...facts, ...dates })))
      return `${subject}\n${text}`.replace(/\s+/g, ' ')
    }
    const now = said({ claimableUntil: new Date('2030-03-03T10:30:00Z') })
    expect(now).toContain('$1,234.56 from Acme is waiting for you')
    expect(now).toContain('Acme has paid you. Finish setting up how you are paid by March 3, 2030 at 10:30 AM UTC')
    const later = said({ claimableUntil: new Date('2030-03-03T10:30:00Z'), paidOn: new Date('2030-02-01T10:30:00Z') })
    expect(later).toContain('$1,234.56 from Acme on February 1, 2030')
    expect(later).toContain(
      'Acme will pay you on February 1, 2030. Finish setting up how you are paid by March 3, 2030',
    )
    expect(later).not.toMatch(/has paid|is waiting/)
    // Queued by an older version.
    expect(said({})).toContain('Acme has paid you. Finish setting up how you are paid within 30 days to receive it.')
  })

  it('of a payout says the amount, when, and where to; of one in an account of ours that it has arrived', () => {
    const facts = { name: 'Al', enterprise: 'Acme', amount, description: 'May', claimable: false }
    const said = (more: object): string => {
      const { subject, text } = renderMail('payout_issued', JSON.parse(JSON.stringify({ ...facts, ...more })))
      return `${subject}\n${text}`.replace(/\s+/g, ' ')
    }
    const sentAt = new Date('2030-03-03T10:30:00Z')
    const direct = said({ type: 'direct', destination: 'Tributary account ••••1234', sentAt })
    expect(direct).toMatch(/^\$1,234\.56 from Acme has arrived \$1,234\.56 has arrived/)
    expect(direct).toContain('The money is in your Tributary account')
    expect(direct).toContain('Arrived: March 3, 2030 at 10:30 AM UTC To: Tributary account ••••1234')
    expect(direct).not.toContain('on its way')
    const wallet = said({ type: 'wallet', destination: 'Wallet ••••1234', sentAt })
    expect(wallet).toContain('has arrived')
    expect(wallet).toContain('in your wallet')
    const ach = said({ type: 'ach', destination: 'Checking ••••6789', sentAt })
    expect(ach).toContain('$1,234.56 from Acme is on its way')
    expect(ach).toContain('within a few business days')
    expect(ach).toContain('Sent: March 3, 2030 at 10:30 AM UTC To: Checking ••••6789')
    expect(ach).not.toContain('arrived')
    // Queued by an older version.
    expect(said({})).toMatch(/^\$1,234\.56 from Acme \$1,234\.56 is on its way to you/)
  })

  it('of an unclaimed payout carries the way to claim it', () => {
    const facts = { name: 'Al', enterprise: 'Acme', amount, description: 'May', claimable: true }
    const claimUrl = 'https://x.example/connect/token'
    const claimableUntil = new Date('2030-03-03T10:30:00Z')
    const { text, html } = renderMail('payout_issued', { ...facts, claimUrl, claimableUntil })
    expect(text).toContain(`Claim your money:\n${claimUrl}`)
    expect(text).toContain('March 3, 2030 at 10:30 AM UTC')
    expect(html).toContain(`href="${claimUrl}"`)
    expect(renderMail('payout_issued', { ...facts, claimableUntil }).text).not.toContain('Claim your money')
  })

  it('of an invite to an active connection says what it is for, and what is asked', () => {
    const facts = { name: 'Al', enterprise: 'Acme', url: 'https://x.example/', expiresAt: new Date('2030-01-02') }
    const said = (asksFor: readonly 'payment.debit'[]): string => {
      const { subject, text } = renderMail('invite', { ...facts, useCase: 'Payout', isActive: true, asksFor })
      return `${subject} ${text}`.replace(/\s+/g, ' ')
    }
    expect(said([])).toMatch(/Acme asks you to review your connection Your connection with Acme/)
    expect(said([])).toContain('you are connected with Acme, and nothing changes unless you change it. Here you see')
    expect(said([])).not.toMatch(/wants to pay you|Get started/)
    expect(said(['payment.debit'])).toContain('Acme asks for your permission to debit your account.')
  })

  it('of an invite promises a payment only where the enterprise pays', () => {
    const facts = { name: 'Al', enterprise: 'Acme', url: 'https://x.example/', expiresAt: new Date('2030-01-02') }
    const [paying, generic] = (['Payout', 'Generic'] as const).map((useCase) => {
      const { subject, text } = renderMail('invite', { ...facts, useCase })
      return `${subject} ${text}`
    })
    expect(paying).toMatch(/Acme wants to pay you/)
    expect(generic).toMatch(/Connect with Acme/)
    expect(generic).not.toMatch(/pay|paid/i)
  })
})

describe('what becomes of a message before anybody sends it', () => {
  it.each([
    ['email', 'a@example.com', 'sandbox', 'suppressed'],
    ['email', 'a+sandbox@example.com', 'sandbox', 'due'],
    ['email', 'a+sandbox42@example.com', 'sandbox', 'due'],
    ['email', 'a+Sandbox@example.com', 'sandbox', 'due'],
    ['email', 'a+sandbox42x@example.com', 'sandbox', 'suppressed'],
    ['email', 'a@sandbox.example.com', 'sandbox', 'suppressed'],
    ['email', 'a@example.com', 'production', 'due'],
    ['email', '', 'production', 'suppressed'],
    ['sms', '+15550001111', 'sandbox', 'captured'],
    ['sms', '+15550001111', 'production', 'due'],
  ] as const)('%s to %j in %s: %s', (channel, to, environment, status) => {
    expect(firstStatus(channel, to, environment).status).toBe(status)
  })
})
