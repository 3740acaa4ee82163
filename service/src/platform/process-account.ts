import { spawn, spawnSync } from 'node:child_process'
import { StartError } from './start-error.ts'

/** A user of the machine that a child process runs as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const NAME = 'tributary'
// macOS has no useradd, but brings a user for PostgreSQL.
const NAME_ON_MACOS = '_postgres'

const isRoot = (): boolean => process.getuid?.() === 0

/** PostgreSQL refuses to run as root, so root lends it a user of its own, made on first need. */
export function unprivilegedAccount(): Account | undefined {
  if (!isRoot()) return undefined
  const account = findAccount(NAME) ?? createAccount(NAME) ?? findAccount(NAME_ON_MACOS)
  if (account) return account
  throw new StartError(
    `PostgreSQL does not run as root and the user \`${NAME}\` could not be created: create it, start as an ordinary user, or set DATABASE_URL.`,
  )
}

function createAccount(name: string): Account | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  return findAccount(name)
}

/** Asks `id`, which also knows the users that /etc/passwd does not list. */
function findAccount(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((which) => {
    const { status, stdout } = spawnSync('id', [which, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid }
}

/** Answers whether that user can enter every folder of the path, and can enter or run what is at its end. */
export function canReach(path: string, account: Account): boolean {
  const shell = ['-c', 'test -x "$0"', path]
  return spawnSync('/bin/sh', shell, { uid: account.uid, gid: account.gid, cwd: '/' }).status === 0
}

export interface RunResult {
  readonly code: number
  readonly output: string
}

const spawnOptions = (account: Account | undefined) => ({
  cwd: '/',
  // A session of its own: a terminal's Ctrl-C reaches only this process, and the child can finish.
  detached: true,
  env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
  ...(account ? { uid: account.uid, gid: account.gid } : {}),
})

/** Runs a program to its end. */
export function run(command: string, args: readonly string[], account: Account | undefined): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...spawnOptions(account) })
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

export interface Daemon {
  readonly pid: number | undefined
  hasEnded(): boolean
  /** Asks it to end, and waits until it has. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program that outlives us, its output added to a file that its own user opens. */
export function runDaemon(command: string, args: readonly string[], log: string, account: Account | undefined): Daemon {
  const script = ['-c', 'log=$1; shift; exec "$0" "$@" >>"$log" 2>&1', command, log, ...args]
  const child = spawn('/bin/sh', script, { stdio: 'ignore', ...spawnOptions(account) })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    const onEnd = (): void => {
      hasEnded = true
      resolve()
    }
    child.once('exit', onEnd)
    child.once('error', onEnd)
  })
  child.unref()
  return {
    pid: child.pid,
    hasEnded: () => hasEnded,
    async end(signal) {
      // Nothing else may keep this process alive until the child has ended.
      child.ref()
      child.kill(signal)
      await ended
    },
  }
}
