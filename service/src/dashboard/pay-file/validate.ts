import { createHash } from 'node:crypto'
import type { PayFileUpload } from '../../../../contracts/dashboard/pay-file.ts'
import { createValidate } from '../../http/index.ts'
import { CsvError, type CsvRecord, readCsv } from '../../kernel/csv.ts'
import { Problem, validationFailed } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { add, cents, ZERO } from '../../kernel/money.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { findPayeesBy } from '../../resources/account-connections/index.ts'
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
import { type FileRow, insertFile, type NewFile } from './store.ts'

export interface PayFileDeps extends PayoutDeps {
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

/** The same payments have the same hash. A file with faults pays nobody and equals only its own copies. */
function contentOf(csv: string, rows: readonly ValidatedRow[]): Buffer {
  const entries = rows.flatMap(({ entry }) => entry ?? [])
  return sha256(entries.length === rows.length ? paymentsOf(entries) : csv)
}

/** Reads a file, validates every row as the API would, and stores it with the faults found. Nobody is paid. */
export async function validateFile(
  deps: PayFileDeps,
  tenant: TenantId,
  by: string,
  { name, csv, columns: chosen }: PayFileUpload,
  onInserted: (tx: Tx, file: NewFile) => Promise<void>,
): Promise<Id<'payFile'>> {
  const { head, records } = readRecords(csv)
  const columns = matchColumns(head.fields, chosen)
  const unreadable = columnFaults(columns)
  const rows = records.map((record) => readRow(record, columns))
  return deps.database.transaction(async (tx) => {
    const validated =
      unreadable.length > 0
        ? withColumnFaults(head, rows, unreadable)
        : await validateRows(tx, tenant, rows, columns, deps)
    const amounts = validated.map(({ entry }) => cents(entry?.amount_in_cents ?? 0))
    const file = {
      id: newId('payFile'),
      name,
      sha256: sha256(csv),
      content_sha256: contentOf(csv, validated),
      columns,
      rows: records.length,
      faults: validated.reduce((sum, { faults }) => sum + (faults?.length ?? 0), 0),
      total_in_cents: amounts.reduce(add, ZERO),
      fees_in_cents: validated.map(({ fee }) => fee).reduce(add, ZERO),
      created_by: by,
    }
    await insertFile(tx, tenant, file, validated)
    await onInserted(tx, file)
    return file.id
  })
}

const faultsOf = createValidate(PayoutCreate)

/** A row with its faults, or the payout it asks for and that payout's fee. */
type ValidatedRow = Omit<FileRow, 'payout'> & { readonly fee: typeof ZERO }

/** Faults of the columns belong to the line of their names; the rows below are not validated. */
const withColumnFaults = (head: CsvRecord, rows: readonly Row[], faults: readonly RowFault[]): ValidatedRow[] => [
  { line: head.line, fields: {}, entry: null, faults, fee: ZERO },
  ...rows.map(({ line, fields }) => ({ line, fields, entry: null, faults: null, fee: ZERO })),
]

async function validateRows(
  tx: Tx,
  tenant: TenantId,
  rows: readonly Row[],
  columns: readonly Column[],
  deps: PayFileDeps,
): Promise<ValidatedRow[]> {
  const payees = await findPayees(tx, tenant, rows)
  const read = rows.map((row) => readEntry(row, columns, payees, faultsOf))
  const inputs = read.filter((one): one is PayoutInput => !Array.isArray(one))
  const verdicts = await previewPayouts(tx, tenant, inputs, deps)
  let nth = 0
  return rows.map(({ line, fields }, place): ValidatedRow => {
    const one = read[place] as PayoutInput | RowFault[]
    if (Array.isArray(one)) return { line, fields, entry: null, faults: one, fee: ZERO }
    const verdict = verdicts[nth++] as (typeof verdicts)[number]
    if (!(verdict instanceof Problem)) return { line, fields, entry: one, faults: null, fee: verdict.fee }
    return { line, fields, entry: null, faults: [refusal(verdict, fields, columns)], fee: ZERO }
  })
}

/** The API's refusal of a payout as a fault of the row, beside the value that names the payee. */
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
