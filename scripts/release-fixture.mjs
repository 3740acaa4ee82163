// Makes what the test of upgrades begins with: the rows of a database that an earlier release has made and worked on.
//
//   node_modules/.bin/node scripts/release-fixture.mjs CHECKOUT FILE
//
// CHECKOUT is a checkout of that release with its dependencies; FILE gets the rows as JSON. The schema is not in it: the
// migrations of that release are still ours, and the test compares their checksums.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'

const [checkout, file] = process.argv.slice(2)
if (!checkout || !file) throw new Error('release-fixture.mjs CHECKOUT FILE')
const home = await mkdtemp(join(tmpdir(), 'tributary-release-'))
const child = spawn(process.execPath, [join(resolve(checkout), 'service/src/main.ts')], {
  env: { ...process.env, TRIBUTARY_HOME: home, PORT: '0', HOST: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
const base = await new Promise((started, failed) => {
  child.on('exit', () => failed(new Error(`it ended:\n${output}`)))
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (output.includes('Ctrl-C stops it.')) started(/Sandbox\s+(\S+)/.exec(output)?.[1])
  })
})
const key = /API key\s+(\S+)/.exec(output)?.[1]

async function ask(method, path, body) {
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}
const post = (path, body = {}) => ask('POST', path, body)
const advance = (seconds) => post('/sandbox/clock/advance', { seconds })

async function connection(type, nth) {
  const { id } = await post('/account-connection', {
    first_name: 'Alice',
    last_name: `Alison ${nth}`,
    email: `alice.${nth}@example.com`,
    external_id: `customer-${nth}`,
    requested_permissions: type === 'direct' ? ['payment.credit', 'payment.debit'] : ['payment.credit'],
    verification_prompt: 'Your student number?',
    verification_answer: '4711',
    user_data: { nth },
  })
  if (type) await post('/sandbox/connect', { account_connection: id, type })
  return id
}

async function work() {
  await post('/webhook', {
    url: 'https://example.com/hook',
    event: 'payout.update',
    basic_user: 'u',
    basic_secret: 's',
  })
  const direct = [await connection('direct', 1), await connection('direct', 2)]
  const ach = await connection('ach', 3)
  const wallet = await connection('wallet', 4)
  const nobody = await connection(undefined, 5)
  const pay = (account_connection, amount_in_cents, more = {}) =>
    post('/payout', { account_connection, amount_in_cents, ...more })
  const [returned, failed] = [await pay(ach, 5_000), await pay(ach, 6_000)]
  for (const account of [...direct, ach, wallet, nobody]) await pay(account, 1_000)
  const canceled = await pay(nobody, 2_000)
  await ask('PUT', `/payout/${canceled.id}`, { status: 'canceled' })
  await post('/sandbox/payout-error', { payout: failed.id })
  await post('/contract', { ...contract(direct[0]), split_fixed_amount_in_cents: 250 })
  const agreed = await post('/contract', { ...contract(direct[0]), split_percent_amount: 12.5 })
  await post('/sandbox/contract', { contract: agreed.id, decision: 'accept' })
  await post('/sandbox/deposit', { account_connection: direct[0], deposit_source: 'video_ads', amount_in_cents: 9_999 })
  const p2p = { source: direct[0], destination: direct[1], amount_in_cents: 700 }
  const committed = await post('/p2p', p2p)
  await post(`/p2p/${committed.id}/commit`, { code: '000000' })
  await post('/p2p', p2p)
  const buyer = await post('/buyer', { first_name: 'Bob', payment_instrument_id: 'pi_sandbox_visa' })
  const buy = async (commit) => {
    const made = await post('/purchase', { buyer: buyer.id, items: [{ name: 'Ticket', amount_in_cents: 10_000 }] })
    if (commit) await post(`/purchase/${made.id}/commit`)
    return made.id
  }
  const [, refunded] = [await buy(true), await buy(true)]
  await advance(8 * 86_400)
  await post('/sandbox/payout-return', { payout: returned.id, code: 'R03' })
  await ask('PUT', `/purchase/${refunded}`, { status: 'refunded' })
  await advance(60)
  // And some of everything that is still under way.
  for (const account of [...direct, ach, nobody]) await pay(account, 3_000)
  await pay(direct[0], 4_000, { date: '2089-01-01T00:00:00Z' })
  await buy(true)
  await buy(false)
}

const contract = (account_connection) => ({
  account_connection,
  type: 'deposit_split',
  deposit_source: 'video_ads',
})

async function dump() {
  // JSON as PostgreSQL writes it, so that it can be put back as it was.
  // Version 0.1 asked for no password.
  const password = (await readFile(join(home, 'postgres.password'), 'utf8').catch(() => '')).trim()
  const client = new pg.Client({ host: join(home, 'run'), user: 'tributary', password, database: 'tributary' })
  await client.connect()
  try {
    await client.query("begin isolation level repeatable read read only; set local timezone = 'UTC'")
    const { rows: tables } = await client.query(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const rows = {}
    for (const { name } of tables) {
      const found = await client.query(`select to_json(t)::text as row from "${name}" t`)
      rows[name] = found.rows.map(({ row }) => JSON.parse(row))
    }
    return rows
  } finally {
    await client.end()
  }
}

try {
  await work()
  const rows = await dump()
  const vaultKey = (await readFile(join(home, 'vault.key'), 'utf8')).trim()
  const text = Object.entries(rows).map(([table, all]) => {
    const lines = all.map((row) => `      ${JSON.stringify(row)}`).join(',\n')
    return `    ${JSON.stringify(table)}: [${lines ? `\n${lines}\n    ` : ''}]`
  })
  const whole = `{\n  "vaultKey": ${JSON.stringify(vaultKey)},\n  "apiKey": ${JSON.stringify(key)},\n  "rows": {\n${text.join(',\n')}\n  }\n}\n`
  await writeFile(file, whole)
} finally {
  child.kill('SIGTERM')
  await new Promise((ended) => child.on('close', ended))
  await rm(home, { recursive: true, force: true })
}
process.exit(0)
