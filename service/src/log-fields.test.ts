import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal']
/** Syntax trees cost too much to make one of each file. */
const LOGS = /\blog\??\.(debug|info|warn|error|fatal)\(/

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}

/** The field names of every object that is handed to a log in this file. */
function fieldsLogged(path: string, code: string): string[] {
  const fields: string[] = []
  function walk(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'CallExpression') {
      const { callee, arguments: [first] = [] } = node as unknown as { callee: Node; arguments: Node[] }
      if (isLog(callee) && first?.type === 'ObjectExpression') fields.push(...namesOf(first))
    }
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(path, code).program)
  return fields
}

function isLog({ type, object, property }: Node): boolean {
  if (type !== 'MemberExpression' || !LEVELS.includes((property as { name?: string }).name ?? '')) return false
  const { name, property: last } = object as { name?: string; property?: { name?: string } }
  return (name ?? last?.name) === 'log'
}

const namesOf = (node: Node): string[] =>
  (node.properties as { key?: { name?: string } }[]).flatMap(({ key }) => key?.name ?? [])

describe('the fields of log lines', () => {
  it('are those that docs/operations.md lists, and no others', () => {
    const logs = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').match(
      /\| field \| means \|\n([\s\S]*?)\n\n/,
    )?.[1]
    const listed = [...(logs ?? '').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string),
    )
    const sources = globSync('service/src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
    const logged = sources.flatMap((path) => {
      const code = readFileSync(join(ROOT, path), 'utf8')
      return LOGS.test(code) ? fieldsLogged(path, code) : []
    })
    expect(logged.length).toBeGreaterThan(80)
    expect([...new Set(logged)].filter((name) => !listed.includes(name)).sort()).toEqual([])
    // Put together elsewhere and handed over by name, which this test does not read.
    const byName = ['level', 'time', 'msg', 'name', 'method', 'route', 'code', 'ms', 'debit_cents', 'credit_cents']
    expect(listed.filter((name) => !logged.includes(name) && !byName.includes(name)).sort()).toEqual([])
  })
})
