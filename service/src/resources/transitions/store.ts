import type { TenantId } from '../../kernel/ids.ts'
import { joinAsBeforeStatement, joinByHashStatement, type Statement, type Tx, texts } from '../../platform/database.ts'
import { type Columns, columnsOf, setOf } from '../../platform/rows.ts'
import type { StatefulResource, StatefulRow } from './resource.ts'
import type { Transition } from './transition.ts'

/** From this number on, rows are found together. */
const MANY = 8

/**
 * Moves every row to its new state, and answers how many; a row that is not as it was read stays and is not counted. Many
 * are joined by a hash to what becomes of them: of a young table the planner believes that a tenant has one row there, and
 * would compare each of them with each that is handed in.
 */
export async function move<Row extends StatefulRow>(
  tx: Tx,
  tenant: TenantId,
  resource: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
): Promise<number> {
  if (transitions.length < MANY) return (await moveStatement(tx, tenant, resource, transitions)).count
  const [, moved] = await Promise.all(moveManyStatements(tx, tenant, resource, transitions))
  return moved.count
}

/** The second one moves the rows; all three are sent in this order. */
export const moveManyStatements = <Row extends StatefulRow>(
  tx: Tx,
  tenant: TenantId,
  resource: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
): [Statement, Statement, Statement] => [
  joinByHashStatement(tx),
  moveStatement(tx, tenant, resource, transitions, true),
  joinAsBeforeStatement(tx),
]

function moveStatement<Row extends StatefulRow>(
  tx: Tx,
  tenant: TenantId,
  resource: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
  isFoundById = false,
): Statement {
  const { table, guards } = resource
  const changed = changedBy(transitions)
  const changes = only(resource.changes, changed)
  const computed = only(resource.computed ?? {}, changed)
  const inputs = Object.keys(computed).length > 0 ? resource.inputs : undefined
  const values: Record<string, readonly unknown[]> = { id: transitions.map(({ to }) => to.id) }
  const columns: Record<string, Columns[string]> = { id: 'text' }
  for (const name of guards) {
    values[`old_${name}`] = transitions.map(({ from }) => from[name])
    columns[`old_${name}`] = 'text'
  }
  for (const [name, type] of Object.entries(changes)) {
    values[name] = transitions.map(({ to }) => to[name as keyof Row])
    columns[name] = type
  }
  if (inputs) {
    const given = transitions.map((transition) => inputs.of(transition) as Record<string, unknown>)
    for (const [name, type] of Object.entries(inputs.columns)) {
      values[name] = given.map((one) => one[name])
      columns[name] = type
    }
  }
  // Not `=`: an index that begins with the status would be taken for as good as the primary key.
  const unchanged = guards.map(
    (column) => tx` and target.${tx(column)} is not distinct from new.${tx(`old_${column}`)}`,
  )
  const among = isFoundById ? tx` and target.id = any(${texts(transitions.map(({ to }) => to.id))}::text[])` : tx``
  return tx`
    update ${tx(table)} target set ${setOf(changes, 'new', computed)}
    from ${columnsOf(values, columns)} as new
    where target.tenant_id = ${tenant} and target.id = new.id${among}${unchanged}`
}

/** The names of the columns that these transitions may change; undefined if it may be any. */
function changedBy<Row>(transitions: readonly Transition<Row>[]): ReadonlySet<string> | undefined {
  const changed = new Set<string>()
  for (const transition of transitions) {
    if (!transition.changed) return undefined
    for (const name of transition.changed) changed.add(name)
  }
  return changed
}

const only = <Value>(
  columns: Readonly<Record<string, Value>>,
  changed: ReadonlySet<string> | undefined,
): Readonly<Record<string, Value>> =>
  changed ? Object.fromEntries(Object.entries(columns).filter(([name]) => changed.has(name))) : columns

/** The same for statements that nobody waits for: it fails unless every row was moved, by a cast of the reason. */
export const moveAllStatement = <Row extends StatefulRow>(
  tx: Tx,
  tenant: TenantId,
  resource: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
): Statement => tx`
  with moved as (${moveStatement(tx, tenant, resource, transitions)} returning 1)
  select case when count(*) = ${transitions.length} then 0
    else (count(*) || ${` ${resource.name}s moved of ${transitions.length}`})::integer end from moved`
