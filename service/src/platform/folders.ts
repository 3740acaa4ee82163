import { chmod, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { errorCode } from './database.ts'
import type { Account } from './process-account.ts'
import { StartError } from './start-error.ts'

/** Where root keeps what PostgreSQL's user must reach and cannot reach elsewhere. */
export const MACHINE_FOLDER = '/var/lib/tributary'

/** True when it was not there before. */
export async function makeFolder(path: string): Promise<boolean> {
  const made = await mkdir(path, { recursive: true }).catch((error: Error) => {
    throw new StartError(`The folder ${path} cannot be made: ${error.message}.`)
  })
  return made !== undefined
}

/**
 * As `makeFolder`, and another user may pass through it. Passage is given through a folder that is new or empty, where
 * it exposes nothing; any other may be anyone's, even the machine's, and keeps the mode it has.
 */
export async function makePassage(path: string): Promise<boolean> {
  const made = await makeFolder(path)
  if (made) await chmod(path, 0o711)
  else if ((await readdir(path)).length === 0) await chmod(path, ((await stat(path)).mode & 0o7777) | 0o011)
  return made
}

/** A folder that nobody but PostgreSQL's user may enter. One that is there already could be a trap someone else laid. */
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
