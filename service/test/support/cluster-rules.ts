import { parse } from 'libpg-query'
import { isDistributed, REFERENCE_TABLES } from '../../src/platform/cluster.ts'
import { readFaultsOfReturned, readFaultsOfTime, readFaultsOfUpsert } from './cluster-time-rules.ts'
import { childrenOf, columnOf, columnsIn, type Fields, type Node, returnedBy, walk } from './sql-tree.ts'

/**
 * Judges a statement as a cluster by Citus would, from its text alone. Written after what Citus 13.2 has refused; it knows
 * what our statements use, not all of SQL.
 */
export interface Judgement {
  /** Whose rows it reads or changes: those of one tenant are on one server. */
  readonly scope: 'no tenant' | 'one tenant' | 'all tenants'
  readonly faults: readonly string[]
}

/** The names of tables that have a tenant: from the catalogue of a migrated database. */
export type TenantTables = ReadonlySet<string>

export async function judge(text: string, withTenant: TenantTables): Promise<Judgement> {
  const { stmts = [] } = (await parse(text)) as unknown as { stmts?: { stmt: Node }[] }
  const judge = new Judge((table) => isDistributed(table, withTenant.has(table)))
  for (const { stmt } of stmts) judge.read(stmt)
  return judge.judgement(callsTenantNow(stmts))
}

/** It reads `tenants`, which a server of a cluster cannot do within a statement on its rows. */
const callsTenantNow = (tree: unknown): boolean =>
  walk(tree).some(
    ([kind, { funcname }]) =>
      kind === 'FuncCall' && (funcname as { String: { sval: string } }[]).at(-1)?.String.sval === 'tenant_now',
  )

const isReference = (table: string): boolean => REFERENCE_TABLES.some((name) => name === table)

/** A place where a tenant's number stands: a column of a table in a FROM. Places that a condition equates are one. */
interface Place {
  readonly kind: 'distributed' | 'reference' | 'other'
  readonly table: string
  /** The subqueries that it stands in, outermost first. */
  readonly within: readonly Node[]
}

/** The columns of a FROM item that hold a tenant's number. */
type Columns = ReadonlyMap<string, Place>

interface Scope {
  /** The names of reference tables. */
  readonly references: Set<string>
  /** The names of lists that came with the statement. */
  readonly lists: Set<string>
  readonly items: Map<string, Columns>
  readonly ctes: Map<string, Columns>
  readonly outer: Scope | undefined
  readonly within: readonly Node[]
}

const ONE: Place = { kind: 'other', table: '', within: [] }

class Judge {
  readonly #isDistributed: (table: string) => boolean
  readonly #places: Place[] = []
  /** The places of each FROM: their rows are joined. */
  readonly #levels: Place[][] = []
  readonly #parents = new Map<Place, Place>()
  readonly #faults = new Set<string>()
  readonly #modified = new Set<string>()
  #isLocking = false
  #isLimitedForList = false

  constructor(isDistributed: (table: string) => boolean) {
    this.#isDistributed = isDistributed
  }

  judgement(callsTenantNow: boolean): Judgement {
    const found = this.#places.filter(({ kind }) => kind === 'distributed')
    if (found.length === 0 && this.#modified.size === 0) return { scope: 'no tenant', faults: [...this.#faults] }
    if (callsTenantNow && found.length > 0) this.#faults.add('calls tenant_now() beside rows: take tenantTimeOf()')
    for (const level of this.#levels) {
      const tenants = new Set(level.filter(({ kind }) => kind === 'distributed').map((place) => this.#rootOf(place)))
      if (tenants.size > 1) this.#faults.add('joins rows of two tenants')
    }
    const one = this.#rootOf(ONE)
    const isOne = found.every((place) => this.#rootOf(place) === one)
    if (!isOne) this.#judgeAllTenants(found.filter((place) => this.#rootOf(place) !== one))
    const scope = isOne ? (found.length > 0 ? 'one tenant' : 'no tenant') : 'all tenants'
    return { scope, faults: [...this.#faults] }
  }

  #judgeAllTenants(found: readonly Place[]): void {
    if (this.#isLocking) this.#faults.add('locks rows of several tenants')
    if (this.#isLimitedForList) this.#faults.add('takes the first rows of several tenants for each of a list')
    for (const place of found) {
      const inner = place.within.at(-1)
      if (inner === undefined) continue
      const joined = this.#places.filter((other) => this.#rootOf(other) === this.#rootOf(place))
      const outside = joined.filter(
        (other) => !other.within.includes(inner) && other.within.every((query) => place.within.includes(query)),
      )
      if (outside.length > 0 && outside.every(({ kind }) => kind === 'reference')) {
        this.#faults.add(`looks for ${place.table} from each row of tenants: begin at placedTenants()`)
      }
    }
  }

  #rootOf(place: Place): Place {
    let root = place
    for (let next = this.#parents.get(root); next; next = this.#parents.get(root)) root = next
    return root
  }

  #equate(a: Place | undefined, b: Place | undefined): void {
    if (!a || !b) return
    const [first, second] = [this.#rootOf(a), this.#rootOf(b)]
    if (first !== second) this.#parents.set(first, second)
  }

  read(statement: Node, outer?: Scope, within: readonly Node[] = []): Columns {
    const [kind = '', fields = {}] = Object.entries(statement)[0] ?? []
    const scope: Scope = {
      references: new Set(),
      lists: new Set(),
      items: new Map(),
      ctes: new Map(outer?.ctes),
      outer,
      within,
    }
    this.#readCtes(fields as Fields, scope)
    const read = this.#readers[kind]
    return read ? read(fields as Fields, scope) : new Map()
  }

  readonly #readers: Readonly<Record<string, (fields: Fields, scope: Scope) => Columns>> = {
    SelectStmt: (fields, scope) => this.#readSelect(fields, scope),
    InsertStmt: (fields, scope) => this.#readInsert(fields, scope),
    UpdateStmt: (fields, scope) => this.#readChange(fields, scope, fields.fromClause),
    DeleteStmt: (fields, scope) => this.#readChange(fields, scope, fields.usingClause),
  }

  #readCtes({ withClause }: Fields, scope: Scope): void {
    const { ctes = [], recursive = false } = (withClause as Fields | undefined) ?? {}
    for (const { CommonTableExpr: cte } of ctes as { CommonTableExpr: Fields }[]) {
      const name = cte.ctename as string
      const before = this.#places.length
      const columns = this.read(cte.ctequery as Node, scope, scope.within)
      // One that is materialized is computed by itself, and its rows are sent to where they are joined.
      scope.ctes.set(name, cte.ctematerialized === 'CTEMaterializeAlways' ? sentColumns(name, columns) : columns)
      const isOfAll = this.#places.slice(before).some((one) => one.kind === 'distributed' && !this.#isBound(one))
      if (recursive && isOfAll) this.#faults.add('is recursive over all tenants')
      // One that is not is written into the query that goes to the server, without the names beside its own.
      if (!recursive && cte.aliascolnames && this.#places.length > before)
        this.#faults.add(`renames columns of ${name}`)
    }
  }

  #isBound = (place: Place): boolean => this.#rootOf(place) === this.#rootOf(ONE)

  #readSelect(fields: Fields, scope: Scope): Columns {
    if (fields.larg && fields.rarg) {
      const left = this.read({ SelectStmt: fields.larg } as Node, scope, scope.within)
      const right = this.read({ SelectStmt: fields.rarg } as Node, scope, scope.within)
      // The columns of a union are those of its first part, by their place.
      for (const [nth, place] of [...left.values()].entries()) this.#equate(place, [...right.values()][nth])
      return left
    }
    const before = this.#places.length
    for (const item of (fields.fromClause as Node[] | undefined) ?? []) this.#readItem(item, scope)
    this.#levels.push(this.#places.slice(before))
    const locking = (fields.lockingClause as unknown[] | undefined) ?? []
    if (locking.length > 0) this.#isLocking = true
    this.#readConditions(fields.whereClause as Node | undefined, scope)
    for (const part of ['targetList', 'groupClause', 'havingClause', 'sortClause', 'limitCount', 'valuesLists']) {
      this.#readExpression(fields[part] as Node | undefined, scope)
    }
    return this.#outputsOf(fields, scope)
  }

  /** The columns of a query that hold a tenant's number, by the names that it gives them. */
  #outputsOf({ targetList }: Fields, scope: Scope): Columns {
    const outputs = new Map<string, Place>()
    for (const { ResTarget: target } of (targetList as { ResTarget: Fields }[] | undefined) ?? []) {
      const column = columnOf(target.val as Node | undefined)
      const place = column && this.#resolve(column, scope)
      if (place) outputs.set((target.name as string | undefined) ?? (column.at(-1) as string), place)
    }
    return outputs
  }

  #readInsert(fields: Fields, scope: Scope): Columns {
    const table = (fields.relation as Fields).relname as string
    this.#modified.add(table)
    if (fields.selectStmt) this.read(fields.selectStmt as Node, scope, scope.within)
    const conflict = fields.onConflictClause as Fields | undefined
    if (this.#isShared(table) && isValues(fields.selectStmt)) this.#add(readFaultsOfReturned(fields))
    if (this.#isShared(table) && conflict) {
      this.#add(readFaultsOfUpsert(conflict))
      if (isCountedWrong(fields, conflict)) this.#faults.add('inserts by a query, and is counted wrong: add returning')
    }
    return this.#returned(table, fields, scope)
  }

  #readChange(fields: Fields, scope: Scope, from: unknown): Columns {
    const { relname, alias } = fields.relation as { relname: string; alias?: { aliasname: string } }
    this.#modified.add(relname)
    const before = this.#places.length
    this.#addTable(relname, alias?.aliasname ?? relname, scope)
    for (const item of (from as Node[] | undefined) ?? []) this.#readItem(item, scope)
    this.#levels.push(this.#places.slice(before))
    this.#readConditions(fields.whereClause as Node | undefined, scope)
    this.#readExpression(fields.targetList as Node | undefined, scope)
    this.#readExpression(returnedBy(fields), scope)
    if (this.#isShared(relname) || this.#readsShared(fields)) this.#add(readFaultsOfTime(fields))
    const others = this.#places.slice(before).filter(({ kind }) => kind === 'distributed')
    if (isReference(relname) && others.length > 0) this.#faults.add(`changes ${relname} by rows of a tenant`)
    const targets = (fields.targetList as { ResTarget: Fields }[] | undefined) ?? []
    if (this.#isDistributed(relname) && targets.some(({ ResTarget: { name } }) => name === 'tenant_id')) {
      this.#faults.add(`moves rows of ${relname} to another tenant`)
    }
    if (columnsIn(fields).some((column) => column.at(-1) === 'ctid')) this.#faults.add('finds rows by their ctid')
    return this.#returned(relname, fields, scope)
  }

  #returned(table: string, fields: Fields, scope: Scope): Columns {
    if (!this.#isDistributed(table)) return new Map()
    return this.#outputsOf({ targetList: returnedBy(fields) }, scope)
  }

  #isShared = (table: string): boolean => this.#isDistributed(table) || isReference(table)

  /** Citus plans a change of the coordinator's own tables as well, where tables of other servers stand beside them. */
  #readsShared(change: Fields): boolean {
    return walk(change).some(([kind, { relname }]) => kind === 'RangeVar' && this.#isShared(relname as string))
  }

  #add(faults: readonly string[]): void {
    for (const fault of faults) this.#faults.add(fault)
  }

  #addTable(table: string, alias: string, scope: Scope): void {
    const cte = scope.ctes.get(table)
    const place = (kind: Place['kind']): Place => {
      const made = { kind, table, within: scope.within }
      this.#places.push(made)
      return made
    }
    if (isReference(table)) scope.references.add(alias)
    if (cte) scope.items.set(alias, cte)
    else if (this.#isDistributed(table)) scope.items.set(alias, new Map([['tenant_id', place('distributed')]]))
    else if (table === 'tenants') {
      scope.items.set(
        alias,
        new Map([
          ['id', place('reference')],
          ['bank_id', place('reference')],
        ]),
      )
    } else scope.items.set(alias, new Map())
  }

  #readItem(item: Node, scope: Scope): void {
    const {
      RangeVar: table,
      RangeSubselect: query,
      JoinExpr: join,
      RangeFunction: call,
    } = item as Record<string, Fields>
    if (table) {
      const { relname, alias } = table as unknown as { relname: string; alias?: { aliasname: string } }
      this.#addTable(relname, alias?.aliasname ?? relname, scope)
    }
    if (query) {
      const inner = query.lateral ? [...scope.within, query as unknown as Node] : scope.within
      const columns = this.read(query.subquery as Node, scope, inner)
      if (query.lateral) this.#judgeLateral(query.subquery, scope)
      const { aliasname } = query.alias as { aliasname: string }
      if (isList(query.subquery)) scope.lists.add(aliasname)
      scope.items.set(aliasname, columns)
    }
    if (join) this.#readJoin(join, scope)
    if (call) {
      scope.lists.add(aliasOf(call.alias) ?? '')
      this.#readExpression(call.functions as Node, scope)
    }
  }

  /** A subquery of each row may use columns of the row's own server, not those of a table that is whole on every server. */
  #judgeLateral(query: unknown, scope: Scope): void {
    const own = new Set(
      walk(query).flatMap(([, { alias, relname }]) => [aliasOf(alias), relname as string | undefined]),
    )
    const { SelectStmt: select } = query as Record<string, Fields>
    const isOfList = columnsIn(query).some(([alias = '']) => !own.has(alias) && scope.lists.has(alias))
    if (select?.limitCount && isOfList) this.#isLimitedForList = true
    for (const [alias = '', , ...more] of columnsIn(query).filter((column) => column.length > 1)) {
      if (more.length > 0 || own.has(alias) || !scope.references.has(alias)) continue
      this.#faults.add('uses a column of tenants in a subquery of each row')
    }
  }

  #readJoin(join: Fields, scope: Scope): void {
    const before = new Set(scope.items.keys())
    this.#readItem(join.larg as Node, scope)
    const left = [...scope.items].filter(([name]) => !before.has(name))
    this.#readItem(join.rarg as Node, scope)
    const right = [...scope.items].filter(([name]) => !before.has(name) && !left.some(([known]) => known === name))
    for (const { String: name } of (join.usingClause as { String: { sval: string } }[] | undefined) ?? []) {
      const placeIn = (items: typeof left) => items.map(([, columns]) => columns.get(name.sval)).find(Boolean)
      this.#equate(placeIn(left), placeIn(right))
    }
    this.#readConditions(join.quals as Node | undefined, scope)
  }

  #readConditions(condition: Node | undefined, scope: Scope): void {
    if (!condition) return
    const { BoolExpr: all, A_Expr: compared, SubLink: link } = condition as Record<string, Fields>
    if (all?.boolop === 'AND_EXPR') {
      for (const one of all.args as Node[]) this.#readConditions(one, scope)
      return
    }
    if (compared) this.#readComparison(compared, scope)
    if (link?.subLinkType === 'ANY_SUBLINK') this.#readMembership(link, scope)
    else this.#readExpression(condition, scope)
  }

  #readComparison({ kind, name, lexpr, rexpr }: Fields, scope: Scope): void {
    const operator = (name as { String: { sval: string } }[]).at(-1)?.String.sval
    if (operator !== '=' || (kind !== 'AEXPR_OP' && kind !== 'AEXPR_IN')) return
    const right = kind === 'AEXPR_IN' ? singleOf(rexpr as Node) : (rexpr as Node)
    this.#equate(this.#placeOf(lexpr as Node, scope), this.#placeOf(right, scope))
  }

  /** `(tenant_id, id) in (select …)`: each column is the one of the query at the same place. */
  #readMembership(link: Fields, scope: Scope): void {
    const test = link.testexpr as Record<string, Fields>
    const tested = (test.RowExpr?.args as Node[] | undefined) ?? [link.testexpr as Node]
    const columns = this.read(link.subselect as Node, scope, [...scope.within, link as unknown as Node])
    const nth = tested.findIndex((one) => columnOf(one)?.at(-1) === 'tenant_id')
    if (nth >= 0) this.#equate(this.#placeOf(tested[nth], scope), [...columns.values()][0])
  }

  #placeOf(value: Node | undefined, scope: Scope): Place | undefined {
    const column = columnOf(value)
    if (column) return this.#resolve(column, scope)
    return isConstant(value) ? ONE : undefined
  }

  #resolve(column: readonly string[], scope: Scope | undefined): Place | undefined {
    for (let at = scope; at; at = at.outer) {
      const name = column.at(-1) as string
      const items = column.length > 1 ? [at.items.get(column[0] as string)] : [...at.items.values()]
      const found = items.map((columns) => columns?.get(name)).find(Boolean)
      if (found) return found
      if (column.length > 1 && at.items.has(column[0] as string)) return undefined
    }
    return undefined
  }

  /** Subqueries within an expression. */
  #readExpression(node: unknown, scope: Scope): void {
    for (const [kind, fields] of childrenOf(node)) {
      if (kind !== 'SubLink') this.#readExpression(fields, scope)
      else {
        this.read(fields.subselect as Node, scope, [...scope.within, fields as unknown as Node])
        this.#readExpression(fields.testexpr, scope)
      }
    }
  }
}

/** The same columns, of rows that no longer are on the server of their tenant. */
const sentColumns = (table: string, columns: Columns): Columns =>
  new Map([...columns.keys()].map((name) => [name, { kind: 'other', table, within: [] }]))

/** A parameter or a constant, or a cast of one: the tenant of the caller. */
function isConstant(node: Node | undefined): boolean {
  const { ParamRef, A_Const, TypeCast } = (node ?? {}) as Record<string, Fields>
  return ParamRef !== undefined || A_Const !== undefined || (TypeCast !== undefined && isConstant(TypeCast.arg as Node))
}

function singleOf(list: Node): Node | undefined {
  const { items = [] } = ((list as Record<string, Fields>).List ?? {}) as { items?: Node[] }
  return items.length === 1 ? items[0] : undefined
}

/** A query of nothing but what came with the statement. */
const isList = (query: unknown): boolean => {
  const kinds = walk(query).map(([kind]) => kind)
  return kinds.includes('RangeFunction') && !kinds.includes('RangeVar')
}

/** Citus counts the rows that the query has found, those that were there already as well, unless it returns what it inserted. */
const isCountedWrong = (insert: Fields, { action }: Fields): boolean =>
  action === 'ONCONFLICT_NOTHING' && !isValues(insert.selectStmt) && returnedBy(insert).length === 0

const isValues = (query: unknown): boolean =>
  (query as { SelectStmt?: Fields } | undefined)?.SelectStmt?.valuesLists !== undefined

const aliasOf = (alias: unknown): string | undefined => (alias as { aliasname?: string } | undefined)?.aliasname
