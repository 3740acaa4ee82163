import { BASE_PATH } from '../http/index.ts'
import calls from './sdk-calls.json' with { type: 'json' }

/*
 * One call of the API in three languages. The reference shows it with recorded examples; a test runs the same text with
 * the values of a running sandbox.
 */

/** The address that examples are written with; the site shows its own instead. */
export const EXAMPLE_ROOT = 'http://localhost:4000'
/** The key that examples are written with; a reader's own key takes its place. */
export const EXAMPLE_KEY = 'sk_sandbox_quickstart'

export interface ExampleCall {
  readonly operation: string
  readonly method: string
  /** With the values of its parameters. */
  readonly path: string
  /** The values of the path's parameters, in its order. */
  readonly params: readonly string[]
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

interface SdkCall {
  readonly resource: string
  readonly verb: string
  readonly isList: boolean
  readonly variable: string
}

const sdkCallOf = (operation: string): SdkCall | undefined => (calls as Readonly<Record<string, SdkCall>>)[operation]

const BASE = EXAMPLE_ROOT + BASE_PATH
const WIDTH = 90

export function queryText(query: ExampleCall['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const inShellQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** On one line where it fits, else indented. */
const jsonText = (value: unknown): string => {
  const short = JSON.stringify(value)
  return short.length <= WIDTH ? short : JSON.stringify(value, null, 2)
}

export function curlOf({ method, path, query, body }: ExampleCall): string {
  const address = BASE + path + queryText(query)
  const quoted = address.includes('&') || address.includes('?') ? inShellQuotes(address) : address
  const isDefault = method === (body ? 'POST' : 'GET')
  const head = `curl -u ${EXAMPLE_KEY}: ${isDefault ? '' : `-X ${method} `}${quoted}`
  if (!body) return head
  return `${head} \\\n  -H 'Content-Type: application/json' \\\n  -d ${inShellQuotes(jsonText(body))}`
}

const IDENTIFIER = /^[A-Za-z_]\w*$/

const scriptString = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A value as people write it in TypeScript. */
function scriptText(value: unknown, indent = ''): string {
  if (typeof value === 'string') return scriptString(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((one) => scriptText(one, deeper))
    : Object.entries(value).map(
        ([name, one]) => `${IDENTIFIER.test(name) ? name : scriptString(name)}: ${scriptText(one, deeper)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const short = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (short.length <= WIDTH - indent.length && !short.includes('\n')) return short
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`
}

export function typescriptOf({ operation, params, query, body }: ExampleCall): string | undefined {
  const call = sdkCallOf(operation)
  if (!call) return undefined
  const hasQuery = Object.keys(query).length > 0
  const words = [
    ...params.map((one) => scriptText(one)),
    ...(body ? [scriptText(body)] : []),
    ...(hasQuery ? [body ? `{ query: ${scriptText(query)} }` : scriptText(query)] : []),
  ]
  const expression = `tributary.${call.resource}.${call.verb}(${words.join(', ')})`
  const use = call.isList
    ? `for await (const ${call.variable} of ${expression}) console.log(${call.variable})`
    : `const ${call.variable} = await ${expression}\nconsole.log(${call.variable})`
  return `import { Tributary } from '@tributary/sdk'

const tributary = new Tributary({ apiKey: '${EXAMPLE_KEY}', baseUrl: '${BASE}' })
${use}`
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** A value as people write it in Python. */
function pythonText(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value)
    return PYTHON_WORDS[text] ?? text
  }
  const deeper = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((one) => pythonText(one, deeper))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonText(one, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const short = `${open}${parts.join(', ')}${close}`
  if (short.length <= WIDTH - indent.length && !short.includes('\n')) return short
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`
}

export function pythonOf({ operation, params, query, body }: ExampleCall): string | undefined {
  const call = sdkCallOf(operation)
  if (!call) return undefined
  const named = Object.entries({ ...body, ...query })
  const words = [
    ...params.map((one) => pythonText(one)),
    ...named.map(([name, value]) => `${name}=${pythonText(value, '    ')}`),
  ]
  const short = words.join(', ')
  const given =
    short.length <= WIDTH - 40 && !short.includes('\n') ? short : `\n${words.map((one) => `    ${one},\n`).join('')}`
  const expression = `tributary.${snake(call.resource)}.${snake(call.verb)}(${given})`
  const variable = snake(call.variable)
  const use = call.isList
    ? `for ${variable} in ${expression}:\n    print(${variable})`
    : `${variable} = ${expression}\nprint(${variable})`
  return `from tributary import Tributary

tributary = Tributary("${EXAMPLE_KEY}", base_url="${BASE}")
${use}`
}

/** The call as programs in Markdown: curl, TypeScript and Python. */
export function snippetsOf(call: ExampleCall): string {
  const programs = [
    ['sh', curlOf(call)],
    ['ts', typescriptOf(call)],
    ['python', pythonOf(call)],
  ]
  return programs
    .filter(([, code]) => code !== undefined)
    .map(([language, code]) => `\`\`\`${language}\n${code}\n\`\`\``)
    .join('\n\n')
}
