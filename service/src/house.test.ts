import { access, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSource, readSources } from '../test/support/source.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Files in which SQL may stand. */
const SQL_FILES = /^(platform|ledger)\/|(^|[/.])store\.ts$|\.test\.ts$/
const STATEMENT = /(?:await|return|=>|[=,([{.])\s*(?:tx|sql|connection)(?:<[^`]*>)?`/

it('SQL stands only in store.ts and *.store.ts files, the ledger and the platform', async () => {
  const names = (await readdir(import.meta.dirname, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const elsewhere = names.filter((name) => !SQL_FILES.test(name))
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

it('every append-only table is one for the role of the service, the doctor and the docs', async () => {
  const folder = join(ROOT, 'service/migrations')
  const migrations = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  const tables = [...migrations.join('\n').matchAll(/create trigger \w+_append_only before .* on (\w+)/g)].map(
    ([, table]) => table as string,
  )
  expect(tables.length).toBeGreaterThan(2)
  const listed = async (file: string, list: RegExp): Promise<string[]> =>
    [...(list.exec(await readFile(join(ROOT, file), 'utf8'))?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name).sort()
  for (const [file, list] of [
    ['service/src/platform/service-role.ts', /APPEND_ONLY = \[(.*)\]/],
    ['service/src/platform/database-health.ts', /unnest\(array\[(.*)\]\) as name/],
    ['docs/operations.md', /revoke update, delete on (.*) from service_user/],
  ] as const) {
    expect([file, await listed(file, list)]).toEqual([file, tables.toSorted()])
  }
})

describe('the docs', async () => {
  /** Folders that a run makes and git ignores. */
  const MADE = /^(bench\/results|web\/dist)\//
  const OURS = /^(?:service|web|bench|docs|scripts|prove|sdk|cli|site|examples)\/[\w./-]*/
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

/** Files that read the clock of their own process, and why it may decide there. Everything that lasts goes by the database's. */
const OWN_CLOCK: Readonly<Record<string, string>> = {
  'app/go-live/outside-checks.ts': 'whether a certificate is valid, as every TLS library on this machine will judge it',
  'app/worker.ts': 'a metric, which Prometheus compares with its own clock',
  'http/security-txt.ts': 'the date on a page, a year ahead',
  'kernel/ids.ts': 'the order of ids in their index; no time is read out of one',
  'platform/database-health.ts': 'how far the two clocks differ',
  'platform/restore-hold.ts': 'a note to the reader of a backup; the mark counts, not its text',
  'rails/ach/transport/pgp-keys.ts': 'the end of a key of OpenPGP, as its library judges it',
  'rails/ach/transport/pgp.ts': 'the dates of signatures, which the library compares with this clock',
  'rails/verify-http.ts': "how far the clock of this machine differs from a provider's",
}
const CLOCK = /\bDate\.now\b|\bnew Date(?:\(\)|(?!\())/

it('no process decides by its own clock, but where it says why: the clocks of processes differ', async () => {
  const names = (await readdir(import.meta.dirname, { recursive: true })).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const found: string[] = []
  for (const name of names) {
    if (CLOCK.test(await readFile(join(import.meta.dirname, name), 'utf8'))) found.push(name)
  }
  expect(found.sort()).toEqual(Object.keys(OWN_CLOCK))
})

/** `*` of a table. Of a subquery, whose columns stand right there, it is no star. */
const STAR = /\b(?:select|returning)\s+(?:\w+\.)?\*(?!\s+from \()/

it('a prepared statement names its columns: a new column of a table would break the plans of every connection', async () => {
  const names = (await readdir(import.meta.dirname, { recursive: true })).filter((name) => SQL_FILES.test(name))
  const starred = []
  for (const name of names.filter((one) => !/\.test\.ts$|migration-lint/.test(one))) {
    if (STAR.test(await readFile(join(import.meta.dirname, name), 'utf8'))) starred.push(name)
  }
  expect(starred).toEqual([])
})

it('the index of every room says in which order to read it, and names only files that are there', async () => {
  const below = async (folder: string) =>
    (await readdir(join(import.meta.dirname, folder), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`)
  const rooms = [...(await below('resources')), ...(await below('dashboard'))]
  expect(rooms.length).toBeGreaterThan(25)
  const wrong: string[] = []
  for (const room of rooms) {
    const files = await readdir(join(import.meta.dirname, room), { recursive: true })
    if (!files.includes('index.ts')) continue
    const text = await readFile(join(import.meta.dirname, room, 'index.ts'), 'utf8')
    const header = /^(?:\/\/.*\n)+/.exec(text)?.[0] ?? ''
    if (header === '') wrong.push(`${room} says nothing`)
    // A path with a slash is another room's.
    for (const [name] of header.matchAll(/(?<![\w/*.-])[\w.-]+\.ts\b/g)) {
      if (!files.some((file) => file === name || file.endsWith(`/${name}`))) wrong.push(`${room} has no ${name}`)
    }
  }
  expect(wrong).toEqual([])
})

describe('the source of the service and the pages', async () => {
  const written = await readSources(['service/src', 'web', 'contracts', 'sdk', 'cli', 'examples'])
  // Comments of generated files are the descriptions of the API document.
  const sources = written.filter(({ path }) => !path.includes('/generated/'))

  it('is read: its comments and its functions', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.flatMap(({ comments }) => comments).length).toBeGreaterThan(1_500)
    const code = ['/** Whose it is. */', 'const f = () => {', '  // Of two lines:', '  // What follows.', '}'].join(
      '\n',
    )
    const { room, comments, functions } = parseSource('service/src/resources/payouts/x.ts', code)
    expect(room).toBe('service/src/resources/payouts')
    expect(comments).toEqual([
      { line: 1, text: expect.stringMatching(/^Whose it is/) },
      { line: 3, text: 'Of two lines:' },
    ])
    expect(functions()).toEqual([{ name: 'f', line: 2, lines: 4, returnsUnsentSql: false }])
  })

  it('has comments that begin with their subject: none opens with What, Whoever, Whose, Of or Those', () => {
    const opened = sources.flatMap(({ path, comments }) =>
      comments
        .filter(({ text }) => /^(What|Whoever|Whose|Of|Those|That which)\b/.test(text))
        .map(({ line, text }) => `${path}:${line} ${text.slice(0, 60)}`),
    )
    expect(opened).toEqual([])
  })

  const LINES_MAX = 70

  it('has no function of more than 70 lines', () => {
    const long = sources
      .filter(({ path, lines }) => lines > LINES_MAX && !/\.test\.tsx?$/.test(path))
      .flatMap(({ path, functions }) =>
        functions()
          .filter(({ lines }) => lines > LINES_MAX)
          .map(({ name }) => `${path} ${name}`),
      )
    expect(long).toEqual([])
  })

  it('has no function that promises a reply and returns a statement not yet sent', () => {
    const code = [
      'const one = (tx: Sql): Promise<Row[]> => tx<Row[]>`select 1`',
      'function two(tx: Sql): Promise<Row[]> { return isNone ? [] : (tx`select 2` as never) }',
      'const three = (tx: Sql): Promise<unknown> => threeStatement(tx)',
      'const sent = async (tx: Sql): Promise<Row[]> => tx`select 3`',
      'const threeStatement = (tx: Sql): Statement => tx`select 4`',
    ].join('\n')
    const found = parseSource('service/src/x.ts', code)
      .functions()
      .filter(({ returnsUnsentSql }) => returnsUnsentSql)
    expect(found.map(({ name }) => name)).toEqual(['one', 'two', 'three'])

    const unsent = sources
      .filter(({ path }) => path.startsWith('service/src/') && !path.endsWith('.test.ts'))
      .flatMap(({ path, functions }) =>
        functions()
          .filter(({ returnsUnsentSql }) => returnsUnsentSql)
          .map(({ name, line }) => `${path}:${line} ${name}`),
      )
    expect(unsent).toEqual([])
  })
})

describe('ten lines', () => {
  const TOO_MANY = 10

  /** Lines with code: no blank ones, and no imports, which are alike wherever the same parts are used. */
  const codeOf = (text: string): { readonly line: number; readonly code: string }[] =>
    text
      .replaceAll(/^import [^;]*?from '[^']+'$/gm, (found) => found.replaceAll(/[^\n]/g, ''))
      .split('\n')
      .map((code, index) => ({ line: index + 1, code: code.trim() }))
      .filter(({ code }) => code !== '')

  /** The second place of each run of ten equal lines, with the first. */
  function repeated(files: readonly { readonly path: string; readonly text: string }[]): string[] {
    const first = new Map<string, string>()
    return files.flatMap(({ path, text }) => {
      const lines = codeOf(text)
      return lines.slice(TOO_MANY - 1).flatMap((_, index) => {
        const run = lines.slice(index, index + TOO_MANY)
        const key = run.map(({ code }) => code).join('\n')
        const place = `${path}:${run[0]?.line}`
        const before = first.get(key)
        if (before === undefined) first.set(key, place)
        return before === undefined ? [] : [`${place} says what ${before} says`]
      })
    })
  }

  it('that stand in two files, or twice in one, are found', () => {
    const text = Array.from({ length: TOO_MANY }, (_, index) => `line(${index})`).join('\n')
    expect(repeated([{ path: 'a.ts', text }])).toEqual([])
    expect(repeated([{ path: 'a.ts', text: `${text}\n\n${text}` }])).toEqual(['a.ts:12 says what a.ts:1 says'])
    const imported = `import {\n  One,\n} from './one.ts'\n${text}`
    expect(
      repeated([
        { path: 'a.ts', text },
        { path: 'b.ts', text: imported },
      ]),
    ).toEqual(['b.ts:4 says what a.ts:1 says'])
  })

  it('stand nowhere twice in the service and the pages', async () => {
    const folders = ['service/src', 'web']
    const names = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
      ),
    )
    const paths = names.flat().filter((path) => /\.(tsx?|css)$/.test(path) && !path.startsWith('web/dist/'))
    const files = await Promise.all(
      paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
    )
    expect(files.length).toBeGreaterThan(900)
    expect(repeated(files)).toEqual([])
  })
})
