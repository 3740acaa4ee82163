import { spawn, spawnSync } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { StartError } from './start-error.ts'

/** A user of the machine that a child process runs as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const NAME = 'tributary'

export const isRoot = (): boolean => process.getuid?.() === 0

/** PostgreSQL refuses to run as root, so root lends it a user of its own, made on first need. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  const known = await findAccount(NAME)
  if (known) return known
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME])
  const made = await findAccount(NAME)
  if (made) return made
  throw new StartError(
    `PostgreSQL does not run as root and the user \`${NAME}\` could not be created: start as an ordinary user, or set DATABASE_URL.`,
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name)
  return fields ? { name, uid: Number(fields[2]), gid: Number(fields[3]) } : undefined
}

export async function own(path: string, account: Account | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid)
}

/** Whether that user can pass through every folder on the way and use what is at the end. */
export function canReach(path: string, account: Account): boolean {
  const shell = ['-c', 'test -x "$0" && test -r "$0"', path]
  return spawnSync('/bin/sh', shell, { uid: account.uid, gid: account.gid, cwd: '/' }).status === 0
}

export interface RunResult {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end. Output goes to no pipe that a daemon it leaves behind could hold open. */
export function run(command: string, args: readonly string[], account: Account | undefined): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    })
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    // Not `close`: a server started by this program inherits its pipes and outlives it.
    child.on('exit', (code) => {
      setImmediate(() => {
        child.stdout.destroy()
        child.stderr.destroy()
        resolve({ code: code ?? 1, output })
      })
    })
  })
}
