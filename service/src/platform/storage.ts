import {
  type DataFolder,
  embeddedVaultKey,
  holdDataFolder,
  locateDataFolder,
  startInDataFolder,
} from './data-folder.ts'
import { StartError } from './start-error.ts'

export interface StorageSettings {
  readonly databaseUrl: string | undefined
  readonly vaultKey: string | undefined
  readonly home: string
}

/** The database to use and the key to its secrets, wherever they come from. */
export interface Storage {
  readonly url: string
  readonly vaultKey: string
  /** Where the data is, for the banner. */
  readonly folder?: DataFolder
  /** After everything that uses the database has closed. */
  close(): Promise<void>
}

/** For a process that serves: it alone holds an embedded database, and stops it when it goes. */
export async function openStorage(settings: StorageSettings, asked?: AbortSignal): Promise<Storage> {
  const external = openExternal(settings)
  if (external) return external
  const folder = await locateDataFolder(settings.home)
  const postgres = await startInDataFolder(folder, asked)
  const release = await holdDataFolder(postgres.url, folder.home).catch(async (error) => {
    // Refused, the database is the other instance's; failed, it is nobody's.
    if (!(error instanceof StartError) && !postgres.adopted) await postgres.stop()
    throw error
  })
  return withVaultKey(settings, folder, postgres.url, async () => {
    await postgres.stop()
    await release()
  })
}

/** For a command that comes and goes: beside a serving process, or alone, leaving the database as it was found. */
export async function visitStorage(settings: StorageSettings): Promise<Storage> {
  const external = openExternal(settings)
  if (external) return external
  const folder = await locateDataFolder(settings.home)
  const postgres = await startInDataFolder(folder)
  return withVaultKey(settings, folder, postgres.url, async () => {
    if (postgres.adopted) return
    const release = await holdDataFolder(postgres.url, folder.home, 1).catch((error) => {
      // Someone began to serve meanwhile: the database is theirs now.
      if (error instanceof StartError) return undefined
      throw error
    })
    if (!release) return
    await postgres.stop()
    await release()
  })
}

async function withVaultKey(
  settings: StorageSettings,
  folder: DataFolder,
  url: string,
  close: () => Promise<void>,
): Promise<Storage> {
  try {
    return { url, vaultKey: settings.vaultKey ?? (await embeddedVaultKey(folder.home)), folder, close }
  } catch (error) {
    await close()
    throw error
  }
}

function openExternal({ databaseUrl, vaultKey }: StorageSettings): Storage | undefined {
  // Read together: there is no database of one's own without a key, see readConfig.
  return databaseUrl && vaultKey ? { url: databaseUrl, vaultKey, close: async () => {} } : undefined
}
