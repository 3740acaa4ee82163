import { createHash } from 'node:crypto'
import type { TenantId } from '../../kernel/ids.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { FileCipher } from '../../rails/ach/transport/pgp.ts'
import type { BankFolders } from '../../rails/ach/transport/port.ts'
import { tenantNow } from '../../tenants/index.ts'
import { deliverCreatorWithdrawals, undeliveredFilesOfCreators } from '../creator-withdrawals/index.ts'
import { deliverFile } from '../payouts/index.ts'
import { deliverWithdrawals, undeliveredFiles } from '../withdrawals/index.ts'
import { ENCRYPTED, OUTGOING_STATES, type OutgoingFile } from './model.ts'
import { inTime, type RedateDeps } from './redate.ts'
import { claimFile, deliveryTimes, lockMissing, moveFile, noteFault, payoutsInFile } from './store.ts'

export interface TransmitDeps extends RedateDeps {
  readonly folders: BankFolders
  /** Encrypts files on their way, for a bank that gave us a key. */
  readonly cipher?: FileCipher | undefined
  readonly leaseMs: number
}

/** Uploads every file that is made, and lets the withdrawals of those that the bank has be sent. */
export async function transmitFiles(database: Database, bank: TenantId, deps: TransmitDeps): Promise<void> {
  await uploadFiles(database, bank, deps)
  await noteDelivered(database, bank)
}

/** One that fails is tried again when its lease has run out. */
async function uploadFiles(database: Database, bank: TenantId, deps: TransmitDeps): Promise<void> {
  for (;;) {
    const file = await claimFile(database.sql, bank, deps.leaseMs)
    if (!file) return
    try {
      await transmit(database, bank, file, deps)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const { name, id: resource, attempt } = file
      deps.log.error({ err: error, file: name, resource, attempt }, 'could not upload an ACH file to the bank')
      await noteFault(database.sql, bank, file, why)
      return
    }
  }
}

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Whether these bytes at the bank are the file. No two encryptions are equal: one that was uploaded is known by its own hash. */
const isSame = ({ sha256, sent_sha256 }: OutgoingFile, bytes: Buffer): boolean =>
  hashOf(bytes).equals(sent_sha256 ?? sha256)

/** The name under which the bank finds the file. One that was uploaded keeps its form, whatever the settings say since. */
function nameAtBank({ name, status, sent_sha256 }: OutgoingFile, { cipher }: TransmitDeps): string {
  const isEncrypted = status === 'renaming' ? sent_sha256 !== null : cipher?.encrypt !== undefined
  return isEncrypted ? `${name}${ENCRYPTED}` : name
}

/**
 * Uploads under a name of this attempt, then renames. That the upload is complete is committed before the rename: no later
 * attempt uploads the file again. Banks take files away at once, so a successful rename is proof enough. If a process dies
 * between the rename and its commit and the file has neither name, only a person can find out whether the bank has it.
 */
async function transmit(database: Database, bank: TenantId, file: OutgoingFile, deps: TransmitDeps): Promise<void> {
  const standing = await deps.folders.readOut(nameAtBank(file, deps))
  if (standing) {
    if (isSame(file, standing)) await confirm(database, bank, file, deps)
    else await stopForConflict(database, bank, file, deps)
    return
  }
  const uploaded = file.status === 'renaming' ? file : await uploadInTime(database, bank, file, deps)
  if (!uploaded?.upload_name) return
  const waiting = await deps.folders.readOut(uploaded.upload_name)
  if (!waiting) return stopAsMissing(database, bank, uploaded, deps)
  if (!isSame(uploaded, waiting)) throw new Error(`${uploaded.upload_name} is not what was uploaded`)
  await deps.folders.renameOut(uploaded.upload_name, nameAtBank(uploaded, deps))
  await confirm(database, bank, uploaded, deps)
}

/** Gives a file that leaves late new dates, then uploads it; undefined when another attempt has begun meanwhile. */
async function uploadInTime(
  database: Database,
  bank: TenantId,
  file: OutgoingFile,
  deps: TransmitDeps,
): Promise<OutgoingFile | undefined> {
  const leaving = await inTime(database, bank, file, deps)
  if (!leaving) return undefined
  if (leaving.name !== file.name) await removeParts(file, deps)
  return upload(database, bank, leaving, deps)
}

/** The file after the upload; undefined when another attempt has begun meanwhile. */
async function upload(
  database: Database,
  bank: TenantId,
  file: OutgoingFile,
  { vault, folders, cipher }: TransmitDeps,
): Promise<OutgoingFile | undefined> {
  const plain = Buffer.from(vault.open({ tenant: bank, row: file.id, field: 'bytes' }, file.bytes_sealed), 'latin1')
  const bytes = cipher?.encrypt ? await cipher.encrypt(plain) : plain
  const upload_name = `${partsOf(file)}${file.attempt}.part`
  await folders.writeOut(upload_name, bytes)
  const written = await folders.readOut(upload_name)
  if (!written?.equals(bytes)) throw new Error(`${upload_name} did not arrive whole`)
  const status = mustFollow(OUTGOING_STATES, file.status, 'upload')
  const uploaded = { status, upload_name, sent_sha256: cipher?.encrypt ? hashOf(bytes) : null }
  return (await moveFile(database.sql, bank, file, uploaded)) ? { ...file, ...uploaded } : undefined
}

/** The prefix of the names under which attempts upload a file. */
const partsOf = ({ name }: OutgoingFile): string => `.${name}.`

/** Removes uploads that unfinished attempts have left. Where the bank does not let us remove them, the file is delivered nevertheless. */
async function removeParts(file: OutgoingFile, { folders, log }: TransmitDeps): Promise<void> {
  try {
    const parts = (await folders.listOut()).filter((name) => name.startsWith(partsOf(file)))
    for (const name of parts) await folders.removeOut(name)
  } catch (error) {
    log.warn(
      { err: error, file: file.name, resource: file.id },
      "could not remove unfinished uploads from the bank's folder",
    )
  }
}

async function confirm(database: Database, bank: TenantId, file: OutgoingFile, deps: TransmitDeps): Promise<void> {
  await removeParts(file, deps)
  await database.transaction((tx) => deliver(tx, bank, file))
  deps.log.info({ file: file.name, resource: file.id, attempt: file.attempt }, 'delivered a file to the bank')
}

/** The bank has the file: from now on its payouts are due to be `sent`. */
async function deliver(tx: Tx, bank: TenantId, file: OutgoingFile): Promise<void> {
  const payouts = await payoutsInFile(tx, bank, file.id)
  const delivered_at = await tenantNow(tx, bank)
  const status = mustFollow(OUTGOING_STATES, file.status, 'rename')
  if (!(await moveFile(tx, bank, file, { status, delivered_at, why: null }))) return
  for (const [tenant, ids] of payouts) await deliverFile(tx, tenant, { file: file.id, payouts: ids, at: delivered_at })
}

/**
 * Withdrawals of delivered files are due to be `sent`. They are looked for, not told of: a process of version 0.1 may have
 * delivered the file, and knows of payouts alone.
 */
async function noteDelivered(database: Database, bank: TenantId): Promise<void> {
  const { sql } = database
  const waiting = [...(await undeliveredFiles(sql, bank)), ...(await undeliveredFilesOfCreators(sql, bank))]
  if (waiting.length === 0) return
  const times = await deliveryTimes(
    database.sql,
    bank,
    waiting.map(({ file }) => file),
  )
  for (const { tenant, file } of waiting) {
    const at = times.get(file)
    const deliver = tenant === bank ? deliverCreatorWithdrawals : deliverWithdrawals
    if (at) await database.transaction((tx) => deliver(tx, tenant, file, at))
  }
}

/** A person has asked the bank, and it has the missing file. False when no file of that name is missing. */
export async function confirmMissing(tx: Tx, bank: TenantId, name: string): Promise<boolean> {
  const file = await lockMissing(tx, bank, name)
  if (file) await deliver(tx, bank, file)
  return file !== undefined
}

async function stopAsMissing(
  database: Database,
  bank: TenantId,
  file: OutgoingFile,
  deps: TransmitDeps,
): Promise<void> {
  const why = `it was uploaded, but stands neither under ${file.upload_name} nor under ${nameAtBank(file, deps)}: ask the bank, then \`ach delivered\` or \`ach retry\``
  deps.log.fatal({ file: file.name, resource: file.id }, why)
  await removeParts(file, deps)
  await moveFile(database.sql, bank, file, { status: mustFollow(OUTGOING_STATES, file.status, 'lose'), why })
}

async function stopForConflict(
  database: Database,
  bank: TenantId,
  file: OutgoingFile,
  deps: TransmitDeps,
): Promise<void> {
  const why = `the bank's folder holds other bytes under the name ${nameAtBank(file, deps)}`
  deps.log.fatal({ file: file.name, resource: file.id }, `${why}: the file waits for a person`)
  await moveFile(database.sql, bank, file, { status: mustFollow(OUTGOING_STATES, file.status, 'differ'), why })
}
