import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Rooms in which SQL may stand, beside every store.ts. */
const SQL_ROOMS = /^(platform|ledger)\/|(^|\/)store\.ts$|\.test\.ts$/
const STATEMENT = /(?:await|return|=>|[=,([{.])\s*(?:tx|sql|connection)(?:<[^`]*>)?`/

it('SQL stands only in store.ts files, the ledger and the platform', async () => {
  const names = (await readdir(import.meta.dirname, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const elsewhere = names.filter((name) => !SQL_ROOMS.test(name))
  const found = []
  for (const name of elsewhere) {
    if (STATEMENT.test(await readFile(join(import.meta.dirname, name), 'utf8'))) found.push(name)
  }
  expect(elsewhere.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
