import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export interface Contestant {
  readonly child: ChildProcess
  /** The pattern's first group, as found in its output. */
  readonly found: string
  stop(): Promise<void>
}

/** Starts a process in a checkout, this one when not told, and waits until its output matches. */
export function start(
  command: string,
  args: readonly string[],
  variables: Record<string, string>,
  pattern: RegExp,
  checkout = ROOT,
): Promise<Contestant> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: checkout,
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // However the benchmark ends, no contestant stays behind.
    const kill = () => child.kill('SIGKILL')
    process.on('exit', kill)
    const ended = new Promise<void>((done) => child.on('exit', () => done())).finally(() => process.off('exit', kill))
    let output = ''
    let matched = false
    child.stdout.on('data', (chunk: Buffer) => {
      if (matched) return
      output += chunk.toString()
      const found = pattern.exec(output)?.[1]
      if (found === undefined) return
      matched = true
      resolve({
        child,
        found,
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
      })
    })
    void ended.then(() => reject(new Error(`${command} ended early:\n${output}`)))
  })
}
