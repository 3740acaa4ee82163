import type { AuditCheck } from '../../../../contracts/dashboard/audit-log.ts'
import type { Environment } from '../../kernel/environment.ts'
import { canonical } from '../../kernel/json.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type AuditRow, appendRow, type Head, lockHead, readHead, rowsAfter } from './store.ts'

const PURPOSE = 'audit log'
const HEAD_PURPOSE = 'audit log head'
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

const spelledHead = (enterprise: string, { position, hash }: Pick<Head, 'position' | 'hash'>): string =>
  canonical([enterprise, position, hash.toString('hex')])

/** A chain begins with nothing; after that, only whoever has the vault can have said where it ends. */
const isGenuineHead = (vault: Vault, enterprise: string, head: Head): boolean =>
  head.position === 0 ? head.hash.length === 0 : isDigest(vault, HEAD_PURPOSE, spelledHead(enterprise, head), head.seal)

/** Appends to the enterprise's chain, in the transaction of what was done. */
export async function record(tx: Tx, vault: Vault, deed: Deed): Promise<void> {
  const { now, ...head } = await lockHead(tx, deed.enterprise)
  const { position, hash } = head
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
  const written = { ...row, hash: vault.digest(PURPOSE, spelled(deed.enterprise, hash, row)) }
  // On a head that somebody has set no seal is put: what went on after that would hide it.
  const seal = isGenuineHead(vault, deed.enterprise, head)
    ? vault.digest(HEAD_PURPOSE, spelledHead(deed.enterprise, written))
    : head.seal
  await appendRow(tx, deed.enterprise, written, seal)
}

function isDigest(vault: Vault, purpose: string, text: string, digest: Buffer): boolean {
  try {
    return vault.matches(purpose, text, digest)
  } catch {
    // A hash under no key of ours.
    return false
  }
}

const broken = (rows: number): AuditCheck => ({ intact: false, rows, broken_at: rows + 1 })

/** Follows the chain from its first row to the last that was written. */
export async function checkChain(sql: Queryable, vault: Vault, enterprise: string): Promise<AuditCheck> {
  const head = await readHead(sql, enterprise)
  let before: Buffer = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const rows = await rowsAfter(sql, enterprise, position, ROWS_AT_ONCE)
    for (const row of rows) {
      const expected = position + 1
      if (row.position !== expected || !isDigest(vault, PURPOSE, spelled(enterprise, before, row), row.hash)) {
        return broken(position)
      }
      if (expected === head.position && !row.hash.equals(head.hash)) return broken(position)
      before = row.hash
      position = expected
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  // Rows without a head: either the first of them came just now, or the head was taken away.
  if (head.position === 0 && position > 0) {
    return (await readHead(sql, enterprise)).position > 0 ? checkChain(sql, vault, enterprise) : broken(position)
  }
  // What came after the head was read is more than it tells; less than it tells is missing.
  if (position < head.position || !isGenuineHead(vault, enterprise, head)) return broken(position)
  return { intact: true, rows: position }
}
