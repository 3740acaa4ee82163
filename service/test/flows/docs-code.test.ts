import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readArguments } from '../../../cli/src/arguments.ts'
import { findCommand } from '../../../cli/src/commands.ts'
import { GROUPS } from '../../src/docs/contents.ts'
import { parseMarkdown } from '../../src/docs/markdown/blocks.ts'
import { curlOf, EXAMPLE_KEY, EXAMPLE_ROOT, type ExampleCall, pythonOf, typescriptOf } from '../../src/docs/snippets.ts'
import { recordOperations } from '../support/api-examples/operations.ts'
import type { MakeCall } from '../support/api-examples/recorder.ts'
import { basic } from '../support/client.ts'
import { connected, invited, paid } from '../support/payouts.ts'
import { hasPython, python, type Run, shell, typescript, withSources } from '../support/programs/runners.ts'
import { type RunningService, startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../../..')
const IS_PYTHON_THERE = hasPython()
let running: RunningService

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10' })
})

interface Program {
  readonly page: string
  readonly language: string
  readonly code: string
}

/** Every block of code of every page that is a file. Pages that are made hold programs of the reference, and JSON. */
async function readPrograms(): Promise<Program[]> {
  const files = GROUPS.flatMap(({ pages }) => pages.flatMap((page) => ('file' in page ? [page] : [])))
  const read = files.map(async ({ slug, file }) =>
    parseMarkdown(await readFile(join(ROOT, file), 'utf8'))
      .filter((block) => block.kind === 'code')
      .map(({ language, code }) => ({ page: slug, language, code })),
  )
  return (await Promise.all(read)).flat()
}

const programs = await readPrograms()
const inLanguage = (language: string) => programs.filter((one) => one.language === language && one.page !== 'webhooks')

/** No compiler of these is at hand. The names in them are those that Connect calls. */
const UNCOMPILED = ['swift', 'kotlin', 'jsx']

it('every labelled block is of a language that a test runs or reads', () => {
  const known = ['sh', 'ts', 'python', 'json', 'html', ...UNCOMPILED]
  const labelled = programs.filter(({ language }) => language !== '')
  expect(labelled.length).toBeGreaterThan(35)
  expect(labelled.filter(({ language }) => !known.includes(language))).toEqual([])
  for (const { code, language } of labelled.filter((one) => one.language === 'json'))
    expect([language, typeof JSON.parse(code)]).toEqual(['json', 'object'])
  for (const { code, language } of labelled.filter((one) => UNCOMPILED.includes(one.language)))
    expect([language, code.includes('connect_exit')]).toEqual([language, true])
})

it('docs/webhooks.md has one program of each language, which webhook-docs.test.ts runs', () => {
  const own = programs.filter(({ page }) => page === 'webhooks').map(({ language }) => language)
  expect(own.filter((language) => ['sh', 'ts', 'python'].includes(language)).toSorted()).toEqual(['python', 'sh', 'ts'])
})

it('every command of the command line is one that it has', () => {
  const lines = programs
    .filter(({ language }) => language === '')
    .flatMap(({ code }) => code.split('\n'))
    .flatMap((line) => /^(?:npm exec )?tributary (.+)$/.exec(line)?.[1] ?? [])
  expect(lines.length).toBeGreaterThan(6)
  for (const line of lines) {
    const words = line.split(' ').filter((word) => word !== '--')
    const found = findCommand(words)
    expect([line, found !== undefined]).toEqual([line, true])
    const options = [...(found?.command.options ?? []), { name: 'profile', does: '' }]
    expect(() => readArguments(found?.rest ?? [], options), line).not.toThrow()
  }
})

/** An enterprise of its own for a program, and the program with its key and address. */
async function localized({ code, page }: Program): Promise<{ code: string; key: string }> {
  const { sandbox, keys } = await running.enterprise()
  // A program may go on from an earlier one of its page, which left a connection and a payout.
  if (page === '' || page === 'pay-creators') await paid(sandbox, await connected(sandbox, 'direct'), 100)
  const connection = page === 'connect' ? await invited(sandbox) : ''
  const own = code
    .replaceAll(EXAMPLE_ROOT, running.roots.sandbox)
    .replaceAll(EXAMPLE_KEY, keys.sandbox)
    .replaceAll('acon_…', connection)
  return { code: own, key: keys.sandbox }
}

/** Errors that a page shows on purpose. */
const SHOWN_ERRORS: Readonly<Record<string, readonly string[]>> = {
  idempotency: ['idempotency_key_reused'],
  split: ['incorrect_code'],
}

describe('programs of the guides', () => {
  const named = (language: string) => inLanguage(language).map((program, at) => ({ at, ...program }))

  it.each(named('sh'))('$page, number $at, runs in a shell', async (program) => {
    const { code, key } = await localized(program)
    const [output = ''] = await shell({ KEY: key, BASE: `${running.roots.sandbox}/enterprise/v1` })(code)
    expect(output).not.toBe('')
    const codes = [...String(output).matchAll(/"code":"(\w+)","request_id"/g)].map(([, name]) => name)
    expect(codes.filter((name) => !SHOWN_ERRORS[program.page]?.includes(name ?? ''))).toEqual([])
  })

  it('in TypeScript run, and print what they say', async () => {
    const run = typescript()
    for (const program of inLanguage('ts')) {
      const printed = await run((await localized(program)).code)
      expect([program.page, printed.length > 0]).toEqual([program.page, true])
    }
  })

  it.runIf(IS_PYTHON_THERE)('in Python run, and print what they say', async () => {
    const run = python()
    for (const program of inLanguage('python')) {
      const printed = await run((await localized(program)).code)
      expect([program.page, printed.length > 0]).toEqual([program.page, true])
    }
  })
})

/** Calls that the tests below have made, with their real values. */
const referenceCalls: ExampleCall[] = []

function toCall(operation: string, method: string, address: string, body: unknown, template: string): ExampleCall {
  const [path = '', query = ''] = address.split('?')
  const steps = template.split('/')
  return {
    operation,
    method,
    path,
    params: path.split('/').filter((_step, at) => steps[at]?.startsWith('{')),
    query: Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, typed(value)])),
    body: body as ExampleCall['body'],
  }
}

const typed = (text: string): unknown => (/^(?:true|false|\d+)$/.test(text) ? JSON.parse(text) : text)

/** Makes each recorded call by running the program that the reference shows for it, with the values of this sandbox. */
async function byPrograms(write: (call: ExampleCall) => string | undefined, run: Run) {
  const { paths } = (await (await fetch(`${running.roots.sandbox}/enterprise/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const templates = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ operationId }) => [operationId, path] as const),
    ),
  )
  const called = new Set<string>()
  const makeCalls =
    (key: string): MakeCall =>
    async (operation, method, path, body, options) => {
      const call = toCall(operation, method, path, body, templates.get(operation) ?? '')
      referenceCalls.push(call)
      const given = options?.headers?.authorization
      const own = given ? keyOf(given) : key
      const code = write(call)?.replaceAll(EXAMPLE_ROOT, running.roots.sandbox).replaceAll(EXAMPLE_KEY, own)
      if (code === undefined) throw new Error(`${operation} has no program`)
      const printed = await run(code)
      called.add(operation)
      const isText = typeof printed[0] === 'string'
      const answer = isText ? JSON.parse(printed[0] as string) : printed[0]
      const isList = !isText && operation.startsWith('list')
      const shown = isList ? { data: printed } : answer
      return { status: shown?.request_id ? 500 : 200, headers: new Headers(), text: JSON.stringify(shown), body: shown }
    }
  await recordOperations(running, makeCalls)
  expect([...called].toSorted()).toEqual([...templates.keys()].toSorted())
}

const keyOf = (authorization: string): string => {
  const key = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().replace(/:$/, '')
  expect(basic(key)).toBe(authorization)
  return key
}

describe('programs of the reference', () => {
  it('call every operation with curl', () => byPrograms(curlOf, shell()))

  it('call every operation in TypeScript', () => byPrograms(typescriptOf, typescript()))

  it.runIf(IS_PYTHON_THERE)('call every operation in Python', () => byPrograms(pythonOf, python()))
})

it('programs in TypeScript compile under strict rules, those of the reference too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docs-types-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const codes = [...inLanguage('ts').map(({ code }) => code), ...referenceCalls.map((call) => typescriptOf(call) ?? '')]
  const names = await Promise.all(
    codes.map(async (code, at) => {
      await writeFile(join(folder, `program-${at}.ts`), withSources(code))
      return `program-${at}.ts`
    }),
  )
  const flags = '--noEmit --strict --target es2024 --module nodenext --allowImportingTsExtensions --skipLibCheck'
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node']
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, [...flags.split(' '), ...types, ...names], { cwd: folder }).catch(
    (error) => error,
  )
  expect(stdout).toBe('')
})
