import type { Config } from '../config.ts'
import { SECOND_MS } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import { every } from '../platform/every.ts'
import type { Logger } from '../platform/logs.ts'
import type { BackgroundMetrics } from '../platform/metrics.ts'
import { StartError } from '../platform/start-error.ts'
import { type Windows, windowsOf } from '../rails/ach/by-file.ts'
import { folderTransport } from '../rails/ach/transport/folder.ts'
import { type FileCipher, pgpCipher } from '../rails/ach/transport/pgp.ts'
import { PgpFault, readBankKeys, readOwnKeys } from '../rails/ach/transport/pgp-keys.ts'
import type { BankFolders } from '../rails/ach/transport/port.ts'
import { sftpTransport } from '../rails/ach/transport/sftp.ts'
import {
  makeFiles,
  type Originator,
  receiveFiles,
  settleReceived,
  transmitFiles,
} from '../resources/bank-files/index.ts'
import type { PayoutDeps } from '../resources/payouts/index.ts'
import { productionBank } from '../tenants/index.ts'
import { readSecretBytes, readSecretFile } from './secret-file.ts'

/** Longer than an upload takes. When it ends, another process finds out whether the upload succeeded. */
const LEASE_MS = 120 * SECOND_MS
const SFTP_PORT = 22

/** The cut-offs of our bank. */
export const bankWindows = (config: Config): Windows =>
  windowsOf({
    sameDay: config.achSameDayCutoffs,
    nextDay: config.achNextDayCutoff,
    leadMinutes: config.achLeadMinutes,
  })

/** How we identify ourselves in ACH files; `undefined` until all settings are there. */
export function originatorOf(config: Config): Originator | undefined {
  const { achDestination, achDestinationName, achOrigin, achOriginName, achCompanyId, achRoutingNumber } = config
  if (!achDestination || !achDestinationName || !achOrigin || !achOriginName || !achCompanyId || !achRoutingNumber) {
    return undefined
  }
  return {
    destination: achDestination,
    destinationName: achDestinationName,
    origin: achOrigin,
    originName: achOriginName,
    companyIdentification: achCompanyId,
    routingNumber: achRoutingNumber,
    hasAddenda: config.achAddenda === 'on',
    hasPrenotes: config.achPrenotes === 'on',
    ...(config.achOffsetAccount ? { offset: config.achOffsetAccount } : {}),
  }
}

/** The originators whose credits are payouts of the card processor; none without a processor. */
export const processorCompanies = ({ stripeApiKey, stripeCompanyIds }: Config): readonly string[] =>
  stripeApiKey ? stripeCompanyIds : []

/** The folders that we share with the bank, on this machine or over SFTP; `undefined` until all settings are there. */
export async function bankFolders(config: Config): Promise<BankFolders | undefined> {
  const { achOut: out, achIn, achSftpUrl, achSftpHostKey: hostKey } = config
  const { achSftpPassword, achSftpKeyFile, achSftpKeyPassphrase: passphrase } = config
  if (!out || !achIn) return undefined
  if (!achSftpUrl) return folderTransport({ out, in: achIn })
  if (!hostKey) return undefined
  const { hostname, port, username } = new URL(achSftpUrl)
  return sftpTransport({
    host: hostname,
    port: port === '' ? SFTP_PORT : Number(port),
    username: decodeURIComponent(username),
    hostKey,
    out,
    in: achIn,
    ...(achSftpPassword ? { password: achSftpPassword } : {}),
    ...(achSftpKeyFile ? { privateKey: await readSecretFile('ACH_SFTP_KEY_FILE', achSftpKeyFile) } : {}),
    ...(passphrase ? { passphrase } : {}),
  })
}

/** The keys of the exchange with a bank that wants PGP, read and tried; `undefined` where neither is set. */
export async function bankCipher(config: Config): Promise<FileCipher | undefined> {
  const { achPgpBankKeyFile: theirs, achPgpKeyFile: ours, achPgpKeyPassphrase: passphrase } = config
  if (!theirs && !ours) return undefined
  const [bankName, ownName] = ['ACH_PGP_BANK_KEY_FILE', 'ACH_PGP_KEY_FILE'] as const
  try {
    return pgpCipher({
      ...(theirs ? { bank: await readBankKeys(bankName, await readSecretBytes(bankName, theirs)) } : {}),
      ...(ours ? { own: await readOwnKeys(ownName, await readSecretBytes(ownName, ours), passphrase) } : {}),
      mustBeSigned: config.achPgpSigned === 'on',
    })
  } catch (error) {
    throw error instanceof PgpFault ? new StartError(error.message) : error
  }
}

export interface BankFilesOptions {
  readonly config: Config
  readonly database: Database
  readonly log: Logger
  readonly metrics: BackgroundMetrics
  readonly payouts: PayoutDeps
}

const STEPS = Object.entries({
  make: makeFiles,
  transmit: transmitFiles,
  receive: receiveFiles,
  settle: settleReceived,
})

/** Exchanges production's ACH files with the bank; does nothing until all settings are there. */
export async function startBankFiles({ config, database, log, metrics, payouts }: BankFilesOptions) {
  const originator = originatorOf(config)
  const folders = await bankFolders(config)
  if (!originator || !folders) return undefined
  const cipher = await bankCipher(config)
  const windows = bankWindows(config)
  const processorCompanyIds = processorCompanies(config)
  const deps = { ...payouts, originator, processorCompanyIds, folders, cipher, log, windows, leaseMs: LEASE_MS }
  const round = every(config.achPollSeconds * SECOND_MS, log, 'exchange files with the bank', async () => {
    const bank = await database.transaction(productionBank)
    // A step that fails must not keep the others waiting.
    for (const [step, run] of STEPS) {
      await run(database, bank, deps).then(
        () => metrics.bankExchanged.setToCurrentTime({ step }),
        (err) => {
          metrics.bankFailures.inc({ step })
          log.error({ err, step }, 'a step of the file exchange with the bank failed')
        },
      )
    }
  })
  return {
    async stop() {
      await round.stop()
      await folders.close()
    },
  }
}
