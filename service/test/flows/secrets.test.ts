import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newToken } from '../../src/platform/tokens.ts'
import * as connectSchemas from '../../src/resources/connect/schema.ts'
import { cardsIn, wholeDatabase } from '../support/card-scan.ts'
import { type Client, createClient } from '../support/client.ts'
import { APPLICANT, BANK, CREDIT, go, inviteTo, newEmail, openHome, openTab, startedTab } from '../support/connect.ts'
import { readableLog } from '../support/logged.ts'
import { asked, pair } from '../support/p2p.ts'
import { connected, invited, legacyMethod, person } from '../support/payouts.ts'
import { expiry } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let sandbox: Client
let production: Client
const { log, lines } = readableLog('trace')
const answered: string[] = []
const realFetch = globalThis.fetch

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '50' }, undefined, { log })
  ;({ sandbox, production } = await running.enterprise('Secretive'))
  globalThis.fetch = async (...args) => {
    const response = await realFetch(...args)
    answered.push(await response.clone().text())
    return response
  }
})
afterAll(() => {
  globalThis.fetch = realFetch
})

/** Every secret that was sent, and where. */
const planted = new Map<string, string>()
const codes: string[] = []
const covered = new Set<string>()

/** A value that nobody else has, of so many digits or of letters. */
function plant(where: string, form: 'account' | 'ssn' | 'text' | 'code' | 'card'): string {
  covered.add(where)
  const nth = planted.size + 1
  const value = {
    account: `1357911${String(nth).padStart(5, '0')}`,
    ssn: `531-77-${String(4_000 + nth)}`,
    text: `canary ${where} ${nth}`,
    code: String(864_200 + nth),
    card: CARD_NUMBERS[nth % CARD_NUMBERS.length] as string,
  }[form]
  planted.set(where, value)
  if (form === 'ssn') planted.set(`${where} (digits)`, value.replaceAll('-', ''))
  if (form === 'code') codes.push(value)
  return value
}

const CARD_NUMBERS = ['5555555555554444', '4242424242424242', '378282246310005']
const CVC = '9173'

/** The names under which a secret comes in. */
const SECRET = new Set(['account_number', 'ssn', 'number', 'cvc', 'code', 'answer', 'password', 'token'])
for (const name of ['verification_answer', 'basic_user', 'basic_secret']) SECRET.add(name)
/** Ways in which a code is none of ours: what the bank says of a payment. */
const NO_SECRET = new Set(['POST /sandbox/payout-return code', 'POST /sandbox/payout-error code'])

// biome-ignore lint/suspicious/noExplicitAny: a schema of any shape
function secretFields(schema: any): string[] {
  if (!schema || typeof schema !== 'object') return []
  const own = Object.keys(schema.properties ?? {}).filter((name) => SECRET.has(name))
  const inner = [...Object.values(schema.properties ?? {}), schema.items, ...(schema.anyOf ?? [])]
  return [...new Set([...own, ...inner.flatMap(secretFields)])]
}

async function overTheApi(): Promise<void> {
  const create = 'POST /account-connection'
  const bank = (route: string) =>
    legacyMethod({ account_number: plant(`${route} account_number`, 'account'), ssn: plant(`${route} ssn`, 'ssn') })
  const made = await sandbox.post(
    '/account-connection',
    person({ verification_answer: plant(`${create} verification_answer`, 'text'), legacy_payout_method: bank(create) }),
    { idempotencyKey: 'secret-1' },
  )
  expect(made.status, made.text).toBe(201)
  const update = 'PUT /account-connection/{id}'
  const changed = await sandbox.put(`/account-connection/${made.body.id}`, {
    verification_answer: plant(`${update} verification_answer`, 'text'),
    legacy_payout_method: bank(update),
  })
  expect(changed.status, changed.text).toBe(200)
  // Refused ones too: what was wrong is named, and not repeated.
  for (const wrong of [{ account_number: `13579113579113579${'1'.repeat(30)}` }, { ssn: '531-77-40009999' }]) {
    const refused = await sandbox.post('/account-connection', person({ legacy_payout_method: legacyMethod(wrong) }))
    expect([refused.status, refused.text.includes(Object.values(wrong)[0] as string)]).toEqual([400, false])
  }
  const hook = 'POST /webhook'
  const basic = { basic_user: plant(`${hook} basic_user`, 'text'), basic_secret: plant(`${hook} basic_secret`, 'text') }
  const url = 'http://127.0.0.1:9/never'
  const webhook = await sandbox.post('/webhook', { url, event: 'payout.update', ...basic })
  expect(webhook.status, webhook.text).toBe(201)
  planted.set('a signing secret', (await sandbox.get(`/webhook/${webhook.body.id}/secret`)).body.secret)
  await sandbox.post(`/webhook/${webhook.body.id}/test`)
  const buyer = await sandbox.post('/buyer', { first_name: 'Bea' })
  const card = { buyer: buyer.body.id, number: plant('POST /sandbox/card number', 'card'), ...expiry }
  expect((await sandbox.post('/sandbox/card', card, { idempotencyKey: 'secret-2' })).status).toBe(200)
  const { id } = await asked(sandbox, await pair(sandbox))
  const wrong = { code: plant('POST /p2p/{id}/commit code', 'code') }
  expect((await sandbox.post(`/p2p/${id}/commit`, wrong, { idempotencyKey: 'secret-3' })).status).toBe(400)
  await overTheCardForm(buyer.body.payment_method_embed_url)
}

async function overTheCardForm(url: string): Promise<void> {
  const { origin, pathname } = new URL(url)
  const token = pathname.split('/')[2] as string
  await fetch(url)
  for (const month of [12, 13]) {
    const answer = await fetch(`${origin}/card-form/api/card`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        number: '378282246310005',
        expiration_month: month,
        expiration_year: 2040,
        cvc: CVC,
        postal_code: '94103',
      }),
    })
    expect(answer.status).toBe(month === 12 ? 200 : 400)
  }
}

async function overConnect(): Promise<void> {
  const invite = openTab(await inviteTo(sandbox, await invited(sandbox)))
  planted.set('a Connect token', invite.token)
  covered.add('StartBody token').add('OpenBody token')
  const guess = await invite.start(plant('StartBody answer', 'text'))
  expect(guess.status).toBe(400)
  await openTab(`${running.roots.sandbox}/connect/${newToken()}`).open()
  const ach = await startedTab(sandbox, await invited(sandbox))
  await go(ach, 'welcome', {}, 'method')
  await go(ach, 'method', { method: 'ach' }, 'bank')
  const account = { account_number: plant('BankBody account_number', 'account'), ssn: plant('BankBody ssn', 'ssn') }
  await go(ach, 'bank', { ...BANK, ...account }, 'review')
  await go(ach, 'back', {}, 'bank')
  await go(ach, 'bank', { ...BANK, ...account }, 'review')
  await go(ach, 'grant', CREDIT, 'done')

  const direct = await startedTab(sandbox, await invited(sandbox))
  const email = newEmail()
  const password = plant('LoginBody password', 'text')
  await go(direct, 'welcome', {}, 'method')
  await go(direct, 'method', { method: 'direct' }, 'sign_in')
  const refused = await direct.post('sign-in', { email, password: plant('SignInBody password', 'text') })
  expect(refused.status).toBe(400)
  await go(direct, 'login', { email, password }, 'mobile')
  await go(direct, 'mobile', { mobile: '(202) 555-0123' }, 'code')
  await go(direct, 'code', { code: '000000' }, 'application')
  await go(direct, 'application', { ...APPLICANT, ssn: plant('ApplicationBody ssn', 'ssn') }, 'review')
  await go(direct, 'grant', CREDIT, 'done')
  const home = openHome(running.roots.sandbox)
  await home.post('sign-in', { email, password: plant('account sign-in password', 'text') })
  await home.post('sign-in', { email, password })
  await home.post('code', { code: '000000' })
  expect((await home.get('home')).status).toBe(200)
  planted.set('a session cookie', home.cookie().split('=')[1] as string)
  await overVerification()
  await overProduction()
}

async function overVerification(): Promise<void> {
  const other = await running.enterprise('Careful')
  await running.database.sql`update tenants set creator_verification_required = true where enterprise_id = ${other.id}`
  const tab = await startedTab(other.sandbox, await invited(other.sandbox))
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'wallet' }, 'sign_in')
  await go(tab, 'login', { email: newEmail(), password: 'long enough a password' }, 'mobile')
  await go(tab, 'mobile', { mobile: '(202) 555-0123' }, 'code')
  await go(tab, 'code', { code: '000000' }, 'verification')
  const { first_name, last_name, date_of_birth } = APPLICANT
  const ssn = plant('VerificationBody ssn', 'ssn')
  await tab.post('verification', { first_name, last_name, date_of_birth, ssn })
}

async function overProduction(): Promise<void> {
  const tab = await startedTab(production, await invited(production))
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'wallet' }, 'sign_in')
  await go(tab, 'login', { email: newEmail(), password: 'long enough a password' }, 'mobile')
  await go(tab, 'mobile', { mobile: '(202) 555-0124' }, 'code')
  expect((await tab.post('code', { code: plant('CodeBody code', 'code') })).status).toBe(400)
}

describe('a secret that was sent', () => {
  beforeAll(async () => {
    await overTheApi()
    await overConnect()
    const { keys } = await running.enterprise('Keys')
    planted.set('an API key', keys.sandbox)
    await createClient(sandbox.base, keys.sandbox).get('/enterprise')
    const guessed = plant('a guessed API key', 'text').replaceAll(' ', '_')
    planted.set('a guessed API key', `sk_sandbox_${guessed}`)
    await createClient(sandbox.base, `sk_sandbox_${guessed}`).get('/enterprise')
    await connected(sandbox, 'direct')
    await sandbox.post('/sandbox/clock/advance', { seconds: 3_600 })
  }, 60_000)

  it('was sent in every secret field that a route has', async () => {
    const document = (await (await realFetch(`${sandbox.base}/openapi.json`)).json()) as {
      // biome-ignore lint/suspicious/noExplicitAny: as above
      paths: Record<string, Record<string, any>>
    }
    const fields = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        secretFields(requestBody?.content['application/json'].schema).map(
          (field) => `${method.toUpperCase()} ${path} ${field}`,
        ),
      ),
    )
    const pages = Object.entries(connectSchemas).flatMap(([name, schema]) =>
      secretFields(schema).map((field) => `${name} ${field}`),
    )
    expect(fields.length).toBeGreaterThan(8)
    expect([...fields, ...pages].filter((field) => !covered.has(field) && !NO_SECRET.has(field))).toEqual([])
  })

  const everywhere = [...CARD_NUMBERS, CVC]
  const found = (text: string, except: readonly string[] = []): string[] => [
    ...[...planted].filter(([where, value]) => !except.includes(where) && text.includes(value)).map(([where]) => where),
    ...cardsIn(text, [...codes, everywhere.at(-1) as string]),
  ]

  it('is found by the scan where it is', () => {
    for (const [where, value] of planted) expect(found(`x ${value} y`)).toContain(where)
    expect(found(`{"cvc":"${CVC}"}`)).toEqual([CVC])
  })

  it('stands in no log line', () => {
    expect(lines.length).toBeGreaterThan(50)
    expect(found(lines.join(''))).toEqual([])
  })

  it('stands in no row of the database but sealed', async () => {
    const rows = await wholeDatabase(running.database)
    for (const table of ['account_connections: ', 'creators: ', 'webhooks: ', 'idempotency_answers: ', 'messages: ']) {
      expect(rows).toContain(table)
    }
    expect(found(rows)).toEqual([])
  })

  it('stands in no answer, page or error, and in no metric', async () => {
    const metrics = await (await realFetch(`${running.roots.sandbox}/metrics`)).text()
    expect(metrics).toContain('http_request')
    expect(found(metrics)).toEqual([])
    for (const path of ['/account-connection', '/webhook', '/buyer', '/purchase', '/p2p', '/event', '/enterprise']) {
      await sandbox.get(path)
    }
    expect(answered.length).toBeGreaterThan(50)
    // A link and a signing secret are the answers to the requests for them; scripts hold numbers of their own.
    const texts = answered.filter((text) => !/function|=>|--space/.test(text))
    expect(found(texts.join('\n'), ['a Connect token', 'a signing secret'])).toEqual([])
  })

  it('stands in no e-mail or SMS but the link and the code that it is for', async () => {
    const { data } = (await sandbox.get('/sandbox/message?page_size=100')).body
    expect(data.length).toBeGreaterThan(3)
    expect(found(JSON.stringify(data), ['a Connect token'])).toEqual([])
  })
})
