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
  const unchanged = guards.map((column) => tx` and target.${tx(column)} = new.${tx(`old_${column}`)}`)
  return tx`
    update ${tx(table)} target set ${setOf(changes, 'new', computed)}
    from ${rowsOf(rows as never, columns)} as new
    where target.tenant_id = ${tenant} and target.id = new.id${unchanged}`
}
