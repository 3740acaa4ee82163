import { beforeAll, describe, expect, it } from 'vitest'
import { writePages } from '../support/built-pages.ts'
import type { Client } from '../support/client.ts'
import {
  APPLICANT,
  BANK,
  CREDIT,
  go,
  inviteTo,
  linkTo,
  newLogin,
  openTab,
  proveLogin,
  startedTab,
} from '../support/connect.ts'
import { invited, person } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client
let pages: string

beforeAll(async () => {
  pages = await writePages()
  running = await startService({}, undefined, { pages })
  client = running.sandbox
})

describe('steps', () => {
  it('come in their order: whatever is not the current one is 409 and changes nothing', async () => {
    const tab = await startedTab(client, await invited(client))
    const bodies: Record<string, object> = {
      method: { method: 'ach' },
      'sign-in': { email: 'a@example.com', password: 'x' },
      login: { email: 'a@example.com', password: 'long enough for a login' },
      'email-code': { code: '000000' },
      'email-code/resend': {},
      mobile: { mobile: '2025550123' },
      code: { code: '000000' },
      'code/resend': {},
      application: APPLICANT,
      bank: BANK,
      verification: { first_name: 'A', last_name: 'B', date_of_birth: '1990-01-31' },
      contract: { contract: 'con_1', decision: 'accept' },
      grant: CREDIT,
      permissions: CREDIT,
      overview: { next: 'done' },
      back: {},
    }
    const before = await tab.state()
    for (const [step, body] of Object.entries(bodies)) {
      expect([step, await tab.post(step, body)]).toMatchObject([step, { status: 409, body: { code: 'invalid_state' } }])
    }
    expect((await tab.state()).body).toEqual(before.body)
    await go(tab, 'welcome', {}, 'method')
    expect((await tab.post('welcome')).status).toBe(409)
  })

  it('go back, keep what was entered but no secret, and go on', async () => {
    const tab = await startedTab(client, await invited(client))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await go(tab, 'bank', BANK, 'review')
    const bank = await go(tab, 'back', {}, 'bank')
    expect(bank.entered.bank).toMatchObject({ routing_number: BANK.routing_number, city: 'Springfield' })
    expect(bank.entered.bank.account_number ?? bank.entered.bank.ssn).toBeUndefined()
    expect(await go(tab, 'back', {}, 'method')).toMatchObject({ method: 'ach', back: 'welcome' })
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    const login = { email: 'back@example.com', password: 'long enough for a login' }
    await go(tab, 'login', login, 'email_code')
    expect((await go(tab, 'back', {}, 'sign_in')).login).toMatchObject({ status: 'signed_out', email: null })
    await proveLogin(tab, 'mobile', login)
    await go(tab, 'mobile', { mobile: '+1 202 555 0199' }, 'code')
    await go(tab, 'back', {}, 'mobile')
    await go(tab, 'mobile', { mobile: '+1 202 555 0100' }, 'code')
    const review = await go(tab, 'code', { code: '999999' }, 'review')
    expect(review.login).toMatchObject({ status: 'signed_in', mobile: '••• ••• 0100' })
    // A sign-in that has passed stays passed.
    await go(tab, 'back', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'review')
  })

  it('validate with the rules of the API, naming every fault at once', async () => {
    const tab = await startedTab(client, await invited(client))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    const bad = await tab.post('bank', {
      ...BANK,
      routing_number: '021000022',
      account_number: '123456789012345678',
      ssn: '123456789',
      postal_code: '1234',
      state_abbreviation: 'XX',
      account_type: 'gold',
      city: '',
      colour: 'red',
    })
    expect(bad.status).toBe(400)
    expect(bad.body.errors.map(({ param }: { param: string }) => param).sort()).toEqual(
      [
        'account_number',
        'account_type',
        'city',
        'colour',
        'postal_code',
        'routing_number',
        'ssn',
        'state_abbreviation',
      ].sort(),
    )
    const name = async (routing_number: string) => (await tab.post('bank-name', { routing_number })).body
    expect(await name('021000021')).toEqual({ valid: true, bank_name: 'JPMorgan Chase Bank' })
    expect(await name('011000015')).toEqual({ valid: true, bank_name: null })
    expect(await name('021000022')).toEqual({ valid: false, bank_name: null })
    await go(tab, 'bank', BANK, 'review')
    const past = { permissions: [{ name: 'payment.credit', expires_at: '2020-01-01T00:00:00Z' }] }
    expect((await tab.post('grant', past)).body.errors[0].param).toBe('permissions.0.expires_at')
    const unasked = { permissions: [{ name: 'payment.debit' }] }
    expect((await tab.post('grant', unasked)).body.errors[0].param).toBe('permissions.0.name')
    expect((await tab.post('grant', { permissions: [] })).status).toBe(400)
    const twice = { permissions: [{ name: 'payment.credit' }, { name: 'payment.credit' }] }
    expect((await tab.post('grant', twice)).status).toBe(400)
    expect((await tab.state()).body.step).toBe('review')
  })

  it('a double click is one grant', async () => {
    const id = await invited(client)
    const tab = await startedTab(client, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(tab, 'review')
    const answers = await Promise.all(Array.from({ length: 10 }, () => tab.post('grant', CREDIT)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    const events = await running.database.sql`select 1 from events where resource = ${id}`
    expect(events).toHaveLength(1)
  })

  it('the state a reload shows is the state the step answered', async () => {
    const tab = await startedTab(client, await invited(client))
    const answered = await go(tab, 'welcome', {}, 'method')
    expect((await tab.state()).body).toEqual(answered)
  })

  it('markup in names, prompts and enterprises is data, and pages do not hold it', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'</script>'
    const { sandbox } = await running.enterprise(evil)
    const id = await invited(sandbox, {
      ...person(),
      first_name: evil,
      display_name: evil,
      verification_prompt: evil,
    })
    const url = await inviteTo(sandbox, id)
    const tab = openTab(url)
    expect((await tab.open()).body).toMatchObject({ enterprise: { name: evil }, verification: { prompt: evil } })
    const page = await (await fetch(url)).text()
    expect(page).not.toContain('onerror')
    const started = await tab.start('4711')
    expect(started.headers.get('content-type')).toMatch(/^application\/json/)
    expect(started.headers.get('x-content-type-options')).toBe('nosniff')
    expect(started.body.state.invited).toMatchObject({ first_name: evil, display_name: evil })
  })
})

describe('pages', () => {
  const directive = (headers: Headers, name: string): string | undefined =>
    headers
      .get('content-security-policy')
      ?.split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.slice(name.length + 1)

  it('have a strict policy, are not cached and tell nobody where they were', async () => {
    const url = await linkTo(client, await invited(client))
    for (const address of [url, `${running.roots.sandbox}/account`, `${running.roots.sandbox}/examples/embed`]) {
      const { headers, status } = await fetch(address)
      expect([address, status]).toEqual([address, 200])
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(directive(headers, 'script-src')).toBe("'self'")
      expect(directive(headers, 'default-src')).toBe("'none'")
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\bhttps:(?!\/\/)/)
    }
  })

  it('are framed by registered origins alone; in sandbox also by this machine', async () => {
    const own = await running.enterprise('Framer')
    const other = await running.enterprise('Other')
    const ancestors = async (of: Client) =>
      directive((await fetch(await linkTo(of, await invited(of)))).headers, 'frame-ancestors')
    const sandboxDefault = `${running.roots.sandbox} http://localhost:* http://127.0.0.1:*`
    expect(await ancestors(own.sandbox)).toBe(sandboxDefault)
    expect(await ancestors(own.production)).toBe("'none'")
    const made = await own.production.post('/embed-origin', { origin: 'https://app.example.com' })
    expect(made).toMatchObject({ status: 201, body: { origin: 'https://app.example.com' } })
    expect(await ancestors(own.production)).toBe('https://app.example.com')
    expect(await ancestors(other.production)).toBe("'none'")
    expect(await ancestors(own.sandbox)).toBe(sandboxDefault)
    expect((await own.production.delete(`/embed-origin/${made.body.id}`)).body).toEqual({
      id: made.body.id,
      origin: 'https://app.example.com',
      deleted: true,
    })
    expect(await ancestors(own.production)).toBe("'none'")
    const unknown = await fetch(`${running.roots.sandbox}/connect/${'A'.repeat(43)}`)
    expect(unknown.status).toBe(404)
    expect(directive(unknown.headers, 'frame-ancestors')).toBe("'none'")
    expect(directive((await fetch(`${running.roots.sandbox}/account`)).headers, 'frame-ancestors')).toBe("'none'")
  })

  it('what they load is kept for ever and sent compressed', async () => {
    const url = `${running.roots.sandbox}/assets/app-1a2b3c.js`
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(await response.text()).toContain('xxxxx')
    }
    for (const path of ['nothing.js', '../connect/index.html', '..%2f..%2fpackage.json', '']) {
      expect((await fetch(`${running.roots.sandbox}/assets/${path}`)).status).toBe(404)
    }
  })

  it('the example host is of the sandbox alone', async () => {
    expect((await fetch(`${running.roots.production}/examples/embed`)).status).toBe(404)
  })

  it('that have not been built say so', async () => {
    const bare = await startService({}, undefined, { pages: '/nowhere' })
    const response = await fetch(await linkTo(bare.sandbox, await invited(bare.sandbox)))
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build:web')
  })
})

describe('/embed-origin', () => {
  it('takes origins, and nothing else', async () => {
    const { sandbox, production } = await running.enterprise('Origins')
    for (const origin of [
      'app.example.com',
      'https://app.example.com/path',
      'https://*.example.com',
      '*',
      "'self'",
      'https://a.example.com https://b.example.com',
      'https://user:pass@example.com',
      'javascript:alert(1)',
      'null',
      'https://a.example.com;script-src *',
      'https://a.example.com?x',
      '',
    ]) {
      expect([origin, await sandbox.post('/embed-origin', { origin })]).toMatchObject([
        origin,
        { status: 400, body: { code: 'validation_failed', errors: [{ param: 'origin' }] } },
      ])
    }
    expect((await production.post('/embed-origin', { origin: 'http://app.example.com' })).status).toBe(400)
    const made = await sandbox.post('/embed-origin', { origin: 'HTTPS://App.Example.com:443/' })
    expect(made.body.origin).toBe('https://app.example.com')
    expect(await sandbox.post('/embed-origin', { origin: 'https://app.example.com' })).toMatchObject({
      status: 409,
      body: { code: 'embed_origin_exists', existing_id: made.body.id },
    })
    expect((await sandbox.get('/embed-origin')).body).toEqual({
      data: [made.body],
      pagination: { page: 1, page_size: 10, total: 1 },
    })
    expect((await production.get('/embed-origin')).body.data).toEqual([])
    expect((await production.delete(`/embed-origin/${made.body.id}`)).status).toBe(404)
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => sandbox.post('/embed-origin', { origin: `https://a${nth}.example.com` })),
    )
    expect(many.filter(({ status }) => status === 201)).toHaveLength(49)
    expect(many.filter(({ status }) => status === 409)).toHaveLength(11)
  })
})

describe('behind a proxy', () => {
  it('the address it tells is believed of a trusted one alone', async () => {
    const addressOf = async (variables: Record<string, string>) => {
      const own = await startService(variables, undefined, { pages })
      const guess = (from: string) =>
        fetch(`${own.roots.sandbox}/connect/api/open`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify({ token: 'A'.repeat(43) }),
        })
      await Promise.all([guess('203.0.113.1'), guess('203.0.113.2'), guess('203.0.113.3')])
      const [row] = await own.database.sql`select count(*)::int as count from tries`
      return row?.count
    }
    expect(await addressOf({})).toBe(1)
    expect(await addressOf({ TRUSTED_PROXIES: '127.0.0.1' })).toBe(3)
  })
})
