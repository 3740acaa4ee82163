import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** A source file, as far as the laws on its comments and functions read it. */
interface SourceFile {
  /** From the root of the repository. */
  readonly path: string
  readonly room: string
  readonly lines: number
  readonly comments: readonly SourceComment[]
  /** Computed when called, because the syntax tree costs far more than the comments. */
  functions(): SourceFunction[]
  /** Likewise. */
  expressions(): SourceExpression[]
  /** Whether the file has `new NAME(`. */
  builds(name: string): boolean
}

/** A regular expression: a literal, or the `pattern` of a schema. */
export interface SourceExpression {
  readonly line: number
  readonly source: string
  readonly flags: string
}

interface SourceComment {
  readonly line: number
  readonly text: string
}

interface SourceFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
  /** Declared to return a promise, not `async`, and returns SQL that nothing has sent yet. */
  readonly returnsUnsentSql: boolean
}

const ROOT = join(import.meta.dirname, '../../..')
const BUILT = /^web\/dist\//

/** Every TypeScript file below these folders. */
export async function readSources(folders: readonly string[]): Promise<SourceFile[]> {
  const names = await Promise.all(
    folders.map(async (folder) => {
      const found = await readdir(join(ROOT, folder), { recursive: true })
      return found.map((name) => `${folder}/${name}`)
    }),
  )
  const paths = names.flat().filter((path) => /\.tsx?$/.test(path) && !BUILT.test(path))
  return Promise.all(paths.map(async (path) => parseSource(path, await readFile(join(ROOT, path), 'utf8'))))
}

export function parseSource(path: string, code: string): SourceFile {
  const parsed = parseSync(path, code)
  if (parsed.errors.length > 0) throw new Error(`${path} cannot be parsed`)
  return {
    path,
    room: roomOf(path),
    lines: linesIn(code, 0, code.length),
    comments: joinLines(code, parsed.comments),
    functions: () => functionsIn(code, parsed.program),
    expressions: () => expressionsIn(code, parsed.program),
    builds: (name) => new RegExp(`\\bnew ${name}\\(`).test(code),
  }
}

/** `web`, `service/src` for the files at its root, else the folder, e.g. `service/src/resources/payouts`. */
const roomOf = (path: string): string =>
  /^(web|service\/src\/resources\/[^/]+|service\/src\/[^/]+(?=\/)|service\/src)/.exec(path)?.[0] ?? path

interface ParsedComment {
  readonly type: 'Line' | 'Block'
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Line comments on consecutive lines are one comment. */
function joinLines(code: string, parsed: readonly ParsedComment[]): SourceComment[] {
  const comments: SourceComment[] = []
  let lastEnd: number | undefined
  for (const { type, value, start, end } of parsed) {
    const continues = type === 'Line' && lastEnd !== undefined && /^\r?\n[ \t]*$/.test(code.slice(lastEnd, start))
    if (!continues) comments.push({ line: linesIn(code, 0, start), text: value.replace(/^[*\s]+/, '') })
    lastEnd = type === 'Line' ? end : undefined
  }
  return comments
}

const linesIn = (code: string, from: number, to: number): number => code.slice(from, to).split('\n').length

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly id?: { readonly name?: string } | null
  readonly key?: { readonly name?: string }
  readonly async?: boolean
  readonly returnType?: Node | null
  readonly body?: Node | null
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

/** Functions by their own name, or by that of the variable or member that holds them. */
function functionsIn(code: string, program: unknown): SourceFunction[] {
  const found: SourceFunction[] = []
  function walk(value: unknown, holder: string): void {
    if (Array.isArray(value)) for (const one of value) walk(one, holder)
    if (!isNode(value)) return
    const name = value.id?.name ?? value.key?.name ?? holder
    if (FUNCTION.test(value.type)) {
      found.push({
        name,
        line: linesIn(code, 0, value.start),
        lines: linesIn(code, value.start, value.end),
        returnsUnsentSql: returnsUnsentSql(code, value),
      })
    }
    for (const child of Object.values(value)) walk(child, name)
  }
  walk(program, '')
  return found
}

interface ExpressionNode extends Node {
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly value?: { readonly type?: string; readonly value?: unknown }
}

function expressionsIn(code: string, program: unknown): SourceExpression[] {
  const found: SourceExpression[] = []
  function walk(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isNode(value)) return
    const { regex, type, key, start, value: inner } = value as ExpressionNode
    const line = linesIn(code, 0, start)
    if (regex) found.push({ line, source: regex.pattern, flags: regex.flags })
    // The validator compiles the patterns of schemas with the flag `u`.
    if (type === 'Property' && key?.name === 'pattern' && typeof inner?.value === 'string') {
      found.push({ line, source: inner.value, flags: 'u' })
    }
    for (const child of Object.values(value)) walk(child)
  }
  walk(program)
  return found
}
const textOf = (code: string, node: Node): string => code.slice(node.start, node.end)

function returnsUnsentSql(code: string, node: Node): boolean {
  const { returnType, body } = node
  if (node.async || !returnType || !body || !/^:\s*Promise</.test(textOf(code, returnType))) return false
  return returnedBy(body).some((returned) => isUnsentSql(code, returned))
}

/** The expressions that a function returns, without those of the functions inside it. */
function returnedBy(body: Node): Node[] {
  if (body.type !== 'BlockStatement') return [body]
  const found: Node[] = []
  function walk(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isNode(value) || FUNCTION.test(value.type)) return
    if (value.type === 'ReturnStatement') {
      const { argument } = value as Node & { argument: Node | null }
      if (argument) found.push(argument)
    }
    for (const child of Object.values(value)) walk(child)
  }
  walk(body)
  return found
}

/** SQL itself, either side of a conditional, or the call of a function that is named after the statement it returns. */
function isUnsentSql(code: string, node: Node): boolean {
  const { expression, consequent, alternate } = node as Node & Record<'expression' | 'consequent' | 'alternate', Node>
  if (node.type === 'ConditionalExpression') return isUnsentSql(code, consequent) || isUnsentSql(code, alternate)
  if (/^(ParenthesizedExpression|TSAsExpression|TSNonNullExpression)$/.test(node.type))
    return isUnsentSql(code, expression)
  if (node.type === 'TaggedTemplateExpression') return true
  return node.type === 'CallExpression' && /^(?:[\w.#]+\.unsafe|[\w.]*Statements?)\b/.test(textOf(code, node))
}
