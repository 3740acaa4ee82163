import { chmod, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { errorCode } from './database.ts'
import type { Account } from './process-account.ts'
import { StartError } from './start-error.ts'

/** A process of root keeps here what PostgreSQL's user must reach and cannot reach elsewhere. */
export const MACHINE_FOLDER = '/var/lib/tributary'

/** Answers whether the folder is new. */
export async function makeFolder(path: string): Promise<boolean> {
  const made = await mkdir(path, { recursive: true }).catch((error: Error) => {
    throw new StartError(`The folder ${path} cannot be made: ${error.message}.`)
  })
  return made !== undefined
}

/**
 * As `makeFolder`, and other users may pass through it. Only a new or empty folder is opened to them, because that
 * exposes nothing; any other folder may belong to somebody else and keeps its mode.
 */
export async function makePassage(path: string): Promise<boolean> {
  const made = await makeFolder(path)
  if (made) await chmod(path, 0o711)
  else if ((await readdir(path)).length === 0) await chmod(path, ((await stat(path)).mode & 0o7777) | 0o011)
  return made
}

/** A folder that only PostgreSQL's user may enter. One that exists already is checked: somebody else may have made it. */
export async function privateFolder(path: string, account: Account | undefined): Promise<string> {
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  const ours = [process.getuid?.(), account?.uid].includes(found.uid)
  if (!found.isDirectory() || !ours || (found.mode & 0o777) !== 0o700) {
    throw new StartError(
      `${path} is not a folder of ${account?.name ?? 'yours'} that nobody else may enter (mode 0700): mend or remove it, or set TRIBUTARY_HOME to another folder.`,
    )
  }
  if (account) await lchown(path, account.uid, account.gid)
  return path
}
