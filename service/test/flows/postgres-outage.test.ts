import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Client, createClient } from '../support/client.ts'
import { connect } from '../support/database.ts'
import { embeddedUrl } from '../support/embedded.ts'
import { connected, paid, read } from '../support/payouts.ts'
import { type Browser, signIn } from '../support/people.ts'
import { type Program, readBanner, runOperator, startProgram, temporaryHome } from '../support/program.ts'

const DEMO = 'admin@demo.example'

const postmaster = (home: string): number =>
  Number.parseInt(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8'), 10)

const childrenOf = (pid: number): number[] =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

const processesOf = (home: string): number[] => [postmaster(home), ...childrenOf(postmaster(home))]

function kill(pids: readonly number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}

/** The processes behind the service's connections. */
function backendsOf(home: string): number[] {
  const backends = childrenOf(postmaster(home)).filter(
    (pid) => isAlive(pid) && commandOf(pid).includes(' tributary [local]'),
  )
  if (backends.length === 0) throw new Error('PostgreSQL has no connection')
  return backends
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

const killPostmaster = (home: string): void => kill([postmaster(home)])

/** A process that has ended and that nobody has waited for is still listed, as a zombie. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

interface Running {
  readonly program: Program
  readonly client: Client
  readonly root: string
  /** Signed in to the dashboard. */
  readonly person: Browser
}

async function serve(home: string): Promise<Running> {
  const program = startProgram({ variables: { TRIBUTARY_HOME: home } })
  await program.printed('Ctrl-C stops it.')
  const { base, key } = readBanner(program.output())
  const root = new URL(base).origin
  return { program, client: createClient(base, key), root, person: await signInAtDashboard(home, root, program) }
}

/** The password of the demo's first person is shown once; a later start needs a new one. */
async function signInAtDashboard(home: string, root: string, program: Program): Promise<Browser> {
  const [, shown] = /Sign in\s+\S+\s+(\S+)/.exec(program.output()) ?? []
  const made = shown ? '' : (await runOperator(['person', 'password', DEMO], { TRIBUTARY_HOME: home })).output
  return signIn(root, DEMO, shown ?? /Password\s+(\S+)/.exec(made)?.[1])
}

const readiness = async (root: string): Promise<number> => (await fetch(`${root}/readyz`)).status

/**
 * Nothing but answers and 503 after the strike; then business as before, and the worker's part of it too. A payment that
 * PostgreSQL took before it ended all its backends says nothing about the recovery.
 */
async function expectRecovery(
  { client, root, person }: Running,
  connection: string,
  home: string,
  strike: (home: string) => void,
): Promise<void> {
  const struck = backendsOf(home)
  strike(home)
  const seen = new Set<number>()
  const tryToPay = async (): Promise<number> => {
    const body = { account_connection: connection, amount_in_cents: 100 }
    const answers = await Promise.all([
      client.post('/payout', body),
      client.get('/payout?status=sent'),
      person.get('/dashboard/api/me'),
    ])
    for (const { status } of answers) seen.add(status)
    return answers[0].status
  }
  const payAfterwards = async (): Promise<number | undefined> => {
    const isOver = !struck.some(isAlive)
    const status = await tryToPay()
    return isOver ? status : undefined
  }
  await expect.poll(payAfterwards).toBe(201)
  expect([...seen].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  expect(await readiness(root)).toBe(200)
  const { id } = await paid(client, connection, 100)
  await expect.poll(async () => (await read(client, id)).status).toBe('sent')
}

describe('an embedded PostgreSQL that is killed', () => {
  const WAYS: readonly ((home: string) => void)[] = [
    killPostmaster,
    (home) => kill(backendsOf(home).slice(0, 1)),
    (home) => kill(processesOf(home)),
    // As a plain `kill` does: it would wait for the last connection to close, and let nobody in meanwhile.
    (home) => process.kill(postmaster(home), 'SIGTERM'),
    (home) => rmSync(join(home, 'run/.s.PGSQL.5432')),
    killPostmaster,
  ]

  it('is started again without a restart of the service, whichever of its processes it was', async () => {
    const home = await temporaryHome()
    const running = await serve(home)
    const connection = await connected(running.client, 'direct')
    for (const strike of WAYS) await expectRecovery(running, connection, home, strike)
    // The data folder is still this process's own, and its books are whole.
    const second = startProgram({ variables: { TRIBUTARY_HOME: home } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`in use by another Tributary (process ${running.program.child.pid})`)
    expect(await runOperator(['audit'], { TRIBUTARY_HOME: home })).toMatchObject({ code: 0 })
    running.program.child.kill('SIGTERM')
    expect(await running.program.ended).toBe(0)
  })

  it('is started again although one of its backends computes on', async () => {
    const home = await temporaryHome()
    const running = await serve(home)
    const connection = await connected(running.client, 'direct')
    const owner = connect(embeddedUrl(home), { connectionsMax: 1 })
    const computing = owner.transaction(async (tx) => {
      await tx.liftTimeLimits()
      await tx.unsafe('do $$ begin loop end loop; end $$')
    })
    const ended = computing.catch((error: Error) => error)
    const { sql } = connect(embeddedUrl(home), { connectionsMax: 1 })
    const looping = () => sql`select 1 from pg_stat_activity where query like 'do $$%' and state = 'active'`
    await expect.poll(async () => (await looping()).length).toBe(1)
    await expectRecovery(running, connection, home, killPostmaster)
    expect(await ended).toBeInstanceOf(Error)
  })

  it('is started again by a service that did not start it, but found it running', async () => {
    const home = await temporaryHome()
    const first = await serve(home)
    const connection = await connected(first.client, 'direct')
    first.program.child.kill('SIGKILL')
    await first.program.ended
    const second = await serve(home)
    await expectRecovery(second, connection, home, killPostmaster)
  })
})
