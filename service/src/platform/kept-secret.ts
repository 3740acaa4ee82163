import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { errorCode } from './database.ts'

/** A secret that is made once and kept in a file, readable by its owner only. */
export async function keptSecret(path: string, make: () => string | Promise<string>): Promise<string> {
  return (await read(path)) ?? (await makeOnce(path, make))
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The file gets its name when it is complete. `link` fails when the name is taken, so two first starts agree. */
async function makeOnce(path: string, make: () => string | Promise<string>): Promise<string> {
  const fresh = `${path}.${randomBytes(4).toString('hex')}`
  const secret = await make()
  await writeFile(fresh, `${secret}\n`, { mode: 0o600, flush: true })
  await link(fresh, path).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  await rm(fresh)
  return (await read(path)) ?? secret
}
