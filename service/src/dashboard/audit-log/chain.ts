import type { Environment } from '../../kernel/environment.ts'
import { canonical } from '../../kernel/json.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type AuditRow, appendRow, lockHead, readHead, rowsAfter } from './store.ts'

const PURPOSE = 'audit log'
const ROWS_AT_ONCE = 1_000

/** One thing that somebody did. */
export interface Deed {
  readonly enterprise: string
  readonly personId: string
  /** Name and address, as they are now. */
  readonly person: string
  readonly action: string
  readonly subject?: string | undefined
  readonly details?: Record<string, unknown> | undefined
  readonly environment?: Environment | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
}

/** What a row's hash is of: all of the row, and the hash before it. Keyed, so that nobody without the vault can mend it. */
const spelled = (enterprise: string, before: Buffer, row: Omit<AuditRow, 'hash'>): string =>
  canonical([
    enterprise,
    row.position,
    iso(row.at),
    row.environment,
    row.person_id,
    row.person,
    row.action,
    row.subject,
    row.details,
    row.address,
    row.request_id,
    before.toString('hex'),
  ])

/** Appends to the enterprise's chain, in the transaction of what was done. */
export async function record(tx: Tx, vault: Vault, deed: Deed): Promise<void> {
  const { position, hash, now } = await lockHead(tx, deed.enterprise)
  const row = {
    position: position + 1,
    at: now,
    environment: deed.environment ?? null,
    person_id: deed.personId,
    person: deed.person,
    action: deed.action,
    subject: deed.subject ?? null,
    details: deed.details ?? {},
    address: deed.address ?? null,
    request_id: deed.requestId ?? null,
  }
  await appendRow(tx, deed.enterprise, { ...row, hash: vault.digest(PURPOSE, spelled(deed.enterprise, hash, row)) })
}

export interface Verdict {
  readonly intact: boolean
  readonly rows: number
  /** The first position that is not as it was written. */
  readonly broken_at?: number
}

function isGenuine(vault: Vault, enterprise: string, before: Buffer, row: AuditRow): boolean {
  try {
    return vault.matches(PURPOSE, spelled(enterprise, before, row), row.hash)
  } catch {
    // A hash under no key of ours.
    return false
  }
}

/** Follows the chain from its first row to the last that was written. */
export async function checkChain(sql: Queryable, vault: Vault, enterprise: string): Promise<Verdict> {
  const head = await readHead(sql, enterprise)
  let before: Buffer = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const rows = await rowsAfter(sql, enterprise, position, ROWS_AT_ONCE)
    for (const row of rows) {
      const expected = position + 1
      if (row.position !== expected || !isGenuine(vault, enterprise, before, row)) {
        return { intact: false, rows: position, broken_at: expected }
      }
      before = row.hash
      position = expected
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  // What came after the head was read is more than it tells; less than it tells is missing.
  if (position < head.position) return { intact: false, rows: position, broken_at: position + 1 }
  return { intact: true, rows: position }
}
