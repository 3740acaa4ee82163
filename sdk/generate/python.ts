import { RESOURCES } from '../typescript/src/resources.ts'
import {
  type ApiDocument,
  errorCodes,
  namedSchemas,
  nameOf,
  type Operation,
  operationsOf,
  resolve,
  type Schema,
} from './schema.ts'

const HEAD = '# Generated from the API document by `npm run sdk`. Do not edit.\n'

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const pascal = (name: string): string => `_${name}`.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase())
const literal = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : value === null
      ? 'None'
      : value === true
        ? 'True'
        : value === false
          ? 'False'
          : String(value)
const union = (parts: readonly string[]): string => [...new Set(parts)].join(' | ')

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Whether a schema is of something that is sent: its objects are dicts. Answers are instances of classes. */
type Direction = 'sent' | 'answered'

/** A class or a dict type that the module needs, in the order in which they must stand. */
interface Types {
  readonly texts: Map<string, string>
  add(name: string, schema: Schema, direction: Direction): string
}

function typeOf(types: Types, schema: Schema, name: string, direction: Direction): string {
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return union(variants.map((one, at) => typeOf(types, one, `${name}${at + 1}`, direction)))
  const kinds = [schema.type ?? []].flat()
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null)
    return union([
      `Literal[${values.map(literal).join(', ')}]`,
      ...(kinds.includes('null') || values.length < schema.enum.length ? ['None'] : []),
    ])
  }
  return kinds.length === 0
    ? 'Any'
    : union(kinds.map((kind) => SIMPLE[kind] ?? structureOf(types, schema, kind, name, direction)))
}

function structureOf(types: Types, schema: Schema, kind: string, name: string, direction: Direction): string {
  if (kind === 'array') {
    const item = typeOf(types, schema.items ?? {}, `${name}Item`, direction)
    return direction === 'sent' ? `Sequence[${item}]` : `List[${item}]`
  }
  return schema.properties
    ? types.add(name, schema, direction)
    : direction === 'sent'
      ? 'Mapping[str, Any]'
      : 'Dict[str, Any]'
}

const doc = (text: string | undefined, indent: string): string =>
  text
    ? `${indent}"""${text
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('\\', '\\\\')
        .replaceAll('"', "'")
        .trim()}"""\n`
    : ''

/** Replaces references by the schemas that they name, which keep their names as titles. */
function inlined(document: ApiDocument, schema: Schema, depth = 0): Schema {
  if (depth > 12) return {}
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    return { ...inlined(document, document.components.schemas[name] ?? {}, depth + 1), title: name }
  }
  const entries = Object.entries(schema.properties ?? {})
  return {
    ...schema,
    ...(schema.properties
      ? { properties: Object.fromEntries(entries.map(([name, one]) => [name, inlined(document, one, depth + 1)])) }
      : {}),
    ...(schema.items ? { items: inlined(document, schema.items, depth + 1) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map((one) => inlined(document, one, depth + 1)) } : {}),
    ...(schema.oneOf ? { oneOf: schema.oneOf.map((one) => inlined(document, one, depth + 1)) } : {}),
  }
}

function modelText(types: Types, name: string, schema: Schema): string {
  const { properties = {}, required = [] } = schema
  const nested: string[] = []
  const fields = Object.entries(properties).map(([field, inner]) => {
    const type = typeOf(types, inner, `${name}${pascal(field)}`, 'answered')
    const inside = /^(?:List\[)?([A-Z]\w+)\]?(?: \| None)?$/.exec(type)?.[1]
    if (inside && types.texts.has(inside)) nested.push(`"${field}": ${inside}`)
    return required.includes(field)
      ? `    ${field}: ${type}`
      : `    ${field}: ${union([...type.split(' | '), 'None'])} = None`
  })
  return [
    '@dataclass(frozen=True, kw_only=True)',
    `class ${name}(Model):`,
    doc(schema.description, '    ').trimEnd(),
    ...fields,
    `    NESTED: ClassVar[Mapping[str, Any]] = {${nested.join(', ')}}`,
    '',
  ]
    .filter((line, at) => line !== '' || at > 3)
    .join('\n')
}

function dictText(types: Types, name: string, schema: Schema): string {
  const { properties = {}, required = [] } = schema
  const line = ([field, inner]: [string, Schema]): string =>
    `    ${field}: ${typeOf(types, inner, `${name}${pascal(field)}`, 'sent')}`
  const entries = Object.entries(properties)
  const needed = entries.filter(([field]) => required.includes(field)).map(line)
  const free = entries.filter(([field]) => !required.includes(field)).map(line)
  const lines = (own: readonly string[]): string => (own.length > 0 ? own.join('\n') : '    pass')
  return `class _${name}Required(TypedDict):\n${lines(needed)}\n\n\nclass ${name}(_${name}Required, total=False):\n${lines(free)}\n`
}

function createTypes(): Types {
  const texts = new Map<string, string>()
  const types: Types = {
    texts,
    add(fallback, schema, direction) {
      const name = schema.title ?? fallback
      if (texts.has(name)) return name
      const text = direction === 'sent' ? dictText(types, name, schema) : modelText(types, name, schema)
      // Set after its parts, so that these stand before it.
      texts.set(name, text)
      return name
    },
  }
  return types
}

/** A parameter of a method: a field of the body or of the query. */
interface Parameter {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly place: 'body' | 'query'
}

/** A query takes one value for a list of one. */
function queryType(types: Types, schema: Schema, name: string): string {
  const own = typeOf(types, schema, name, 'sent')
  return schema.type === 'array' ? union([typeOf(types, schema.items ?? {}, name, 'sent'), own]) : own
}

function parametersOf(document: ApiDocument, types: Types, { body, query, id }: Operation): Parameter[] {
  const { properties = {}, required = [] } = body ? inlined(document, body) : {}
  const inBody = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(types, schema, `${pascal(id)}${pascal(name)}`, 'sent'),
    isRequired: required.includes(name),
    place: 'body' as const,
  }))
  const inQuery = query.map(({ name, schema, required: isRequired }) => ({
    name,
    type: queryType(types, resolve(document, schema), `${pascal(id)}${pascal(name)}`),
    isRequired: isRequired === true,
    place: 'query' as const,
  }))
  return [...inBody, ...inQuery]
}

interface Described {
  readonly operation: Operation
  readonly verb: string
  readonly parameters: readonly Parameter[]
  readonly answer: string
}

function methodText({ operation, verb, parameters, answer }: Described, isAsync: boolean): string {
  const { params, path, method, answers, summary, id } = operation
  const isList = answers !== 'one'
  const needed = parameters.filter(({ isRequired }) => isRequired).map(({ name, type }) => `${name}: ${type}`)
  const free = parameters
    .filter(({ isRequired }) => !isRequired)
    .map(({ name, type }) => `${name}: ${type} | Unset = UNSET`)
  const words = [
    'self',
    ...params.map((name) => `${name}: str`),
    '*',
    ...needed,
    ...free,
    'options: CallOptions | None = None',
  ]
  const filled =
    params.length > 0
      ? `path(${[JSON.stringify(path), ...params.map((name) => `${name}=${name}`)].join(', ')})`
      : JSON.stringify(path)
  const group = (place: string): string => {
    const own = parameters.filter((one) => one.place === place)
    return own.length === 0 ? 'None' : `given({${own.map(({ name }) => `"${name}": ${name}`).join(', ')}})`
  }
  const hasBody = operation.body !== undefined
  const call = `Call("${id}", "${method}", ${filled}, ${group('query')}, ${hasBody ? group('body').replace(/^None$/, '{}') : 'None'}, options)`
  const kind = isList ? `${isAsync ? 'AsyncListing' : 'Listing'}[${answer}]` : answer
  const prefix = isAsync && !isList ? 'async def' : 'def'
  const body = isList
    ? `return ${isAsync ? 'AsyncListing' : 'Listing'}(self._send, ${call}, ${answer})`
    : `return ${answer}.from_dict(${isAsync ? 'await ' : ''}self._send(${call}))`
  return [
    `    ${prefix} ${verb}(${words.join(', ')}) -> ${kind}:`,
    doc(`${summary}.`, '        ').trimEnd(),
    `        ${body}`,
    '',
  ].join('\n')
}

const className = (name: string, isAsync: boolean): string => `${isAsync ? 'Async' : ''}${pascal(snake(name))}Resource`

/** Resources with methods of their own, written by hand: the client sets them. */
const HAND_MADE = ['events']

function allText(names: readonly string[], isAsync: boolean): string {
  return [
    `class ${isAsync ? 'Async' : ''}Resources:`,
    `    def __init__(self, send: ${isAsync ? 'AsyncSend' : 'Send'}) -> None:`,
    ...names
      .filter((name) => !HAND_MADE.includes(name))
      .map((name) => `        self.${snake(name)} = ${className(name, isAsync)}(send)`),
    '',
  ].join('\n')
}

function resourceText(name: string, described: readonly Described[], isAsync: boolean): string {
  return [
    `class ${className(name, isAsync)}:`,
    `    def __init__(self, send: ${isAsync ? 'AsyncSend' : 'Send'}) -> None:`,
    '        self._send = send',
    '',
    ...described.map((one) => methodText(one, isAsync)),
  ].join('\n')
}

function describe(document: ApiDocument, types: Types): [string, Described[]][] {
  const operations = new Map(operationsOf(document).map((operation) => [operation.id, operation]))
  return Object.entries(RESOURCES).map(([resource, verbs]) => [
    resource,
    Object.entries(verbs).flatMap(([verb, id]) => {
      const operation = operations.get(id)
      if (!operation) return []
      const parameters = parametersOf(document, types, operation)
      const shown = inlined(document, operation.item ?? operation.answer)
      return [{ operation, verb: snake(verb), parameters, answer: types.add(pascal(operation.id), shown, 'answered') }]
    }),
  ])
}

/** The modules of the Python library: its models, and its resources. */
export function pythonTexts(document: ApiDocument): { models: string; resources: string } {
  const types = createTypes()
  const described = describe(document, types)
  // The body of a webhook's call is in no operation.
  const notification = namedSchemas(document).find(([name]) => name === 'Notification')
  if (notification)
    types.add(notification[0], inlined(document, { ...notification[1], title: 'Notification' }), 'answered')
  const names = [...types.texts.keys()].sort()
  const models = [
    HEAD,
    'from __future__ import annotations\n',
    'from dataclasses import dataclass',
    'from typing import Any, ClassVar, Dict, List, Literal, Mapping, Sequence, TypedDict\n',
    'from .._model import Model\n',
    `ErrorCode = Literal[${errorCodes(document).map(literal).join(', ')}]\n\n`,
    [...types.texts.values()].join('\n\n'),
  ].join('\n')
  const clients = described.flatMap(([name, own]) => [resourceText(name, own, false), resourceText(name, own, true)])
  const resources = [
    HEAD,
    'from __future__ import annotations\n',
    'from typing import Any, List, Literal, Mapping, Sequence\n',
    'from .._call import UNSET, AsyncSend, Call, CallOptions, Send, Unset, given, path',
    'from .._listing import AsyncListing, Listing',
    `from .models import (\n${names.map((name) => `    ${name},`).join('\n')}\n)\n`,
    `OPERATIONS = (${described.flatMap(([, own]) => own.map(({ operation }) => `"${operation.id}"`)).join(', ')},)\n\n`,
    clients.join('\n\n'),
    '',
    ...[false, true].map((isAsync) =>
      allText(
        described.map(([name]) => name),
        isAsync,
      ),
    ),
  ].join('\n')
  return { models, resources }
}
