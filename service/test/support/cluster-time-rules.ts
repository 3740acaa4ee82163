import { callsIn, childrenOf, type Fields } from './sql-tree.ts'

/** Functions that PostgreSQL declares volatile, of those that our statements call. */
const VOLATILE = new Set(['clock_timestamp', 'tenant_now', 'nextval', 'random', 'gen_random_uuid', 'pg_sleep'])
/** Functions whose value is one for the whole statement. */
const STABLE = new Set(['now', 'statement_timestamp', 'transaction_timestamp', 'current_timestamp'])

/** The faults of an update, a delete, or the update of an insert: which values a cluster refuses to compute there. */
export function readFaultsOfTime({ targetList, whereClause, returningList, returningClause }: Fields): string[] {
  const parts = [targetList, whereClause, returningList]
  const volatile = parts.flatMap(callsIn).filter((name) => VOLATILE.has(name))
  const formatted = callsIn([returningClause]).filter((name) => name === 'to_char')
  return [
    ...formatted.map((name) => `calls ${name}() in RETURNING: return the value as it is`),
    ...volatile.map((name) => `calls ${name}() in an update: take statement_timestamp() or tenantTimeOf()`),
    ...parts.flatMap(chosenTimes),
    ...parts.flatMap(sumsWithColumns),
  ]
}

/** An insert that becomes an update takes no function of time at all: the time stands among the values, as `excluded`. */
export const readFaultsOfUpsert = ({ targetList, whereClause }: Fields): string[] =>
  [targetList, whereClause]
    .flatMap(callsIn)
    .filter((name) => VOLATILE.has(name) || STABLE.has(name))
    .map((name) => `calls ${name}() in the update of an insert: take it from excluded`)

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
