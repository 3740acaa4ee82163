import { access, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Rooms and files in which SQL may stand. */
const SQL_ROOMS = /^(platform|ledger)\/|(^|[/.])store\.ts$|\.test\.ts$/
const STATEMENT = /(?:await|return|=>|[=,([{.])\s*(?:tx|sql|connection)(?:<[^`]*>)?`/

it('SQL stands only in store.ts and *.store.ts files, the ledger and the platform', async () => {
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
  const page = await readFile(join(ROOT, 'docs/security.md'), 'utf8')
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
    for (const file of files) await access(join(ROOT, file))
  }
})

describe('the docs', async () => {
  /** Made by a run, and not kept. */
  const MADE = /^(bench\/results|web\/dist)\//
  const OURS = /^(?:service|web|bench|docs|scripts|prove)\/[\w./-]*/
  const names = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'))
  const pages = ['README.md', ...names.map((name) => `docs/${name}`)]

  /** Every path between backticks, from the root; every link, from its page. */
  function pathsIn(page: string, text: string): string[] {
    const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
    const quoted = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/\s/))
    const links = [...prose.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    return [
      ...quoted.flatMap((word) => OURS.exec(word)?.[0] ?? []).filter((path) => !MADE.test(path)),
      ...links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => join(dirname(page), link)),
    ]
  }

  it('are found, and name paths', async () => {
    expect(pages.length).toBeGreaterThan(10)
    expect(pathsIn('docs/a.md', 'see `web/ui/host.ts:3`, [b](b.md#c) and `npm run x -- bench/main.ts`')).toEqual([
      'web/ui/host.ts',
      'bench/main.ts',
      'docs/b.md',
    ])
  })

  it.each(pages)('%s names only what is there', async (page) => {
    const paths = pathsIn(page, await readFile(join(ROOT, page), 'utf8'))
    const missing: string[] = []
    for (const path of new Set(paths)) {
      await access(join(ROOT, path)).catch(() => missing.push(path))
    }
    expect(missing).toEqual([])
  })
})
