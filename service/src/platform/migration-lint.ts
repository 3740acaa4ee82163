import type { Migration } from './migrate.ts'
import { splitAtCommas, splitStatements, statementOutline } from './sql-statements.ts'

const REASON_CHARACTERS_MIN = 20

/** Knowledge from the migrations before, and the tables that this one has created. */
interface Context {
  readonly withoutTransaction: boolean
  readonly created: Set<string>
  /** `table constraint` → the column that the check keeps from being null. */
  readonly notNullChecks: Map<string, string>
  /** `table column` of such checks that are validated. */
  readonly neverNull: Set<string>
}

/** Returns the fault of a statement; `undefined` if it may run beside the old release. */
type Rule = (statement: RegExpExecArray, context: Context) => string | undefined

const ALLOWED: Rule = () => undefined

/** On a table of this migration, which no other process uses yet, everything is allowed. */
const onNewTable =
  (fault: string): Rule =>
  ({ groups }, { created }) =>
    created.has(groups?.table ?? '') ? undefined : fault

const createTable: Rule = ({ groups }, { created }) => {
  created.add(groups?.table ?? '')
  return undefined
}

const createIndex: Rule = ({ groups }, { created, withoutTransaction }) => {
  const { table = '', concurrently, ifNotExists } = groups ?? {}
  if (concurrently === undefined) {
    return created.has(table) ? undefined : `an index on ${table} locks out every write: create it concurrently`
  }
  if (!withoutTransaction) return 'an index is created concurrently only after a first line `-- no transaction`'
  return ifNotExists === undefined
    ? 'a concurrent index needs `if not exists`, so that the migration can run again'
    : undefined
}

const alterTable: Rule = ({ groups }, context) => {
  const { table = '', actions = '' } = groups ?? {}
  if (context.created.has(table)) return undefined
  for (const action of splitAtCommas(actions)) {
    const fault = firstFault(ACTIONS, action, { ...context, table })
    if (fault) return `alter table ${table}: ${fault}`
  }
  return undefined
}

/** Tried in order; the first whose form fits decides. A statement that fits none is refused. */
const STATEMENTS: readonly (readonly [RegExp, Rule])[] = [
  [/^create table (?:if not exists )?(?<table>[\w.]+)/, createTable],
  [
    /^create (?:unique )?index (?<concurrently>concurrently )?(?<ifNotExists>if not exists )?(?:\w+ )?on (?:only )?(?<table>[\w.]+)/,
    createIndex,
  ],
  [
    /^drop index concurrently if exists /,
    (_, { withoutTransaction }) =>
      withoutTransaction ? undefined : 'an index is dropped concurrently only after a first line `-- no transaction`',
  ],
  // How a B-tree stores its entries from now on: nobody waits for it, and nothing is written again.
  [/^alter index \w+ set \(deduplicate_items = \w+\)$/, ALLOWED],
  [/^alter table (?:if exists )?(?:only )?(?<table>[\w.]+) (?<actions>.*)$/, alterTable],
  [
    /^create (?:constraint )?trigger .*? on (?<table>[\w.]+)/,
    onNewTable('a trigger changes what the old release does to its table'),
  ],
  [
    /^(?:create (?:function|procedure|view|type|sequence|extension)|comment on|grant|analyze|insert into|select) ?/,
    ALLOWED,
  ],
  [
    /^(?:update|delete from|truncate(?: table)?) (?:only )?(?<table>[\w.]+)/,
    onNewTable('a change of all rows of a table belongs into a sweep, in batches'),
  ],
]

/**
 * Tables that version 0.1 reads by `select *` within transactions. Its prepared statements fail there when the table gets
 * a column (`cached plan must not change result type`), and the requests with them, once for each connection.
 */
const READ_WHOLE_BY_0_1 = new Set([
  'account_connections',
  'audit_log',
  'buyers',
  'connect_links',
  'contracts',
  'creators',
  'deliveries',
  'idempotency_answers',
  'messages',
  'p2p_payments',
  'pay_files',
  'payouts',
  'purchases',
])

type ActionContext = Context & { readonly table: string }

/** A constant, or what PostgreSQL evaluates once for all rows. */
const CONSTANT_DEFAULT =
  /^(?:-?[\d.]+|''|null|true|false|now\(\)|current_timestamp|current_date)(?: ?:: ?[\w ]+(?:\[\])?)?$/

const addColumn = ({ groups }: RegExpExecArray, { table }: ActionContext): string | undefined => {
  if (READ_WHOLE_BY_0_1.has(table)) {
    return `version 0.1 reads ${table} by \`select *\` and would fail: put the column into a table of its own`
  }
  const definition = groups?.definition ?? ''
  const fallback = /\bdefault (?<value>.+?)(?: not null| null| collate \S+)*$/.exec(definition)?.groups?.value
  if (/\b(?:small|big)?serial\b|\bgenerated\b/.test(definition)) return 'a column that is generated rewrites the table'
  if (/\b(?:primary key|unique)\b/.test(definition))
    return 'a unique column builds its index under a lock: create it concurrently'
  if (/\b(?:references|check)\b/.test(definition)) return 'add the constraint of a new column by itself, `not valid`'
  if (fallback !== undefined && !CONSTANT_DEFAULT.test(fallback))
    return `the default \`${fallback}\` is not constant and rewrites the table`
  if (/\bnot null\b/.test(definition) && fallback === undefined)
    return 'a column that is `not null` needs a constant default'
  return undefined
}

const addConstraint = (
  { groups, input }: RegExpExecArray,
  { table, notNullChecks }: ActionContext,
): string | undefined => {
  if (!/ not valid$/.test(input))
    return 'a check or foreign key is added `not valid`, and validated by a later migration'
  const column = /\bcheck ?\( ?\(?(\w+) is not null\)? ?\)/.exec(input)?.[1]
  if (column && groups?.name) notNullChecks.set(`${table} ${groups.name}`, column)
  return undefined
}

const validateConstraint = ({ groups }: RegExpExecArray, context: ActionContext): string | undefined => {
  if (!context.withoutTransaction) return 'a constraint is validated only after a first line `-- no transaction`'
  const column = context.notNullChecks.get(`${context.table} ${groups?.name}`)
  if (column) context.neverNull.add(`${context.table} ${column}`)
  return undefined
}

const setNotNull = ({ groups }: RegExpExecArray, { table, neverNull }: ActionContext): string | undefined =>
  neverNull.has(`${table} ${groups?.column}`)
    ? undefined
    : `\`${groups?.column}\` becomes not null only once \`check (${groups?.column} is not null)\` is validated`

/** Parts of `alter table` on a table that has rows. */
const ACTIONS: readonly (readonly [RegExp, (action: RegExpExecArray, context: ActionContext) => string | undefined])[] =
  [
    [
      /^add (?:constraint \w+ )?(?:primary key|unique|exclude)\b(?! using index)/,
      () =>
        'a unique constraint builds its index under a lock: create the index concurrently, then add the constraint `using index`',
    ],
    [/^add constraint \w+ unique using index /, () => undefined],
    [/^add (?:constraint (?<name>\w+) )?(?:check|foreign key)\b/, addConstraint],
    [/^validate constraint (?<name>\w+)/, validateConstraint],
    [/^add (?:column )?(?:if not exists )?\w+ (?<definition>.+)$/, addColumn],
    [/^alter (?:column )?(?<column>\w+) set not null$/, setNotNull],
    [/^alter (?:column )?\w+ (?:set default|set statistics)\b/, () => undefined],
    [/^set \(/, () => undefined],
  ]

function firstFault<C>(
  rules: readonly (readonly [RegExp, (found: RegExpExecArray, context: C) => string | undefined])[],
  text: string,
  context: C,
): string | undefined {
  for (const [form, rule] of rules) {
    const found = form.exec(text)
    if (found) return rule(found, context)
  }
  return 'not known to be an addition without a long lock'
}

/**
 * Faults of the migrations that must run beside the release before them: each only adds, rewrites no table and holds no
 * lock that grows with the rows. `-- breaking: REASON` exempts a migration.
 */
export function lintMigrations(migrations: readonly Migration[]): string[] {
  const faults: string[] = []
  const notNullChecks: Context['notNullChecks'] = new Map()
  const neverNull: Context['neverNull'] = new Set()
  for (const { name, sql, breaking, withoutTransaction } of migrations) {
    if (breaking) {
      const reason = /^-- breaking: *(.*)$/m.exec(sql)?.[1] ?? ''
      if (reason.length < REASON_CHARACTERS_MIN)
        faults.push(`${name}: \`-- breaking:\` needs the reason, on the same line`)
      continue
    }
    const context: Context = { withoutTransaction, created: new Set(), notNullChecks, neverNull }
    for (const statement of splitStatements(sql)) {
      const fault = firstFault(STATEMENTS, statementOutline(statement), context)
      if (fault) faults.push(`${name}: ${fault}: ${statement.split('\n')[0]}`)
    }
  }
  return faults
}
