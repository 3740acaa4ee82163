import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address of the embedded database in a data folder, for its owner. */
export function embeddedUrl(home: string): string {
  const password = readFileSync(join(home, 'postgres.password'), 'utf8').trim()
  return `postgres://tributary:${password}@/tributary?host=${encodeURIComponent(join(home, 'run'))}`
}

/** The same database and user behind a port of this machine, at which a test listens and passes everything on. */
export const overTcp = (url: string, port: number): string => url.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${port}/$1`)
