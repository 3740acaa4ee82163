import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedDocument } from '../../test/support/generated-document.ts'
import { readSources } from '../../test/support/source.ts'
import examples from '../app/api-examples.json' with { type: 'json' }
import { CATALOGUE } from '../kernel/errors.ts'
import { simulationsTable } from '../sandbox/simulations.ts'
import { GROUPS } from './contents.ts'
import { mermaidOf, readEdges } from './diagram.ts'
import { layOut } from './diagram-layout.ts'
import type { ApiDocument } from './document.ts'
import { operationsOf } from './document.ts'
import { llmsText, searchIndex } from './feeds.ts'
import { addressOf } from './reference.ts'
import { addressOfSlug, createSite } from './site.ts'
import { SHOWN_STATES } from './states.ts'

const ROOT = 'https://sandbox.example.com'
const document = (await generatedDocument('sandbox', examples)) as ApiDocument
const pages = await createSite({ document: () => document, examples, sandboxRoot: () => ROOT }).all()
const pageOf = (slug: string) => pages.find(({ entry }) => entry.slug === slug)

/** Addresses of the service that are no pages of the docs. */
const ELSEWHERE = ['/dashboard', '/llms.txt', '/docs/llms-full.txt', '/enterprise/v1/openapi.json']

describe('the docs', () => {
  it('lead nowhere that is not there: every link, to its very heading', () => {
    const anchors = new Map(
      pages.map(({ entry, sections }) => [addressOfSlug(entry.slug), new Set(sections.map(({ id }) => id))]),
    )
    const dead = pages.flatMap(({ entry, html }) =>
      [...html.matchAll(/href="([^"]+)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !href.startsWith('http') && !ELSEWHERE.includes(href))
        .filter((href) => {
          const [path, hash] = href.split('#')
          const known = anchors.get(path || addressOfSlug(entry.slug))
          return !known || (hash !== undefined && !known.has(hash))
        })
        .map((href) => `${entry.slug}: ${href}`),
    )
    expect(pages.length).toBeGreaterThan(30)
    expect(dead).toEqual([])
  })

  it('have the pages that a developer looks for, each once', () => {
    const slugs = pages.map(({ entry }) => entry.slug)
    expect(new Set(slugs).size).toBe(slugs.length)
    for (const { tags } of [document])
      for (const { name } of tags) expect(pageOf(`api/${name.toLowerCase().replaceAll(' ', '-')}`)).toBeDefined()
    expect(GROUPS.flatMap(({ pages }) => pages).every(({ summary, title }) => summary && title)).toBe(true)
    for (const { html, entry } of pages) expect([entry.slug, html.match(/<h1 /g)?.length]).toEqual([entry.slug, 1])
  })

  it('show their examples at the address of this sandbox', () => {
    expect(pages.filter(({ markdown }) => markdown.includes('localhost:4000')).map(({ entry }) => entry.slug)).toEqual(
      [],
    )
    expect(pageOf('')?.markdown).toContain(`${ROOT}/enterprise/v1`)
  })

  it('have every operation with a program in each language, and an address by method and path', () => {
    const operations = operationsOf(document).filter(({ path }) => path.startsWith('/'))
    expect(operations.length).toBeGreaterThan(70)
    for (const { id, method, path, summary, tag } of operations) {
      const text = pageOf(`api/${tag.toLowerCase().replaceAll(' ', '-')}`)?.markdown ?? ''
      const from = text.indexOf(`## ${summary}\n`)
      const end = text.indexOf('\n## ', from + 1)
      const part = text.slice(from, end < 0 ? undefined : end)
      expect([id, from > 0, ...['```sh', '```ts', '```python'].map((fence) => part.includes(fence))]).toEqual([
        id,
        true,
        true,
        true,
        true,
      ])
      expect(addressOf(document, method, path)).toMatch(/^\/docs\/api\/[\w-]+#[\w-]+$/)
    }
  })

  it('have an entry for every error code: its status, why, what to do, and an answer where one is recorded', () => {
    const { markdown = '', sections = [] } = pageOf('errors') ?? {}
    for (const [code, { status }] of Object.entries(CATALOGUE)) {
      expect(sections.map(({ id }) => id)).toContain(code)
      const part = markdown.split(`### ${code}\n`)[1]?.split('\n### ')[0] ?? ''
      expect([
        code,
        part.startsWith(`\n\`${status}\``),
        part.includes('**Why.**'),
        part.includes('**What to do.**'),
      ]).toEqual([code, true, true, true])
      expect([code, part.includes(`"code": "${code}"`)]).toEqual([code, code in examples.errors])
    }
  })

  it('have every failure that the sandbox simulates', () => {
    expect(pageOf('sandbox')?.markdown).toContain(simulationsTable())
  })

  it('are found by the search, and listed for programs', () => {
    const index = searchIndex(pages)
    expect(new Set(index.map(([address]) => address.split('#')[0])).size).toBe(pages.length)
    expect(
      index.some(([address, , , text]) => address === '/docs/errors#card_declined' && text.includes('decline_code')),
    ).toBe(true)
    const listed = llmsText(
      pages.map(({ entry }) => entry),
      ROOT,
    )
    for (const { entry } of pages)
      expect(listed).toContain(`[${entry.title}](${ROOT}/docs/${entry.slug || 'index'}.md)`)
  })
})

/** State tables that no field of the API shows. */
const INTERNAL = [
  'ARRIVAL_STATES',
  'TRANSACTION_STATES',
  'CHARGE_STATES',
  'IDENTITY_STATES',
  'OUTGOING_STATES',
  'ACCOUNT_STATES',
]

describe('the diagrams of states', () => {
  it('show every state table of the resources', async () => {
    const names = (await readSources(['service/src/resources']))
      .filter(({ path }) => path.endsWith('model.ts'))
      .map(({ path }) => path)
    const found = await Promise.all(
      names.map(async (path) => {
        const text = await readFile(join(import.meta.dirname, '../../..', path), 'utf8')
        return [...text.matchAll(/^export const (\w+_STATES): StateTable/gm)].map(([, name = '']) => name)
      }),
    )
    const shown = await readFile(join(import.meta.dirname, 'states.ts'), 'utf8')
    const missing = found.flat().filter((name) => !INTERNAL.includes(name) && !shown.includes(`table: ${name}`))
    expect(found.flat().length).toBeGreaterThan(5)
    expect(missing).toEqual([])
  })

  it.each(SHOWN_STATES)('$name: every change of state is an edge, and nothing covers anything', ({ table }) => {
    const changes = Object.entries(table).flatMap(([from, events]) =>
      Object.entries(events).flatMap(([event, to]) => (to === from ? [] : [`${from} ${event} ${to}`])),
    )
    const edges = readEdges(mermaidOf(table))
    const drawn = edges.flatMap(({ from, to, label }) =>
      label
        .split(', ')
        .filter(Boolean)
        .map((one) => `${from} ${one} ${to}`),
    )
    expect(drawn.toSorted()).toEqual(changes.toSorted())
    const { nodes, width } = layOut(edges.filter(({ from }) => from !== '[*]'))
    for (const [at, one] of nodes.entries()) {
      expect(one.x - one.width / 2).toBeGreaterThanOrEqual(0)
      expect(one.x + one.width / 2).toBeLessThanOrEqual(width)
      for (const other of nodes.slice(at + 1)) {
        const isApart = Math.abs(one.x - other.x) >= (one.width + other.width) / 2 || one.y !== other.y
        expect([one.name, other.name, isApart]).toEqual([one.name, other.name, true])
      }
    }
  })
})
