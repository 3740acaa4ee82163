import {
  type DataFolder,
  embeddedVaultKey,
  type Hold,
  holdDataFolder,
  locateDataFolder,
  startInDataFolder,
} from './data-folder.ts'
import type { Logger } from './logs.ts'
import { supervisePostgres } from './postgres-supervisor.ts'
import { holdRestoredFolder } from './restore-hold.ts'
import { StartError } from './start-error.ts'

export interface StorageSettings {
  readonly databaseUrl: string | undefined
  readonly vaultKey: string | undefined
  readonly home: string
}

/** The database and its vault key: our own PostgreSQL, or one that the settings name. */
export interface Storage {
  readonly url: string
  readonly vaultKey: string
  /** The folder of the data, for the banner. */
  readonly folder?: DataFolder
  /** To be called after everything that uses the database has closed. */
  close(): Promise<void>
}

/** For a serving process: it alone holds an embedded database, keeps it running, and stops it at its end. */
export async function openStorage(settings: StorageSettings, log: Logger, asked?: AbortSignal): Promise<Storage> {
  const external = openExternal(settings)
  if (external) return external
  const folder = await locateDataFolder(settings.home)
  const postgres = await startInDataFolder(folder, asked)
  const hold = (): Promise<Hold> => holdDataFolder(postgres.url, folder.home)
  const held = await hold().catch(async (error) => {
    // A StartError says that another instance serves from this database, which must then keep running.
    if (!(error instanceof StartError) && !postgres.adopted) await postgres.stop()
    throw error
  })
  const supervisor = supervisePostgres(held, { postgres, hold, log })
  return withVaultKey(settings, folder, postgres.url, async () => {
    const last = await supervisor.stop()
    // Without the hold, PostgreSQL is down or serves another instance by now.
    if (!last) return
    await postgres.stop()
    await last.release()
  })
}

/** For a short command: it runs beside a serving process or alone, and leaves the database running or stopped as it was. */
export async function visitStorage(settings: StorageSettings): Promise<Storage> {
  const external = openExternal(settings)
  if (external) return external
  const folder = await locateDataFolder(settings.home)
  const postgres = await startInDataFolder(folder)
  return withVaultKey(settings, folder, postgres.url, async () => {
    if (postgres.adopted) return
    const held = await holdDataFolder(postgres.url, folder.home, 1).catch((error) => {
      // Another process has begun to serve from this database, which must then keep running.
      if (error instanceof StartError) return undefined
      throw error
    })
    if (!held) return
    await postgres.stop()
    await held.release()
  })
}

async function withVaultKey(
  settings: StorageSettings,
  folder: DataFolder,
  url: string,
  close: () => Promise<void>,
): Promise<Storage> {
  try {
    const vaultKey = settings.vaultKey ?? (await embeddedVaultKey(folder.home))
    await holdRestoredFolder(folder.home, url)
    return { url, vaultKey, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openExternal({ databaseUrl, vaultKey }: StorageSettings): Storage | undefined {
  // Read together: there is no database of one's own without a key, see readConfig.
  return databaseUrl && vaultKey ? { url: databaseUrl, vaultKey, close: async () => {} } : undefined
}
