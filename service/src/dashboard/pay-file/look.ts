import { createHash } from 'node:crypto'
import type { PayFileUpload } from '../../../../contracts/dashboard/pay-file.ts'
import { createValidate } from '../../http/index.ts'
import { CsvError, type CsvRecord, readCsv } from '../../kernel/csv.ts'
import { Problem, validationFailed } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { add, cents, ZERO } from '../../kernel/money.ts'
import type { Database, Tx } from '../../platform/database.ts'
import {
  BATCH_MAX,
  PayoutCreate,
  type PayoutDeps,
  type PayoutInput,
  previewPayouts,
} from '../../resources/payouts/index.ts'
import {
  type Column,
  columnFaults,
  matchColumns,
  type Payees,
  paymentsOf,
  type Row,
  type RowFault,
  readEntry,
  readRow,
} from './model.ts'
import { type FileRow, findPayeesBy, insertFile } from './store.ts'

export interface LookDeps extends PayoutDeps {
  readonly database: Database
}

const notCsv = (code: string, message: string): Problem => validationFailed([{ param: 'csv', code, message }])

function readRecords(csv: string): { readonly head: CsvRecord; readonly records: readonly CsvRecord[] } {
  try {
    const [head, ...records] = readCsv(csv)
    if (!head || records.length === 0) throw notCsv('no_rows', 'must have a line of column names and a row below it')
    if (records.length > BATCH_MAX) throw notCsv('too_many_rows', `must have at most ${BATCH_MAX} rows`)
    return { head, records }
  } catch (error) {
    if (error instanceof CsvError) throw notCsv('malformed_csv', `is no CSV: line ${error.line} ${error.message}`)
    throw error
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A file with faults pays nobody: it is like no other but its own copies. */
function contentOf(csv: string, judged: readonly Judged[]): Buffer {
  const entries = judged.flatMap(({ entry }) => entry ?? [])
  return sha256(entries.length === judged.length ? paymentsOf(entries) : csv)
}

/** Reads a file, judges every row as the API would, and keeps what it found. Nobody is paid. */
export async function lookAtFile(
  deps: LookDeps,
  tenant: TenantId,
  by: string,
  { name, csv, columns: chosen }: PayFileUpload,
): Promise<Id<'payFile'>> {
  const { head, records } = readRecords(csv)
  const columns = matchColumns(head.fields, chosen)
  const unreadable = columnFaults(columns)
  const rows = records.map((record) => readRow(record, columns))
  return deps.database.transaction(async (tx) => {
    const judged =
      unreadable.length > 0 ? unjudged(head, rows, unreadable) : await judge(tx, tenant, rows, columns, deps)
    const amounts = judged.map(({ entry }) => cents(entry?.amount_in_cents ?? 0))
    const id = newId('payFile')
    await insertFile(
      tx,
      tenant,
      {
        id,
        name,
        sha256: sha256(csv),
        content_sha256: contentOf(csv, judged),
        columns,
        rows: records.length,
        faults: judged.reduce((sum, { faults }) => sum + (faults?.length ?? 0), 0),
        total_in_cents: amounts.reduce(add, ZERO),
        fees_in_cents: judged.map(({ fee }) => fee).reduce(add, ZERO),
        created_by: by,
      },
      judged,
    )
    return id
  })
}

const faultsOf = createValidate(PayoutCreate)

type Judged = Omit<FileRow, 'payout'> & { readonly fee: typeof ZERO }

/** What is wrong with the columns stands beside their names. */
const unjudged = (head: CsvRecord, rows: readonly Row[], faults: readonly RowFault[]): Judged[] => [
  { line: head.line, fields: {}, entry: null, faults, fee: ZERO },
  ...rows.map(({ line, fields }) => ({ line, fields, entry: null, faults: null, fee: ZERO })),
]

async function judge(
  tx: Tx,
  tenant: TenantId,
  rows: readonly Row[],
  columns: readonly Column[],
  deps: LookDeps,
): Promise<Judged[]> {
  const payees = await findPayees(tx, tenant, rows)
  const read = rows.map((row) => readEntry(row, columns, payees, faultsOf))
  const inputs = read.filter((one): one is PayoutInput => !Array.isArray(one))
  const verdicts = await previewPayouts(tx, tenant, inputs, deps)
  let nth = 0
  return rows.map(({ line, fields }, place): Judged => {
    const one = read[place] as PayoutInput | RowFault[]
    if (Array.isArray(one)) return { line, fields, entry: null, faults: one, fee: ZERO }
    const verdict = verdicts[nth++] as (typeof verdicts)[number]
    if (!(verdict instanceof Problem)) return { line, fields, entry: one, faults: null, fee: verdict.fee }
    return { line, fields, entry: null, faults: [refusal(verdict, fields, columns)], fee: ZERO }
  })
}

/** What the API would answer, beside the value that it is about: whom the row pays. */
function refusal({ code, message }: Problem, fields: Row['fields'], columns: readonly Column[]): RowFault {
  const named = columns.find(({ field }) => field !== null && field !== 'amount' && fields[field] !== undefined)
  const value = named?.field ? fields[named.field] : undefined
  return {
    ...(named ? { column: named.column } : {}),
    ...(value === undefined ? {} : { value }),
    code,
    message: message.replaceAll('`', ''),
  }
}

async function findPayees(tx: Tx, tenant: TenantId, rows: readonly Row[]): Promise<Payees> {
  const externalIds = new Set(rows.flatMap(({ fields }) => fields.external_id ?? []))
  const emails = new Set(rows.flatMap(({ fields }) => fields.email?.toLowerCase() ?? []))
  const found = await findPayeesBy(tx, tenant, [...externalIds], [...emails])
  const byExternalId = Map.groupBy(
    found.filter(({ by }) => by === 'external_id'),
    ({ key }) => key,
  )
  const byEmail = Map.groupBy(
    found.filter(({ by }) => by === 'email'),
    ({ key }) => key,
  )
  return {
    byExternalId: (key) => (byExternalId.get(key) ?? []).map(({ id }) => id),
    byEmail: (key) => (byEmail.get(key.toLowerCase()) ?? []).map(({ id }) => id),
  }
}
