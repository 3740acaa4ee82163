import type * as contract from '../../../../contracts/dashboard/audit-log.ts'
import { type Response, sendCsv, sendNdjson } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import { AUDIT_COLUMNS, toCells, viewRow, walkRows } from './export.ts'
import type { recordExport } from './record-export.ts'
import type { AuditFilter, AuditRow } from './store.ts'

/** A row as pages show it. */
export const viewAuditRow = ({ hash: _hash, at, ...row }: AuditRow): contract.AuditRow => ({ ...row, at: iso(at) })

export interface AuditFileOptions {
  readonly chain: string
  readonly format: 'csv' | 'ndjson'
  readonly after?: number
  readonly filter: AuditFilter
  /** Records how much of the file was taken away. */
  readonly counted: Awaited<ReturnType<typeof recordExport>>
}

/** An audit log as a file, oldest first. */
export function auditFile(
  reply: Response,
  sql: Queryable,
  { chain, format, after = 0, filter, counted }: AuditFileOptions,
) {
  const name = `audit-log.${format}`
  const rows = () => counted(() => walkRows(sql, chain, { after }, filter))
  if (format === 'csv') return sendCsv(reply, name, { columns: AUDIT_COLUMNS, rows: () => cellsOf(rows()) })
  return sendNdjson(reply, name, viewsOf(rows()))
}

async function* cellsOf(rows: AsyncIterable<AuditRow>) {
  for await (const row of rows) yield toCells(row)
}

async function* viewsOf(rows: AsyncIterable<AuditRow>) {
  for await (const row of rows) yield viewRow(row)
}
