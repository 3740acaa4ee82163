import { beforeAll, describe, expect, it } from 'vitest'
import { deedTools } from '../../src/app/deed-tools.ts'
import { readConfig } from '../../src/config.ts'
import { checkChain, OPERATOR_CHAIN } from '../../src/dashboard/index.ts'
import { openProcessorAccounts } from '../../src/ledger/index.ts'
import type { OperatorAccess } from '../../src/operator/command.ts'
import { ALL_COMMANDS, findCommand } from '../../src/operator/commands.ts'
import { runCommand } from '../../src/operator/run-command.ts'
import type { Database } from '../../src/platform/database.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { operatingNumber, productionBank, requireTenant } from '../../src/tenants/index.ts'
import { connect } from '../support/database.ts'
import { invited } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'
import { ACCOUNT, accountFile } from '../support/withdrawals.ts'

interface Entry {
  readonly action: string
  readonly person: string
  readonly subject: string | null
  readonly details: Record<string, unknown>
}

let running: RunningService
let database: Database
let shop: Awaited<ReturnType<RunningService['enterprise']>>
let access: OperatorAccess
const printed: string[] = []
const vault = openVault(VAULT_KEY)

beforeAll(async () => {
  // Without a worker nothing changes by itself while the tables are compared.
  running = await startService({}, undefined, { role: 'api' })
  database = connect(running.databaseUrl)
  shop = await running.enterprise('Operated')
  await database.transaction((tx) => productionBank(tx))
  const log = createLogger('silent')
  const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY, OPERATOR: 'Olga <Ops>\u202e' }
  const config = readConfig(variables)
  access = {
    config,
    ...deedTools(config, vault, log),
    database,
    storage: { url: running.databaseUrl, vaultKey: VAULT_KEY, close: async () => {} },
    print: (line) => void printed.push(line),
  }
})

const operate = (...words: string[]): Promise<string[]> => {
  const { command, args } = findCommand(words)
  if ('runOffline' in command) return command.runOffline(args)
  return runCommand(command, args, access)
}

const operatorLog = (): Promise<Entry[]> => database.sql<Entry[]>`
  select action, person, subject, details from operator_audit_log order by position`

const shopLog = (): Promise<Entry[]> => database.sql<Entry[]>`
  select action, person, subject, details from audit_log where enterprise_id = ${shop.id} order by position`

/** The audit logs themselves, and the log of requests, which the service writes when it likes. */
const NOT_COMPARED = new Set(['audit_log', 'audit_heads', 'operator_audit_log', 'operator_audit_heads', 'request_log'])

/** The contents of the tables. Last uses of keys are written when the service likes. */
async function contents(): Promise<string> {
  const tables = await database.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  const sums: string[] = []
  for (const { name } of tables.filter((table) => !NOT_COMPARED.has(table.name))) {
    const row = name === 'api_keys' ? `(to_jsonb(t) - 'last_used_at' - 'last_used_from')` : 'to_jsonb(t)'
    const [sum] = await database.sql.unsafe(
      `select md5(coalesce(string_agg(${row}::text, '|' order by ${row}::text), '')) as sum from ${name} t`,
    )
    sums.push(`${name} ${sum?.sum}`)
  }
  return sums.join('\n')
}

/** A file from or to the bank in this state, as it would be kept for the operator. */
const operatingAccount = async (): Promise<string> =>
  operatingNumber(await database.transaction((tx) => requireTenant(tx, shop.id, 'production')))

async function bankFile(direction: 'in' | 'out', status: string): Promise<string> {
  const name = `${status}-${Math.random().toString(36).slice(2)}.ach`
  await database.transaction(async (tx) => {
    const bank = await productionBank(tx)
    await tx`
      insert into ach_files (tenant_id, id, direction, name, sha256, bytes_sealed, status, day, entries, debit_in_cents,
        credit_in_cents, created_at)
      values (${bank}, ${name}, ${direction}, ${name}, ${Buffer.from(name)}, ${Buffer.from('sealed')}, ${status},
        '2026-11-16', 0, 0, 0, clock_timestamp())`
  })
  return name
}

/** A movement at the card processor that waits for the operator. */
async function keptMovement(): Promise<string> {
  await database.transaction(async (tx) => {
    const bank = await productionBank(tx)
    await openProcessorAccounts(tx, bank)
    await tx`
      insert into processor_transactions (tenant_id, id, status, movement, category, amount_in_cents, fee_in_cents, why, day,
        created_at, updated_at)
      values (${bank}, 'txn_kept', 'kept', 'other', 'other_adjustment', -250, 0, 'a test', '2026-11-16', clock_timestamp(),
        clock_timestamp())`
  })
  return 'txn_kept'
}

const newKey = async (): Promise<string> => {
  const [line = ''] = await operate('key', 'create', shop.id, 'sandbox')
  return /key_\w+/.exec(line)?.[0] as string
}

/** A connection that waits for its identity check. */
async function reviewed(): Promise<string> {
  const connection = await invited(shop.sandbox)
  await shop.sandbox.post('/sandbox/connect', { account_connection: connection, type: 'direct', outcome: 'review' })
  return connection
}

async function deletedConnection(): Promise<string> {
  const connection = await invited(shop.sandbox)
  expect((await shop.sandbox.put(`/account-connection/${connection}`, { status: 'deleted' })).status).toBe(200)
  return connection
}

/** The address of an open invitation to the dashboard. */
async function invitedPerson(): Promise<string> {
  const admin = await signedIn(running, shop.id, 'admin')
  const email = `${crypto.randomUUID()}@people.example`
  const made = await admin.post('/dashboard/api/invitations', { email, role: 'viewer' })
  expect(made.status, made.text).toBe(201)
  return email
}

/** The enterprise, whose new name waits for review. */
async function waitingName(name: string): Promise<string> {
  await database.sql`
    insert into enterprise_name_requests (enterprise_id, name, requested_by) values (${shop.id}, ${name}, 'Pat')`
  return shop.id
}

/** The words of each command after its name. A command that is missing here fails the test. */
const WORDS: Record<string, () => Promise<string[]> | string[]> = {
  // Before the files below, which are not sealed as a real one is.
  'vault rotate': () => [],
  reconcile: () => [],
  'enterprise create': () => ['Another'],
  'enterprise list': () => [],
  'enterprise suspend': () => [shop.id, 'production', 'A test'],
  'enterprise resume': () => [shop.id, 'production'],
  'limits show': () => [shop.id, 'sandbox'],
  'limits set': () => [
    shop.id,
    'sandbox',
    '[{"scope":"enterprise","per":"day","max_in_cents":90000000,"outcome":"refuse"}]',
  ],
  'limits clear': () => [shop.id, 'sandbox'],
  'settings set': () => [shop.id, 'sandbox', 'ach_enabled=false'],
  'bank-account set': async () => [shop.id, 'sandbox', await accountFile(ACCOUNT)],
  'approval-rules clear': () => [shop.id, 'sandbox'],
  'key create': () => [shop.id, 'sandbox', 'Made', '--scopes', 'read'],
  'key list': () => [shop.id],
  'key change': async () => [await newKey(), '--scopes', 'payouts'],
  'key revoke': async () => [await newKey()],
  'embed-origin add': () => [shop.id, 'production', 'https://app.example.com'],
  'embed-origin list': () => [shop.id, 'production'],
  'embed-origin remove': () => [shop.id, 'production', 'https://app.example.com'],
  'connect decide': async () => [shop.id, 'sandbox', await reviewed(), 'approved'],
  'creator erase': async () => [shop.id, 'sandbox', await deletedConnection()],
  audit: () => [],
  'payouts resume': async () => {
    await database.sql`
      update tenants set payouts_stopped_because = 'a test' where enterprise_id = ${shop.id} and environment = 'sandbox'`
    return [shop.id, 'sandbox']
  },
  'person add': () => ['--enterprise', shop.id, '--email', 'op@people.example', '--name', 'Op', '--role', 'viewer'],
  'person list': () => [shop.id],
  'person password': () => ['op@people.example'],
  'invitation link': async () => [shop.id, await invitedPerson()],
  'operator list': () => [],
  'four-eyes list': () => [],
  'four-eyes set': () => ['off', 'off', 'off'],
  'four-eyes clear': () => [],
  'name list': () => [],
  'name approve': async () => [await waitingName('Operated well')],
  'name refuse': async () => [await waitingName('Operated badly')],
  'restore hold': () => [],
  'restore status': () => [],
  'restore release': () => ['files-compared', 'charges-compared'],
  'audit-log check': () => [],
  'audit-log export': () => [shop.id],
  'demo remove': () => [],
  'ach files': () => [],
  'ach kept': () => [],
  'ach resolve': async () => [await bankFile('in', 'refused')],
  'ach retry': async () => [await bankFile('out', 'conflict')],
  'ach delivered': async () => [await bankFile('out', 'missing')],
  'ach balance': () => ['2024-11-15', '123456'],
  'processor kept': () => [],
  'processor book': async () => [await keptMovement(), 'fee'],
  'ach source': () => ['1234567890', 'video_ads'],
  'ach wire': async () => ['in', await operatingAccount(), '100', 'FED-1', '2024-11-15'],
  'ach trust': () => ['1234567890', 'on'],
  'ach trusted': () => [],
  'alerts list': () => [],
  'ach returns': () => [],
  'ach accounts': () => [],
}

/** Commands that another test runs with success, for they need a bank, a data folder or an end: here they fail. */
const REFUSED: Record<string, () => string[]> = {
  'ach apply': () => ['nothing', '1'],
  'connect ask': () => [shop.id, 'sandbox', 'acon_nothing'],
  backup: () => ['/tmp/nothing'],
  'cluster distribute': () => [],
}

/** Commands that name operators: from the first one on, every other command must be run for one of them. */
const OF_OPERATORS: Record<string, () => string[]> = {
  'operator add': () => ['--email', 'Ada@ops.example', '--name', 'Ada', '--role', 'admin'],
  'operator link': () => ['ada@ops.example'],
  'operator role': () => ['bea@ops.example', 'treasurer'],
  'operator remove': () => ['bea@ops.example'],
}

/** Commands that neither read nor write the service's data, check the outside world, or end only when they are stopped. */
const ELSEWHERE = ['ach inspect', 'production check', 'doctor', 'restore drill', 'audit-log follow']

describe('an operator command', () => {
  it('that changes something is in the audit log, with the person; one that only looks changes nothing', async () => {
    const names = ALL_COMMANDS.map(({ name }) => name)
    expect(
      [WORDS, REFUSED, OF_OPERATORS]
        .flatMap((one) => Object.keys(one))
        .concat(ELSEWHERE)
        .sort(),
    ).toEqual([...names].sort())
    for (const [name, words] of Object.entries(WORDS)) {
      const args = await words()
      const [before, logged, told] = [await contents(), await operatorLog(), await shopLog()]
      await operate(...name.split(' '), ...args)
      const [isChanged, left] = [(await contents()) !== before, (await operatorLog()).slice(logged.length)]
      const command = ALL_COMMANDS.find((one) => one.name === name)
      const isRecorded = command !== undefined && 'action' in command
      // A changing command that finds nothing to change may leave everything as it was.
      if (isChanged) expect([name, isRecorded]).toEqual([name, true])
      expect([name, left.length > 0]).toEqual([name, isRecorded])
      if (!isRecorded) continue
      expect([name, left[0]]).toEqual([
        name,
        expect.objectContaining({ action: command.action, person: 'Olga Ops <operator>' }),
      ])
      expect([name, left[0]?.details]).toEqual([name, expect.objectContaining({ command: name, arguments: args })])
      // The enterprise is told of what concerns it.
      const concerns = args.includes(shop.id) || name.startsWith('key ') || name.startsWith('person ')
      expect([name, (await shopLog()).length > told.length]).toEqual([name, concerns])
    }
  })

  it('that fails is in the operator’s log with the reason, and changes nothing else', async () => {
    const failing: [string[], string][] = [
      [['key', 'revoke', 'key_none'], 'There is no key `key_none`'],
      [['settings', 'set', shop.id, 'sandbox', 'colour=red'], 'There is no setting `colour`'],
      [['person', 'password', 'nobody@people.example'], 'No person has the e-mail address'],
      ...Object.entries(REFUSED).map(([name, words]): [string[], string] => [[...name.split(' '), ...words()], '']),
    ]
    for (const [words, reason] of failing) {
      const [before, logged, told] = [await contents(), await operatorLog(), await shopLog()]
      await expect(operate(...words)).rejects.toThrow(reason)
      expect([words, (await contents()) === before, await shopLog()]).toEqual([words, true, told])
      const left = (await operatorLog()).slice(logged.length)
      expect([words, left.at(-1)?.action]).toEqual([words, expect.stringMatching(/\.refused$/)])
      expect(left.at(-1)?.details).toMatchObject({ reason: expect.stringContaining(reason) })
    }
  })

  it('tells what it changed: who was paid or added, how much, before and after', async () => {
    await operate('settings', 'set', shop.id, 'sandbox', 'fee_payout_ach_in_cents=40')
    expect((await shopLog()).at(-1)).toMatchObject({
      action: 'settings.change',
      details: { changes: { fee_payout_ach_in_cents: { before: 25, after: '40' } } },
    })
    await operate('ach', 'balance', '2024-11-15', '-500')
    expect((await operatorLog()).at(-1)).toMatchObject({
      action: 'bank.balance',
      subject: '2024-11-15',
      details: { amount_in_cents: -500 },
    })
    const file = await bankFile('out', 'conflict')
    await operate('ach', 'retry', file)
    expect((await operatorLog()).at(-1)).toMatchObject({
      action: 'bank.retry',
      subject: file,
      details: { entries: 0, debit_in_cents: 0, credit_in_cents: 0 },
    })
  })

  it('never writes a password or a key into the log', async () => {
    const lines = [
      ...(await operate('key', 'create', shop.id, 'sandbox')),
      ...(await operate('person', 'password', 'op@people.example')),
    ].join('\n')
    const secrets = [/sk_sandbox_\w+/.exec(lines)?.[0], /Password\s+(\S+)/.exec(lines)?.[1]] as string[]
    const logs = JSON.stringify([...(await operatorLog()), ...(await shopLog())])
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10)
      expect(logs).not.toContain(secret)
    }
  })

  it('exports a log as CSV or NDJSON from any position on', async () => {
    printed.length = 0
    await operate('audit-log', 'export', OPERATOR_CHAIN, '--after', '1', '--format', 'ndjson')
    const rows = printed.map((line) => JSON.parse(line))
    expect(rows[0].position).toBe(2)
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, nth) => nth + 2))
    printed.length = 0
    await operate('audit-log', 'export', shop.id, '--format', 'csv')
    expect(printed[0]).toMatch(/^\uFEFF?position,at,/)
    expect(printed).toHaveLength((await shopLog()).length)
    await expect(operate('audit-log', 'export', 'ent_none')).rejects.toThrow('There is no audit log `ent_none`')
    await expect(operate('audit-log', 'export', shop.id, '--format', 'xml')).rejects.toThrow('--format must be')
  })

  it('leaves chains that the check finds intact, and it finds a row of the operator that was changed', async () => {
    const { length: rows } = await operatorLog()
    expect(await checkChain(database.sql, vault, OPERATOR_CHAIN)).toEqual({ intact: true, rows })
    const checked = await operate('audit-log', 'check')
    expect(checked).toContain(`operator  intact, ${rows} rows`)
    await expect(database.sql`update operator_audit_log set person = 'Nobody'`).rejects.toThrow('append-only')
    await expect(database.sql`delete from operator_audit_log`).rejects.toThrow('append-only')
    await database.transaction(async (tx) => {
      await tx`alter table operator_audit_log disable trigger operator_audit_log_append_only`
      await tx`update operator_audit_log set person = 'Nobody' where position = 3`
      await tx`alter table operator_audit_log enable trigger operator_audit_log_append_only`
    })
    await expect(operate('audit-log', 'check')).rejects.toThrow('operator  BROKEN at row 3')
  })
})

describe('access that the operator changes', () => {
  it('is told to whom it concerns by mail', async () => {
    const { id } = await running.enterprise('Told')
    const admin = await signedIn(running, id, 'admin')
    const noticed = async () =>
      database.sql<{ event: string; rows: [string, string][] }[]>`
        select facts ->> 'event' as event, facts -> 'rows' as rows from messages
        where kind = 'security_notice' and recipient = ${admin.email} and facts ->> 'event' <> 'new_device'
        order by sequence`
    await operate('key', 'create', id, 'production', 'Server')
    await operate('person', 'password', admin.email)
    const by = 'the operator of the service'
    expect(await noticed()).toEqual([
      {
        event: 'key_created',
        rows: expect.arrayContaining([
          ['Key', 'Server'],
          ['Made by', by],
        ]),
      },
      { event: 'password_changed', rows: [['Changed by', by]] },
    ])
  })
})
