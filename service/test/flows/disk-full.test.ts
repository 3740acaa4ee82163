import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { unprivilegedAccount } from '../../src/platform/process-account.ts'
import { type Answer, type Client, createClient } from '../support/client.ts'
import { connect } from '../support/database.ts'
import { embeddedUrl } from '../support/embedded.ts'
import { TEMPLATE } from '../support/global-setup.ts'
import { connected, paid, read } from '../support/payouts.ts'
import { readBanner, runOperator, startProgram } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'

const REFUSAL = { code: 'unavailable', message: expect.stringContaining('disk of the database is full') }

interface Running {
  readonly client: Client
  readonly root: string
  readonly connection: string
}

async function serve(variables: Record<string, string>): Promise<Running> {
  const program = startProgram({ variables })
  await program.printed('Ctrl-C stops it.')
  const { base, key } = readBanner(program.output())
  const client = createClient(base, key)
  return { client, root: new URL(base).origin, connection: await connected(client, 'direct') }
}

const pay = ({ client, connection }: Running, amount = 100): Promise<Answer> =>
  client.post('/payout', { account_connection: connection, amount_in_cents: amount, description: 'x'.repeat(500) })

async function readiness({ root }: Running): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${root}/readyz`)
  return { status: answer.status, body: await answer.json() }
}

/** Pays until the disk refuses; every answer is a payout or a 503. */
async function payUntilRefused(running: Running): Promise<Answer> {
  let refused: Answer | undefined
  const some = async (): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(running)))
    for (const { status, text } of answers) expect([201, 503], text).toContain(status)
    refused = answers.find(({ status }) => status === 503)
    return refused?.status ?? 201
  }
  await expect.poll(some).toBe(503)
  return refused as Answer
}

async function expectRecovery(running: Running): Promise<void> {
  await expect.poll(async () => (await readiness(running)).status).toBe(200)
  const { id } = await paid(running.client, running.connection, 100)
  await expect.poll(async () => (await read(running.client, id)).status).toBe('sent')
}

describe.runIf(canMount())('a full disk', () => {
  it('of the embedded database is 503 with the reason, and over by itself once there is space', async () => {
    const disk = await mountSmallDisk(400)
    const home = join(disk.folder, 'home')
    const running = await serve({ TRIBUTARY_HOME: home })
    await paid(running.client, running.connection, 100)
    disk.fill()
    await expect.poll(async () => (await readiness(running)).status).toBe(503)
    expect(await readiness(running)).toMatchObject({ body: REFUSAL })
    expect((await pay(running)).body).toMatchObject(REFUSAL)
    expect((await running.client.get('/enterprise')).status).toBe(200)

    // The worst case: PostgreSQL's log finds no room, so that it stops itself and cannot start either.
    const { sql } = connect(embeddedUrl(home), { connectionsMax: 1 })
    const switchLog = () => sql`select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()`
    for (let nth = 0; nth < 100; nth++)
      if (
        await switchLog().then(
          () => false,
          () => true,
        )
      )
        break
    for (let nth = 0; nth < 20; nth++) {
      const answers = await Promise.all([running.client.get('/enterprise'), pay(running)])
      expect([200, 503]).toContain(answers[0].status)
      expect(answers[1]).toMatchObject({ status: 503, body: REFUSAL })
      expect((await readiness(running)).status).toBe(503)
    }

    disk.free()
    await expectRecovery(running)
    expect(await runOperator(['audit'], { TRIBUTARY_HOME: home })).toMatchObject({ code: 0 })
  })

  it('of one’s own PostgreSQL is 503 with the reason, and over by itself once there is space', async () => {
    const disk = await mountSmallDisk(64)
    const running = await serve({ DATABASE_URL: await databaseOn(disk.folder), VAULT_KEY })
    disk.fill()
    expect((await payUntilRefused(running)).body).toMatchObject(REFUSAL)
    expect(await readiness(running)).toMatchObject({ status: 503, body: REFUSAL })
    expect((await running.client.get('/enterprise')).status).toBe(200)
    disk.free()
    await expectRecovery(running)
  })
})

/** A database whose tables are on that disk, and whose log is elsewhere. */
async function databaseOn(folder: string): Promise<string> {
  const place = join(folder, 'tables')
  await mkdir(place, { mode: 0o700 })
  const account = unprivilegedAccount()
  if (account) await chown(place, account.uid, account.gid)
  const { sql } = connect(inject('serverUrl'), { connectionsMax: 1 })
  await sql.unsafe(`create tablespace small location '${place}'`)
  onTestFinished(async () => {
    await sql.unsafe('drop database if exists small with (force)')
    await sql.unsafe('drop tablespace small')
  })
  await sql.unsafe(`create database small template ${TEMPLATE} tablespace small strategy file_copy`)
  return inject('serverUrl').replace('/tributary?', '/small?')
}
