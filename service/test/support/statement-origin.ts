import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const readAll = (patterns: readonly string[], isWanted: (file: string) => boolean): string =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
    .filter(isWanted)
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')

const isTest = (file: string): boolean => !file.startsWith('service/src/') || file.endsWith('.test.ts')

const TEMPLATE = /`\s*((?:select|insert|update|delete|with)\b[^`]*)`/g
const VALUE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/

interface Template {
  readonly form: RegExp
  /** How many of its characters are no values. */
  readonly written: number
}

/** The statements that stand in these sources, with anything at the place of each value. */
const templatesIn = (sources: string): Template[] =>
  [...sources.matchAll(TEMPLATE)].map(([, text = '']) => {
    const parts = flat(text).split(VALUE)
    const form = new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*?')}$`)
    return { form, written: parts.join('').length }
  })

/** A shorter template, such as one of values alone, says nothing of where a text is from. */
const WRITTEN_SHARE_MIN = 0.45

const OF_TESTS = ['service/**/*.ts', 'prove/**/*.ts', 'bench/**/*.ts', '{sdk,cli}/test/**/*.ts', 'examples/**/*.ts']

/** Tests send statements themselves, to look at rows or to change them: those stand in a test, or at least begin there alone. */
export function createOrigins(): (text: string) => 'service' | 'test' {
  const service = flat(readAll(['service/src/**/*.ts'], (file) => !isTest(file)))
  const sources = readAll(OF_TESTS, isTest)
  const tests = flat(sources)
  const templates = templatesIn(sources)
  return (text) => {
    const sent = flat(text)
    const [beginning = ''] = sent.split(/\$\d|"/)
    if (tests.includes(beginning.trim()) && !service.includes(beginning.trim())) return 'test'
    const long = templates.filter(({ written }) => written >= sent.length * WRITTEN_SHARE_MIN)
    return long.some(({ form }) => form.test(sent)) ? 'test' : 'service'
  }
}
