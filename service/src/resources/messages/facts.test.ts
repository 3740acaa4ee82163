import { describe, expect, it } from 'vitest'
import { vault } from '../../../test/support/vault.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { openFacts } from './facts.ts'
import type { MessageFacts, MessageKind, SecurityEvent } from './model.ts'
import { renderMail } from './texts.ts'

const deps = { vault, rootOf: (environment: string) => `https://${environment}.example.com` }
const owner = { tenant: 1 as TenantId, environment: 'production' as const }
const at = new Date('2030-01-02T03:04:00Z')

/** The links of a stored message once it is a mail. */
function linksIn<K extends MessageKind>(kind: K, stored: MessageFacts[K]): string[] {
  const row = { id: 'msg_1' as Id<'message'>, kind, facts: JSON.parse(JSON.stringify(stored)), facts_sealed: null }
  const facts = openFacts(owner, row, deps)
  if (!facts) throw new Error('it has no facts')
  const { text, html } = renderMail(kind, facts)
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url as string)
  expect(text.match(/^https:\S+$/gm) ?? []).toEqual(links)
  return links
}

describe('the one link of a mail', () => {
  const notice = { name: 'Ada', enterprise: 'Acme', at, rows: [] }

  it.each<[SecurityEvent, string]>([
    ['new_device', '/account'],
    ['password_changed', '/account'],
    ['second_factor_on', '/account'],
    ['second_factor_off', '/account'],
    ['passkey_added', '/account'],
    ['passkey_removed', '/account'],
    ['key_created', '/keys'],
    ['role_changed', '/people'],
    ['access_ended', '/people'],
  ])('about %s is the page %s of the dashboard', (event, page) => {
    const links = linksIn('security_notice', { ...notice, event })
    expect(links).toEqual([`https://production.example.com/dashboard/production${page}`])
  })

  it('about a key is the page of its environment, and about an operator a page of the console', () => {
    const key = linksIn('security_notice', { ...notice, event: 'key_created', environment: 'sandbox' })
    expect(key).toEqual(['https://production.example.com/dashboard/sandbox/keys'])
    const operator = linksIn('security_notice', { ...notice, event: 'new_device', operator: true })
    expect(operator).toEqual(['https://production.example.com/operator/account'])
  })

  it('of an enterprise about a creator or a withdrawal is its page', () => {
    const dashboard = 'https://production.example.com/dashboard/production'
    const creator = { name: 'Al', enterprise: 'Acme', destination: 'Checking ••••6789', connection: 'acon_1' }
    expect(linksIn('bank_corrected', { ...creator, own: false })).toEqual([`${dashboard}/account-connections/acon_1`])
    expect(linksIn('bank_suspended', { ...creator, own: false, reason: 'account closed' })).toEqual([
      `${dashboard}/account-connections/acon_1`,
    ])
    const sent = { amount: cents(100), destination: 'Checking ••••6789', outcome: 'sent', at } as const
    expect(linksIn('withdrawal', { ...sent, enterprise: 'Acme', withdrawal: 'wdr_1' })).toEqual([
      `${dashboard}/withdrawals/wdr_1`,
    ])
    expect(linksIn('withdrawal', { ...sent, enterprise: 'Acme' })).toEqual([`${dashboard}/withdrawals`])
    expect(linksIn('withdrawal', { ...sent, name: 'Al' })).toEqual(['https://production.example.com/account'])
  })

  it('of a creator whose bank account is suspended goes into Connect', () => {
    const facts = { name: 'Al', enterprise: 'Acme', destination: 'Checking', reason: 'account closed', own: true }
    const [link, ...others] = linksIn('bank_suspended', {
      ...facts,
      connection: 'acon_1',
      payout: 'po_1',
      changeUntil: at,
    })
    expect(link).toMatch(/^https:\/\/production\.example\.com\/connect\/[\w-]{40,}$/)
    expect(others).toEqual([])
    // Queued by an older version.
    expect(linksIn('bank_suspended', facts)).toEqual([])
  })

  it('of a suspended bank account is in the language of its creator', () => {
    const facts = {
      name: 'Al',
      enterprise: 'Acme',
      destination: 'Checking ••••6789',
      reason: 'account closed',
      own: true,
    }
    const led = { ...facts, page: 'https://x.example/connect/token', changeUntil: new Date('2030-03-03T10:30:00Z') }
    const [english, spanish] = (['en', 'es'] as const).map(
      (language) => renderMail('bank_suspended', led, language).text,
    )
    expect(english).toContain('Give another bank account:\nhttps://x.example/connect/token')
    expect(english?.replace(/\s+/g, ' ')).toContain('until March 3, 2030 at 10:30 AM UTC')
    expect(english).not.toContain('ask them for a link')
    expect(spanish).toContain('Indicar otra cuenta bancaria:\nhttps://x.example/connect/token')
    expect(spanish?.replace(/\s+/g, ' ')).toContain('3 de marzo de 2030')
    // Queued by an older version.
    expect(renderMail('bank_suspended', facts).text.replace(/\s+/g, ' ')).toContain('ask them for a link')
  })
})
