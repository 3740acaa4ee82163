import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

// dependency-cruiser cannot parse .tsx with swc, so the laws of the pages' imports stand here.
const CONTRACTS = /^\.\.\/contracts\//
const SHARED = ['ui', 'forms']
/** The operators' console is made of the dashboard's parts. */
const BORROWS: Record<string, readonly string[]> = { console: ['dashboard'], parts: ['dashboard'] }

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/^dist|vite\.config\.ts$/.test(file),
)
const files = sources.filter((file) => !file.endsWith('.test.ts'))

/** Import statements and calls of import(), also of types. Code in templates is text to copy. */
const IMPORT = /^(?:import|export)\s[^'`]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const TEMPLATE = /`(?:\\.|[^`\\])*`/gs

const importsOf = (file: string): string[] => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(TEMPLATE, '')
  const specifiers = [...source.matchAll(IMPORT)].map((match) => (match[1] ?? match[2] ?? match[3]) as string)
  return specifiers.map((name) => (name.startsWith('.') ? relative('.', join(dirname(file), name)) : name))
}

/** Removes files that import none of the remaining ones until no more can go: the rest are circles and their importers. */
function circlesAmong(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(imports)
  for (let before = -1; left.size !== before; ) {
    before = left.size
    for (const [file, imported] of left) if (!imported.some((one) => left.has(one))) left.delete(file)
  }
  return [...left].map(([file, imported]) => `${file} → ${imported.filter((one) => left.has(one)).join(', ')}`)
}

/** Libraries beyond React, by the page that may use them: the hosted pages stay light. */
const LIBRARIES: Record<string, RegExp> = {
  console: /^(@mantine\/(core|hooks)|@tanstack\/react-query|wouter)(\/|$)/,
  parts: /^@mantine\/core$/,
  dashboard: /^(@mantine\/(core|hooks|dates|charts)|@tanstack\/react-query|wouter|qrcode)(\/|$)/,
  // Loaded when a passkey is used.
  ui: /^@simplewebauthn\/browser$/,
}

const roomOf = (path: string): string => path.split('/')[0] as string

function mayImport(file: string, imported: string): boolean {
  if (/^react(-dom)?(\/|$)/.test(imported) || LIBRARIES[roomOf(file)]?.test(imported)) return true
  const room = roomOf(file)
  const rooms = [room, ...(room === 'ui' ? [] : SHARED), ...(BORROWS[room] ?? [])]
  return rooms.includes(roomOf(imported)) || CONTRACTS.test(imported)
}

describe('the pages', () => {
  it('import React, the shared folders and the contracts: no server code, no other page, no library but their own', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files.flatMap(importsOf).length).toBeGreaterThan(200)
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => !mayImport(file, imported))
        .map((imported) => `${file} imports ${imported}`),
    )
    expect(wrong).toEqual([])
  })

  it('import nothing of the service, not even in a test', () => {
    expect(sources.filter((file) => importsOf(file).some((imported) => imported.startsWith('../service')))).toEqual([])
  })

  it('import each other in no circle', () => {
    expect(
      circlesAmong(
        new Map([
          ['a', ['b']],
          ['b', ['c', 'a']],
          ['c', []],
        ]),
      ),
    ).toEqual(['a → b', 'b → a'])
    expect(circlesAmong(new Map(sources.map((file) => [file, importsOf(file)])))).toEqual([])
  })

  it('say nothing as markup: what people wrote is always text', () => {
    const wrong = files.filter((file) =>
      /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write/.test(
        readFileSync(join(import.meta.dirname, file), 'utf8'),
      ),
    )
    expect(wrong).toEqual([])
  })
})
