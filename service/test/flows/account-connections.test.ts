import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openVault } from '../../src/platform/vault.ts'
import { answerDigest } from '../../src/resources/account-connections/commands.ts'
import type { Client } from '../support/client.ts'
import { auditClean, connected, invited, legacyMethod, person, remove } from '../support/payouts.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let running: RunningService
let api: Client

beforeAll(async () => {
  running = await startService()
  api = running.sandbox
})

afterEach(() => auditClean(running.database))

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const long = (length: number): string => 'x'.repeat(length)
const userDataOf = (bytes: number): object => ({ a: long(bytes - '{"a":""}'.length) })

const refusal = (param: string, says: string) => ({
  status: 400,
  body: { code: 'validation_failed', errors: [{ param, message: expect.stringContaining(says) }] },
})

describe('creating an account connection', () => {
  it('answers 201 with everything that was said, and nothing that was not', async () => {
    const input = person({
      external_id: 'creator-1',
      business_name: 'Alice Ltd',
      display_name: 'Al',
      user_data: { n: 1 },
    })
    const made = await api.post('/account-connection', input)
    const { verification_answer: _, ...shown } = input
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      ...shown,
      id: expect.stringMatching(/^acon_/),
      activity: [{ entry: 'Created', date: made.body.created_at, type: 'status_change', status: 'created' }],
      status: 'created',
      created_at: TIME,
      updated_at: TIME,
    })
    expect((await api.get(`/account-connection/${made.body.id}`)).body).toEqual(made.body)
    expect((await api.get('/account-connection/external/creator-1')).body).toEqual(made.body)
    const { verification_answer: _1, ...least } = person()
    expect((await api.post('/account-connection', { ...least, verification_answer: '4711' })).body).toEqual({
      ...least,
      id: expect.any(String),
      activity: expect.any(Array),
      status: 'created',
      created_at: TIME,
      updated_at: TIME,
    })
  })

  // Every rule of every field is in `schema.test.ts`; here, that both routes ask them.
  it('refuses what its schema refuses, on creation and on update', async () => {
    const email = refusal('email', 'must be an e-mail address')
    expect(await api.post('/account-connection', person({ email: 'alice' }))).toMatchObject(email)
    expect(await api.put('/account-connection/acon_any', { email: 'alice' })).toMatchObject(email)
    const legacy_payout_method = legacyMethod({ postal_code: '6270' })
    const postal = refusal('legacy_payout_method.postal_code', 'exactly 5 digits')
    expect(await api.post('/account-connection', person({ legacy_payout_method }))).toMatchObject(postal)
    expect(await api.put('/account-connection/acon_any', { legacy_payout_method })).toMatchObject(postal)
  })

  it('lists all faults at once', async () => {
    const body = person({
      first_name: '',
      email: 'x',
      surprise: 1,
      legacy_payout_method: legacyMethod({ ssn: '1', city: 2 }),
    })
    const { errors } = (await api.post('/account-connection', body)).body
    expect(errors.map(({ param }: { param: string }) => param).sort()).toEqual([
      'email',
      'first_name',
      'legacy_payout_method.city',
      'legacy_payout_method.ssn',
      'surprise',
    ])
  })

  it('takes an empty second line of an address for none', async () => {
    const id = await invited(api, { legacy_payout_method: legacyMethod({ street_line_2: '' }) })
    const [row] = await running.database.sql`select tenant_id, bank_sealed from account_connections where id = ${id}`
    const place = { tenant: row?.tenant_id, row: id, field: 'bank' }
    expect(JSON.parse(openVault(VAULT_KEY).open(place, row?.bank_sealed))).toEqual(legacyMethod())
  })

  it('takes the longest values there may be', async () => {
    const body = person({
      first_name: long(255),
      last_name: '😀'.repeat(255),
      business_name: long(255),
      display_name: long(255),
      external_id: long(255),
      verification_prompt: long(1_000),
      verification_answer: long(255),
      requested_permissions: ['payment.credit'],
      user_data: userDataOf(1_023),
      legacy_payout_method: legacyMethod({ account_number: '12345678901234567', street_line_2: long(255) }),
    })
    const {
      verification_answer: _,
      legacy_payout_method: _1,
      ...shown
    } = body as typeof body & { legacy_payout_method: object }
    const made = await api.post('/account-connection', body)
    expect(made).toMatchObject({ status: 201, body: { ...shown, destination: 'Checking ••••4567' } })
    expect((await api.get(`/account-connection/external/${long(255)}`)).body.id).toBe(made.body.id)
  })
})

describe('an external_id', () => {
  it('belongs to one connection of the enterprise, also after that is deleted', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox, { external_id: 'one' })
    const taken = { status: 409, body: { code: 'external_id_taken', existing_id: id } }
    expect(await sandbox.post('/account-connection', person({ external_id: 'one' }))).toMatchObject(taken)
    await remove(sandbox, id)
    expect(await sandbox.post('/account-connection', person({ external_id: 'one' }))).toMatchObject(taken)
    expect((await sandbox.get('/account-connection/external/one')).body).toMatchObject({ id, status: 'deleted' })
    expect((await sandbox.get('/account-connection/external/One')).status).toBe(404)
    const other = await running.enterprise()
    await invited(other.sandbox, { external_id: 'one' })
    expect((await sandbox.get('/account-connection')).body.pagination.total).toBe(1)
  })

  it('is won by one of fifty creations at the same moment', async () => {
    const { sandbox } = await running.enterprise()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sandbox.post('/account-connection', person({ external_id: 'race' }))),
    )
    const [won, ...others] = answers.filter(({ status }) => status === 201)
    expect(others).toEqual([])
    const lost = answers.filter(({ status }) => status === 409)
    expect(lost).toHaveLength(49)
    for (const { body } of lost) expect(body).toMatchObject({ code: 'external_id_taken', existing_id: won?.body.id })
    expect((await sandbox.get('/account-connection')).body.pagination.total).toBe(1)
  })
})

describe('what must stay secret', () => {
  it('a verification answer is kept as a digest, after trimming and case folding, and never returned', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const made = await sandbox.post('/account-connection', person({ verification_answer: '  Canary ÄNSWER ' }))
    const id = made.body.id
    const changed = await sandbox.put(`/account-connection/${id}`, { verification_answer: ' CANARY änswer\n' })
    for (const { text } of [made, changed, await sandbox.get('/account-connection')]) {
      expect(text).not.toMatch(/canary|verification_answer/i)
    }
    const [row] = await running.database.sql`
      select connection.* from account_connections connection join tenants tenant on tenant.id = connection.tenant_id
      where tenant.enterprise_id = ${enterprise}`
    const expected = answerDigest(openVault(VAULT_KEY), row?.tenant_id, id, 'canary änswer')
    expect(expected.equals(row?.verification_answer_digest)).toBe(true)
    expect(JSON.stringify(row)).not.toMatch(/canary/i)
  })

  it('a legacy payout method stands in no answer, and readable in no table of the database', async () => {
    const secrets = { account_number: '48151623420042', ssn: '987-65-4321', street_line_1: 'Canary Street 1' }
    const body = person({ legacy_payout_method: legacyMethod(secrets) })
    const made = await api.post('/account-connection', body, { idempotencyKey: 'legacy' })
    const id = made.body.id
    const answers = [
      made,
      await api.post('/account-connection', body, { idempotencyKey: 'legacy' }),
      await api.put(`/account-connection/${id}`, { legacy_payout_method: legacyMethod(secrets) }),
      await api.get(`/account-connection/${id}`),
      await api.get('/account-connection'),
    ]
    for (const { text } of answers) expect(text).not.toMatch(/4815162342|987-65|Canary|legacy_payout_method/)
    // Requests are logged a moment later, without their secrets and without the street.
    const last = answers.at(-1)?.headers.get('request-id') as string
    await expect
      .poll(async () => (await running.database.sql`select 1 from request_log where id = ${last}`).length)
      .toBe(1)
    const tables = await running.database.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`
    for (const { name } of tables) {
      const rows = await running.database.sql.unsafe(`select "${name}"::text as row from "${name}"`)
      const text = rows.map(({ row }) => row).join('\n')
      for (const secret of Object.values(secrets)) {
        expect([name, text.includes(secret)]).toEqual([name, false])
        expect([name, text.includes(Buffer.from(secret).toString('hex'))]).toEqual([name, false])
      }
    }
  })

  it('the destination is shown in reads and left out of lists', async () => {
    const { sandbox } = await running.enterprise()
    const legacy_payout_method = legacyMethod({ account_type: 'savings' })
    const id = await invited(sandbox, { legacy_payout_method, external_id: 'seen' })
    const direct = await connected(sandbox, 'direct')
    expect((await sandbox.get(`/account-connection/${id}`)).body.destination).toBe('Savings ••••6789')
    expect((await sandbox.get('/account-connection/external/seen')).body.destination).toBe('Savings ••••6789')
    expect((await sandbox.get(`/account-connection/${direct}`)).body.destination).toMatch(/ ••••\d{4}$/)
    const { data } = (await sandbox.get('/account-connection')).body
    expect(data).toHaveLength(2)
    for (const listed of data) expect(listed).not.toHaveProperty('destination')
  })
})
