import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
const KEY = 'sk_sandbox_clean_root'

/** Users: an ordinary one of the bare machine, and the one that the image runs as. */
export const USERS = {
  ada: { id: 10000, home: '/home/ada' },
  tributary: { id: 10001, home: '/var/lib/tributary' },
} as const

export interface Probed {
  /** Seconds from the command until the service was ready. */
  readonly ready: number
  readonly payout: string
  readonly pages: readonly number[]
}

/** A root file system of Debian's essential packages and apt: no Node, no PostgreSQL, no curl. */
export function makeRoot(folder: string): void {
  mkdirSync(folder)
  // A tarball of one that was made before saves minutes.
  const made = process.env.DEBIAN_ROOT
  if (made) execFileSync('tar', ['-xf', made, '-C', folder])
  else execFileSync('mmdebstrap', ['--variant=minbase', '--quiet', 'bookworm', folder], { stdio: 'inherit' })
  // As Debian's installer writes it, and every container runtime.
  appendFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  const { id, home } = USERS.ada
  appendFileSync(join(folder, 'etc/passwd'), `ada:x:${id}:${id}::${home}:/bin/sh\n`)
  mkdirSync(join(folder, home), { recursive: true })
}

/** A folder that one user of the root file system may write into. */
export function makeHome(folder: string, { id }: { readonly id: number }): void {
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  chownSync(folder, id, id)
}

interface Start {
  readonly root: string
  readonly user: { readonly id: number; readonly home: string }
  /** The folder on this machine that is the user's home there. */
  readonly home: string
  /** Further folders of this machine, read-only: where they stand there → where they stand here. */
  readonly seen: Readonly<Record<string, string>>
  readonly environment?: Readonly<Record<string, string>>
  /** The command that serves. */
  readonly command: string
  /** The package's Node there, for the probe. */
  readonly node: string
  /** Commands before it. */
  readonly before?: string
}

/**
 * Serves in the root file system, which is read-only but for the user's home and `/tmp`, without any network but its own
 * loopback, and probes it from inside. Ends the service by SIGTERM. Answers the probe's line and the exit code.
 */
export async function serveIn(start: Start): Promise<{ probed: Probed | undefined; code: string; output: string }> {
  const { root, user, home, seen, command, node, before = ':' } = start
  const environment = { HOME: user.home, PATH: '/usr/bin:/bin', DEMO_API_KEY: KEY, ...start.environment }
  const script = `${before} && { ${command} & export SERVICE=$!; ${node} /srv/probe.mjs; kill $SERVICE; wait $SERVICE; echo "ended $?"; }`
  const args = [
    ...['--reuid', String(user.id), '--regid', String(user.id), '--clear-groups'],
    ...['bwrap', '--unshare-all', '--die-with-parent', '--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev'],
    ...['--tmpfs', '/tmp', '--bind', home, user.home, '--ro-bind', import.meta.dirname, '/srv'],
    ...Object.entries(seen).flatMap(([there, here]) => ['--ro-bind', here, there]),
    ...['--chdir', user.home, '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['sh', '-c', script],
  ]
  const child = spawn('setpriv', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  const end = (): void => void child.kill('SIGKILL')
  process.on('exit', end)
  await new Promise((resolve) => child.on('close', resolve))
  process.off('exit', end)
  const output = chunks.join('')
  const line = /^\{"ready":.*\}$/m.exec(output)?.[0]
  const probed = line === undefined ? undefined : (JSON.parse(line) as Probed)
  return { probed, code: /^ended (\d+)$/m.exec(output)?.[1] ?? 'none', output }
}
