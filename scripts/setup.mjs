// Runs before `npm start`, `npm test` and the other commands, on whatever Node the machine has (20 or newer): installs
// the locked dependencies when they are missing or older than the lock file. The commands themselves then run on
// Node 24, which is one of those dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const POLL_MS = 200
const CLAIMING_MS = 10_000

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.installed')
// Not in node_modules, which `npm ci` empties.
const claim = join(root, '.installing')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex')

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Tributary needs Node 20 or newer to set itself up; this is ${process.version}.`)
  process.exit(1)
}

function isInstalled() {
  const current = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
  return current && existsSync(join(root, 'node_modules', '.bin', 'node'))
}

/** Two commands started together on a fresh clone must not install into one folder: the second waits for the first. */
function claimInstall() {
  for (let waiting = false; ; waiting = true) {
    try {
      mkdirSync(claim)
      writeFileSync(join(claim, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = claimedBy()
    if (isAbandoned(owner)) dropAbandoned(owner)
    else if (!waiting) console.error('Another command is installing the dependencies: waiting for it …')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
}

/** Nobody, when the claim goes away while it is looked at. */
function claimedBy() {
  try {
    return readFileSync(join(claim, 'pid'), 'utf8')
  } catch {
    return ''
  }
}

function isAbandoned(owner) {
  if (owner) return !isAlive(Number(owner))
  // Claimed this moment, and its owner not written down yet; or its owner was killed in that moment.
  const since = statSync(claim, { throwIfNoEntry: false })?.mtimeMs
  return since !== undefined && Date.now() - since > CLAIMING_MS
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** Of several that wait, one moves it away; until that one has done, a claim made meanwhile cannot be moved there too. */
function dropAbandoned(owner) {
  const aside = `${claim}-${owner}`
  try {
    renameSync(claim, aside)
    process.on('exit', () => rmSync(aside, { recursive: true, force: true }))
  } catch {
    // Another was quicker.
  }
}

function install() {
  console.error('Installing dependencies: once, about a minute …')
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, lock)
  return true
}

if (!isInstalled()) {
  claimInstall()
  const done = isInstalled() || install()
  rmSync(claim, { recursive: true, force: true })
  if (!done) {
    console.error('The dependencies could not be installed; npm says why above.')
    process.exit(1)
  }
}
