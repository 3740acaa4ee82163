// What can be said about the code without running it. `npm run check` runs this; `npm test` runs it beside the tests.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`

/** The scripts of package.json whose name begins with `check:`. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const CHECKS = Object.entries(scripts)
  .filter(([name]) => name.startsWith('check:'))
  .map(([name, command]) => ({ name: name.slice('check:'.length).replaceAll('-', ' '), command }))

/** A command, to its end, with all that it says. */
function run(command) {
  const child = spawn(command, {
    cwd: root,
    shell: true,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(chunks).toString() }))
  })
}

/**
 * One after the other, since each has work for several cores; all of them, also after one failed. Prints the output of a
 * failed check in one piece, so that it stays readable beside that of the tests. Answers the names of those that failed.
 */
export async function runChecks() {
  const failed = []
  for (const { name, command } of CHECKS) {
    const startedAt = performance.now()
    const { passed, output } = await run(command)
    const took = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
    console.log(passed ? ` ✓ check of ${name} (${took})` : ` ✗ check of ${name} (${took}): ${command}\n${output}`)
    if (!passed) failed.push(name)
  }
  return failed
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const failed = await runChecks()
  if (failed.length > 0) process.exitCode = 1
}
