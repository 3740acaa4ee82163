import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionDeps } from '../../src/app/resource-deps.ts'
import type { Tx } from '../../src/platform/database.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { httpIdentity } from '../../src/rails/identity/http.ts'
import { completeConnect } from '../../src/resources/account-connections/index.ts'
import { askAgain } from '../../src/resources/connect/ask-again.ts'
import { applyEarlyVerdict, takeLateVerdict } from '../../src/resources/connect/late-verdicts.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { readableLog } from '../support/logged.ts'
import { legacyMethod, person } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'
import { vault } from '../support/vault.ts'

const SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
const APPLICANT = { first_name: 'Alice', last_name: 'Alison', date_of_birth: '1990-01-31', ssn: '123-45-6789' }

const WORDS = 'The identity check cannot be made right now; try again in a moment.'

let provider: Server
let url: string
const asked: { authorization: string | undefined; body: { check: string; applicant: { last_name: string } } }[] = []

/** The results of checks that are asked for again. */
const results = new Map<string, string>()

/** A provider that answers by the last name. */
beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    if (request.method === 'GET') {
      const [, key = ''] = /^\/checks\/(.+)$/.exec(request.url ?? '') ?? []
      response.end(JSON.stringify({ verdict: results.get(decodeURIComponent(key)) ?? 'review' }))
      return
    }
    const body = JSON.parse(text)
    asked.push({ authorization: request.headers.authorization, body })
    const name = body.applicant.last_name
    if (name === 'Broken') response.writeHead(500).end()
    else if (name === 'Garbled') response.end(`Dear ${name}, 123-45-6789`)
    else
      response.end(
        JSON.stringify({ verdict: { Alison: 'passed', Later: 'review', Nobody: 'failed' }[name as string] ?? 'maybe' }),
      )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => provider.once('listening', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => provider.close())

describe('a check', () => {
  const check = (last_name: string, address = url, key = 'secret') =>
    httpIdentity({ url: address, key, secret: SECRET }).check({ ...APPLICANT, last_name }, 'check-1')

  interface Asked {
    readonly last_name?: string
    readonly address?: string
    readonly key?: string
  }

  const refusalOf = ({ last_name = 'Alison', address, key }: Asked): Promise<Error> =>
    check(last_name, address, key).then(
      (verdict) => expect.fail(`it said ${verdict}`),
      (error) => error,
    )

  it.each([
    ['Alison', 'passed'],
    ['Later', 'review'],
    ['Nobody', 'failed'],
  ])('of %s is %s', async (name, verdict) => {
    expect(await check(name)).toBe(verdict)
    expect(asked.at(-1)).toMatchObject({
      authorization: 'Bearer secret',
      body: { check: 'check-1', level: 'full', applicant: { last_name: name } },
    })
  })

  it.each([
    ['Broken', 'k9y', 'the provider answered 500'],
    ['Garbled', 'k9y', "the provider's answer cannot be read: SyntaxError"],
    ['Nonsense', 'k9y', "the provider's answer has no verdict"],
    ['Alison', 'k9y\nzq7', 'the provider cannot be asked: TypeError'],
  ])('that has no answer (%s) decides nothing: the creator may try again, and the log says why', async (...asked) => {
    const [last_name, key, why] = asked
    const failed = await refusalOf({ last_name, key })
    expect(failed).toMatchObject({ code: 'unavailable', message: WORDS, cause: { message: why } })
    const { log, lines } = readableLog()
    log.error({ err: failed }, failed.message)
    expect(lines.join('')).toContain(why)
    for (const secret of ['k9y', 'zq7', 'Alice', last_name, '123-45']) expect(lines.join('')).not.toContain(secret)
  })

  it('whose provider is away decides nothing either', async () => {
    const failed = await refusalOf({ address: `http://127.0.0.1:${await freePort()}` })
    const cause = { message: 'the provider cannot be asked: ECONNREFUSED' }
    expect(failed).toMatchObject({ code: 'unavailable', message: WORDS, cause })
  })
})

describe('a late answer', () => {
  let running: RunningService
  let client: Client
  let enterprise: string

  beforeAll(async () => {
    running = await startService({ IDENTITY_URL: url, IDENTITY_KEY: 'secret', IDENTITY_SECRET: SECRET })
    const made = await running.enterprise()
    client = made.production
    enterprise = made.id
  })

  const deps = connectionDeps(vault, createLogger('silent'))

  interface Asked {
    readonly id: string
    readonly check: string
  }

  /** A connection whose creator's check was asked for. */
  async function asking(): Promise<Asked> {
    const { body } = await client.post('/account-connection', person())
    const check = randomUUID()
    await running.database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, enterprise, 'production')
      await tx`insert into identity_checks (tenant_id, key, account_connection) values (${tenant}, ${check}, ${body.id})`
    })
    return { id: body.id, check }
  }

  /** The end of Connect while the check is open, unless it was answered meanwhile. */
  async function endConnect(tx: Tx, { id }: Asked): Promise<void> {
    const tenant = await requireTenant(tx, enterprise, 'production')
    const { type: _type, ...bank } = legacyMethod()
    const row = await completeConnect(tx, tenant, id, { type: 'ach', outcome: 'review', bank: bank as never }, deps)
    await applyEarlyVerdict(tx, tenant, row, deps)
  }

  /** A connection whose creator is through Connect while the check is open; answers its id and the check's name. */
  async function waiting(): Promise<Asked> {
    const asked = await asking()
    await running.database.transaction((tx) => endConnect(tx, asked))
    expect((await client.get(`/account-connection/${asked.id}`)).body.status).toBe('pending')
    return asked
  }

  function say(check: string, verdict: string, secret = SECRET): Promise<Response> {
    const body = JSON.stringify({ check, verdict })
    const at = new Date()
    const signature = new Webhook(secret).sign('msg_1', at, body)
    return fetch(`${running.roots.production}/identity/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': signature,
      },
      body,
    })
  }

  const statusOf = async (id: string): Promise<string> => (await client.get(`/account-connection/${id}`)).body.status

  it('activates the connection that waited, once', async () => {
    const { id, check } = await waiting()
    expect((await say(check, 'passed')).status).toBe(200)
    expect(await statusOf(id)).toBe('active')
    expect((await say(check, 'failed')).status).toBe(200)
    expect(await statusOf(id)).toBe('active')
  })

  const answered = (tx: Tx, { check }: Asked): Promise<void> =>
    takeLateVerdict(tx, { check, verdict: 'passed' }, { ...deps, environment: 'production' })

  it.each([
    ['before the end of Connect is committed', endConnect, answered],
    ['while Connect ends, and is committed after', answered, endConnect],
  ])('that comes %s still decides', async (_when, first, second) => {
    const asked = await asking()
    const { database } = running
    let later: Promise<void> | undefined
    await database.transaction(async (tx) => {
      await first(tx, asked)
      let isOver = false
      later = database
        .transaction((other) => second(other, asked))
        .finally(() => {
          isOver = true
        })
      const waits = async () => isOver || (await countLockWaits(database)) > 0
      await expect.poll(waits).toBe(true)
    })
    await later
    expect(await statusOf(asked.id)).toBe('active')
  })

  it('is asked for once more, and applied', async () => {
    const { id, check } = await waiting()
    const { database } = running
    const tenant = await database.transaction((tx) => requireTenant(tx, enterprise, 'production'))
    const identity = httpIdentity({ url, key: 'secret', secret: SECRET })
    const again = () => askAgain(database, tenant, id, { ...deps, environment: 'production', identity })
    expect([await again(), await statusOf(id)]).toEqual(['review', 'pending'])
    results.set(check, 'passed')
    expect([await again(), await statusOf(id)]).toEqual(['passed', 'active'])
    await expect(again()).rejects.toMatchObject({ code: 'invalid_state' })
  })

  it('does not activate a connection whose social security number another person gave', async () => {
    const { id, check } = await waiting()
    await running.database.sql`update identity_checks set shared_ssn = true where key = ${check}`
    expect((await say(check, 'passed')).status).toBe(200)
    expect(await statusOf(id)).toBe('pending')
  })

  it('lets the creator start again when it says no', async () => {
    const { id, check } = await waiting()
    await say(check, 'failed')
    expect(await statusOf(id)).toBe('created')
  })

  it('is not believed without the right signature, and an unknown check changes nothing', async () => {
    const { id, check } = await waiting()
    expect((await say(check, 'passed', `whsec_${Buffer.alloc(24, 4).toString('base64')}`)).status).toBe(401)
    const bare = await fetch(`${running.roots.production}/identity/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(bare.status).toBe(401)
    expect((await say(randomUUID(), 'passed')).status).toBe(200)
    expect((await say(check, 'perhaps')).status).toBe(401)
    expect(await statusOf(id)).toBe('pending')
  })
})
