import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Program } from './program.ts'

const run = promisify(execFile)

/** The ids of a running program's processes by name: `worker`, `api-1`, … */
export async function processesOf({ child }: Program): Promise<Map<string, number>> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const rows = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+.*\/app\/member\.ts (\S+)$/.exec(line))
  return new Map(
    rows.flatMap((row) => (row && Number(row[2]) === child.pid ? [[row[3] as string, Number(row[1])] as const] : [])),
  )
}

export async function processOf(program: Program, name: string): Promise<number> {
  const pid = (await processesOf(program)).get(name)
  if (pid === undefined) throw new Error(`the program has no process ${name}`)
  return pid
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
