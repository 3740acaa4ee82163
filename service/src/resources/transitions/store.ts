import type { TenantId } from '../../kernel/ids.ts'
import type { Statement, Tx } from '../../platform/database.ts'
import { type Columns, rowsOf, setOf } from '../../platform/rows.ts'
import type { StatefulResource, StatefulRow } from './resource.ts'
import type { Transition } from './transition.ts'

/** Moves every row to its new state, in one statement; a row that is not as it was read stays and is not counted. */
export function moveStatement<Row extends StatefulRow>(
  tx: Tx,
  tenant: TenantId,
  resource: StatefulResource<Row>,
  transitions: readonly Transition<Row>[],
): Statement {
  const { table, guards, changes, computed = {}, inputs } = resource
  const guarded: Columns = Object.fromEntries(guards.map((column) => [`old_${column}`, 'text' as const]))
  const rows = transitions.map((transition) => ({
    ...transition.to,
    ...Object.fromEntries(guards.map((column) => [`old_${column}`, transition.from[column]])),
    ...inputs?.of(transition),
  }))
  const columns: Columns = { id: 'text', ...guarded, ...changes, ...inputs?.columns }
  // Not `=`: an index that begins with the status would be taken for as good as the primary key.
  const unchanged = guards.map(
    (column) => tx` and target.${tx(column)} is not distinct from new.${tx(`old_${column}`)}`,
  )
  return tx`
    update ${tx(table)} target set ${setOf(changes, 'new', computed)}
    from ${rowsOf(rows as never, columns)} as new
    where target.tenant_id = ${tenant} and target.id = new.id${unchanged}`
}

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
