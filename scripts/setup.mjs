// Runs before `npm start`, `npm test` and the other commands, on whatever Node the machine has (20 or newer): installs
// the locked dependencies when they are missing or older than the lock file. The commands themselves then run on
// Node 24, which is one of those dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.installed')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex')

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Tributary needs Node 20 or newer to set itself up; this is ${process.version}.`)
  process.exit(1)
}

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
const runnable = existsSync(join(root, 'node_modules', '.bin', 'node'))

if (!installed || !runnable) {
  console.error('Installing dependencies: once, about a minute …')
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) {
    console.error('The dependencies could not be installed; npm says why above.')
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, lock)
}
