import { describe, expect, it } from 'vitest'
import { LEGAL_NAMES, LEGAL_VERSIONS } from '../../../contracts/legal.ts'
import { BANK, CREDIT, go, inviteTo, linkTo, newLogin, openTab, startedTab } from '../support/connect.ts'
import { startMailbox } from '../support/mailbox.ts'
import { invited, paid } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { dataUrl, png } from '../support/png.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const { sql } = service.database

const consentsOf = (connection: string) => sql<{ document: string; version: string; language: string }[]>`
  select document, version, language, creator_id, agreed_at from connect_consents
  where account_connection = ${connection} order by document`

describe('the consent of a creator', () => {
  it('is recorded with every document, its version, language and time, and the login', async () => {
    const id = await invited(service.sandbox)
    const tab = await startedTab(service.sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(tab, 'review')
    const { review } = (await tab.state()).body
    expect(review.documents).toEqual(
      LEGAL_NAMES.map((name) => ({ name, version: LEGAL_VERSIONS[name], url: `/legal/${name}` })),
    )
    const granted = await tab.post('grant', CREDIT, { 'accept-language': 'es-MX,en;q=0.5' })
    expect([granted.status, granted.body.step]).toEqual([200, 'done'])
    const rows = await consentsOf(id)
    expect(rows.map(({ document, version, language }) => [document, version, language])).toEqual(
      LEGAL_NAMES.toSorted().map((name) => [name, LEGAL_VERSIONS[name], 'es']),
    )
    for (const row of rows) expect(row).toMatchObject({ creator_id: expect.any(String), agreed_at: expect.any(Date) })
  })

  it('is needed for every document in the version in force, and nothing is granted without it', async () => {
    const id = await invited(service.sandbox)
    const tab = await startedTab(service.sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await go(tab, 'bank', BANK, 'review')
    const all = LEGAL_NAMES.map((document) => ({ document, version: LEGAL_VERSIONS[document] }))
    const old = all.map((one) => ({ ...one, version: '2001-01-01' }))
    for (const consents of [[], all.slice(1), old]) {
      const refused = await tab.post('grant', { ...CREDIT, consents })
      expect([refused.status, refused.body.errors?.[0]]).toEqual([400, expect.objectContaining({ param: 'consents' })])
    }
    expect(await consentsOf(id)).toEqual([])
    expect((await service.sandbox.get(`/account-connection/${id}`)).body.status).toBe('created')
    await go(tab, 'grant', CREDIT, 'done')
    const rows = await consentsOf(id)
    expect(rows).toHaveLength(3)
    // A bank account needs no login.
    for (const row of rows) expect(row).toMatchObject({ creator_id: null, language: 'en' })
  })

  it.each(LEGAL_NAMES)('is to a document that can be read: %s', async (name) => {
    const page = await fetch(`${service.roots.sandbox}/legal/${name}`)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
    expect((await fetch(`${service.roots.sandbox}/legal/${name}s`)).status).toBe(404)
  })
})

describe('the language of mails to a creator', () => {
  const SPANISH = { 'accept-language': 'es-US,es;q=0.9' }
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  const messagesTo = async (client: typeof service.sandbox, to: string): Promise<any[]> =>
    (await client.get(`/sandbox/message?to=${encodeURIComponent(to)}`)).body.data

  it('is that of the browser they came with, from the first code on', async () => {
    const { sandbox } = await service.enterprise('Bilingual')
    const email = `ana.${crypto.randomUUID()}+sandbox@example.com`
    const id = await invited(sandbox, { email })
    const tab = await startedTab(sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    const login = { email, password: 'correct horse battery' }
    expect((await tab.post('login', login, SPANISH)).status).toBe(200)
    expect((await messagesTo(sandbox, email)).map(({ kind }) => kind)).toEqual(['email_code'])
    expect((await messagesTo(sandbox, email))[0].subject).toMatch(/es su código de Tributary$/)
    for (const [step, body] of [
      ['email-code', { code: '000000' }],
      ['mobile', { mobile: '(202) 555-0123' }],
      ['code', { code: '000000' }],
      ['grant', CREDIT],
    ] as const) {
      expect([step, (await tab.post(step, body, SPANISH)).status]).toEqual([step, 200])
    }
    await paid(sandbox, id, 12_500)
    await sandbox.post('/sandbox/clock/advance', { seconds: 10 })
    await expect
      .poll(async () => (await messagesTo(sandbox, email)).find(({ kind }) => kind === 'payout_issued')?.subject)
      .toBe('Han llegado $125.00 de Bilingual')
    const mail = (await messagesTo(sandbox, email)).find(({ kind }) => kind === 'payout_issued')
    expect(mail.text).toContain(`Ir a su cuenta:\n${service.roots.sandbox}/account`)
    // The address itself is not kept for it.
    const kept = await sql<{ digest: string }[]>`select digest from reader_languages`
    expect(JSON.stringify(kept)).not.toContain('ana.')
  })

  it('is not changed by a stranger who types the address', async () => {
    const { sandbox } = await service.enterprise('Typed')
    const email = `typed.${crypto.randomUUID()}+sandbox@example.com`
    const id = await invited(sandbox, { email })
    const own = await startedTab(sandbox, id)
    await go(own, 'welcome', {}, 'method')
    await go(own, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(own, 'review', email)
    const stranger = await startedTab(sandbox, await invited(sandbox))
    await go(stranger, 'welcome', {}, 'method')
    await go(stranger, 'method', { method: 'wallet' }, 'sign_in')
    await stranger.post('login', { email, password: 'correct horse battery' }, SPANISH)
    const codes = (await messagesTo(sandbox, email)).filter(({ kind }) => kind === 'email_code')
    expect(codes).toHaveLength(2)
    for (const { subject } of codes) expect(subject).toMatch(/is your Tributary code$/)
  })
})

describe('an invite that has ended', () => {
  it('is renewed by its creator: a new one goes to the address on record, and asks the question again', async () => {
    const mailbox = await startMailbox()
    const own = await startService({ SMTP_URL: mailbox.url })
    const { sandbox } = await own.enterprise('Late Enterprise')
    const id = await invited(sandbox, { email: 'late+sandbox@example.com' })
    const tab = openTab(await inviteTo(sandbox, id, { send_email: false }))
    const renew = (token: string) =>
      fetch(`${own.roots.sandbox}/connect/api/renew`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    expect((await tab.open()).body).toMatchObject({ status: 'usable', renewable: false })
    expect((await renew(tab.token)).status).toBe(409)
    await sandbox.post('/sandbox/clock/advance', { seconds: 73 * 3_600 })
    expect((await tab.open()).body).toMatchObject({ status: 'expired', renewable: true })
    const answer = await renew(tab.token)
    // The answer itself holds no link: only the mailbox gets it.
    expect([answer.status, await answer.text()]).toEqual([202, '{}'])
    await expect.poll(() => mailbox.mails.length, { timeout: 30_000 }).toBe(1)
    expect(mailbox.mails[0]?.to).toEqual(['late+sandbox@example.com'])
    const url = /https?:\/\/[^\s"<]+\/connect\/[\w-]+/.exec(mailbox.mails[0]?.raw.replaceAll('=\r\n', '') ?? '')?.[0]
    const fresh = openTab(`${own.roots.sandbox}${new URL(url ?? '').pathname}`)
    expect((await fresh.open()).body).toMatchObject({ status: 'usable', verification: { attempts_left: 3 } })
    const answers = [await renew(tab.token), await renew(tab.token), await renew(tab.token)]
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429])
  })

  it('is not renewed after wrong answers, nor is a link', async () => {
    const id = await invited(service.sandbox)
    const dead = openTab(await inviteTo(service.sandbox, id, { send_email: false }))
    for (const answer of ['a', 'b', 'c']) expect((await dead.start(answer)).status).toBe(400)
    expect((await dead.open()).body).toMatchObject({ status: 'dead', renewable: false })
    const used = openTab(await linkTo(service.sandbox, id))
    await used.start()
    expect((await used.open()).body).toMatchObject({ status: 'used', renewable: false })
  })
})

describe('the look of an enterprise', () => {
  it('is changed at the dashboard, and shown by Connect with the logo from our own address', async () => {
    const { id: enterprise, sandbox } = await service.enterprise('Colourful')
    const admin = await signedIn(service, enterprise, 'admin')
    const brand = '/dashboard/api/sandbox/brand'
    expect((await admin.get(brand)).body).toEqual({ color: null, support: null, logo: null })
    const secret = Buffer.from('Location\0somewhere private')
    const logo = dataUrl(png(64, [['tEXt', secret]]))
    const saved = await admin.call('PUT', brand, { color: '#0A5A8A', support: 'https://example.com/help', logo })
    // Whatever a picture does not need is left out.
    expect([saved.status, saved.body]).toEqual([
      200,
      { color: '#0a5a8a', support: 'https://example.com/help', logo: dataUrl(png(64)) },
    ])
    const tab = openTab(await linkTo(sandbox, await invited(sandbox)))
    const { enterprise: shown } = (await tab.open()).body
    expect(shown).toEqual({
      name: 'Colourful',
      color: '#0a5a8a',
      support: 'https://example.com/help',
      logo: expect.stringMatching(/^\/connect\/logo\/[0-9a-f]{64}\.png$/),
    })
    expect((await tab.start()).body.state.enterprise).toEqual(shown)
    const picture = await fetch(service.roots.sandbox + shown.logo)
    expect(Buffer.from(await picture.arrayBuffer()).equals(png(64))).toBe(true)
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    // The logo is of the sandbox alone.
    expect((await fetch(service.roots.production + shown.logo)).status).toBe(404)
    // One part is changed, the others stay.
    const without = await admin.call('PUT', brand, { logo: null })
    expect(without.body).toEqual({ color: '#0a5a8a', support: 'https://example.com/help', logo: null })
    expect((await fetch(service.roots.sandbox + shown.logo)).status).toBe(404)
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const cut = png(64).subarray(0, -20)
  const trailed = Buffer.concat([png(64), svg])
  it.each([
    ['color', { color: '#ffcc00' }],
    ['color', { color: 'red' }],
    ['color', { color: '#12345' }],
    ['support', { support: 'javascript:alert(1)' }],
    ['support', { support: 'https://user:password@example.com' }],
    ['support', { support: 'mailto:nobody' }],
    ['logo', { logo: dataUrl(svg, 'image/svg+xml') }],
    ['logo', { logo: dataUrl(svg) }],
    ['logo', { logo: dataUrl(cut) }],
    ['logo', { logo: dataUrl(trailed) }],
    ['logo', { logo: dataUrl(png(16)) }],
    ['logo', { logo: dataUrl(png(2_000)) }],
  ])('refuses a %s that people could not read or trust: %#', async (param, body) => {
    const { id: enterprise } = await service.enterprise('Strict')
    const admin = await signedIn(service, enterprise, 'admin')
    const refused = await admin.call('PUT', '/dashboard/api/sandbox/brand', body)
    expect([refused.status, refused.body.errors?.[0]?.param]).toEqual([400, param])
  })

  it('keeps both of two changes that are made at once', async () => {
    const { id: enterprise } = await service.enterprise('Two at once')
    const admin = await signedIn(service, enterprise, 'admin')
    const put = (body: object) => admin.call('PUT', '/dashboard/api/sandbox/brand', body)
    await Promise.all([put({ color: '#0a5a8a' }), put({ support: 'mailto:help@example.com' })])
    expect((await admin.get('/dashboard/api/sandbox/brand')).body).toMatchObject({
      color: '#0a5a8a',
      support: 'mailto:help@example.com',
    })
  })

  it('is seen by everybody, and changed by admins alone', async () => {
    const { id: enterprise } = await service.enterprise('Roles')
    const developer = await signedIn(service, enterprise, 'developer')
    expect((await developer.get('/dashboard/api/sandbox/brand')).status).toBe(200)
    expect((await developer.call('PUT', '/dashboard/api/sandbox/brand', { color: null })).status).toBe(403)
  })
})
