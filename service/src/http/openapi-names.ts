import { isDeepStrictEqual } from 'node:util'

type Node = Record<string, unknown>

export interface NamedDocument {
  paths: Record<string, Node>
  components: { schemas: Record<string, object>; responses: Record<string, object> }
}

/** Keywords that hold values. A `title` below them is data, not the name of a schema. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples'])
/** Keywords for our validator, left out of the document. */
const INTERNAL_KEYWORDS = new Set(['x-validated-apart'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Moves schemas with a title, and error responses made of one, to the components and refers to them from there. */
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
    return typeof node.title === 'string' ? schemas.refer(node.title, node) : node
  }

  function namedError([status, response]: [string, unknown]): [string, unknown] {
    const name = Number(status) >= 400 ? schemaNameOf(response as Node) : undefined
    return [status, name === undefined ? response : responses.refer(name, response as Node)]
  }

  return {
    ...document,
    paths: named(paths),
    ...(webhooks === undefined ? {} : { webhooks: named(webhooks) }),
    components: { ...(components as object), schemas: schemas.all(), responses: responses.all() },
  } as T & NamedDocument
}

function schemaNameOf({ content }: Node): string | undefined {
  const media = Object.values((content ?? {}) as Record<string, { schema?: { $ref?: string } }>)
  return media[0]?.schema?.$ref?.split('/').at(-1)
}

function createNames(kind: string) {
  const found = new Map<string, Node>()
  return {
    refer(name: string, node: Node): Node {
      const known = found.get(name)
      if (known && !isDeepStrictEqual(known, node))
        throw new Error(`two ${kind} of the API document are called ${name}`)
      found.set(name, node)
      return { $ref: `#/components/${kind}/${name}` }
    },
    all: () => Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}
