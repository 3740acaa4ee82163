import { chown, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { newDatabasePassword, scramVerifier } from './database-password.ts'
import { keptSecret } from './kept-secret.ts'
import type { Account } from './process-account.ts'

/** The file of the owner's password, in the data folder. Without it the data cannot be opened, so backups include it. */
export const PASSWORD_FILE = 'postgres.password'

/** The password of the owner of an embedded database, made with its data folder. */
export const ownerPassword = (home: string): Promise<string> =>
  keptSecret(join(home, PASSWORD_FILE), newDatabasePassword)

/** Hands the password to `initdb`, which runs as another user and reads it from a file. */
export async function withPasswordFile<T>(
  folder: string,
  account: Account | undefined,
  password: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `initdb-${process.pid}`)
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  try {
    if (account) await chown(path, account.uid, account.gid)
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

const TRUSTING = /^(?![ \t]*#)(.*[ \t])trust(?=[ \t]*$)/gm

/**
 * Makes every connection give a password. Version 0.1 made clusters that ask for none; killed between two lines, the next
 * start does it again.
 */
export async function requirePasswords(client: pg.Client, data: string, user: string, password: string): Promise<void> {
  const file = join(data, 'pg_hba.conf')
  const rules = await readFile(file, 'utf8')
  if (rules.search(TRUSTING) >= 0) {
    await client.query(`alter role ${user} password ${client.escapeLiteral(scramVerifier(password))}`)
    await replaceFile(file, rules.replace(TRUSTING, '$1scram-sha-256'))
  }
  // Also where nothing was changed: a start that was killed after the file was replaced has not said so to PostgreSQL.
  await client.query('select pg_reload_conf()')
}

async function replaceFile(path: string, text: string): Promise<void> {
  const { uid, gid, mode } = await lstat(path)
  const fresh = `${path}.new-${process.pid}`
  await writeFile(fresh, text, { mode: mode & 0o777, flush: true })
  if (process.getuid?.() === 0) await chown(fresh, uid, gid)
  await rename(fresh, path)
}
