import { exampleId } from '../http/index.ts'
import {
  type ApiDocument,
  nameOf,
  type Operation,
  operationsOf,
  type Parameter,
  resolveSchema,
  type Schema,
} from './document.ts'
import { anchorOf } from './markdown/blocks.ts'
import { snippetsOf } from './snippets.ts'

/* The API reference as Markdown, a page per tag of the document and one for the shapes. */

export const REFERENCE = 'api'
const SHAPES = `${REFERENCE}/shapes`

export const tagSlug = (tag: string): string => `${REFERENCE}/${anchorOf(tag)}`

/** Ids in examples, by the step of the path before them. */
const EXAMPLE_PARAMS: Readonly<Record<string, string>> = {
  'account-connection': exampleId('acon'),
  p2p: exampleId('acon', 'b'),
  payout: exampleId('pay'),
  contract: exampleId('con'),
  buyer: exampleId('buy'),
  purchase: exampleId('pch'),
  webhook: exampleId('wh'),
  delivery: exampleId('dlv'),
  approval: exampleId('apr'),
  'embed-origin': exampleId('emb'),
  external: 'creator-1001',
}

function exampleParams({ path, answers }: Operation): string[] {
  const steps = path.split('/')
  const answered = (answers[0]?.example as { id?: string } | undefined)?.id
  const isAlone = steps.filter((step) => step.startsWith('{')).length === 1
  return steps.flatMap((step, at) => {
    if (!step.startsWith('{')) return []
    const before = steps[at - 1] ?? ''
    const own = isAlone && step === '{id}' && answered ? answered : undefined
    return [own ?? EXAMPLE_PARAMS[path.startsWith('/p2p/') ? 'own-p2p' : before] ?? exampleId(before.slice(0, 3))]
  })
}

/** The path with values in place of its parameters. */
function filled(path: string, params: readonly string[]): string {
  const rest = [...params]
  return path
    .split('/')
    .map((step) => (step.startsWith('{') ? rest.shift() : step))
    .join('/')
}

const link = (name: string): string => `[${name}](/docs/${SHAPES}#${anchorOf(name)})`

const code = (text: unknown): string => `\`${String(text)}\``

/** The type of a schema in words, with links to the shapes. */
function typeText(schema: Schema): string {
  if (schema.$ref) return link(nameOf(schema.$ref))
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.map(typeText).join(' or ')
  if (schema.const !== undefined) return code(schema.const)
  const types = [schema.type ?? 'any'].flat()
  return types
    .map((type) => (type === 'array' ? `list of ${typeText(schema.items ?? {})}` : type))
    .join(' or ')
    .replace('list of string', 'list of strings')
}

/** Bounds that a value must keep to. */
function rulesText({ enum: values, format, default: fallback, minimum, maximum, maxLength }: Schema): string {
  return [
    values ? `One of ${values.map(code).join(', ')}.` : '',
    format === 'date-time' ? 'A moment, ISO 8601.' : '',
    minimum !== undefined && maximum !== undefined ? `${amount(minimum)} to ${amount(maximum)}.` : '',
    maxLength !== undefined && maxLength !== 255 ? `At most ${amount(maxLength)} characters.` : '',
    fallback !== undefined ? `Default ${code(fallback)}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const amount = (number: number): string => number.toLocaleString('en-US')

const oneLine = (text: string): string => text.split('\n').filter(Boolean).join(' ').replaceAll('|', '\\|')

const inPeriod = (text: string): string => (text === '' || /[.!?:]$/.test(text) ? text : `${text}.`)

function fieldRow(name: string, schema: Schema, isRequired: boolean, described = schema.description ?? ''): string {
  const means = [inPeriod(oneLine(described)), rulesText(schema)].filter(Boolean).join(' ')
  return `| \`${name}\`${isRequired ? ' **required**' : ''} | ${typeText(schema)} | ${means} |`
}

/** Fields of an object, and of objects without a name of their own inside it. */
function fieldRows({ properties = {}, required = [] }: Schema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.items ?? schema
    const rows = inner.properties && !inner.$ref ? fieldRows(inner, `${prefix}${name}.`) : []
    return [fieldRow(prefix + name, schema, required.includes(name)), ...rows]
  })
}

const FIELDS = '| field | type | |\n|---|---|---|'

const tableOf = (rows: readonly string[]): string => [FIELDS, ...rows].join('\n')

const parameterRow = ({ name, schema, required, description }: Parameter): string =>
  fieldRow(name, schema, required === true, description ?? schema.description ?? '')

const titled = (title: string, text: string): string[] => (text === '' ? [] : [`**${title}**`, text])

/** A body by its fields; of several shapes that it may have, by links to them. */
function bodyText(document: ApiDocument, schema: Schema): string {
  const { properties } = resolveSchema(document, schema)
  if (properties) return Object.keys(properties).length === 0 ? '' : tableOf(fieldRows(resolveSchema(document, schema)))
  return `${typeText(schema)}.`
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

function answersText({ answers }: Operation): string[] {
  return answers.flatMap(({ status, schema, example }, at) => {
    const shape = schema ? ` ${typeText(schema)}` : ''
    const isDryRun = status === '200' && answers.length > 1
    return [
      `**Answer** \`${status}\`${shape}${isDryRun ? ', to a dry run' : ''}`,
      ...(example !== undefined && at === answers.length - 1 ? [json(example)] : []),
    ]
  })
}

const errorLink = (name: string): string => `[\`${name}\`](/docs/errors#${name})`

function operationText(document: ApiDocument, operation: Operation): string {
  const { method, path, summary, description, scope, parameters, body, example, errors } = operation
  const isCall = path.startsWith('/')
  const params = exampleParams(operation)
  const given = (example ?? undefined) as Record<string, unknown> | undefined
  const place = (where: string): string[] => parameters.filter((one) => one.in === where).map(parameterRow)
  const needs = scope ? ` · scope ${code(scope)}` : ''
  return [
    `## ${summary}`,
    isCall ? `${code(`${method} ${path}`)}${needs}` : '`POST` to your address',
    ...(description ? [description] : []),
    ...(isCall
      ? [snippetsOf({ operation: operation.id, method, path: filled(path, params), params, query: {}, body: given })]
      : [json(given)]),
    ...titled('Path', place('path').length > 0 ? tableOf(place('path')) : ''),
    ...titled('Query', place('query').length > 0 ? tableOf(place('query')) : ''),
    ...titled('Headers', place('header').length > 0 ? tableOf(place('header')) : ''),
    ...titled('Body', body ? bodyText(document, body) : ''),
    ...(isCall ? answersText(operation) : []),
    ...(errors.length > 0 ? [`**Errors** ${errors.map(errorLink).join(', ')}`] : []),
  ].join('\n\n')
}

/** The page of a tag: its operations, in the order of the document. */
export function tagPage(document: ApiDocument, tag: string): string {
  const operations = operationsOf(document).filter((one) => one.tag === tag)
  const rows = operations.map(
    ({ method, path, summary }) => `| [${summary}](#${anchorOf(summary)}) | \`${method} ${path}\` |`,
  )
  const description = document.tags.find(({ name }) => name === tag)?.description ?? ''
  return [
    `# ${tag}`,
    description,
    ['| operation | |', '|---|---|', ...rows].join('\n'),
    ...operations.map((one) => operationText(document, one)),
  ].join('\n\n')
}

const isError = (name: string, schema: Schema): boolean => schema.allOf !== undefined || name === 'NoBody'

/** The page of all shapes that the document names. */
export function shapesPage(document: ApiDocument): string {
  const shapes = Object.entries(document.components.schemas).filter(([name, schema]) => !isError(name, schema))
  const texts = shapes.map(([name, schema]) =>
    [
      `## ${name}`,
      ...(schema.description ? [schema.description] : []),
      schema.properties ? tableOf(fieldRows(schema)) : [typeText(schema), rulesText(schema)].filter(Boolean).join('. '),
    ].join('\n\n'),
  )
  return ['# Shapes', 'The objects that operations take and answer, by name.', ...texts].join('\n\n')
}

/** The first page of the reference: the conventions of all operations, and the way to each group. */
export function overviewPage(document: ApiDocument): string {
  const rows = document.tags.map(
    ({ name, description = '' }) =>
      `| [${name}](/docs/${tagSlug(name)}) | ${oneLine(description.split('\n', 1)[0] ?? '')} |`,
  )
  return [
    '# API reference',
    'Made from the [OpenAPI document](/enterprise/v1/openapi.json) of this service, which is made from the schemas that validate requests.',
    ['| | |', '|---|---|', ...rows, `| [Shapes](/docs/${SHAPES}) | Every object by name. |`].join('\n'),
    '## Conventions',
    document.info.description ?? '',
  ].join('\n\n')
}

/** The address of an operation's part of the reference, by its method and path: `POST`, `/payout`. */
export function addressOf(document: ApiDocument, method: string, path: string): string | undefined {
  const found = operationsOf(document).find(
    (one) => one.method === method && (one.path === path || `/${one.path}` === path),
  )
  return found && `/docs/${tagSlug(found.tag)}#${anchorOf(found.summary)}`
}
