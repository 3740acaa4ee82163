import { beforeAll, describe, expect, it } from 'vitest'
import { writePages } from '../support/built-pages.ts'
import type { Client } from '../support/client.ts'
import { go, inviteTo, linkTo, openTab, startedTab } from '../support/connect.ts'
import { at, invited, remove, standStill, timePasses } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client
let pages: string

beforeAll(async () => {
  pages = await writePages()
  running = await startService({}, undefined, { pages })
  client = running.sandbox
})

const tenantOf = async (id: string) => {
  const [row] = await running.database.sql<{ tenant_id: number; attempts: number; used: boolean }[]>`
    select tenant_id, attempts, used_at is not null as used from connect_links where account_connection = ${id}`
  return row
}

describe('POST /connect-link', () => {
  it('answers a URL for ten minutes, and keeps neither it nor its token', async () => {
    const id = await invited(client)
    const made = await client.post(
      '/connect-link',
      { account_connection: id, return_url: 'http://localhost:3000/back?x=1' },
      { idempotencyKey: 'link-1' },
    )
    expect(made.status, made.text).toBe(201)
    expect(Object.keys(made.body)).toEqual(['url', 'created_at', 'expires_at'])
    expect(Date.parse(made.body.expires_at) - Date.parse(made.body.created_at)).toBe(600_000)
    const { token } = openTab(made.body.url)
    expect(made.body.url).toBe(`${running.roots.sandbox}/connect/${token}`)
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
    for (const table of ['connect_links', 'idempotency_answers', 'messages']) {
      const rows = await running.database.sql.unsafe(`select t::text as row from ${table} t`)
      expect(JSON.stringify(rows)).not.toContain(token)
    }
    const again = await client.post(
      '/connect-link',
      { account_connection: id, return_url: 'http://localhost:3000/back?x=1' },
      { idempotencyKey: 'link-1' },
    )
    expect(again.text).toBe(made.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const tab = openTab(made.body.url)
    expect((await tab.start()).body.state.return_url).toBe('http://localhost:3000/back?x=1')
  })

  it('refuses what it cannot use', async () => {
    const id = await invited(client)
    const post = (body: object) => client.post('/connect-link', body)
    expect(await post({})).toMatchObject({ status: 400, body: { errors: [{ param: 'account_connection' }] } })
    expect(await post({ account_connection: 'acon_nobody' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    for (const return_url of ['javascript:alert(1)', '/back', 'ftp://a.b/', 'https://u:p@example.com/', 'nowhere', 7]) {
      expect([return_url, await post({ account_connection: id, return_url })]).toMatchObject([
        return_url,
        { status: 400, body: { code: 'validation_failed', errors: [{ param: 'return_url' }] } },
      ])
    }
    expect((await post({ account_connection: id, send_email: true })).body.errors[0].code).toBe('unknown_field')
    await remove(client, id)
    expect(await post({ account_connection: id })).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await client.post('/connect-invite', { account_connection: id })).status).toBe(409)
  })

  it('takes only https to return to in production', async () => {
    const { production } = await running.enterprise('Live')
    const id = await invited(production)
    const plain = await production.post('/connect-link', {
      account_connection: id,
      return_url: 'http://a.example.com/',
    })
    expect(plain).toMatchObject({ status: 400, body: { errors: [{ param: 'return_url' }] } })
    const secure = await production.post('/connect-link', {
      account_connection: id,
      return_url: 'https://a.example.com/',
    })
    expect(secure.status).toBe(201)
  })
})

describe('opening', () => {
  it('100 times, by GET and HEAD, consumes nothing', async () => {
    for (const make of [linkTo, inviteTo]) {
      const id = await invited(client)
      const url = await make(client, id)
      const answers = await Promise.all(
        Array.from({ length: 200 }, async (_, nth) => (await fetch(url, { method: nth % 2 ? 'HEAD' : 'GET' })).status),
      )
      expect(new Set(answers)).toEqual(new Set([200]))
      const tab = openTab(url)
      for (let nth = 0; nth < 5; nth++) expect((await tab.open()).body.status).toBe('usable')
      expect(await tenantOf(id)).toMatchObject({ attempts: 0, used: false })
      expect((await tab.start('4711')).status).toBe(201)
    }
  })

  it('says what it is: usable with its welcome, used, closed, or nothing of ours', async () => {
    const id = await invited(client, { display_name: 'Al' })
    const tab = openTab(await linkTo(client, id, { return_url: 'https://example.com/back' }))
    expect((await tab.open()).body).toEqual({
      kind: 'link',
      status: 'usable',
      environment: 'sandbox',
      enterprise: { name: 'Demo Enterprise', logo: null, color: null, support: null },
      renewable: false,
      welcome: {
        mode: 'onboard',
        use_case: 'Payout',
        requested_permissions: ['payment.credit'],
        progress: { done: 0, total: expect.any(Number) },
        connection: { status: 'created', type: null, destination: null, permissions: [] },
      },
      return_url: 'https://example.com/back',
      embed: { origins: [running.roots.sandbox], loopback: true },
    })
    await tab.start()
    expect((await tab.open()).body).toMatchObject({ status: 'used' })
    const doomed = openTab(await linkTo(client, id))
    await remove(client, id)
    expect((await doomed.open()).body).toMatchObject({ status: 'closed' })
    expect(await doomed.start()).toMatchObject({ status: 409, body: { code: 'link_unusable' } })
    expect(await tab.state()).toMatchObject({ status: 409, body: { code: 'link_unusable' } })
    for (const token of ['x', 'A'.repeat(43), '../../etc/passwd', '%00']) {
      expect((await openTab(`${running.roots.sandbox}/connect/${encodeURIComponent(token)}`).open()).status).toBe(404)
    }
  })

  it("is possible only at the link's own environment", async () => {
    const { sandbox, production } = await running.enterprise('Both')
    const url = await linkTo(sandbox, await invited(sandbox))
    const tab = openTab(url.replace(running.roots.sandbox, running.roots.production))
    expect((await tab.open()).status).toBe(404)
    expect((await tab.start()).status).toBe(404)
    const live = openTab(await linkTo(production, await invited(production)))
    const started = await live.start()
    expect(started.body.state).toMatchObject({ environment: 'production', prefill: null })
  })
})

describe('the first action', () => {
  it('of 50 at once one gets the session', async () => {
    for (const [make, answer] of [
      [linkTo, undefined],
      [inviteTo, '4711'],
    ] as const) {
      const id = await invited(client)
      const tab = openTab(await make(client, id))
      const answers = await Promise.all(Array.from({ length: 50 }, () => tab.start(answer)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const { status, body } of answers.filter((one) => one.status !== 201)) {
        expect([status, body.code]).toEqual([409, 'link_unusable'])
      }
      const [row] = await running.database.sql`
        select count(*)::int as sessions from connect_sessions where account_connection = ${id}`
      expect(row).toEqual({ sessions: 1 })
    }
  })

  it('is bound to its session: no other token, and not the link, is one', async () => {
    const tab = await startedTab(client, await invited(client))
    const state = (authorization: string) =>
      fetch(`${running.roots.sandbox}/connect/api/state`, { headers: { authorization } })
    for (const bearer of [`Bearer ${tab.token}`, 'Bearer x', '', 'Basic abc', `Bearer ${'A'.repeat(43)}`]) {
      expect((await state(bearer)).status).toBe(401)
    }
  })

  it('a session ends after two hours, and what was entered goes with it', async () => {
    const id = await invited(client)
    const tab = await startedTab(client, id)
    await go(tab, 'welcome', {}, 'method')
    await running.database
      .sql`update connect_sessions set expires_at = statement_timestamp() where account_connection = ${id}`
    expect(await tab.state()).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect((await tab.post('method', { method: 'ach' })).status).toBe(401)
  })
})

describe('an invite', () => {
  it('is mailed unless told otherwise, with its URL sealed', async () => {
    const quiet = await invited(client, { email: 'quiet+sandbox@example.com' })
    await inviteTo(client, quiet, { send_email: false })
    const loud = await invited(client, { email: 'loud+sandbox@example.com' })
    const made = await client.post('/connect-invite', { account_connection: loud })
    expect(Date.parse(made.body.expires_at) - Date.parse(made.body.created_at)).toBe(72 * 3_600_000)
    const rows = await running.database.sql<{ kind: string; recipient: string; facts: unknown }[]>`
      select kind, recipient, facts from messages where recipient in ('quiet+sandbox@example.com', 'loud+sandbox@example.com')`
    expect(rows).toEqual([{ kind: 'invite', recipient: 'loud+sandbox@example.com', facts: null }])
    const { data } = (await client.get('/sandbox/message')).body
    const mail = data.find(({ kind, to }: { kind: string; to: string }) => kind === 'invite' && to.startsWith('loud'))
    expect(mail.text).toContain(made.body.url)
  })

  it('takes the answer whatever its case and white space, and asks for one', async () => {
    const id = await invited(client, { verification_answer: 'Straße 7' })
    const tab = openTab(await inviteTo(client, id))
    expect(await tab.start()).toMatchObject({ status: 400, body: { errors: [{ param: 'answer', code: 'required' }] } })
    expect((await tab.start('  Strase 7')).status).toBe(400)
    expect((await tab.start(' sTRAßE 7\t')).status).toBe(201)
    expect((await openTab(await inviteTo(client, id)).start('STRASSE 7 ')).status).toBe(201)
  })

  it('is dead after three wrong answers, and says so kindly', async () => {
    const tab = openTab(await inviteTo(client, await invited(client)))
    for (const attempts_left of [2, 1, 0]) {
      expect(await tab.start('wrong')).toMatchObject({ status: 400, body: { code: 'incorrect_answer', attempts_left } })
    }
    expect((await tab.open()).body).toMatchObject({ status: 'dead' })
    expect(await tab.start('4711')).toMatchObject({ status: 409, body: { code: 'link_unusable' } })
  })

  it('of 50 wrong answers at once three are evaluated', async () => {
    const id = await invited(client)
    const tab = openTab(await inviteTo(client, id))
    const answers = await Promise.all(Array.from({ length: 50 }, (_, nth) => tab.start(`wrong ${nth}`)))
    const evaluated = answers.filter(({ body }) => body.code === 'incorrect_answer')
    expect(evaluated.map(({ body }) => body.attempts_left).sort()).toEqual([0, 1, 2])
    expect(answers.filter(({ body }) => body.code === 'link_unusable')).toHaveLength(47)
    expect(await tenantOf(id)).toMatchObject({ attempts: 3, used: false })
  })

  it('a right answer among 49 wrong ones gets in only as one of the first three', async () => {
    const tab = openTab(await inviteTo(client, await invited(client)))
    await tab.start('wrong')
    await tab.start('wrong')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => tab.start(nth === 49 ? '4711' : `wrong ${nth}`)),
    )
    const evaluated = answers.filter(({ body, status }) => status === 201 || body.code === 'incorrect_answer')
    expect(evaluated).toHaveLength(1)
  })
})

describe('time', () => {
  it("a link ends at 10:00.000 and an invite at 72 hours, by the tenant's clock", async () => {
    const own = await startService({}, undefined, { pages })
    await standStill(own)
    const { id: enterprise, sandbox } = await own.enterprise('Clock')
    const connection = await invited(sandbox)
    for (const { make, ms } of [
      { make: linkTo, ms: 600_000 },
      { make: inviteTo, ms: 72 * 3_600_000 },
    ]) {
      const early = openTab(await make(sandbox, connection))
      const late = openTab(await make(sandbox, connection))
      await timePasses(own.database, enterprise, ms - 1)
      expect((await early.open()).body.status).toBe('usable')
      expect((await early.start('4711')).status).toBe(201)
      await timePasses(own.database, enterprise, 1)
      expect((await late.open()).body.status).toBe('expired')
      expect(await late.start('4711')).toMatchObject({ status: 409, body: { code: 'link_unusable' } })
      expect((await late.start('wrong')).status).toBe(409)
    }
    expect(at(0)).toMatch(/Z$/)
  })
})

describe('guesses', () => {
  it('at tokens are counted by address, and a known one still opens', async () => {
    const own = await startService({}, undefined, { pages })
    const tab = openTab(await linkTo(own.sandbox, await invited(own.sandbox)))
    const guess = () => openTab(`${own.roots.sandbox}/connect/${'A'.repeat(43)}`).open()
    const answers = await Promise.all(Array.from({ length: 110 }, guess))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(100)
    const late = await guess()
    expect(late).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await tab.open()).status).toBe(200)
  })
})
