import { createHash } from 'node:crypto'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import { bankingDayOf } from '../../rails/ach/calendar.ts'
import { AchFault, readAch } from '../../rails/ach/nacha/index.ts'
import type { FileCipher } from '../../rails/ach/transport/pgp.ts'
import { PgpFault } from '../../rails/ach/transport/pgp-keys.ts'
import type { BankFolders, Listed } from '../../rails/ach/transport/port.ts'
import { tenantNow } from '../../tenants/index.ts'
import type { Originator } from './model.ts'
import { type Received, receivedOf } from './received.ts'
import { insertFile, insertReceived, isSeen, markSeen, type NewFile } from './store.ts'

export interface ReceiveDeps {
  readonly originator: Originator
  readonly vault: Vault
  readonly folders: BankFolders
  /** Opens files that the bank has encrypted for us. */
  readonly cipher?: FileCipher | undefined
  readonly log: Logger
}

/**
 * Stores every new file in the bank's folder, whole and entry by entry. What the entries ask for is done later. A file that
 * our keys do not open is not stored, so that the next round reads it with the right ones; until then the step fails.
 */
export async function receiveFiles(database: Database, bank: TenantId, deps: ReceiveDeps): Promise<void> {
  const unopened: string[] = []
  for (const listed of await deps.folders.listIn()) {
    if (await isSeen(database.sql, bank, listed)) continue
    try {
      const bytes = await deps.folders.readIn(listed.name)
      // While the bank still writes the file its size changes: the next round reads it.
      if (bytes.length !== listed.size) continue
      await store(database, bank, listed, (await deps.cipher?.decrypt?.(bytes)) ?? bytes, deps)
    } catch (error) {
      if (error instanceof PgpFault) unopened.push(`${listed.name}: ${error.message}`)
      // The other files are read nevertheless.
      deps.log.error({ err: error, file: listed.name }, 'could not read a file from the bank')
    }
  }
  if (unopened.length > 0) throw new PgpFault(unopened.join('; '))
}

interface Reading {
  readonly status: NewFile['status']
  readonly why: string | null
  readonly received: readonly Received[]
  readonly debit: number
  readonly credit: number
}

function read(bytes: Buffer, { origin }: Originator): Reading {
  try {
    const found = readAch(bytes, origin)
    const { totalDebit: debit, totalCredit: credit } = found.totals
    return { status: 'received', why: null, received: receivedOf(found), debit, credit }
  } catch (error) {
    if (!(error instanceof AchFault)) throw error
    return { status: 'refused', why: error.message, received: [], debit: 0, credit: 0 }
  }
}

function store(database: Database, bank: TenantId, listed: Listed, bytes: Buffer, deps: ReceiveDeps): Promise<void> {
  const { status, why, received, debit, credit } = read(bytes, deps.originator)
  return database.transaction(async (tx) => {
    const now = await tenantNow(tx, bank)
    const id = newId('achFile')
    const place = { tenant: bank, row: id }
    const fresh = await insertFile(tx, bank, {
      id,
      direction: 'in',
      name: listed.name,
      sha256: createHash('sha256').update(bytes).digest(),
      bytes_sealed: deps.vault.seal({ ...place, field: 'bytes' }, bytes.toString('latin1')),
      status,
      day: bankingDayOf(now),
      entries: received.length,
      debit_in_cents: debit,
      credit_in_cents: credit,
      why,
      created_at: now,
    })
    await markSeen(tx, bank, listed)
    if (!fresh) return
    const got = { file: listed.name, resource: id, count: received.length, debit_cents: debit, credit_cents: credit }
    if (why === null) tx.afterCommit(() => deps.log.info(got, 'received a file from the bank'))
    else
      deps.log.error(
        { file: listed.name, resource: id, why },
        'a file from the bank was refused and waits for a person',
      )
    await insertReceived(
      tx,
      bank,
      id,
      received.map((one, ordinal) => ({
        kind: one.kind,
        amount: one.amount,
        status: one.why === null ? 'new' : 'kept',
        why: one.why,
        sealed: deps.vault.seal({ ...place, field: `entry ${ordinal}` }, JSON.stringify(one.held)),
      })),
    )
  })
}
