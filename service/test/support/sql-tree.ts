/** A node of a parsed statement: one key that says its kind, and its fields. */
export type Node = Readonly<Record<string, unknown>>
export type Fields = Readonly<Record<string, unknown>>

/** The nodes directly below, in lists too, each with its kind. */
export function childrenOf(node: unknown): [string, Fields][] {
  if (Array.isArray(node)) return node.flatMap(childrenOf)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]): [string, Fields][] => {
    if (typeof value !== 'object' || value === null) return []
    return /^[A-Z]/.test(name) ? [[name, value as Fields]] : childrenOf(value)
  })
}

/** The names of a column as they are written: `['payout', 'tenant_id']`; none for anything else. */
export function columnOf(node: Node | undefined): string[] | undefined {
  const { ColumnRef: column } = (node ?? {}) as { ColumnRef?: { fields: { String?: { sval: string } }[] } }
  return column?.fields.flatMap(({ String: name }) => name?.sval ?? [])
}

/** The names of the functions that an expression calls; subqueries are left out. */
export function callsIn(node: unknown): string[] {
  return childrenOf(node).flatMap(([kind, fields]) => {
    if (kind === 'SubLink' || kind === 'SelectStmt') return []
    if (kind === 'SQLValueFunction') return ['current_timestamp']
    const own =
      kind === 'FuncCall' ? [(fields.funcname as { String: { sval: string } }[]).at(-1)?.String.sval ?? ''] : []
    return [...own, ...callsIn(fields)]
  })
}

/** All nodes below, each with its kind. */
export const walk = (node: unknown): [string, Fields][] =>
  childrenOf(node).flatMap((child): [string, Fields][] => [child, ...walk(child[1])])

/** All columns below, as they are written. */
export const columnsIn = (node: unknown): string[][] =>
  walk(node).flatMap(([kind, fields]) => (kind === 'ColumnRef' ? [columnOf({ ColumnRef: fields }) ?? []] : []))

/** The values that a change returns. */
export const returnedBy = ({ returningClause }: Fields): Node[] =>
  ((returningClause as Fields | undefined)?.exprs as Node[] | undefined) ?? []
