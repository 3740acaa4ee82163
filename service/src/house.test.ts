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

describe('the docs', async () => {
  /** Folders that a run makes and git ignores. */
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

describe('the source of the service and the pages', async () => {
  const sources = await readSources(['service/src', 'web'])

  /** Comments still to be rewritten, by room. Numbers only go down; a room without any leaves the table. */
  const COMMENTS_TO_REWRITE: Readonly<Record<string, number>> = {
    'service/src': 16,
    'service/src/dashboard': 47,
    'service/src/ledger': 2,
    'service/src/operator': 8,
    'service/src/platform': 2,
    'service/src/resources/account-connections': 15,
    'service/src/resources/account-home': 2,
    'service/src/resources/bank-files': 15,
    'service/src/resources/buyers': 1,
    'service/src/resources/connect': 23,
    'service/src/resources/creators': 2,
    'service/src/resources/events': 1,
    'service/src/resources/messages': 3,
    'service/src/resources/webhooks': 11,
    'service/src/sandbox': 1,
    'service/src/tenants': 10,
    web: 76,
  }

  /** Longer functions still to be split. None is added here. */
  const LONG_TO_SPLIT: readonly string[] = [
    'service/src/compose.ts compose',
    'service/src/tenants/key-lookup.ts createKeyLookup',
    'service/src/sandbox/cards/routes.ts cardSimulationRoutes',
    'service/src/platform/courier.ts startCourier',
    'service/src/dashboard/ledger/routes.ts ledgerRoutes',
    'service/src/dashboard/pay-file/routes.ts payFileRoutes',
    'service/src/dashboard/people/auth.ts createAuth',
    'service/src/resources/account-connections/routes.ts connectionRoutes',
    'service/src/resources/buyers/routes.ts buyerRoutes',
    'service/src/resources/buyers/form/routes.ts cardFormRoutes',
    'service/src/resources/webhooks/routes.ts webhookRoutes',
    'service/src/resources/webhooks/log/routes.ts deliveryRoutes',
    'web/card-form/CardFields.tsx CardFields',
    'web/connect/screens/Bank.tsx Bank',
    'web/connect/screens/Overview.tsx PermissionPanel',
    'web/dashboard/developers/Keys.tsx Keys',
    'web/dashboard/resources/form/FieldInput.tsx FieldInput',
  ]

  /** Longer functions that stay in one piece, each with the reason. At most five. */
  const LONG_EXCEPTIONS: Readonly<Record<string, string>> = {}

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
    expect(functions()).toEqual([{ name: 'f', lines: 4 }])
  })

  it('has comments that begin with their subject: none opens with What, Whoever, Whose, Of or Those', () => {
    const opened = sources.flatMap(({ room, path, comments }) =>
      comments
        .filter(({ text }) => /^(What|Whoever|Whose|Of|Those|That which)\b/.test(text))
        .map(({ line, text }) => ({ room, where: `${path}:${line} ${text.slice(0, 60)}` })),
    )
    const byRoom = Map.groupBy(opened, ({ room }) => room)
    for (const [room, found] of byRoom) {
      const places = found.map(({ where }) => where)
      expect(places.length > (COMMENTS_TO_REWRITE[room] ?? 0) ? places : [], room).toEqual([])
    }
  })

  const LINES_MAX = 70

  it('has no function of more than 70 lines, but for five at most', () => {
    const long = sources
      .filter(({ path, lines }) => lines > LINES_MAX && !/\.test\.tsx?$/.test(path))
      .flatMap(({ path, functions }) =>
        functions()
          .filter(({ lines }) => lines > LINES_MAX)
          .map(({ name }) => `${path} ${name}`),
      )
    const allowed = [...LONG_TO_SPLIT, ...Object.keys(LONG_EXCEPTIONS)]
    expect(long.filter((one) => !allowed.includes(one))).toEqual([])
    expect(Object.keys(LONG_EXCEPTIONS).filter((one) => !long.includes(one))).toEqual([])
    expect(Object.keys(LONG_EXCEPTIONS).length).toBeLessThanOrEqual(5)
  })
})
