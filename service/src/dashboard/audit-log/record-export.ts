import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type AuditEntry, record } from './chain.ts'

type Rows<Row> = () => AsyncIterable<Row>

/**
 * Records that a file is taken away, before its first row is read. Returns a wrapper of the file's rows that records, once
 * they end, how many were read and whether it was all of them.
 */
export async function recordExport(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  entry: AuditEntry,
): Promise<<Row>(rows: Rows<Row>) => AsyncGenerator<Row>> {
  const write = (one: AuditEntry): Promise<void> => database.transaction((tx) => record(tx, vault, one))
  await write(entry)
  return async function* counted(rows) {
    let count = 0
    let isWhole = false
    try {
      for await (const row of rows()) {
        count++
        yield row
      }
      isWhole = true
    } finally {
      // A receiver that goes away ends the generator here.
      const outcome = isWhole ? 'done' : 'broken_off'
      await write({ ...entry, action: `${entry.action}.${outcome}`, details: { ...entry.details, rows: count } })
    }
  }
}
