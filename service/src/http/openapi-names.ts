import { isDeepStrictEqual } from 'node:util'

type Node = Record<string, unknown>

export interface NamedDocument {
  paths: Record<string, Node>
  components: Record<'schemas' | 'responses' | 'parameters', Record<string, object>>
}

/** Keywords that hold values. A `title` below them is data, not the name of a schema. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples'])
/** Keywords for our validator, left out of the document. */
const INTERNAL_KEYWORDS = new Set(['x-validated-apart'])

/** The description of a named schema at one of the places that use it; see `Described`. */
export const HERE = 'x-here'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Moves schemas with a title, error responses made of one, and parameters that several operations take, to the components
 * and refers to them from there.
 */
export function nameParts<T extends object>(document: T): T & NamedDocument {
  const { paths, webhooks, components } = document as Record<string, unknown>
  const schemas = createNames('schemas')
  const responses = createNames('responses')

  function named(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(named)
    if (!isNode(value)) return value
    const entries = Object.entries(value).filter(([key]) => !INTERNAL_KEYWORDS.has(key))
    const node = Object.fromEntries(entries.map(([key, part]) => [key, VALUES.has(key) ? part : named(part)]))
    if (isNode(node.responses)) node.responses = Object.fromEntries(Object.entries(node.responses).map(namedError))
    if (typeof node.title !== 'string') return node
    const { [HERE]: here, ...rest } = node
    const ref = schemas.refer(node.title, rest)
    return here === undefined ? ref : { ...ref, description: here }
  }

  function namedError([status, response]: [string, unknown]): [string, unknown] {
    const name = Number(status) >= 400 ? schemaNameOf(response as Node) : undefined
    return [status, name === undefined ? response : responses.refer(name, response as Node)]
  }

  const shared = shareParameters(named(paths) as Paths)
  return {
    ...document,
    paths: shared.paths,
    ...(webhooks === undefined ? {} : { webhooks: named(webhooks) }),
    components: {
      ...(components as object),
      schemas: schemas.all(),
      responses: responses.all(),
      parameters: shared.parameters,
    },
  } as T & NamedDocument
}

function schemaNameOf({ content }: Node): string | undefined {
  const media = Object.values((content ?? {}) as Record<string, { schema?: Node }>)
  return schemaRefName(media[0]?.schema)
}

type Operation = Node & { tags?: string[]; parameters?: (Node & { name: string })[] }
type Paths = Record<string, Record<string, Operation>>

const inPascalCase = (name: string): string => name.replace(/(?:^|[-_])(.)/g, (_all, letter) => letter.toUpperCase())

/**
 * A parameter that several operations take in the same form is named after itself; one whose schema has a name, like the
 * status of a list, after its schema. Where two forms would have one name, the second has its operation's tag before it.
 */
function shareParameters(paths: Paths): { paths: Paths; parameters: Record<string, Node> } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const all = operations.flatMap(({ tags = [], parameters = [] }) =>
    parameters.map((parameter) => ({ parameter, tag: tags.join('').replaceAll(' ', '') })),
  )
  const uses = Map.groupBy(all, ({ parameter }) => JSON.stringify(parameter))
  const names = createNames('parameters')
  const refs = new Map<string, Node>()
  for (const [form, [used, another]] of uses) {
    if (!used || !another) continue
    const { parameter, tag } = used
    const own = schemaRefName(parameter.schema as Node) ?? inPascalCase(parameter.name)
    const name = [own, `${tag}${own}`].find((one) => !names.has(one))
    if (name !== undefined) refs.set(form, names.refer(name, parameter))
  }
  const shared = ({ parameters, ...operation }: Operation) =>
    parameters
      ? { ...operation, parameters: parameters.map((parameter) => refs.get(JSON.stringify(parameter)) ?? parameter) }
      : operation
  const mapped = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, shared(operation)])),
  ])
  return { paths: Object.fromEntries(mapped) as Paths, parameters: names.all() }
}

const schemaRefName = (schema: Node | undefined): string | undefined =>
  typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined

function createNames(kind: string) {
  const found = new Map<string, Node>()
  const texts = new Map<string, string>()
  /** Nearly always the texts are equal, and comparing those takes a tenth of the time. */
  const isSame = (name: string, text: string, node: Node): boolean =>
    !texts.has(name) || texts.get(name) === text || isDeepStrictEqual(found.get(name), node)
  return {
    refer(name: string, node: Node): Node {
      const text = JSON.stringify(node)
      if (!isSame(name, text, node)) throw new Error(`two ${kind} of the API document are called ${name}`)
      found.set(name, node)
      texts.set(name, text)
      return { $ref: `#/components/${kind}/${name}` }
    },
    has: (name: string): boolean => found.has(name),
    all: () => Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
