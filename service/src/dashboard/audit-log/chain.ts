import type { AuditCheck } from '../../../../contracts/dashboard/audit-log.ts'
import type { Environment } from '../../kernel/environment.ts'
import { canonical } from '../../kernel/json.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { inParts, type Payee } from './payees.ts'
import { type AuditRow, appendRows, type Head, lockHead, readHead, rowsAfter } from './store.ts'

const PURPOSE = 'audit log'
const HEAD_PURPOSE = 'audit log head'
const ROWS_AT_ONCE = 1_000

/** One thing that a person, the operator or the service did. */
export interface AuditEntry {
  /** The chain: the id of an enterprise, or `OPERATOR_CHAIN`. */
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

/** The text that a row's hash is made of: the row and the hash before it. The hash is keyed, so that only the vault can make it. */
const hashedText = (enterprise: string, before: Buffer, row: Omit<AuditRow, 'hash'>): string =>
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

const hashedHead = (enterprise: string, { position, hash }: Pick<Head, 'position' | 'hash'>): string =>
  canonical([enterprise, position, hash.toString('hex')])

/** A chain begins with an empty head; every later head is sealed by the vault. */
const isGenuineHead = (vault: Vault, enterprise: string, head: Head): boolean =>
  head.position === 0 ? head.hash.length === 0 : isDigest(vault, HEAD_PURPOSE, hashedHead(enterprise, head), head.seal)

/** Appends to the enterprise's chain, in the transaction of the change it records. */
export const record = (tx: Tx, vault: Vault, entry: AuditEntry): Promise<void> => recordAll(tx, vault, [entry])

/** Appends entries of one chain, at once. */
export async function recordAll(
  tx: Tx,
  vault: Vault,
  entries: readonly [AuditEntry, ...(readonly AuditEntry[])],
): Promise<void> {
  const { enterprise } = entries[0]
  const { now, ...head } = await lockHead(tx, enterprise)
  let last: Pick<Head, 'position' | 'hash'> = head
  const rows = entries.map((entry) => {
    const row = rowOf(entry, last.position + 1, now)
    const written = { ...row, hash: vault.digest(PURPOSE, hashedText(enterprise, last.hash, row)) }
    last = written
    return written
  })
  const { position, hash } = last
  // A head that was changed by hand gets no new seal: entries that follow must not hide the change.
  const seal = isGenuineHead(vault, enterprise, head)
    ? vault.digest(HEAD_PURPOSE, hashedHead(enterprise, { position, hash }))
    : head.seal
  await appendRows(tx, enterprise, rows, { position, hash, seal })
}

const rowOf = (entry: AuditEntry, position: number, at: Date): Omit<AuditRow, 'hash'> => ({
  position,
  at,
  environment: entry.environment ?? null,
  person_id: entry.personId,
  person: entry.person,
  action: entry.action,
  subject: entry.subject ?? null,
  details: entry.details ?? {},
  address: entry.address ?? null,
  request_id: entry.requestId ?? null,
})

/** Appends what the service did by itself, and to whom. */
export const recordByService = (
  tx: Tx,
  vault: Vault,
  entry: Omit<AuditEntry, 'personId' | 'person'>,
  payees: readonly Payee[] = [],
): Promise<void> => recordAll(tx, vault, inParts({ ...entry, personId: 'service', person: 'Tributary' }, payees))

function isDigest(vault: Vault, purpose: string, text: string, digest: Buffer): boolean {
  try {
    return vault.matches(purpose, text, digest)
  } catch {
    // The hash was made under an unknown key.
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
    const rows = await rowsAfter(sql, enterprise, { after: position }, ROWS_AT_ONCE)
    for (const row of rows) {
      const expected = position + 1
      if (row.position !== expected || !isDigest(vault, PURPOSE, hashedText(enterprise, before, row), row.hash)) {
        return broken(position)
      }
      if (expected === head.position && !row.hash.equals(head.hash)) return broken(position)
      before = row.hash
      position = expected
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  // Rows without a head: either the first row was written just now, or the head was deleted.
  if (head.position === 0 && position > 0) {
    return (await readHead(sql, enterprise)).position > 0 ? checkChain(sql, vault, enterprise) : broken(position)
  }
  // Rows written since the head was read may exceed it; fewer rows than it says means that some are missing.
  if (position < head.position || !isGenuineHead(vault, enterprise, head)) return broken(position)
  return { intact: true, rows: position }
}
