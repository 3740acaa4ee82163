import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

// dependency-cruiser cannot read .tsx without TypeScript's old API, so the laws of the pages' imports stand here.
const CONTRACT = 'connect/contract.ts'
const SHARED = ['ui', 'forms']

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/^dist|\.test\.ts$|vite\.config\.ts$/.test(file),
)

/** Statements and calls; what stands in a template, as code to copy, is none. */
const IMPORT = /^(?:import|export)\s[^'`]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const TEMPLATE = /`(?:\\.|[^`\\])*`/gs

const importsOf = (file: string): string[] => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(TEMPLATE, '')
  const specifiers = [...source.matchAll(IMPORT)].map((match) => (match[1] ?? match[2] ?? match[3]) as string)
  return specifiers.map((name) => (name.startsWith('.') ? relative('.', join(dirname(file), name)) : name))
}

/** Libraries beyond React, by the page that may use them: the hosted pages stay light. */
const LIBRARIES: Record<string, RegExp> = {
  dashboard:
    /^(@mantine\/(core|hooks|form|dates|charts)|@tanstack\/react-query|@tabler\/icons-react|wouter|qrcode)(\/|$)/,
}

const roomOf = (path: string): string => path.split('/')[0] as string

function mayImport(file: string, imported: string): boolean {
  if (/^react(-dom)?(\/|$)/.test(imported) || LIBRARIES[roomOf(file)]?.test(imported)) return true
  return [roomOf(file), ...(roomOf(file) === 'ui' ? [] : SHARED)].includes(roomOf(imported)) || imported === CONTRACT
}

describe('the pages', () => {
  it('import React, what they share and the contract: no server code, no other page, no library but their own', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files.flatMap(importsOf).length).toBeGreaterThan(200)
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => !mayImport(file, imported))
        .map((imported) => `${file} imports ${imported}`),
    )
    expect(wrong).toEqual([])
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
