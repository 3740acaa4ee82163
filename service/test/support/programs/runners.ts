import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { whenDone } from '../when-done.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const PYTHON = process.env.PYTHON ?? 'python3'

/** Runs a program and answers what it printed, value by value; throws where it fails. */
export type Run = (code: string) => Promise<unknown[]>

/** Whether Python is there with the library's one dependency. Says so where it is not. */
export function hasPython(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import sys, httpx; sys.exit(sys.version_info < (3, 10))'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write(`skipped: programs in Python need Python 3.10 with httpx, and ${PYTHON} is not that\n`)
    return false
  }
}

/** As somebody pastes it into a shell. A variable of the environment may be named in it. */
export const shell =
  (env: Readonly<Record<string, string>> = {}): Run =>
  async (code) => {
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', code], { env: { PATH: process.env.PATH, ...env } })
    return [stdout]
  }

function speaking(child: ChildProcess, extension: string, prepare: (code: string) => string): Run {
  const folder = mkdtempSync(join(tmpdir(), 'docs-programs-'))
  whenDone(async () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  let count = 0
  return async (code) => {
    const file = join(folder, `program-${count++}.${extension}`)
    writeFileSync(file, prepare(code))
    child.stdin?.write(`${file}\n`)
    const { value } = await lines.next()
    const { printed, failed } = JSON.parse(value ?? '{"failed":"the runner ended"}')
    if (failed) throw new Error(`${failed}\n${code}`)
    return printed
  }
}

/** The library as its package would be found; `sdk/test/package.test.ts` runs the package itself. */
export const withSources = (code: string): string =>
  code.replaceAll("'@tributary/sdk'", `'${join(ROOT, 'sdk/typescript/src/index.ts')}'`)

export function typescript(): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] })
  return speaking(child, 'ts', withSources)
}

export function python(): Run {
  const child = spawn(PYTHON, ['-u', join(import.meta.dirname, 'run.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONPATH: join(ROOT, 'sdk/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
  })
  return speaking(child, 'py', (code) => code)
}
