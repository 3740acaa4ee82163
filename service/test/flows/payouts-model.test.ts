import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { audit } from '../../src/ledger/index.ts'
import type { Answer, Client } from '../support/client.ts'
import { anyCommand, type Command, plan, type Step } from '../support/payout-commands.ts'
import { type Expected, type ModelConnection, type ModelPayout, PayoutModel } from '../support/payout-model.ts'
import { timePasses } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

const STEPS = 200
const runs = Number(process.env.PAYOUT_MODEL_RUNS ?? 5)
/** One seed for everybody, so that a run says the same of the same code; other seeds are for whoever goes looking. */
const seed = Number(process.env.FC_SEED ?? 20_260_304)

/** Where every sandbox clock starts, and stands still: on a full second, so that steps meet due times exactly. */
const START = Date.parse('2026-03-04T10:17:23.000Z')

let running: RunningService

beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  // Time goes by only when a command says so: the same seed gives the same answers to the millisecond.
  await running.database.sql.unsafe(`
    create or replace function tenant_now(tenant integer) returns timestamptz language sql volatile as $$
      select timestamptz '${new Date(START).toISOString()}' + clock_offset_ms * interval '1 millisecond'
      from tenants where id = tenant
    $$`)
})

it(
  `any ${STEPS} commands have the answers, payouts and balances of a model in memory, and leave the books clean`,
  async () => {
    process.stdout.write(`payouts-model: repeat with FC_SEED=${seed} PAYOUT_MODEL_RUNS=${runs}\n`)
    const commands = fc.array(anyCommand, { minLength: STEPS, maxLength: STEPS })
    await fc.assert(fc.asyncProperty(commands, runSequence), { seed, numRuns: runs, endOnFailure: true })
  },
  30_000 + runs * 20_000,
)

/** What was asked with an idempotency key, and the answer that must come again. */
interface Asked {
  readonly step: Step
  kept: Answer | undefined
}

async function runSequence(commands: readonly Command[]): Promise<void> {
  const { sandbox, id } = await running.enterprise()
  const model = new PayoutModel(START)
  const asked: Asked[] = []
  const story: string[] = []
  try {
    for (const [nth, command] of commands.entries()) {
      story.push(`${nth} ${JSON.stringify(command)}`)
      if (command.do === 'repeat') await repeat(sandbox, asked, command)
      else if (command.do === 'let time pass') await letTimePass(id, model, command.seconds)
      else await carryOut(sandbox, asked, plan(command, model, nth))
      await compare(sandbox, id, model)
    }
  } catch (error) {
    throw new Error(`FC_SEED=${seed}, after\n${story.slice(-40).join('\n')}`, { cause: error })
  }
}

/** With no worker running: what becomes due is done when somebody touches it, or by the next advance. */
async function letTimePass(enterprise: string, model: PayoutModel, seconds: number): Promise<void> {
  await timePasses(running.database, enterprise, seconds * 1_000)
  model.pass(seconds)
}

async function carryOut(client: Client, asked: Asked[], step: Step | undefined): Promise<void> {
  if (!step) return
  const answer = await client.call(step.method, step.path, step.body, step.key ? { idempotencyKey: step.key } : {})
  check(answer, step.expect())
  if (step.key) asked.push({ step, kept: answer.status < 300 ? answer : undefined })
}

/** The answer that was kept, byte by byte; what changed nothing is simply tried again. */
async function repeat(client: Client, asked: Asked[], command: Command & { do: 'repeat' }): Promise<void> {
  const one = asked[command.request % asked.length]
  if (!one) return
  const { step, kept } = one
  if (!kept && command.changed) return
  const body = command.changed ? another(step.body) : step.body
  const answer = await client.call(step.method, step.path, body, { idempotencyKey: step.key as string })
  if (!kept) {
    check(answer, step.expect())
    one.kept = answer.status < 300 ? answer : undefined
  } else if (command.changed) {
    check(answer, { status: 409, code: 'idempotency_key_reused' })
  } else {
    expect(answer.text).toBe(kept.text)
    expect(answer.status).toBe(kept.status)
    expect(answer.headers.get('idempotent-replayed')).toBe('true')
  }
}

const another = ({ payouts, ...body }: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(payouts) ? { payouts: [...payouts, payouts[0]] } : { ...body, description: 'Another body' }

/** The status, the code, and what the answer shows; new ones get their ids from it. */
function check({ status, body }: Answer, expected: Expected): void {
  const details = body.details?.map(({ index, code }: { index: number; code: string }) => ({ index, code }))
  expect({ status, code: body.code, details }, JSON.stringify(body)).toEqual({
    status: expected.status,
    code: expected.code,
    details: expected.details,
  })
  if (expected.connection) {
    expected.connection.id ||= body.id
    expect(shown(body, CONNECTION)).toEqual(viewConnection(expected.connection))
  }
  const views = body.payouts ?? [body]
  for (const [nth, payout] of (expected.payouts ?? []).entries()) {
    payout.id ||= views[nth].id
    expect(seen(views[nth])).toEqual(viewPayout(payout))
  }
}

/** All that can be seen from outside, and what the books say, against the model. */
async function compare(client: Client, enterprise: string, model: PayoutModel): Promise<void> {
  // First, because it cancels what nobody has claimed in time.
  const payouts = await client.get('/payout?page_size=1000')
  const [clock, balances, connections, books, mismatches] = await Promise.all([
    client.get('/sandbox/clock'),
    client.get('/enterprise'),
    client.get('/account-connection?page_size=1000'),
    readBooks(enterprise),
    audit(running.database),
  ])
  expect(mismatches).toEqual([])
  expect(clock.body.now).toBe(iso(model.now))
  expect(payouts.body.data.map(seen)).toEqual(model.listed().map(viewPayout).reverse())
  const listed = connections.body.data.map((one: Shown) => shown(one, CONNECTION))
  expect(listed).toEqual(model.connections.map(viewConnection).reverse())
  expect({
    operating: balances.body.operating_account.balance_in_cents,
    pending: balances.body.pending_payouts.balance_in_cents,
    ...books,
  }).toEqual({
    operating: model.operating,
    pending: model.pending,
    fees: model.feesCharged,
    ach: model.achOut,
    creators: Object.fromEntries(model.creators),
  })
}

async function readBooks(enterprise: string) {
  const rows = await running.database.sql<{ code: string; email: string | null; balance: number }[]>`
    select account.code, creator.email, account.credits - account.debits as balance
    from tenants tenant
    join ledger_accounts account on account.tenant_id = tenant.id
    left join creators creator on creator.tenant_id = tenant.id and account.code = 'creator:' || creator.id
    where tenant.enterprise_id = ${enterprise} and tenant.environment = 'sandbox'`
  const of = (code: string): number => rows.find((row) => row.code === code)?.balance ?? 0
  return {
    fees: of('fees_payable') + of('fees'),
    ach: of('ach_clearing'),
    creators: Object.fromEntries(rows.flatMap(({ email, balance }) => (email === null ? [] : [[email, balance]]))),
  }
}

type Shown = Record<string, unknown>

const iso = (at: number): string => new Date(at).toISOString()
const CONNECTION = ['id', 'email', 'status', 'type', 'requested_permissions', 'permissions']
const PAYOUT = ['id', 'account_connection', 'amount_in_cents', 'fee_in_cents', 'status', 'type', 'date', 'created_at']
const PLACEHOLDER = 'an account of ours'

const shown = (body: Shown, names: readonly string[]): Shown =>
  Object.fromEntries(names.map((name) => [name, body[name]]))

function viewConnection({ id, email, status, method, requested, granted }: ModelConnection): Shown {
  const permissions = granted.length === 0 ? undefined : granted.map((name) => ({ name }))
  return { id, email, status, type: method?.type, requested_permissions: requested, permissions }
}

function seen(body: Shown): Shown {
  const { destination, description, updated_at } = body
  const activity = body.activity as { type: string; status: string; date: string }[]
  const bank = typeof destination === 'string' && destination.startsWith('Checking')
  return {
    ...shown(body, PAYOUT),
    description,
    updated_at,
    destination: destination === undefined || bank ? destination : PLACEHOLDER,
    history: activity.filter(({ type }) => type !== 'transfer').map(({ status, date }) => `${status} ${date}`),
  }
}

const viewPayout = (payout: ModelPayout): Shown => ({
  id: payout.id,
  account_connection: payout.connection.id,
  amount_in_cents: payout.amount,
  fee_in_cents: payout.fee,
  status: payout.status,
  type: payout.type,
  date: iso(payout.date),
  created_at: iso(payout.created),
  description: payout.description ?? 'Payment from Another Enterprise',
  updated_at: iso(payout.updated),
  destination: destinationOf(payout),
  history: payout.history.map(([status, at]) => `${status} ${iso(at)}`),
})

function destinationOf({ method }: ModelPayout): string | undefined {
  if (!method) return undefined
  return method.type === 'ach' ? `Checking ••••${method.account.slice(-4)}` : PLACEHOLDER
}
