import type { FigureSource } from '../../platform/figures.ts'

/** Only production has a bank that files are exchanged with. */
const PRODUCTION = { environment: 'production' }

interface FileRow {
  readonly direction: 'out' | 'in'
  readonly status: string
  readonly count: number
  readonly oldest_seconds: number
}

interface KeptRow {
  readonly count: number
  readonly cents: number
  readonly oldest_seconds: number
}

/** Files and entries. A day has dozens of files; entries that wait for a person have an index of their own. */
export const bankFileFigures: FigureSource = {
  name: 'bank files',
  families: {
    tributary_bank_files: { type: 'gauge', help: 'Files exchanged with the bank in the last 30 days, by state.' },
    tributary_bank_files_oldest_seconds: {
      type: 'gauge',
      help: 'Age of the oldest file to the bank that is not delivered, or from it that was refused and nobody has looked at.',
    },
    tributary_bank_entries_kept: {
      type: 'gauge',
      help: 'Entries of received files that match nothing in the books and wait for a person.',
    },
    tributary_bank_entries_kept_cents: { type: 'gauge', help: 'Sum of the entries that wait for a person.' },
    tributary_bank_entries_kept_oldest_seconds: {
      type: 'gauge',
      help: 'Age of the oldest entry that waits for a person.',
    },
  },
  async read(tx) {
    const files = await tx<FileRow[]>`
      select direction, status, count(*)::int as count,
        coalesce(max(extract(epoch from clock_timestamp() - created_at)) filter (where
          status in ('made', 'renaming', 'conflict', 'missing', 'refused') and resolved_at is null), 0)::float8
          as oldest_seconds
      from ach_files
      where day >= current_date - 30 or status in ('made', 'renaming', 'conflict', 'missing')
      group by direction, status`
    const [kept] = await tx<KeptRow[]>`
      select count(*)::int as count, coalesce(sum(received.amount_in_cents), 0)::bigint as cents,
        coalesce(max(extract(epoch from clock_timestamp() - file.created_at)), 0)::float8 as oldest_seconds
      from ach_received received join ach_files file on file.tenant_id = received.tenant_id and file.id = received.file
      where received.status = 'kept' and received.resolved_at is null`
    return [
      ...files.flatMap(({ direction, status, count, oldest_seconds }) => {
        const labels = { ...PRODUCTION, direction, state: status }
        return [
          { name: 'tributary_bank_files', labels, value: count },
          { name: 'tributary_bank_files_oldest_seconds', labels, value: oldest_seconds },
        ]
      }),
      { name: 'tributary_bank_entries_kept', labels: PRODUCTION, value: kept?.count ?? 0 },
      { name: 'tributary_bank_entries_kept_cents', labels: PRODUCTION, value: kept?.cents ?? 0 },
      { name: 'tributary_bank_entries_kept_oldest_seconds', labels: PRODUCTION, value: kept?.oldest_seconds ?? 0 },
    ]
  },
}

/** Whether a file was ever exchanged with the bank. */
export async function hasFiles(tx: Parameters<FigureSource['read']>[0]): Promise<boolean> {
  const [row] = await tx<{ any: boolean }[]>`select exists (select 1 from ach_files) as any`
  return row?.any ?? false
}
