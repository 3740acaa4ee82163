import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../bench/support/process.ts'
import { figure, type Tally } from '../proof.ts'

interface Report {
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** A promise that tests of `npm test` keep as well: they are run, and each is named with what became of it. */
export async function byTests(files: readonly string[]): Promise<Tally> {
  const { output, report } = await runTests(files, ROOT)
  const tally = { passed: 0, failed: report ? 0 : 1 }
  for (const { assertionResults, message } of report?.testResults ?? []) {
    if (assertionResults.length === 0) {
      tally.failed++
      console.log(`  FAILED  ${message}`)
    }
    for (const { fullName, status, failureMessages } of assertionResults) {
      const became = BECAME[status] ?? 'FAILED'
      if (became === 'holds') tally.passed++
      if (became === 'FAILED') tally.failed++
      figure(fullName.trim().slice(0, 110), became)
      for (const text of failureMessages) console.log(text.slice(0, 2_000))
    }
  }
  if (!report) console.log(output.slice(-4_000))
  return tally
}

/** One that a test leaves out itself, where the machine lacks what it needs, is neither held nor broken. */
const BECAME: Record<string, string> = { passed: 'holds', skipped: 'left out here', pending: 'left out here' }

/** The tests in a process of their own; no report when it could not even begin. */
export async function runTests(
  args: readonly string[],
  root: string,
): Promise<{ code: number; output: string; report: Report | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-prove-'))
  try {
    const file = join(folder, 'report.json')
    const all = ['run', ...args, '--reporter=json', `--outputFile=${file}`]
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...all], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
    const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)))
    process.off('exit', end)
    const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
    return { code, output: Buffer.concat(chunks).toString(), report }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
