import { createHash } from 'node:crypto'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import { leavesInTimeFor, type Windows } from '../../rails/ach/by-file.ts'
import { tenantNow } from '../../tenants/index.ts'
import { redateText } from './compose-file.ts'
import { fileName, madeAt, modifierOf, type OutgoingFile } from './model.ts'
import { countNamed, largestEntry, moveFile } from './store.ts'

export interface RedateDeps {
  /** The cut-offs of our bank, where they are not the usual ones. */
  readonly windows?: Windows
  readonly vault: Vault
  readonly log: Logger
}

/**
 * The file as it may leave now. The cut-off of its settlement day may have passed while the bank could not be reached:
 * banks refuse such dates, so the file gets new ones before it is uploaded. Undefined when another attempt has begun.
 */
export function inTime(
  database: Database,
  bank: TenantId,
  file: OutgoingFile,
  deps: RedateDeps,
): Promise<OutgoingFile | undefined> {
  return database.transaction(async (tx) => {
    const now = await tenantNow(tx, bank)
    const settlesOn = leavesInTimeFor(file.day, now, await largestEntry(tx, bank, file.id), deps.windows)
    if (settlesOn === file.day) return file
    await lockName(tx, `bank files ${bank}`)
    return redate(tx, bank, file, { now, settlesOn }, deps)
  })
}

async function redate(
  tx: Tx,
  bank: TenantId,
  file: OutgoingFile,
  { now, settlesOn }: { readonly now: Date; readonly settlesOn: OutgoingFile['day'] },
  { vault, log }: RedateDeps,
): Promise<OutgoingFile | undefined> {
  const place = { tenant: bank, row: file.id, field: 'bytes' }
  const { name, modifier } = await nameOn(tx, bank, file, now)
  const text = redateText(vault.open(place, file.bytes_sealed), { now, settlesOn, modifier })
  const changes = {
    name,
    day: settlesOn,
    sha256: createHash('sha256').update(text, 'latin1').digest(),
    bytes_sealed: vault.seal(place, text),
    sent_sha256: null,
  }
  if (!(await moveFile(tx, bank, file, { status: file.status, ...changes }))) return undefined
  log.warn(
    { file: name, was: file.name, resource: file.id, day: settlesOn },
    'a file for the bank leaves late and got new dates',
  )
  return { ...file, ...changes }
}

/** A file of an earlier day gets a name of today: banks tell files apart by their day and their modifier. */
async function nameOn(
  tx: Tx,
  bank: TenantId,
  { name }: OutgoingFile,
  now: Date,
): Promise<{ readonly name: string; readonly modifier: string | undefined }> {
  const { day } = madeAt(now)
  const prefix = fileName(day, '').slice(0, -4)
  if (name.startsWith(prefix)) return { name, modifier: undefined }
  const modifier = modifierOf(await countNamed(tx, bank, prefix))
  return { name: fileName(day, modifier), modifier }
}
