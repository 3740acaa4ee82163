import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const PLACES = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd']
const INSTALL_MS = 120_000

const find = (): string | undefined => PLACES.find((path) => existsSync(path))

function run(...command: [string, ...string[]]): boolean {
  const [program, ...args] = command
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, args, { stdio: 'ignore', env, timeout: INSTALL_MS }).status === 0
}

/** A real OpenSSH server: found, or installed where we may. Nothing, with a message, where neither can be. */
export function ensureSshd(): string | undefined {
  const found = find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('No sshd found: installing one, once …\n')
    const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'openssh-server'] as const
    if (run(...install) || (run('apt-get', 'update', '-qq') && run(...install))) return find()
  }
  process.stderr.write(
    'No sshd is installed: the tests of SFTP are skipped. On Debian: `apt-get install openssh-server`.\n',
  )
  return undefined
}

export interface Sshd {
  /** Holds the folders `out` and `in`. */
  readonly root: string
  /** The private key that may sign in. */
  readonly keyFile: string
  readonly place: { readonly host: string; readonly port: number; readonly username: string; readonly hostKey: string }
  stop(): Promise<void>
}

const keygen = (file: string): void => void execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])

/** A real OpenSSH server of this user's own, with two empty folders. */
export async function startSshd(program: string): Promise<Sshd> {
  const root = await mkdtemp(join(tmpdir(), 'tributary-sshd-'))
  for (const folder of ['out', 'in']) await mkdir(join(root, folder))
  for (const key of ['host', 'client']) keygen(join(root, key))
  await writeFile(join(root, 'authorized'), await readFile(join(root, 'client.pub')))
  await chmod(join(root, 'authorized'), 0o600)
  const port = await freePort()
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(root, 'host')}`,
    `AuthorizedKeysFile ${join(root, 'authorized')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    `PidFile ${join(root, 'pid')}`,
    'Subsystem sftp internal-sftp',
  ]
  await writeFile(join(root, 'config'), `${lines.join('\n')}\n`)
  // As root it needs an empty folder to lock its children into.
  if (userInfo().uid === 0) await mkdir('/run/sshd', { recursive: true })
  const server = spawn(program, ['-D', '-e', '-f', join(root, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  await listening(server)
  const print = execFileSync('ssh-keygen', ['-l', '-f', join(root, 'host.pub')]).toString()
  const hostKey = /SHA256:\S+/.exec(print)?.[0] ?? ''
  return {
    root,
    keyFile: join(root, 'client'),
    place: { host: '127.0.0.1', port, username: userInfo().username, hostKey },
    async stop() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(root, { recursive: true, force: true })
    },
  }
}

const listening = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Server listening')) resolve()
    })
    server.on('exit', () => reject(new Error(`sshd ended: ${said}`)))
  })
