import { callsIn, childrenOf, type Fields, returnedBy } from './sql-tree.ts'

/** Functions that PostgreSQL declares volatile, of those that our statements call. */
const VOLATILE = new Set(['clock_timestamp', 'tenant_now', 'nextval', 'random', 'gen_random_uuid', 'pg_sleep'])
/** Functions whose value is one for the whole statement. */
const STABLE = new Set(['now', 'statement_timestamp', 'transaction_timestamp', 'current_timestamp'])
/** Functions that depend on the session's time zone, or on more than their arguments. */
const UNSTEADY = new Set([
  ...VOLATILE,
  ...STABLE,
  'tenant_time',
  'to_char',
  'date_trunc',
  'extract',
  'date_part',
  'age',
])

/** A change returns no value of a function that PostgreSQL does not declare immutable. */
export const readFaultsOfReturned = (change: Fields): string[] =>
  callsIn(returnedBy(change))
    .filter((name) => UNSTEADY.has(name))
    .map((name) => `calls ${name}() in RETURNING: return the value as it is`)

/** The faults of an update, a delete, or the update of an insert: which values a cluster refuses to compute there. */
export function readFaultsOfTime(change: Fields): string[] {
  const parts = [change.targetList, change.whereClause]
  const volatile = parts.flatMap(callsIn).filter((name) => VOLATILE.has(name))
  return [
    ...readFaultsOfReturned(change),
    ...volatile.map((name) => `calls ${name}() in an update: take statement_timestamp() or tenantTimeOf()`),
    ...parts.flatMap(chosenTimes),
    ...parts.flatMap(callsWithColumns),
    ...parts.flatMap(sumsWithColumns),
  ]
}

/** An insert that becomes an update takes no function of time at all: the time stands among the values, as `excluded`. */
export const readFaultsOfUpsert = ({ targetList, whereClause }: Fields): string[] =>
  [targetList, whereClause]
    .flatMap(callsIn)
    .filter((name) => VOLATILE.has(name) || STABLE.has(name))
    .map((name) => `calls ${name}() in the update of an insert: take it from excluded`)

/** `tenant_time(clock_offset_ms)` of the row that is changed: a function that is not immutable takes no column there. */
function callsWithColumns(node: unknown): string[] {
  return childrenOf(node).flatMap(([kind, fields]) => {
    if (kind === 'SubLink') return []
    const [name = ''] = kind === 'FuncCall' ? callsIn({ FuncCall: fields }) : []
    const isRefused = UNSTEADY.has(name) && hasColumn(fields.args)
    return [
      ...(isRefused ? [`calls ${name}() of a column in an update: ask in a subquery`] : []),
      ...callsWithColumns(fields),
    ]
  })
}

/** A time within CASE or COALESCE. */
function chosenTimes(node: unknown): string[] {
  return childrenOf(node).flatMap(([kind, fields]) => {
    if (kind === 'SubLink') return []
    const isChoice = kind === 'CaseExpr' || kind === 'CoalesceExpr'
    const isTimed = isChoice && callsIn(fields).some((name) => VOLATILE.has(name) || STABLE.has(name))
    return [...(isTimed ? ['has a function of time within CASE or COALESCE'] : []), ...chosenTimes(fields)]
  })
}

/** `statement_timestamp() + lease_ms * …`: a sum of a time and a column depends on the session's time zone. */
function sumsWithColumns(node: unknown): string[] {
  return childrenOf(node).flatMap(([kind, fields]) => {
    if (kind === 'SubLink') return []
    const sides = kind === 'A_Expr' ? [fields.lexpr, fields.rexpr] : []
    const isTime = (side: unknown): boolean => {
      const [found] = childrenOf([side])
      return found?.[0] === 'FuncCall' && callsIn([side]).some((name) => STABLE.has(name)) && !isZoned(found[1])
    }
    const [left, right] = sides
    const isMixed =
      ['+', '-'].includes(operatorOf(fields)) &&
      ((isTime(left) && hasColumn(right)) || (isTime(right) && hasColumn(left)))
    return [
      ...(isMixed ? ['adds a column to a time: convert it by `at time zone` first'] : []),
      ...sumsWithColumns(fields),
    ]
  })
}

const operatorOf = ({ name }: Fields): string =>
  Array.isArray(name) ? ((name.at(-1) as { String?: { sval: string } }).String?.sval ?? '') : ''

const isZoned = ({ funcname }: Fields): boolean =>
  (funcname as { String: { sval: string } }[]).at(-1)?.String.sval === 'timezone'

const hasColumn = (node: unknown): boolean =>
  childrenOf([node]).some(([kind, fields]) => kind === 'ColumnRef' || (kind !== 'SubLink' && hasColumn(fields)))
