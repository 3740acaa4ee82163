import { access, readdir, readFile } from 'node:fs/promises'
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

it('every threat of docs/security.md names a defence and tests that exist', async () => {
  const root = join(import.meta.dirname, '../..')
  const page = await readFile(join(root, 'docs/security.md'), 'utf8')
  const table = /<!-- threats -->\n([\s\S]*?)<!-- \/threats -->/.exec(page)?.[1] ?? ''
  const rows = table.trim().split('\n').slice(2)
  expect(rows.length).toBeGreaterThan(25)
  for (const row of rows) {
    const [threat, defence, proofs = ''] = row.slice(2, -2).split(' | ')
    const files = [...proofs.matchAll(/`([^`]+)`/g)].map(([, file]) => file as string)
    expect([threat, defence?.length, files.length]).toEqual([
      expect.any(String),
      expect.any(Number),
      expect.any(Number),
    ])
    expect(files.length, threat).toBeGreaterThan(0)
    for (const file of files) await access(join(root, file))
  }
})
