import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { auditEverything } from '../app/audit.ts'
import { bankFolders } from '../app/bank-files.ts'
import { prepareDatabase } from '../app/prepare-database.ts'
import { type Config, readConfig } from '../config.ts'
import { iso } from '../kernel/time.ts'
import { countTransfers } from '../ledger/index.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { countEveryList } from '../platform/lists.ts'
import { holdDatabase, readHold, releaseHold } from '../platform/restore-hold.ts'
import { StartError } from '../platform/start-error.ts'
import { visitStorage } from '../platform/storage.ts'
import { openVault } from '../platform/vault.ts'
import { ENCRYPTED, listFiles } from '../resources/bank-files/index.ts'
import { productionBank } from '../tenants/index.ts'
import { Finding, minute, type OperatorAccess, type OperatorCommand } from './command.ts'

const copyFolder = promisify(execFile)

/** The audit of everything, and a count of what is there. */
async function inspect(database: Database): Promise<string[]> {
  const mismatches = await auditEverything(database)
  const lists = await countEveryList(database.sql)
  const { transfers, last } = await countTransfers(database.sql)
  const lines = [
    ...lists.map(({ kind, made }) => `${String(made).padStart(12)}  ${kind}`),
    `${String(transfers).padStart(12)}  transfers, the last at ${minute(last)} UTC`,
  ]
  if (mismatches.length > 0)
    throw new Finding([...lines, ...mismatches.map(({ tenant, what }) => `${tenant}: ${what}`)])
  return [...lines, 'Every book balances.']
}

/** The key that the backup does not have: that of the settings, or of the data folder that the backup was made of. */
async function drillKey({ vaultKey, home }: Config, backup: string): Promise<string> {
  const files = [join(backup, 'vault.key'), join(resolve(home), 'vault.key')]
  const found = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => undefined)))
  const key = vaultKey ?? found.find((text) => text !== undefined)?.trim()
  if (key === undefined) throw new StartError('The drill needs the vault key: set VAULT_KEY.')
  return key
}

/** Starts a copy of a backup as a restore would, and leaves the backup as it is. */
async function drill(config: Config, backup: string): Promise<string[]> {
  const vaultKey = await drillKey(config, backup)
  const copy = `${backup}.drill-${process.pid}`
  try {
    await copyFolder('cp', ['-a', backup, copy])
    const storage = await visitStorage({ databaseUrl: undefined, vaultKey, home: copy })
    try {
      const { url, role } = await prepareDatabase(storage.url, openVault(vaultKey))
      const database = openDatabase({ url, connectionsMax: 1, ...(role ? { role } : {}) })
      return await inspect(database).finally(() => database.close())
    } finally {
      await storage.close()
    }
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Files that stand at the bank and that the restored data does not know: their payouts must not be sent again. */
async function unknownAtBank({ config, database }: OperatorAccess): Promise<string[]> {
  const folders = await bankFolders(config)
  if (!folders) return ['The folders of the bank are not set: compare the files with what the bank says.']
  try {
    const files = await database.transaction(async (tx) => listFiles(tx, await productionBank(tx)))
    const known = new Set(files.flatMap(({ name }) => [name, `${name}${ENCRYPTED}`]))
    const unknown = (await folders.listOut()).filter((name) => !name.startsWith('.') && !known.has(name))
    return unknown.length === 0
      ? ['Every file in the folder of the bank is known here. Ask the bank which it has taken since the backup.']
      : unknown.map((name) => `UNKNOWN  ${name} stands at the bank, and the restored data does not have it.`)
  } finally {
    await folders.close()
  }
}

const COMPARED = ['files-compared', 'charges-compared']

export const RESTORE_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'restore drill',
    args: '[FOLDER]',
    does: 'starts a copy of the backup in FOLDER, audits it and counts what is there; without FOLDER, the database that the settings name',
    async runOffline([folder]) {
      const config = readConfig(process.env)
      if (folder !== undefined) return drill(config, resolve(process.env.INIT_CWD ?? '.', folder))
      const storage = await visitStorage(config)
      const database = openDatabase({ url: storage.url, connectionsMax: 1 })
      return inspect(database).finally(async () => {
        await database.close()
        await storage.close()
      })
    },
  },
  {
    name: 'restore status',
    args: '',
    does: 'says whether production is held after a restore, and which files at the bank the restored data does not know',
    async runOnDatabase(access) {
      const hold = await readHold(access.database.sql)
      if (!hold) return ['Nothing is held.']
      const files = await unknownAtBank(access).catch((error: Error) => [`The bank cannot be asked: ${error.message}`])
      return [
        `Production is held since ${minute(hold.since)} UTC: ${hold.because}.`,
        ...files,
        'Compare the charges at the card processor since the backup with the purchases here, by their key.',
        `Then: tributaryd restore release ${COMPARED.join(' ')}`,
      ]
    },
  },
  {
    name: 'restore hold',
    args: '',
    does: 'holds production after a restore that could not be noticed; to be run before the service is started',
    action: 'restore.hold',
    async change(tx) {
      await holdDatabase(tx, 'the operator holds it')
      return { lines: ['Production is held.'] }
    },
  },
  {
    name: 'restore release',
    args: COMPARED.join(' '),
    does: 'lets production send again, once files and charges were compared with the bank and the card processor; then restart every process',
    action: 'restore.release',
    async change(tx, args) {
      if (COMPARED.some((word, index) => args[index] !== word)) {
        throw new StartError(
          `A restore to before a file was delivered would send it twice. When both are compared: restore release ${COMPARED.join(' ')}`,
        )
      }
      const hold = await readHold(tx)
      await releaseHold(tx)
      const details = hold ? { held_since: iso(hold.since), because: hold.because } : {}
      return { lines: ['Production is released: restart every process of the service.'], details }
    },
  },
]
