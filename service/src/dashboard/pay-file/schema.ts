import { type Static, Type } from 'typebox'
import type { ApprovalReference } from '../../../../contracts/approvals.ts'
import * as contract from '../../../../contracts/dashboard/pay-file.ts'
import type { Page } from '../../../../contracts/lists.ts'
import { Closed, OneOf, PageQuery, Text, Timestamp, type Wire } from '../../http/index.ts'
import type { Cents } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { ApprovalReferenceSchema } from '../../resources/approvals/index.ts'
import type { RowFault } from './model.ts'
import type { CountedFile, FileRow, PayFile } from './store.ts'

export const UploadBody = Closed({
  name: Text(255),
  csv: Type.String({ minLength: 1 }),
  columns: Type.Optional(
    Type.Record(Type.String({ maxLength: 1_000 }), Type.Union([OneOf(contract.PAY_FILE_FIELDS), Type.Null()]), {
      description: 'What a column is taken for, where its name does not say it; null: for nothing.',
    }),
  ),
})

export const ConfirmBody = Closed({ again: Type.Optional(Type.Boolean()) })

export const FileParams = Type.Object({ environment: Type.String(), id: Type.String() })

const FILE_STATES = ['validated', 'running', 'done', 'failed'] as const

export const FilesQuery = Closed({ ...PageQuery, state: Type.Optional(OneOf(FILE_STATES)) })

export const RowsQuery = Closed({ ...PageQuery, only: Type.Optional(OneOf(['faulty'])) })

const FaultSchema = Type.Object({
  row: Type.Integer({ description: 'The line of the file.' }),
  column: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
  code: Type.String(),
  message: Type.String(),
})

const summary = {
  file_id: Type.String(),
  name: Type.String(),
  sha256: Type.String(),
  state: OneOf(FILE_STATES),
  why: Type.Optional(Type.String({ description: 'Why it stopped.' })),
  rows: Type.Integer(),
  error_count: Type.Integer(),
  total_in_cents: Type.Integer(),
  fees_in_cents: Type.Integer(),
  done: Type.Integer({ description: 'Rows that are paid.' }),
  of: Type.Integer(),
  created_at: Timestamp(),
  created_by: Type.String(),
  confirmed_at: Type.Optional(Timestamp()),
  confirmed_by: Type.Optional(Type.String()),
  ended_at: Type.Optional(Timestamp()),
}

const FileSummary = Type.Object(summary)

export const FileSchema = Type.Object({
  ...summary,
  columns: Type.Array(
    Type.Object({ column: Type.String(), field: Type.Union([OneOf(contract.PAY_FILE_FIELDS), Type.Null()]) }),
  ),
  fields: Type.Array(Type.String(), { description: 'What a column can be taken for.' }),
  operating_in_cents: Type.Integer({ description: 'What there is to pay it from.' }),
  approval: Type.Optional(ApprovalReferenceSchema),
  errors: Type.Array(FaultSchema, { description: 'The first of them; all stand beside the rows.' }),
  duplicate_of: Type.Optional(
    Type.Object({ file_id: Type.String(), name: Type.String(), confirmed_at: Timestamp(), by: Type.String() }),
  ),
})

const Pagination = Type.Object({ page: Type.Integer(), page_size: Type.Integer(), total: Type.Integer() })

export const FileListSchema = Type.Object({ data: Type.Array(FileSummary), pagination: Pagination })

export const RowListSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      row: Type.Integer(),
      fields: Type.Record(Type.String(), Type.String()),
      amount_in_cents: Type.Optional(Type.Integer()),
      account_connection: Type.Optional(Type.String()),
      errors: Type.Array(FaultSchema),
      payout: Type.Optional(Type.String()),
    }),
  ),
  pagination: Pagination,
})

const optional = <K extends string>(name: K, at: Date | null): Partial<Record<K, string>> =>
  at === null ? {} : ({ [name]: iso(at) } as Record<K, string>)

export const viewSummary = (file: CountedFile): Wire<typeof FileSummary, contract.PayFileSummary> => ({
  file_id: file.id,
  name: file.name,
  sha256: file.sha256.toString('hex'),
  state: file.state,
  ...(file.why === null ? {} : { why: file.why }),
  rows: file.rows,
  error_count: file.faults,
  total_in_cents: file.total_in_cents,
  fees_in_cents: file.fees_in_cents,
  done: file.paid,
  of: file.rows,
  created_at: iso(file.created_at),
  created_by: file.created_by,
  ...optional('confirmed_at', file.confirmed_at),
  ...(file.confirmed_by === null ? {} : { confirmed_by: file.confirmed_by }),
  ...optional('ended_at', file.ended_at),
})

export interface FileDetails {
  readonly file: CountedFile
  readonly operating: Cents
  readonly faulty: readonly FileRow[]
  readonly same: PayFile | undefined
  /** The one that the file awaits. */
  readonly approval: ApprovalReference | undefined
}

const viewFaults = ({ line, faults }: FileRow): Static<typeof FaultSchema>[] =>
  (faults ?? []).map((fault: RowFault) => ({ row: line, ...fault }))

export const viewFile = ({
  file,
  operating,
  faulty,
  same,
  approval,
}: FileDetails): Wire<typeof FileSchema, contract.PayFile> => ({
  ...viewSummary(file),
  columns: [...file.columns],
  fields: [...contract.PAY_FILE_FIELDS],
  operating_in_cents: operating,
  ...(approval ? { approval } : {}),
  errors: faulty.flatMap(viewFaults),
  ...(same?.confirmed_at
    ? {
        duplicate_of: {
          file_id: same.id,
          name: same.name,
          confirmed_at: iso(same.confirmed_at),
          by: same.confirmed_by ?? '',
        },
      }
    : {}),
})

export const viewRow = (row: FileRow): Wire<typeof RowListSchema, Page<contract.PayFileRow>>['data'][number] => ({
  row: row.line,
  fields: row.fields as Record<string, string>,
  ...(row.entry === null
    ? {}
    : { amount_in_cents: row.entry.amount_in_cents, account_connection: row.entry.account_connection }),
  errors: viewFaults(row),
  ...(row.payout === null ? {} : { payout: row.payout }),
})
