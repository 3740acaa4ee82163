// Runs everything that must hold: the static checks beside all tests, which are one run of vitest with one PostgreSQL and
// one browser for all. Ends with one line that counts, and with 1 if anything failed. A few files that fail are run once
// more, alone: what passes then is named as unsteady, and is to be mended, but does not hold up a change.
//
//   npm test                 all of it
//   npm test -- --quick      within about a minute: checks, tests without set-up, and the tests nearest to what changed
//   npm test -- payouts      checks, and the tests whose path contains a word; other arguments of vitest work too
import { execFileSync, spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testFiles } from '../service/test/support/test-needs.ts'
import { runChecks } from './checks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'tributary-reports-'))

/** vitest in a process of its own, which prints as it goes; answers its counts. */
function runVitest(args) {
  const file = join(reports, 'counts.json')
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const all = [program, 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const child = spawn(process.execPath, all, { cwd: root, stdio: 'inherit' })
  // A terminal's Ctrl-C reaches the child by itself, which then ends its servers: that is waited for. A signal to us
  // alone is passed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve(resultOf(file, code)))
  })
}

/** More files than these fail for a reason that a second run would not mend. */
const SECOND_RUN_MAX = 3

/** Runs all; what failed in a few files is run again with the machine to itself. */
async function runTests(args) {
  const first = await runVitest(args)
  const again = first.failedFiles
  if (first.failed === 0 || again.length === 0 || again.length > SECOND_RUN_MAX || first.isBroken) return first
  console.log(`Once more, alone: ${again.join(', ')}`)
  const second = await runVitest(again)
  const steady = first.passed + first.failed - second.failed
  return {
    ...second,
    passed: steady,
    skipped: first.skipped,
    unsteady: first.failedTests.filter((name) => !second.failedTests.includes(name)),
  }
}

/** What fails outside of any test, such as a file that cannot be loaded, counts as one that failed. */
function resultOf(file, code) {
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, isBroken: true, failedFiles: [], failedTests: [] }
  }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo } = report
  const files = report.testResults.filter(({ status }) => status === 'failed')
  const tests = files.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))
  return {
    passed,
    failed: Math.max(failed, code === 0 ? 0 : 1),
    skipped: pending + todo,
    // A file that could not be loaded has no test to run again.
    isBroken:
      code !== 0 && files.some(({ assertionResults }) => assertionResults.every((one) => one.status !== 'failed')),
    failedFiles: files.map(({ name }) => relative(root, name)),
    failedTests: tests.map(({ fullName }) => fullName),
  }
}

/** Lines that git says; none outside of a repository. */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}

/** Changed since the last commit, or by it when nothing was changed since. */
function changedFiles() {
  const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return changed.length > 0 ? changed : git('diff', '--name-only', 'HEAD~1')
}

const NEAR_MAX = 4

/**
 * Changed tests, the flows that are named after the changed rooms (`payouts` for `resources/payouts/store.ts`), and those of
 * the libraries and of the command when they changed.
 */
function testsNear(changed) {
  const tests = changed.filter((file) => file.endsWith('.test.ts'))
  const rooms = changed
    .filter((file) => file.startsWith('service/src/') && !file.endsWith('.test.ts'))
    .flatMap((file) => dirname(file).split('/').slice(2))
  const flows = globSync('service/test/flows/*.test.ts', { cwd: root }).filter((file) => {
    const name = basename(file, '.test.ts')
    return rooms.some((room) => name === room || name === `dashboard-${room}`)
  })
  const kits = ['sdk', 'cli'].filter((folder) => changed.some((file) => file.startsWith(`${folder}/`)))
  const ofKits = testFiles().flows.filter((file) => kits.some((folder) => file.startsWith(`${folder}/test/`)))
  return [...new Set([...tests, ...flows, ...ofKits])].slice(0, NEAR_MAX)
}

/** One run, so one PostgreSQL: all tests of the first two projects, and of the flows those near. */
function quickArgs() {
  const { pure, database } = testFiles()
  const projects = ['pure', 'database', 'flows'].flatMap((name) => ['--project', name])
  return [...projects, ...pure, ...database, ...testsNear(changedFiles())]
}

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const [checksFailed, counts] = await Promise.all([runChecks(), runTests(isQuick ? quickArgs() : args)])
rmSync(reports, { recursive: true, force: true })

const { passed, skipped } = counts
const failed = counts.failed + checksFailed.length
if (isQuick) console.log('Quick: the rest of the flows, the programs and the browser were not run.')
for (const name of counts.unsteady ?? []) console.log(`Unsteady, failed in the first run: ${name}`)
for (const name of checksFailed) console.log(`The check of ${name} failed: see above.`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
if (failed > 0) process.exitCode = 1
