import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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
