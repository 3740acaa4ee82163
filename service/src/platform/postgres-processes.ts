import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The process id of the postmaster, from the file that it keeps in its data folder. */
export async function runningPid(data: string): Promise<number> {
  return Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10)
}

/** Whether the postmaster was asked to stop and has not yet done so, as the last line of its file says. */
export async function isStopping(data: string): Promise<boolean> {
  const lines = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return /^stopping\s*$/m.test(lines)
}

/**
 * Ends the backends that outlived a killed postmaster. An idle backend ends by itself at once, one that computes only
 * when its statement is done, and until then PostgreSQL refuses to start on the same folder. Without /proc, as on macOS,
 * nothing is found and the statement's end is waited for.
 */
export async function endOrphans(data: string): Promise<void> {
  const folder = await realpath(data)
  const postmaster = await runningPid(data).catch(() => undefined)
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === postmaster || !(await isPostgresIn(folder, pid))) continue
    // The backends of a postmaster that another process has just started are no orphans.
    if ((await parentOf(pid)) !== postmaster) endAtOnce(pid)
  }
}

/** Every process of PostgreSQL works in its data folder. */
async function isPostgresIn(folder: string, pid: number): Promise<boolean> {
  const [cwd, program] = await Promise.all(
    ['cwd', 'exe'].map((link) => readlink(`/proc/${pid}/${link}`).catch(() => '')),
  )
  return cwd === folder && basename(program ?? '') === 'postgres'
}

async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name, in parentheses, may itself have spaces and parentheses.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parent === undefined ? undefined : Number(parent)
}

/** SIGQUIT is how the postmaster itself ends a backend without waiting for its statement. */
function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch {
    // It has ended meanwhile.
  }
}
