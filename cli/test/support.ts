import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import { sandboxOf } from '../../sdk/test/support/sandbox.ts'
import type { RunningService } from '../../service/test/support/service.ts'
import { EXIT } from '../src/exit-codes.ts'
import { run } from '../src/run.ts'
import type { Terminal } from '../src/terminal.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  readonly json: any
}

export interface Person {
  readonly env: NodeJS.ProcessEnv
  /** Runs a command in this process, as somebody types it. */
  tributary(
    line: string | readonly string[],
    options?: { stdin?: string; signal?: AbortSignal; terminal?: boolean },
  ): Promise<Ran>
}

const collect = (isTerminal: boolean) => {
  const stream = Object.assign(new PassThrough(), { isTTY: isTerminal, columns: 120 })
  const chunks: Buffer[] = []
  stream.on('data', (chunk) => chunks.push(chunk))
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => Buffer.concat(chunks).toString() }
}

/** Somebody with an empty folder for the command's files. */
export function person(variables: NodeJS.ProcessEnv = {}): Person {
  const home = mkdtempSync(join(tmpdir(), 'tributary-cli-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { HOME: home, ...variables }
  return {
    env,
    async tributary(line, { stdin = '', signal = new AbortController().signal, terminal = false } = {}) {
      const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line
      const [stdout, stderr] = [collect(terminal), collect(terminal)]
      const input = Readable.from([Buffer.from(stdin)]) as unknown as NodeJS.ReadStream
      const place: Terminal = { stdin: input, stdout: stdout.stream, stderr: stderr.stream, env }
      const code = await run(words, place, signal)
      const text = stdout.text()
      return {
        code,
        stdout: text,
        stderr: stderr.text(),
        get json() {
          return JSON.parse(text)
        },
      }
    },
  }
}

/** Somebody who is signed in to a fresh enterprise's sandbox. */
export async function signedInTo(
  running: RunningService,
): Promise<Person & { readonly sandbox: Awaited<ReturnType<typeof sandboxOf>> }> {
  const sandbox = await sandboxOf(running)
  const someone = person()
  const { code, stderr } = await someone.tributary(`login --base-url ${sandbox.baseUrl}`, {
    stdin: `${sandbox.apiKey}\n`,
  })
  expect([code, stderr]).toEqual([EXIT.done, ''])
  return { ...someone, sandbox }
}
