import { readFileSync } from 'node:fs'
import { type List, RESOURCES } from '../../sdk/typescript/src/index.ts'
import type { Arguments, Option } from './arguments.ts'
import { type Command, type Context, show } from './command.ts'
import { CommandError } from './exit-codes.ts'
import { DESCRIBED, type Field } from './generated/operations.ts'
import { cell, readAll, record, table } from './terminal.ts'

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')

const COMMON: readonly Option[] = [
  { name: 'data', does: 'The whole body as JSON; @FILE for that of a file, - for standard input' },
  { name: 'idempotency-key', does: 'Your own key for this command, so that it is done once' },
]
const WALK: readonly Option[] = [{ name: 'all', does: 'Every entry, page after page', isSwitch: true }]

const optionOf = ({ name, does, type, values, isRequired }: Field): Option => ({
  name: kebab(name),
  does: [isRequired ? '(required)' : '', does || (values ?? []).join(', ')].filter(Boolean).join(' '),
  ...(type === 'boolean' ? { isSwitch: true } : {}),
  ...(type === 'list' ? { isList: true } : {}),
  ...(values ? { values } : {}),
})

const READERS: Readonly<Record<Field['type'], (text: string, name: string) => unknown>> = {
  text: (text) => text,
  boolean: (text) => text === 'true',
  list: (text) => text.split(',').map((one) => one.trim()),
  number: (text, name) => {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new CommandError(`--${kebab(name)} is a number; not ${text}.`)
    return Number(text)
  },
  json: (text, name) => parseJson(text, `--${kebab(name)}`),
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${what} is not JSON.`)
  }
}

async function readData({ terminal }: Context, text: string | undefined): Promise<object> {
  if (text === undefined) return {}
  const isFile = text.startsWith('@')
  const source = text === '-' ? await readAll(terminal.stdin) : isFile ? readFileSync(text.slice(1), 'utf8') : text
  const body = parseJson(source, '--data')
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new CommandError('--data is not a JSON object.')
}

function inputOf(fields: readonly Field[], place: Field['in'], { options }: Arguments): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter((field) => field.in === place && options[kebab(field.name)] !== undefined)
      .map((field) => [field.name, READERS[field.type](options[kebab(field.name)] as string, field.name)]),
  )
}

function checkRequired(fields: readonly Field[], body: object): void {
  const missing = fields.filter((field) => field.isRequired && field.in === 'body' && !(field.name in body))
  if (missing.length === 0) return
  throw new CommandError(`Missing: ${missing.map(({ name }) => `--${kebab(name)}`).join(', ')}.`)
}

/** The command of one operation: `payouts create`. */
function operationCommand(resource: string, verb: string, operation: string): Command {
  const described = DESCRIBED[operation]
  if (!described) throw new Error(`${operation} is not described: run npm run sdk`)
  const { summary, params, answers, fields } = described
  const hasBody = fields.some((field) => field.in === 'body')
  const isList = answers !== 'one'
  return {
    name: `${kebab(resource)} ${kebab(verb)}`,
    args: params.map((name) => name.toUpperCase()).join(' '),
    does: summary,
    options: [...fields.map(optionOf), ...(hasBody ? COMMON : []), ...(isList ? WALK : [])],
    async run(context, args) {
      if (args.words.length !== params.length) {
        throw new CommandError(
          `It takes ${params.length === 0 ? 'no words' : params.map((one) => one.toUpperCase()).join(' ')}.`,
        )
      }
      const method = methodOf(context, resource, verb)
      const query = inputOf(fields, 'query', args)
      if (isList) return showList(context, method(...args.words, query) as List<object, never>, args)
      const key = args.options['idempotency-key']
      const options = { signal: context.signal, ...(key ? { idempotencyKey: key } : {}) }
      const body = { ...(await readData(context, args.options.data)), ...inputOf(fields, 'body', args) }
      if (hasBody) checkRequired(fields, body)
      const input = hasBody ? [body, { ...options, query }] : fields.length > 0 ? [query, options] : [options]
      const answer = (await method(...args.words, ...input)) as Record<string, unknown>
      show(context, answer, () => record(context.output, answer))
      return undefined
    },
  }
}

const methodOf = (context: Context, resource: string, verb: string): ((...args: unknown[]) => unknown) =>
  (context.client() as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>)[resource]?.[
    verb
  ] as never

/** Columns that tell most, as far as entries have them; then whatever else fits. */
const COLUMNS = [
  'id',
  'position',
  'request_id',
  'status',
  'type',
  'event',
  'action',
  'resource',
  'amount_in_cents',
  'total_in_cents',
  'fee_in_cents',
  'account_connection',
  'source',
  'destination',
  'buyer',
  'first_name',
  'last_name',
  'email',
  'url',
  'origin',
  'method',
  'path',
  'to',
  'subject',
  'entry',
  'date',
  'at',
  'created_at',
]

async function showList(context: Context, list: List<object, never>, { options }: Arguments): Promise<undefined> {
  const { output, isJson } = context
  if (options.all === 'true') {
    if (isJson) for await (const entry of list) output.print(JSON.stringify(entry))
    else showTable(context, await list.toArray())
    return undefined
  }
  const page = (await list) as {
    data: object[]
    pagination: { total?: number; has_more?: boolean; next_after?: number }
  }
  show(context, page, () => tableOf(context, page.data))
  const { total, has_more, next_after } = page.pagination
  const hint =
    total !== undefined && total > page.data.length
      ? `${page.data.length} of ${total}; --all for every one, --page and --page-size for others.`
      : has_more
        ? `There is more: --after ${next_after}, or --all.`
        : ''
  if (!isJson && hint) output.note(output.style('dim', hint))
  return undefined
}

function showTable(context: Context, entries: readonly object[]): void {
  for (const line of tableOf(context, entries)) context.output.print(line)
}

function tableOf({ output }: Context, entries: readonly object[]): string[] {
  if (entries.length === 0) return [output.style('dim', 'None.')]
  const heads = COLUMNS.filter((name) => entries.some((entry) => name in entry))
  const rows = entries.map((entry) => heads.map((name) => cell((entry as Record<string, unknown>)[name])))
  return table(output, heads, rows)
}

/** A command for every operation of the API, by the tables of the SDK. */
export const RESOURCE_COMMANDS: readonly Command[] = Object.entries(RESOURCES).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => operationCommand(resource, verb, operation)),
)
