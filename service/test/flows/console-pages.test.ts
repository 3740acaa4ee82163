import { beforeAll, describe, expect, it } from 'vitest'
import type { Entry } from '../../src/rails/ach/nacha/index.ts'
import { achConnection, type Producer, producer, startBank, type TestBank } from '../support/bank.ts'
import { APPLICANT, BANK } from '../support/connect.ts'
import { operating, operatorLog, type SignedInOperator } from '../support/operators.ts'
import { paid, read } from '../support/payouts.ts'
import { waitingReview } from '../support/reviews.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let shop: Awaited<ReturnType<RunningService['enterprise']>>
let bank: TestBank
let acme: Producer
const operators = {} as Record<'reviewer' | 'treasurer' | 'admin', SignedInOperator>

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  shop = await running.enterprise('Reviewed')
  acme = await producer(running, 'Acme')
  bank = await startBank(running)
  for (const role of ['reviewer', 'treasurer', 'admin'] as const) operators[role] = await operating(running, role)
})

const at = (path: string): string => `/operator/api${path}`

describe('identity reviews', () => {
  it('list what waits, without a word of the applicant', async () => {
    const connection = await waitingReview(running, shop)
    const list = await operators.reviewer.get(at('/identities'))
    expect(list.body.data).toContainEqual({
      connection,
      type: 'direct',
      enterprise: shop.id,
      enterprise_name: 'Reviewed',
      environment: 'sandbox',
      submitted_at: expect.any(String),
    })
    const detail = await operators.reviewer.get(at(`/identities/sandbox/${shop.id}/${connection}`))
    expect(detail.body.fields).toEqual(
      expect.arrayContaining(['applicant.ssn', 'applicant.date_of_birth', 'invited.email', 'invited.last_name']),
    )
    for (const value of [APPLICANT.ssn, APPLICANT.date_of_birth, APPLICANT.last_name]) {
      expect(list.text + detail.text).not.toContain(value)
    }
    expect((await operators.reviewer.get(at('/home'))).body.identities).toBeGreaterThan(0)
  })

  it('show a field at a time, each in the log, which never has the value', async () => {
    const connection = await waitingReview(running, shop, 'ach')
    const where = { enterprise: shop.id, environment: 'sandbox', connection }
    const shown = await operators.reviewer.post(at('/identities/reveal'), { ...where, field: 'bank.account_number' })
    expect(shown.body).toEqual({ field: 'bank.account_number', value: BANK.account_number })
    const [entry] = await operatorLog(running)
    expect(entry).toMatchObject({
      action: 'identities.reveal',
      person_id: operators.reviewer.id,
      subject: connection,
      details: { field: 'bank.account_number', enterprise: shop.id },
    })
    expect(JSON.stringify(await operatorLog(running))).not.toContain(BANK.account_number)
    expect((await operators.reviewer.post(at('/identities/reveal'), { ...where, field: 'bank.nothing' })).status).toBe(
      404,
    )
    expect((await operators.treasurer.post(at('/identities/reveal'), { ...where, field: 'bank.ssn' })).status).toBe(403)
  })

  it('end with a decision and its reason, in both logs; afterwards nothing is shown', async () => {
    const connection = await waitingReview(running, shop)
    const where = { enterprise: shop.id, environment: 'sandbox', connection }
    const decide = { ...where, outcome: 'approved' }
    expect((await operators.reviewer.post(at('/identities/decide'), decide)).status).toBe(400)
    const done = await operators.reviewer.post(at('/identities/decide'), { ...decide, reason: 'passport seen' })
    expect(done.body).toEqual({ id: connection, status: 'active' })
    const [entry] = await operatorLog(running)
    expect(entry).toMatchObject({
      action: 'connections.decide',
      subject: connection,
      details: { outcome: 'approved', became: 'active', reason: 'passport seen' },
    })
    const [told] = await running.database.sql`
      select person_id, details from audit_log where enterprise_id = ${shop.id} order by position desc limit 1`
    expect(told).toMatchObject({ person_id: operators.reviewer.id, details: { reason: 'passport seen' } })
    const again = await operators.reviewer.post(at('/identities/decide'), { ...decide, reason: 'again' })
    expect(again.status).toBe(409)
    const late = await operators.reviewer.post(at('/identities/reveal'), { ...where, field: 'applicant.ssn' })
    expect(late.status).toBe(404)
  })

  it('decided by two at once are decided once', async () => {
    const connection = await waitingReview(running, shop)
    const body = { enterprise: shop.id, environment: 'sandbox', connection, outcome: 'approved', reason: 'race' }
    const answers = await Promise.all(
      [operators.reviewer, operators.admin, operators.reviewer].map((one) => one.post(at('/identities/decide'), body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('bank entries', () => {
  it('that are kept can be booked, and the file tells its journey and the day its reconciliation', async () => {
    await bank.setClock('2026-11-18T14:30:00Z')
    const { id: payout } = await paid(acme.client, await achConnection(acme.client), 900)
    await bank.setClock('2026-11-18T15:00:00Z')
    await bank.make()
    await bank.transmit()
    await bank.sweep([acme.tenant])
    const sent = (await bank.entries()).find((one) => payout.endsWith(one.individualIdentification)) as Entry
    await bank.answer([{ entry: { ...sent, traceNumber: '121042889999999' }, returned: 'R03' }], 'a.ach')
    await bank.receive()

    const kept = (await operators.treasurer.get(at('/bank/kept'))).body.data
    const entry = kept.find(({ name }: { name: string }) => name === 'a.ach')
    expect(entry).toMatchObject({ ordinal: 0, kind: 'return', amount_in_cents: 900 })
    const day = await operators.treasurer.get(at('/bank/reconciliation?day=2026-11-18'))
    expect([day.body.agrees, day.body.days]).toEqual([false, ['2026-11-18']])

    const body = { file: entry.file, ordinal: 0, payout, reason: 'the bank called' }
    const answers = await Promise.all(
      [operators.treasurer, operators.admin].map((one) => one.post(at('/bank/book'), body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(acme.client, payout)).status).toBe('returned')
    const booked = (await operatorLog(running)).filter(({ action }) => action === 'bank.apply')
    expect(booked).toMatchObject([
      { subject: payout, details: { amount_in_cents: 900, kind: 'return', reason: 'the bank called' } },
    ])
    expect((await operators.treasurer.get(at('/bank/reconciliation?day=2026-11-18'))).body.agrees).toBe(true)

    const files = (await operators.treasurer.get(at('/bank/files'))).body.data
    const out = files.find(({ direction }: { direction: string }) => direction === 'out')
    const journey = (await operators.treasurer.get(at(`/bank/files/${out.id}`))).body
    expect(journey.journey.map(({ what }: { what: string }) => what)).toEqual([
      'Made',
      expect.stringContaining('Uploaded as '),
      'Delivered under its own name',
    ])
    expect(journey.listed).toContainEqual(
      expect.objectContaining({ kind: 'payout', about: payout, amount_in_cents: 900 }),
    )
    expect((await operators.treasurer.get(at('/bank/files/ach_none'))).status).toBe(404)
  })

  it('and days that banks do not know are refused with a word for people', async () => {
    const sunday = await operators.treasurer.get(at('/bank/reconciliation?day=2026-11-15'))
    expect([sunday.status, sunday.body.message]).toEqual([400, '2026-11-15 is no banking day: banks are closed.'])
    const inspected = await operators.treasurer.post(at('/bank/inspect'), { text: 'no ACH file' })
    expect([inspected.status, inspected.body.message]).toEqual([400, expect.stringContaining('line 1')])
  })
})

describe('enterprises', () => {
  it('are created with keys that are shown once, and shown with settings, people, keys and origins', async () => {
    const made = await operators.admin.post(at('/enterprises'), { name: 'Newly made', reason: 'contract 12' })
    expect(made.body.keys).toMatchObject([{ environment: 'sandbox' }, { environment: 'production' }])
    const id = made.body.id
    const tenant = { enterprise: id, environment: 'sandbox', reason: 'as agreed' }
    const changed = await operators.treasurer.post(at('/enterprises/fees'), {
      ...tenant,
      settings: { fee_payout_ach_in_cents: '40' },
    })
    expect(changed.body.changes).toEqual({ fee_payout_ach_in_cents: { before: 25, after: '40' } })
    // The right to change fees is not that to change the other settings.
    const settings = { ach_enabled: 'false' }
    expect((await operators.treasurer.post(at('/enterprises/fees'), { ...tenant, settings })).status).toBe(400)
    expect((await operators.treasurer.post(at('/enterprises/settings'), { ...tenant, settings })).status).toBe(403)
    const wrong = await operators.admin.post(at('/enterprises/settings'), { ...tenant, settings: { colour: 'red' } })
    expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('There is no setting `colour`')])

    const origin = await operators.admin.post(at('/enterprises/origins/add'), {
      ...tenant,
      origin: 'https://app.example.com',
    })
    expect(origin.status).toBe(200)
    const person = await operators.admin.post(at('/enterprises/people'), {
      enterprise: id,
      email: 'pat@people.example',
      name: 'Pat',
      role: 'admin',
      reason: 'first admin',
    })
    expect(person.body.password).toMatch(/^[a-z0-9-]{20,}$/)
    const key = await operators.admin.post(at('/enterprises/keys'), {
      ...tenant,
      name: 'Server',
      limits: { scopes: ['read'], expires_at: '2099-01-01T00:00:00Z' },
    })
    expect(key.body.key).toMatch(/^sk_sandbox_/)
    const shown = (await operators.reviewer.get(at(`/enterprises/${id}`))).body
    expect(shown.environments.sandbox.settings).toContainEqual(
      expect.objectContaining({ name: 'fee_payout_ach_in_cents', value: '40' }),
    )
    expect(shown.environments.sandbox.keys).toContainEqual(
      expect.objectContaining({ name: 'Server', scopes: ['read'], expires_at: '2099-01-01T00:00:00.000Z' }),
    )
    expect(shown.environments.sandbox.origins).toMatchObject([{ origin: 'https://app.example.com' }])
    expect(shown.people).toMatchObject([{ email: 'pat@people.example', role: 'admin' }])
    const log = JSON.stringify(await operatorLog(running))
    for (const secret of [person.body.password, key.body.key, made.body.keys[0].key]) expect(log).not.toContain(secret)
    expect((await operators.admin.get(at('/enterprises/ent_none'))).status).toBe(400)
  })

  it('have their payouts resumed when the audit has stopped them, and all books audited', async () => {
    await running.database.sql`
      update tenants set payouts_stopped_because = 'a test' where enterprise_id = ${shop.id} and environment = 'sandbox'`
    expect((await operators.treasurer.get(at('/books/stopped'))).body.data).toEqual([
      { enterprise: shop.id, name: 'Reviewed', environment: 'sandbox', because: 'a test' },
    ])
    const resumed = await operators.treasurer.post(at('/books/resume'), {
      enterprise: shop.id,
      environment: 'sandbox',
      reason: 'mended',
    })
    expect(resumed.status).toBe(200)
    expect((await operators.treasurer.get(at('/books/stopped'))).body.data).toEqual([])
    expect((await operators.treasurer.post(at('/books/audit'), {})).body).toEqual({ mismatches: [] })
  })
})

describe("the operators' audit log", () => {
  it('is read by page, checked, and exported with a record of it', async () => {
    const page = await operators.admin.get(at('/audit-log/operator?page_size=5'))
    expect(page.body.data).toHaveLength(5)
    expect((await operators.admin.get(at('/audit-log/operator/check'))).body).toMatchObject({ intact: true })
    const file = await operators.admin.get(at('/audit-log/operator/export.csv'))
    expect(file.text).toContain('connections.decide')
    const actions = (await operatorLog(running)).map(({ action }) => action)
    expect(actions.slice(0, 2)).toEqual(['exports.make.done', 'exports.make'])
    expect((await operators.admin.get(at(`/audit-log/${shop.id}`))).status).toBe(200)
    expect((await operators.admin.get(at('/audit-log/ent_none'))).status).toBe(404)
    expect((await operators.treasurer.get(at('/audit-log/operator'))).status).toBe(403)
  })
})
