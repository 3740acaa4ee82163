import type { NamedDocument } from './openapi-names.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }>; links?: object }>
}

interface Found {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const operationsOf = ({ paths }: NamedDocument): Found[] =>
  Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const refOf = (response: Operation['responses'][string]): string | undefined =>
  response.content?.['application/json']?.schema?.$ref?.split('/').at(-1)

/** `/payout/{id}/commit` → `/payout`; undefined for a path whose only parameter is not the id of its resource. */
const baseOf = (path: string): string | undefined => /^(\/[a-z0-9-]+)\/\{id\}(?:\/[a-z0-9-/]+)?$/.exec(path)?.[1]

/** The field that refers to the resource at a path: `account_connection` for `/account-connection`. */
const fieldOf = (base: string): string => base.slice(1).replaceAll('-', '_')

interface Schema {
  readonly $ref?: string
  readonly properties?: Record<string, Schema>
}

/** Where the id stands in a field that refers to a resource: it is the field, or the `id` of the object in it. */
function pointerTo({ components: { schemas } }: NamedDocument, field: string, { $ref, properties }: Schema): string {
  const inside = properties ?? (schemas[$ref?.split('/').at(-1) ?? ''] as Schema | undefined)?.properties
  return inside && 'id' in inside ? `${field}/id` : field
}

/**
 * Links each answer to the operations that go on from it: those of the resource that it shows, by its `id`, and the reading
 * of resources that it refers to by a field of their name. Nothing is listed by hand: paths and schemas say it.
 */
export function addLinks<T extends NamedDocument>(document: T): T {
  const operations = operationsOf(document)
  const links = new Map<string, object>()
  const refer = (name: string, { operationId, summary }: Operation, field: string): [string, object] => {
    links.set(name, { operationId, parameters: { id: `$response.body#/${field}` }, description: `${summary}.` })
    return [name, { $ref: `#/components/links/${name}` }]
  }
  const readers = operations.filter(({ path, method }) => method === 'get' && path === `${baseOf(path)}/{id}`)
  const reads = readers.map(({ path, operation }) => ({
    base: baseOf(path) as string,
    shows: Object.values(operation.responses).map(refOf)[0],
    operation,
  }))

  for (const { operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const shown = status.startsWith('2') ? refOf(response) : undefined
      if (shown === undefined) continue
      const fields = (document.components.schemas[shown] as Schema).properties ?? {}
      const own = reads.find(({ shows }) => shows === shown)
      const onwards = operations
        .filter(({ path, operation: other }) => own && baseOf(path) === own.base && other !== operation)
        .map(({ operation: other }) => refer(other.operationId, other, 'id'))
      const references = reads.flatMap(({ base, operation: read }) => {
        const field = fields[fieldOf(base)]
        const name = `${read.operationId}Of${shown}`
        return field ? [refer(name, read, pointerTo(document, fieldOf(base), field))] : []
      })
      if (onwards.length + references.length > 0) response.links = Object.fromEntries([...onwards, ...references])
    }
  }
  const sorted = [...links].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...document, components: { ...document.components, links: Object.fromEntries(sorted) } }
}
