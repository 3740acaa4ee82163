import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { figureSources } from '../app/figures.ts'
import { type Check, faultOf } from '../app/go-live/checks.ts'
import { OUTSIDE_CHECKS, SERVED_CERTIFICATE } from '../app/go-live/outside-checks.ts'
import { knownMigrations } from '../app/prepare-database.ts'
import { productionMissing, productionSettings } from '../app/production-settings.ts'
import { type Config, readConfig } from '../config.ts'
import { LATE_SECONDS } from '../console/index.ts'
import { type Database, openDatabase, type Tx } from '../platform/database.ts'
import {
  archiveFault,
  clockDifference,
  connectionsFault,
  durabilityFault,
  extensionFault,
  indexFault,
  replicationFault,
  rightsFault,
  textFault,
  transactionFault,
  vacuumFault,
  versionFault,
} from '../platform/database-health.ts'
import { isMigrated } from '../platform/migrate.ts'
import { standbyFault } from '../platform/read-beside.ts'
import { openServiceAccess } from '../platform/service-role.ts'
import { StartError } from '../platform/start-error.ts'
import { type Storage, visitStorage } from '../platform/storage.ts'
import { openVault } from '../platform/vault.ts'
import { refuseOtherVaultKey } from '../platform/vault-check.ts'
import { egressFault } from '../resources/webhooks/index.ts'
import { Finding } from './command.ts'

const CLOCK_SECONDS_MAX = 2
const DISK_BYTES_MIN = 2 * 1024 ** 3

/** Who may read a file of secrets: its owner, and a group that the operator chose. */
const READ_BY_OTHERS = 0o007

async function readableByOthers(path: string | undefined): Promise<string | undefined> {
  const mode = path === undefined ? undefined : (await stat(path)).mode & 0o777
  return mode !== undefined && mode & READ_BY_OTHERS ? `${path} has mode ${mode.toString(8)}` : undefined
}

const SETTINGS_CHECKS: readonly Check[] = [
  {
    what: 'The settings of production are complete, or none is set',
    advice: 'Set what is missing, or remove the others; `tributaryd production check` lists them.',
    async outside(config) {
      const missing = productionMissing(config)
      const isWanted = config.productionUrl !== undefined
      return isWanted && missing.length > 0 ? `missing: ${missing.join(', ')}` : undefined
    },
    skipped: ({ productionUrl }) =>
      productionUrl === undefined
        ? `production is not served; it needs ${productionSettings().length} settings`
        : undefined,
  },
  {
    what: 'Nobody else reads the files of secrets',
    advice: 'Run `chmod 640` on it, with the group of the service.',
    async outside({ tlsKeyFile, achSftpKeyFile, achPgpKeyFile }) {
      for (const file of [process.env.TRIBUTARY_SETTINGS, tlsKeyFile, achSftpKeyFile, achPgpKeyFile]) {
        const fault = file === '/dev/null' ? undefined : await readableByOthers(file)
        if (fault) return fault
      }
      return undefined
    },
  },
]

/** Checks of the data folder of an embedded database. */
const folderChecks = (home: string): readonly Check[] => [
  {
    what: 'The disk of the data folder has room',
    advice: 'Free or add space: with less than 64 MB left nothing is written any more.',
    async outside() {
      const { bavail, bsize, blocks } = await statfs(home)
      const free = bavail * bsize
      const isLow = free < DISK_BYTES_MIN || bavail < blocks / 20
      return isLow ? `${Math.floor(free / 1024 ** 2)} MB are left at ${home}` : undefined
    },
  },
  {
    what: 'Nobody else reads the vault key',
    advice: 'Run `chmod 600` on it.',
    outside: async ({ vaultKey }) => (vaultKey ? undefined : readableByOthers(join(home, 'vault.key'))),
  },
]

const DATABASE_CHECKS: readonly Check[] = [
  {
    what: "The clock agrees with the database's",
    advice: 'Run chrony or systemd-timesyncd on both machines. Signatures and certificates depend on it.',
    async inside(tx) {
      const seconds = await clockDifference(tx)
      return Math.abs(seconds) > CLOCK_SECONDS_MAX ? `they are ${seconds.toFixed(1)} s apart` : undefined
    },
  },
  { what: 'PostgreSQL is 15 or newer', advice: 'Upgrade it with pg_upgrade.', inside: versionFault },
  {
    what: 'The database is in UTF-8, and sorted by the rules of its system',
    advice: 'After a new system: `reindex database`, then `alter database … refresh collation version`.',
    inside: textFault,
  },
  {
    what: 'The extensions of the database are of the same version as the server has',
    advice: 'Run `alter extension … update`.',
    isWarning: true,
    inside: extensionFault,
  },
  {
    what: 'A crash of PostgreSQL loses nothing that was acknowledged',
    advice: 'Switch it on in postgresql.conf and reload: otherwise payouts that were answered may be gone.',
    inside: durabilityFault,
  },
  { what: 'Every index is whole', advice: 'Run `reindex index concurrently` for it.', inside: indexFault },
  {
    what: 'Autovacuum keeps up',
    advice: 'Switch autovacuum on, end long transactions, and run `vacuum analyze` on these tables.',
    inside: vacuumFault,
  },
  {
    what: 'No transaction is open for long',
    advice: 'End it with pg_terminate_backend: it slows every payout.',
    isWarning: true,
    inside: transactionFault,
  },
  {
    what: 'Connections are left',
    advice: 'Raise max_connections or lower DATABASE_CONNECTIONS.',
    inside: connectionsFault,
  },
  {
    what: 'The log of PostgreSQL is archived',
    advice: 'See "Point-in-time recovery" in docs/operations.md.',
    isWarning: true,
    inside: archiveFault,
  },
  {
    what: 'The standby that is read answers, and replays',
    advice: 'Is DATABASE_READ_URL a standby of DATABASE_URL, and does it replay? Until then the primary is read.',
    isWarning: true,
    outside: ({ databaseReadUrl }) => standbyFault(databaseReadUrl as string),
    skipped: ({ databaseReadUrl }) => (databaseReadUrl === undefined ? 'DATABASE_READ_URL is not set' : undefined),
  },
  {
    what: 'Every replication slot is read',
    advice: 'Start its standby again, or drop the slot with pg_drop_replication_slot.',
    inside: replicationFault,
  },
]

/** The user that the service works as, not the owner. */
const RIGHTS_CHECK: Check = {
  what: 'The user of the service cannot change the ledger',
  advice: 'See "Your own PostgreSQL" in docs/operations.md.',
  isWarning: true,
  inside: rightsFault,
}

const EGRESS_CHECK: Check = {
  what: 'Calls to webhooks are answered by somebody',
  advice: 'If the receivers are up, let the machines of the workers call ports 443 and 80 outside, and look up names.',
  isWarning: true,
  inside: egressFault,
}

/** Figures of the metrics that say that work waits or stands still, and how high they may be. */
const LIMITS: readonly { readonly what: string; readonly advice: string; readonly limits: Record<string, number> }[] = [
  {
    what: 'No book is stopped',
    advice: 'See docs/runbooks/TributaryBooksStopped.md.',
    limits: { tributary_payouts_stopped: 0 },
  },
  {
    what: 'Webhooks and messages leave in time',
    advice:
      'Is a worker running, and may it call ports 443 and 587 outside? See docs/runbooks/TributaryDeliveriesLate.md.',
    limits: {
      tributary_deliveries_oldest_due_seconds: LATE_SECONDS.webhooks,
      tributary_messages_oldest_due_seconds: LATE_SECONDS.messages,
    },
  },
  {
    what: 'No file and no entry of the bank waits for a person',
    advice: 'See `tributaryd ach kept` and docs/runbooks/TributaryBankFileStopped.md.',
    limits: { tributary_bank_entries_kept: 0, tributary_bank_files_oldest_seconds: LATE_SECONDS.files },
  },
]

const figureChecks = (): Check[] =>
  LIMITS.map(({ what, advice, limits }) => ({ what, advice, inside: (tx: Tx) => aboveLimits(tx, limits) }))

async function aboveLimits(tx: Tx, limits: Record<string, number>): Promise<string | undefined> {
  const sources = figureSources(() => []).filter(({ families }) => Object.keys(families).some((name) => name in limits))
  for (const source of sources) {
    for (const { name, labels, value } of await source.read(tx)) {
      const limit = limits[name]
      if (limit === undefined || value <= limit) continue
      return `${name}{${Object.values(labels).join(', ')}} is ${Math.round(value)}`
    }
  }
  return undefined
}

/** Checks everything that can be wrong, each on its own: one that cannot be made does not keep the others from it. */
export async function examine(variables: Record<string, string | undefined>): Promise<string[]> {
  const config = configOrFaults(variables)
  const lines: string[] = ['ok    Every setting can be read']
  const run = async (checks: readonly Check[], database?: Database): Promise<void> => {
    for (const check of checks) lines.push(...(await linesOf(check, database, config)))
  }
  await run([...SETTINGS_CHECKS, ...OUTSIDE_CHECKS, SERVED_CERTIFICATE])
  const storage = await visitStorage(config).catch((error: Error) => error)
  if (storage instanceof Error) lines.push(...failed('The database can be started', storage.message))
  else await examineDatabase(storage, run, lines).finally(() => storage.close())
  return report(lines)
}

/** Nothing else can be asked with settings that cannot be read. */
function configOrFaults(variables: Record<string, string | undefined>): Config {
  try {
    return readConfig(variables)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const lines = error.message.split('\n').flatMap((fault) => failed('Every setting can be read', fault))
    report([...lines, '      Mend the settings first; `tributaryd --help` says what each of them takes.'])
    throw error
  }
}

type Run = (checks: readonly Check[], database?: Database) => Promise<void>

async function examineDatabase({ url, vaultKey, folder }: Storage, run: Run, lines: string[]): Promise<void> {
  if (folder) await run(folderChecks(folder.home))
  const owner = openDatabase({ url, connectionsMax: 1 })
  try {
    const vault = openVault(vaultKey)
    const reached = await refuseOtherVaultKey(owner, vault).catch((error) => error)
    if (reached instanceof Error) {
      lines.push(...failed('The database answers, and the vault key is its own', reached.message, DATABASE_ADVICE))
      return
    }
    lines.push('ok    The database answers, and the vault key is its own')
    await run(DATABASE_CHECKS, owner)
    const migrated = await isMigrated(owner, await knownMigrations()).catch(() => false)
    if (!migrated) {
      lines.push(...failed('The schema is that of this version', 'it is older', 'Run `tributaryd migrate`.'))
      return
    }
    lines.push('ok    The schema is that of this version')
    const access = await openServiceAccess(owner, url, vault)
    const service = openDatabase({ url: access.url, connectionsMax: 1, ...(access.role ? { role: access.role } : {}) })
    await run([RIGHTS_CHECK, EGRESS_CHECK, ...figureChecks()], service).finally(() => service.close())
  } finally {
    await owner.close()
  }
}

const DATABASE_ADVICE = 'Check DATABASE_URL, the network between, pg_hba.conf, and VAULT_KEY.'

const failed = (what: string, reason: string, advice?: string): string[] => [
  `FAIL  ${what}: ${reason}`,
  ...(advice ? [`      ${advice}`] : []),
]

async function linesOf(check: Check, database: Database | undefined, config: Config): Promise<string[]> {
  const { what, advice, isWarning } = check
  const skipped = check.skipped?.(config) ?? check.missing?.(config)
  if (skipped !== undefined) return [`skip  ${what}: ${skipped}`]
  const fault = await faultOf(check, database, config)
  if (fault === undefined) return [`ok    ${what}`]
  return [`${isWarning ? 'WARN' : 'FAIL'}  ${what}: ${fault}`, ...(advice ? [`      ${advice}`] : [])]
}

function report(lines: readonly string[]): string[] {
  const count = (word: string): number => lines.filter((line) => line.startsWith(word)).length
  const several = (word: string, what: string): string => `${count(word)} ${what}${count(word) === 1 ? '' : 's'}`
  const summary = `${count('ok')} ok, ${several('WARN', 'warning')}, ${several('FAIL', 'failure')}, ${count('skip')} left out.`
  if (count('FAIL') > 0) throw new Finding([...lines, '', summary])
  return [...lines, '', summary]
}
