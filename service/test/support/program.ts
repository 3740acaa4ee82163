import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const MAIN = join(import.meta.dirname, '../../src/main.ts')
/** Compiled code of earlier starts: without it a start spends most of its time on what the last one did already. */
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.compile-cache')
const OPERATOR = join(import.meta.dirname, '../../src/operator/main.ts')

export interface Program {
  readonly child: ChildProcess
  /** Everything it has printed so far. */
  output(): string
  /** Until the text has been printed; rejects when the program ends before. */
  printed(text: string): Promise<void>
  /** Its exit code. */
  readonly ended: Promise<number>
}

export interface ProgramOptions {
  readonly args?: readonly string[]
  readonly variables?: Record<string, string>
}

/** The real program, as `npm start` runs it. */
export function startProgram({ args = [], variables = {} }: ProgramOptions = {}): Program {
  return run(process.execPath, [MAIN, ...args], variables)
}

/** `npm start` itself, which passes signals on to the program. */
export function npmStart(variables: Record<string, string>): Program {
  return run('npm', ['start'], variables)
}

/** `tributaryd`, through another link or from another folder if that is wanted. */
export function startTributaryd(
  args: readonly string[],
  variables: Record<string, string>,
  { program = join(ROOT, 'bin/tributaryd'), cwd = ROOT }: { readonly program?: string; readonly cwd?: string } = {},
): Program {
  return run(program, args, variables, cwd)
}

/** A script of plain JavaScript, as `npm` runs it before a command. */
export function runScript(file: string, variables: Record<string, string>, args: readonly string[] = []): Program {
  return run(process.execPath, [file, ...args], variables)
}

/** An operator command that goes on until it is stopped. */
export const startOperator = (args: readonly string[], variables: Record<string, string>): Program =>
  run(process.execPath, [OPERATOR, ...args], variables)

export async function runOperator(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const program = startOperator(args, variables)
  return { code: await program.ended, output: program.output() }
}

function run(command: string, args: readonly string[], variables: Record<string, string>, cwd = ROOT): Program {
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child = spawn(command, args, {
    cwd,
    env: { ...inherited, NODE_COMPILE_CACHE, PORT: '0', HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A terminal's Ctrl-C goes to a whole process group; tests send it to this one.
    detached: true,
  })
  let output = ''
  const watchers = new Set<() => void>()
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
    for (const watch of watchers) watch()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  })
  const printed = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const watch = (): void => {
        if (output.includes(text)) resolve()
      }
      watchers.add(watch)
      watch()
      void ended.then(() => reject(new Error(`ended before printing "${text}":\n${output}`)))
    })
  return { child, output: () => output, printed, ended }
}

/** A data folder that goes away with the test. */
export async function temporaryHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

/** What the banner tells a newcomer. */
export function readBanner(output: string): { base: string; key: string; curl: string } {
  const find = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? ''
  return {
    base: find(/Sandbox\s+(\S+)/),
    key: find(/API key\s+(\S+)/),
    curl: find(/^\s*(curl .*)$/m),
  }
}
