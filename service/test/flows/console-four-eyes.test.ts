import { beforeAll, describe, expect, it } from 'vitest'
import type { OperatorRole } from '../../../contracts/console/session.ts'
import { openProcessorAccounts } from '../../src/ledger/index.ts'
import type { Entry } from '../../src/rails/ach/nacha/index.ts'
import { achConnection, type Producer, producer, startBank, type TestBank } from '../support/bank.ts'
import { operating, operatorLog, type SignedInOperator } from '../support/operators.ts'
import { paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let bank: TestBank
let acme: Producer
let treasurer: SignedInOperator
let admin: SignedInOperator
let files = 0

const at = (path: string): string => `/operator/api${path}`
const rules = (changes: object = {}) => ({
  bank_entry_from_in_cents: null,
  fees: false,
  bank_account: false,
  reason: 'as the auditors ask',
  ...changes,
})

/** The rules as they are, past the approval that a change of them needs. */
async function setRules(changes: object): Promise<void> {
  await running.database.sql`update tenants set approval_rules = null where enterprise_id is null`
  const set = await admin.post(at('/four-eyes'), rules(changes))
  expect(set.status, set.text).toBe(200)
}

/** A return of a payout that names another trace, so that it is kept. */
async function keptReturn(amount = 900): Promise<{ payout: string; body: object }> {
  const { id: payout } = await paid(acme.client, await achConnection(acme.client), amount)
  await bank.setClock(`2026-11-${18 + files}T15:00:00Z`)
  await bank.make()
  await bank.transmit()
  await bank.sweep([acme.tenant])
  const sent = (await bank.entries()).find((one) => payout.endsWith(one.individualIdentification)) as Entry
  const name = `kept-${files++}.ach`
  await bank.answer([{ entry: { ...sent, traceNumber: '121042889999999' }, returned: 'R03' }], name)
  await bank.receive()
  const [file] = await running.database.sql<{ id: string }[]>`select id from ach_files where name = ${name}`
  return { payout, body: { file: file?.id, ordinal: 0, payout, reason: 'the bank called' } }
}

const decide = (operator: SignedInOperator, approval: string, decision: 'approve' | 'reject', more: object = {}) =>
  operator.post(at('/approvals/decide'), { approval, decision, ...more })

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  treasurer = await operating(running, 'treasurer', { name: 'Tess' })
  admin = await operating(running, 'admin', { name: 'Ada' })
  acme = await producer(running, 'Acme')
  bank = await startBank(running)
  await bank.setClock('2026-11-18T14:30:00Z')
})

describe('four eyes', () => {
  it('are off until an admin sets them; then booking waits for another operator, and is done once', async () => {
    expect((await treasurer.get(at('/four-eyes'))).body).toEqual({
      bank_entry_from_in_cents: null,
      fees: false,
      bank_account: false,
    })
    await setRules({ bank_entry_from_in_cents: 500 })
    const { payout, body } = await keptReturn()
    const asked = await treasurer.post(at('/bank/book'), body)
    expect([asked.status, asked.body]).toEqual([202, { approval: expect.stringMatching(/^apr_/) }])
    expect((await read(acme.client, payout)).status).toBe('sent')
    expect((await operatorLog(running))[0]).toMatchObject({
      action: 'bank.apply.asked',
      person_id: treasurer.id,
      subject: asked.body.approval,
      details: { reason: 'the bank called' },
    })
    const again = await admin.post(at('/bank/book'), body)
    expect([again.status, again.body.code]).toEqual([409, 'invalid_state'])
    expect((await admin.get(at('/home'))).body.approvals).toBe(1)

    const { approval } = asked.body
    const own = await decide(treasurer, approval, 'approve')
    expect([own.status, own.body.code]).toEqual([403, 'approval_not_allowed'])
    const answers = await Promise.all([decide(admin, approval, 'approve'), decide(admin, approval, 'approve')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await read(acme.client, payout)).status).toBe('returned')
    const log = await operatorLog(running)
    expect(log.filter(({ action }) => action === 'bank.apply')).toMatchObject([
      {
        person_id: treasurer.id,
        subject: payout,
        details: { amount_in_cents: 900, reason: 'the bank called', approval, approved_by: 'Ada' },
      },
    ])
    expect(log.filter(({ action }) => action === 'approvals.decide')).toContainEqual(
      expect.objectContaining({ person_id: admin.id, subject: approval }),
    )
    const [listed] = (await treasurer.get(at('/approvals'))).body.data
    expect(listed).toMatchObject({ id: approval, status: 'approved', is_own: true, amount_in_cents: 900 })
  })

  it('leave smaller entries to one operator, and a rejected one as it was', async () => {
    await setRules({ bank_entry_from_in_cents: 5_000 })
    const { payout, body } = await keptReturn(901)
    expect((await treasurer.post(at('/bank/book'), body)).status).toBe(200)
    expect((await read(acme.client, payout)).status).toBe('returned')

    await setRules({ bank_entry_from_in_cents: 0 })
    const other = await keptReturn(902)
    const { approval } = (await treasurer.post(at('/bank/book'), other.body)).body
    const rejected = await decide(admin, approval, 'reject', { why: 'another payout' })
    expect(rejected.body).toEqual({ id: approval, status: 'rejected' })
    expect((await read(acme.client, other.payout)).status).toBe('sent')
    expect((await decide(admin, approval, 'approve')).status).toBe(409)
    // The entry waits still, and can be asked for again.
    expect((await treasurer.post(at('/bank/book'), other.body)).status).toBe(202)
  })

  it('hold for a whole file that could not be read, whatever the amount of the rule', async () => {
    await setRules({ bank_entry_from_in_cents: 1_000_000_00 })
    await bank.put('unread.ach', 'nothing that a bank would write')
    await bank.receive()
    const [file] = await running.database.sql<{ id: string }[]>`select id from ach_files where name = 'unread.ach'`
    const asked = await treasurer.post(at('/bank/resolve'), { file: file?.id, reason: 'a test file' })
    expect(asked).toMatchObject({ status: 202, body: { approval: expect.stringMatching(/^apr_/) } })
    expect((await decide(admin, asked.body.approval, 'approve')).status).toBe(200)
    // Nothing waits there any more, and nobody is asked about nothing.
    expect((await treasurer.post(at('/bank/resolve'), { file: file?.id, reason: 'again' })).status).toBe(404)
  })

  it('do not carry out what can no longer be done, or whose maker may not any more', async () => {
    await setRules({ bank_entry_from_in_cents: 0 })
    const { payout, body } = await keptReturn(903)
    const leaving = await operating(running, 'treasurer', { name: 'Leaving' })
    const { approval } = (await leaving.post(at('/bank/book'), body)).body
    const setRole = (role: OperatorRole) =>
      running.database.sql`update operators set role = ${role} where id = ${leaving.id}`
    await setRole('reviewer')
    const refused = await decide(admin, approval, 'approve')
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('may not any more')])
    expect((await read(acme.client, payout)).status).toBe('sent')
    await setRole('treasurer')
    // Dealt with by hand meanwhile.
    await running.database
      .sql`update ach_received set resolved_at = statement_timestamp() where file = ${(body as { file: string }).file}`
    const late = await decide(admin, approval, 'approve')
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('still cannot be booked')])
    const [row] = await running.database.sql`select status from approvals where id = ${approval}`
    expect(row?.status).toBe('awaiting')
    expect((await decide(leaving, approval, 'reject')).status).toBe(200)
  })

  it('hold for fees, by whichever way they are changed, and for the rules themselves', async () => {
    await setRules({ fees: true })
    const { id: enterprise } = await running.enterprise('Charged')
    const change = { enterprise, environment: 'sandbox', settings: { fee_payout_ach_in_cents: '40' }, reason: 'agreed' }
    const asked = await treasurer.post(at('/enterprises/fees'), change)
    expect(asked.status).toBe(202)
    // The door of the other settings is no way around it.
    expect((await admin.post(at('/enterprises/settings'), change)).status).toBe(409)
    const feeOf = async () =>
      (
        await running.database.sql`
        select fee_payout_ach_in_cents as fee from tenants where enterprise_id = ${enterprise} and environment = 'sandbox'`
      )[0]?.fee
    expect(await feeOf()).toBe(25)
    expect((await decide(admin, asked.body.approval, 'approve')).status).toBe(200)
    expect(await feeOf()).toBe(40)

    const lifted = await admin.post(at('/four-eyes'), rules())
    expect(lifted.status).toBe(202)
    expect((await admin.get(at('/four-eyes'))).body.fees).toBe(true)
    expect((await decide(admin, lifted.body.approval, 'approve')).status).toBe(403)
    expect((await decide(treasurer, lifted.body.approval, 'approve')).status).toBe(200)
    expect((await admin.get(at('/four-eyes'))).body.fees).toBe(false)
  })

  it('hold for a movement at the card processor: another operator agrees, and it is booked once', async () => {
    const { database } = running
    await database.transaction(async (tx) => {
      await openProcessorAccounts(tx, bank.id)
      await tx`
        insert into processor_transactions (tenant_id, id, status, movement, category, amount_in_cents, fee_in_cents, why, day,
          created_at, updated_at)
        values (${bank.id}, 'txn_eyes', 'kept', 'other', 'other_adjustment', -700, 0, 'a test', '2026-11-18',
          clock_timestamp(), clock_timestamp())`
    })
    await setRules({ bank_entry_from_in_cents: 500 })
    expect((await treasurer.get(at('/processor/kept'))).body.data).toMatchObject([{ id: 'txn_eyes', why: 'a test' }])
    const body = { id: 'txn_eyes', as: 'fee', reason: 'the processor wrote' }
    const asked = await treasurer.post(at('/processor/book'), body)
    expect(asked.status, asked.text).toBe(202)
    const fees = () => database.sql`select 1 from ledger_transfers where kind = 'processor.account_fee'`
    expect(await fees()).toHaveLength(0)
    expect((await decide(treasurer, asked.body.approval, 'approve')).status).not.toBe(200)
    expect((await decide(admin, asked.body.approval, 'approve')).status).toBe(200)
    expect(await fees()).toHaveLength(1)
    expect((await treasurer.post(at('/processor/book'), body)).status).not.toBe(200)
    expect((await operatorLog(running)).find(({ action }) => action === 'processor.book')).toMatchObject({
      details: { amount_in_cents: -700, reason: 'the processor wrote', approved_by: 'Ada' },
    })
  })

  it('hold for the bank account of an enterprise, whose number stands nowhere in plain meanwhile', async () => {
    await setRules({ bank_account: true })
    const { id: enterprise } = await running.enterprise('Withdrawing')
    const account = {
      name_on_account: 'Withdrawing Inc',
      account_number: '135791113157',
      routing_number: '021000021',
      account_type: 'checking',
    }
    const body = { enterprise, environment: 'production', account, reason: 'letter of the bank' }
    const asked = await treasurer.post(at('/enterprises/bank-account'), body)
    const { sql } = running.database
    // Whoever may set it asks; a role that may not is refused before any rule is looked at.
    const asking = asked.status === 403 ? await admin.post(at('/enterprises/bank-account'), body) : asked
    expect([asking.status, asking.body]).toEqual([202, { approval: expect.stringMatching(/^apr_/) }])
    const rows = JSON.stringify([
      await sql`select * from approvals`,
      await sql`select * from operator_audit_log`,
      await sql`select * from events`,
    ])
    expect(rows).not.toContain(account.account_number)
    expect(rows).toContain('ending in 3157')
    const decider = asked.status === 403 ? treasurer : admin
    expect((await decide(decider, asking.body.approval, 'approve')).body).toMatchObject({ status: 'approved' })
    const done = (await operatorLog(running)).find(({ action }) => action === 'bank_account.set')
    expect(done).toMatchObject({ details: { reason: 'letter of the bank', approval: asking.body.approval } })
  })

  it('need two who can approve', async () => {
    const alone = await startService({}, undefined, { role: 'api' })
    const only = await operating(alone, 'admin')
    await operating(alone, 'reviewer')
    const set = await only.post(at('/four-eyes'), rules({ fees: true }))
    expect([set.status, set.body.message]).toEqual([409, expect.stringContaining('two operators')])
  })
})
