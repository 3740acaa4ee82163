import type { CsvCell } from '../../kernel/csv.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Exported } from './model.ts'
import { readLast, readStep } from './store.ts'

/** Positions of one step: a few milliseconds, so that no snapshot stands in the way of those who pay, and no memory. */
const STEP = 500

/** Everything there was when it began, newest first, however long that takes. */
export async function* walk(
  sql: Queryable,
  tenant: TenantId,
  exported: Exported,
  filter: Readonly<Record<string, string | undefined>>,
): AsyncGenerator<CsvCell[]> {
  for (let high = await readLast(sql, tenant, exported); high > 0; high -= STEP) {
    const rows = await readStep(sql, tenant, exported, { low: high - STEP, high }, filter)
    for (const row of rows) yield exported.columns.map((name) => cell(row[name]))
  }
}

function cell(value: unknown): CsvCell {
  if (value instanceof Date) return iso(value)
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return value as CsvCell
}
