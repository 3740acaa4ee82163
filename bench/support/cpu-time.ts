import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second for every process to read, whatever its kernel counts in. */
const TICK_MICROSECONDS = 10_000

interface ProcessTime {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/** One line of /proc/PID/stat: its own time, and that of its children which have ended. */
export function parseStat(stat: string): ProcessTime {
  // The name of the program stands in parentheses and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    ticks: user + system + childrenUser + childrenSystem,
  }
}

/** The CPU time that processes have taken with all that descends from them, ended ones too. */
export function cpuMicroseconds(...roots: readonly number[]): number {
  const processes = readProcesses()
  const children = Map.groupBy(processes, ({ parent }) => parent)
  let ticks = 0
  let family = processes.filter(({ pid }) => roots.includes(pid))
  if (family.length < roots.length) throw new Error('a process that is measured has ended')
  while (family.length > 0) {
    for (const one of family) ticks += one.ticks
    family = family.flatMap(({ pid }) => children.get(pid) ?? [])
  }
  return ticks * TICK_MICROSECONDS
}

/** CPU of the processes for one of the pieces that the work says it has done. */
export async function costOfEach(pids: readonly number[], work: () => Promise<number>): Promise<number> {
  const before = cpuMicroseconds(...pids)
  const pieces = await work()
  return (cpuMicroseconds(...pids) - before) / pieces
}

function readProcesses(): ProcessTime[] {
  if (process.platform !== 'linux') throw new Error('CPU time is read from /proc, which only Linux has.')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return parseStat(readFileSync(`/proc/${name}/stat`, 'utf8'))
      } catch {
        // It ended after the folder was read; its parent has its time now.
        return []
      }
    })
}
