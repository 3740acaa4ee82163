import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeDatabase } from '../support/card-scan.ts'
import { readableLog, watchConsole } from '../support/logged.ts'
import { type Mailbox, partsOf, startMailbox } from '../support/mailbox.ts'
import { overTheApi } from '../support/secrets/over-api.ts'
import { CREATOR, INVITED, overConnect } from '../support/secrets/over-connect.ts'
import { overTheConsole } from '../support/secrets/over-console.ts'
import { NEW_PERSON, overTheDashboard, WAITING_PERSON } from '../support/secrets/over-dashboard.ts'
import { type Watch, watchSecrets } from '../support/secrets/watch.ts'
import type { World } from '../support/secrets/world.ts'
import { type RunningService, readMetrics, startService } from '../support/service.ts'

/** What no field of these names is, wherever it stands. A new name must be judged: here, or by sending a secret in it. */
const NO_SECRET = new Set(
  [
    'id peer_id external_id delivery_id request_id ids account_connection payout withdrawal purchase contract buyer resource person',
    'first_name last_name name business_name display_name name_on_account email notification_email mobile',
    'street_line_1 street_line_2 city state_abbreviation postal_code routing_number account_type',
    'amount_in_cents quantity items payouts description date user_data type status outcome decision event',
    'requested_permissions verification_prompt legacy_payout_method permissions expires_at sign_in method next',
    'deposit_source split_percent_amount split_fixed_amount_in_cents split_amount_max_in_cents',
    'deposit_minimum_in_cents deposit_maximum_in_cents auto_refund_on_fraud source destination seconds since',
    'expiration_month expiration_year return_url url origin send_email role environment columns again only',
    'page page_size created_after created_before after before order limit path q action account from to',
    'rememberMe revokeOtherSessions redirectTo kind value session enterprise response',
    'second_factor_required idle_minutes scopes allowed_networks',
    'cursor updated_after updated_before amount_min_in_cents amount_max_in_cents dry_run include reason',
    'rules deed from_amount_in_cents maker needed approvers first second request',
    'connection field file ordinal day balance_in_cents company settings limits log format why',
    'bank_entry_from_in_cents fees bank_account approval because as',
    'scope of per max_in_cents max_count new_bank_account_wait_hours',
    'days date_after date_before sort state by_mail low_balance_in_cents large_payout_in_cents unusual_payout_times',
    'returns_percent bank_file_hours webhook_minutes hours',
    'as direction reference trusted available_at',
    'consents document version color support logo',
    // Of the processor: worth nothing without our own key there.
    'payment_instrument_id instrument',
  ].flatMap((names) => names.split(' ')),
)

/** Fields that have the name of a secret and are none. */
const NO_SECRET_THERE = [
  // A passkey's secret never leaves its device: its answer is signed for one challenge, and good once.
  'POST /account/api/passkeys rawId',
  'POST /account/api/passkeys clientDataJSON',
  'POST /account/api/passkeys attestationObject',
  'POST /account/api/passkeys transports',
  'POST /account/api/passkeys/rename passkey',
  'POST /account/api/passkeys/remove passkey',
  'POST /account/api/passkey/sign-in rawId',
  'POST /account/api/passkey/sign-in clientDataJSON',
  'POST /account/api/passkey/sign-in authenticatorData',
  'POST /account/api/passkey/sign-in signature',
  'POST /account/api/passkey/sign-in userHandle',
  // What the bank says of a payment.
  'POST /enterprise/v1/sandbox/payout-return code',
  // Names a session among one's own; without the signature beside it, it opens none.
  'POST /dashboard/auth/revoke-session token',
  'POST /operator/auth/revoke-session token',
  // The id of a key.
  'POST /operator/api/enterprises/keys/change key',
  'POST /operator/api/enterprises/keys/revoke key',
  'POST /enterprise/v1/sandbox/payout-error code',
  'POST /enterprise/v1/sandbox/withdrawal-return code',
  'POST /enterprise/v1/sandbox/withdrawal-error code',
  'POST /enterprise/v1/sandbox/idempotency-expiry idempotency_key',
  'GET /enterprise/v1/sandbox/message kind',
]

/** Where a secret can only be guessed wrong: the sandbox has one code, the same for everybody. */
const GUESSED_ONLY = [
  // A file that the bank would refuse.
  'POST /operator/api/bank/inspect text',
  'POST /enterprise/v1/p2p/:id/commit code',
]

/** Routes that take a body and do not say which: none at all, the bytes of somebody who signs, or what the API says. */
const BODILESS = [
  'POST /enterprise/v1/approval/:id/approve',
  'POST /enterprise/v1/purchase/:id/commit',
  'POST /enterprise/v1/webhook/:id/secret/rotate',
  'POST /enterprise/v1/webhook/:id/delivery/:delivery_id/redeliver',
  'POST /enterprise/v1/webhook/:id/test',
  'POST /card-network/events',
  'POST /identity/events',
  'POST /dashboard/api/sandbox/reset',
  'PATCH /dashboard/api/:environment/v1/*',
  'PUT /dashboard/api/:environment/v1/*',
  'POST /dashboard/api/:environment/v1/*',
]

/** Who tells a secret to whoever asks for it, and no other does. */
const GIVEN_BY: Record<string, RegExp> = {
  'signing secret': /^(GET|POST) \/enterprise\/v1\/webhook\/:id\/secret/,
  'API key': /^POST \/dashboard\/api\/:environment\/keys$/,
  'Connect link': /^POST \/enterprise\/v1\/connect-link$/,
  'Connect invite': /^POST \/enterprise\/v1\/connect-invite$|^GET \/enterprise\/v1\/sandbox\/message$/,
  'Connect session': /^POST \/connect\/api\/start$/,
  'card form': /^(GET|POST|PUT) \/enterprise\/v1\/(buyer|sandbox\/card)/,
  receipt: /^(GET|POST|PUT) \/enterprise\/v1\/purchase/,
  'TOTP secret': /^POST \/(dashboard|operator)\/auth\/two-factor\/enable$/,
  'backup code': /^POST \/(dashboard|operator)\/auth\/two-factor\/(enable|generate-backup-codes)$/,
}

/** What is mailed, and to whom alone: once for each time it was asked for. */
const MAILED_TO: Record<string, readonly string[]> = {
  'Connect invite': [INVITED],
  invitation: [NEW_PERSON, WAITING_PERSON],
  'reset token': [NEW_PERSON, NEW_PERSON],
  "creator's reset token": [CREATOR],
}

let running: RunningService
let world: World
let watch: Watch
let mailbox: Mailbox
const { log, lines } = readableLog('trace')
const beside = watchConsole()

beforeAll(async () => {
  mailbox = await startMailbox(afterAll)
  running = await startService({ WORKER_POLL_MS: '50', SMTP_URL: mailbox.url }, undefined, { log })
  const { id: enterprise, sandbox, production } = await running.enterprise('Secretive')
  watch = await watchSecrets()
  world = { running, enterprise, sandbox, production, watch, mailbox }
  await overTheApi(world)
  await overConnect(world)
  await overTheDashboard(world)
  await overTheConsole(world)
  await sandbox.post('/sandbox/clock/advance', { seconds: 3_600 })
})
afterAll(() => {
  watch.stop()
  beside.stop()
})

describe('a secret', () => {
  it('was sent in every field of every route that takes one, and taken', () => {
    const fields = watch.routes.flatMap(({ method, url, fields }) => fields.map((name) => `${method} ${url} ${name}`))
    const isPlain = (field: string) =>
      NO_SECRET.has(field.split(' ').at(-1) as string) || NO_SECRET_THERE.includes(field)
    const secret = fields.filter((field) => !isPlain(field))
    expect(secret.length).toBeGreaterThan(40)
    expect(secret.filter((field) => !watch.sent.has(field))).toEqual([])
    expect(secret.filter((field) => !watch.sent.get(field))).toEqual(GUESSED_ONLY)
    // What is said here to be none, or only guessed, is a field still.
    expect([...NO_SECRET_THERE, ...GUESSED_ONLY].filter((field) => !fields.includes(field))).toEqual([])
    const names = new Set(fields.map((field) => field.split(' ').at(-1)))
    expect([...NO_SECRET].filter((name) => !names.has(name))).toEqual([])
  })

  it('can be sent to no route that does not say what it takes', () => {
    const takes = watch.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
    const silent = takes.filter(({ tellsBody }) => !tellsBody).map(({ method, url }) => `${method} ${url}`)
    expect(silent.sort()).toEqual([...BODILESS].sort())
  })

  it('is found by the scan where it is', () => {
    expect(watch.all().length).toBeGreaterThan(70)
    for (const [, value] of watch.all()) expect(watch.found(`x "${value}" y`)).not.toEqual([])
  })

  it('stands in no log line', () => {
    expect(lines.length).toBeGreaterThan(150)
    expect(lines.some((line) => JSON.parse(line).level === 50)).toBe(true)
    expect(lines.filter((line) => watch.found(line).length > 0)).toEqual([])
    // Nor past the log, where nothing is written at all.
    expect(beside.lines).toEqual([])
  })

  it('stands in no row of the database but sealed or hashed', async () => {
    const last = (await world.sandbox.get('/enterprise')).headers.get('request-id')
    const kept = () => running.database.sql`select 1 from request_log where id = ${last}`
    await expect.poll(async () => (await kept()).length).toBe(1)
    const rows = (await wholeDatabase(running.database)).split('\n')
    const tables = new Set(rows.map((row) => row.split(': ', 1)[0]))
    const written = 'account_connections creators webhooks messages idempotency_answers invitations pay_file_rows'
    const people = 'people person_logins person_sessions audit_log request_log'
    expect(`${written} ${people}`.split(' ').filter((table) => !tables.has(table))).toEqual([])
    expect(rows.flatMap((row) => watch.found(row).map((what) => `${what} in ${row.slice(0, 300)}`))).toEqual([])
  })

  it('stands in no answer, page or error but the one that gives it out', async () => {
    for (const path of ['/account-connection', '/webhook', '/buyer', '/purchase', '/p2p', '/event', '/enterprise']) {
      await world.sandbox.get(path)
    }
    expect(watch.answers.length).toBeGreaterThan(150)
    expect(watch.answers.filter(({ route }) => route.endsWith('?')).map(({ route }) => route)).toEqual([])
    const leaks = watch.answers.flatMap(({ route, status, text }) => {
      // Scripts hold numbers of their own.
      if (/function|=>|--space/.test(text) || text.startsWith('%PDF')) return []
      const leaked = watch.found(text).filter((what) => status >= 300 || !GIVEN_BY[what]?.test(route))
      return leaked.map((what) => `${what} by ${route} ${status}`)
    })
    expect(leaks).toEqual([])
  })

  it('stands in no metric', async () => {
    for (const root of Object.values(running.roots)) {
      const metrics = await readMetrics(root)
      expect(metrics).toContain('http_request')
      expect(watch.found(metrics)).toEqual([])
    }
  })

  it('stands in no e-mail or SMS but the link that it is, to the one whom it is for', async () => {
    const mailed = () =>
      mailbox.mails.flatMap(({ to, raw }) => watch.found(partsOf(raw)).map((what) => [what, to.join()] as const))
    const expected = Object.entries(MAILED_TO).flatMap(([what, to]) => to.map((one) => [what, one]))
    await expect.poll(() => mailed().length).toBeGreaterThanOrEqual(expected.length)
    expect(mailed().sort()).toEqual(expected.sort())
    const { data } = (await world.sandbox.get('/sandbox/message?page_size=100')).body
    expect(data.length).toBeGreaterThan(3)
    expect(watch.found(JSON.stringify(data))).toEqual(['Connect invite'])
  })
})
