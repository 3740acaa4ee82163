import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { privateFolder } from '../../src/platform/folders.ts'
import { run, runDaemon, unprivilegedAccount } from '../../src/platform/process-account.ts'

const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore', 'createdb']

/** A whole PostgreSQL that the machine has of its own, server and tools; undefined where it has none of 15 or newer. */
export async function findOwnPostgres(): Promise<string | undefined> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  for (const version of versions.filter((name) => Number(name) >= 15).sort()) {
    const folder = join('/usr/lib/postgresql', version, 'bin')
    const found = await Promise.all(NEEDED.map((name) => stat(join(folder, name)).catch(() => undefined)))
    if (found.every(Boolean)) return folder
  }
  return undefined
}

export interface OwnPostgres {
  urlOf(database: string): string
  /** One of its tools, run to its end. */
  tool(name: string, ...args: string[]): Promise<void>
  /** A folder that its tools may write into. */
  readonly folder: string
}

export interface OwnPostgresOptions {
  /** Settings beside those of every such server; `folder` is the one that its tools may write into. */
  settings?(folder: string): readonly string[]
  /** A base backup to start from, with the log to be replayed until the target that the settings name. */
  readonly recoverFrom?: string
}

/** Somebody's own server, as an enterprise would run it. */
export async function startOwnPostgres(binaries: string, options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const parent = await mkdtemp(join(tmpdir(), 'tributary-own-'))
  await chmod(parent, 0o711)
  const account = unprivilegedAccount()
  const [data, folder] = [
    await privateFolder(join(parent, 'd'), account),
    await privateFolder(join(parent, 's'), account),
  ]
  const tool = async (name: string, ...args: string[]): Promise<void> => {
    const { code, output } = await run(join(binaries, name), args, account)
    if (code !== 0) throw new Error(`${name} failed: ${output}`)
  }
  const { recoverFrom } = options
  if (recoverFrom === undefined) {
    await tool('initdb', '-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
  } else {
    await run('/bin/cp', ['-a', `${recoverFrom}/.`, data], account)
    await run('/usr/bin/touch', [join(data, 'recovery.signal')], account)
  }
  const settings = [
    ...(options.settings?.(folder) ?? []),
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=100',
  ]
  const daemon = runDaemon(
    join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    join(folder, 'log'),
    account,
  )
  onTestFinished(async () => {
    await daemon.end('SIGINT')
    await rm(parent, { recursive: true, force: true })
  })
  const urlOf = (database: string): string => `postgres://owner@/${database}?host=${encodeURIComponent(folder)}`
  for (let tries = 0; ; tries++) {
    const database = openDatabase({ url: urlOf('postgres'), connectionsMax: 1 })
    const up = await database.sql`select 1`.then(
      () => true,
      () => false,
    )
    await database.close()
    if (up) break
    if (tries === 100) throw new Error('the PostgreSQL of this machine does not start')
    await sleep(100)
  }
  return { urlOf, tool: (name, ...args) => tool(name, ...args, '-h', folder, '-U', 'owner'), folder }
}
