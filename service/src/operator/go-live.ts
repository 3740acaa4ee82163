import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { auditEverythingInSnapshot } from '../app/audit.ts'
import { bankFolders, originatorOf } from '../app/bank-files.ts'
import { isLocal } from '../app/reach.ts'
import { readSecretFile } from '../app/secret-file.ts'
import { type Config, productionMissing, productionSettings } from '../config.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { Database, Tx } from '../platform/database.ts'
import { readAch } from '../rails/ach/nacha/index.ts'
import type { BankFolders } from '../rails/ach/transport/port.ts'
import { verifySmtp } from '../rails/messages/smtp.ts'
import { listKept, sampleFile } from '../resources/bank-files/index.ts'
import { listTenants, productionBank } from '../tenants/index.ts'
import { Finding } from './command.ts'
import { defaultAccounts } from './demo-commands.ts'

/**
 * One line of the go-live list. It asks the outside world, or the database in a short transaction of its own, and returns
 * the fault; `undefined` when it passes.
 */
type Check = {
  readonly what: string
  /** The reason why the check does not apply to these settings. */
  skipped?(config: Config): string | undefined
} & ({ outside(config: Config): Promise<string | undefined> } | { inside(tx: Tx): Promise<string | undefined> })

const CERTIFICATE_DAYS_MIN = 14

async function checkCertificate({ tlsCertFile, tlsKeyFile, productionUrl }: Config): Promise<string | undefined> {
  if (!tlsCertFile) return 'TLS_CERT_FILE is not set'
  if (!tlsKeyFile) return 'TLS_KEY_FILE is not set'
  if (!productionUrl) return 'PRODUCTION_URL is not set'
  const found = parsed(await readSecretFile('TLS_CERT_FILE', tlsCertFile), (pem) => new X509Certificate(pem))
  if (!found) return 'TLS_CERT_FILE holds no certificate in PEM'
  const key = parsed<KeyObject>(await readSecretFile('TLS_KEY_FILE', tlsKeyFile), createPrivateKey)
  if (!key) return 'TLS_KEY_FILE holds no private key in PEM'
  if (!found.checkPrivateKey(key)) return 'TLS_KEY_FILE is the key of another certificate'
  const days = Math.floor((Date.parse(found.validTo) - Date.now()) / DAY_MS)
  if (days < CERTIFICATE_DAYS_MIN) return `it is valid for ${days} more days`
  const host = new URL(productionUrl).hostname
  return found.checkHost(host) ? undefined : `it is not for ${host}`
}

function parsed<T>(pem: string, parse: (pem: string) => T): T | undefined {
  try {
    return parse(pem)
  } catch {
    return undefined
  }
}

const PROBE = '.tributary-check'

/** Does everything that the exchange of files does. The names begin with a dot, so that no bank takes them for payments. */
async function tryFolders(folders: BankFolders): Promise<void> {
  await folders.listIn()
  await folders.writeOut(PROBE, Buffer.from('Tributary can write here.\n'))
  try {
    await folders.renameOut(PROBE, `${PROBE}-renamed`)
  } finally {
    for (const name of await folders.listOut()) if (name.startsWith(PROBE)) await folders.removeOut(name)
  }
}

const CHECKS: readonly Check[] = [
  {
    what: 'The TLS certificate is for PRODUCTION_URL and valid for two more weeks, and TLS_KEY_FILE is its key',
    skipped: ({ tlsCertFile, tlsKeyFile, trustedProxies }) =>
      !tlsCertFile && !tlsKeyFile && trustedProxies.length > 0 ? 'TRUSTED_PROXIES end TLS' : undefined,
    outside: checkCertificate,
  },
  {
    what: "The bank's folders can be read and written",
    async outside(config) {
      const { achOut, achIn } = config
      if (achOut && achIn && resolve(achOut) === resolve(achIn)) return 'ACH_OUT and ACH_IN are the same folder'
      const folders = await bankFolders(config)
      if (!folders) return 'their settings are not complete'
      try {
        await tryFolders(folders)
        return undefined
      } finally {
        await folders.close()
      }
    },
  },
  {
    what: 'An ACH file can be made with these settings',
    async outside(config) {
      const originator = originatorOf(config)
      if (!originator) return 'they are not complete'
      readAch(sampleFile(originator, new Date()))
      return undefined
    },
  },
  {
    what: 'The mail server accepts our connection',
    async outside({ smtpUrl }) {
      if (!smtpUrl) return 'SMTP_URL is not set'
      await verifySmtp(smtpUrl)
      return undefined
    },
  },
  {
    what: 'Every book balances',
    inside: async (tx) => (await auditEverythingInSnapshot(tx))[0]?.what,
  },
  {
    what: 'An enterprise has a production key',
    inside: async (tx) =>
      (await listTenants(tx)).some(({ environment, keys }) => environment === 'production' && keys > 0)
        ? undefined
        : 'create one with `key create`',
  },
  {
    what: 'DEMO_API_KEY is not set',
    outside: async ({ demoApiKey }) =>
      demoApiKey === undefined ? undefined : 'remove it: it is a key for trying things out',
  },
  {
    what: 'There are no default accounts',
    async inside(tx) {
      const found = await defaultAccounts(tx)
      return found.length === 0 ? undefined : `${found.join(' and ')}; end them with \`demo remove\``
    },
  },
  {
    what: 'People sign in over HTTPS at the sandbox, too, where they give the same password',
    async outside({ sandboxUrl, host }) {
      if (sandboxUrl === undefined) return isLocal(host) ? undefined : 'set SANDBOX_URL to an https address'
      const { protocol, hostname } = new URL(sandboxUrl)
      return protocol === 'https:' || isLocal(hostname) ? undefined : 'SANDBOX_URL is not an https address'
    },
  },
  {
    what: 'No ACH entry or file waits for the operator',
    async inside(tx) {
      const kept = await listKept(tx, await productionBank(tx))
      return kept.length === 0 ? undefined : `${kept.length} wait; see \`ach kept\``
    },
  },
]

/** Checks everything that production needs, line by line; throws a `Finding` if anything fails. */
export async function goLive(database: Database, config: Config): Promise<string[]> {
  const missing = productionMissing(config)
  const settings = [...new Set([...productionSettings(), ...missing])]
  const lines = settings.map((name) => (missing.includes(name) ? `FAIL  ${name}: not set` : `pass  ${name}`))
  for (const check of CHECKS) lines.push(await lineOf(check, database, config))
  const failed = lines.filter((line) => line.startsWith('FAIL')).length
  if (failed > 0) throw new Finding([...lines, '', `${failed} of ${lines.length} fail.`])
  return [...lines, '', 'Production can be served.']
}

async function lineOf(check: Check, database: Database, config: Config): Promise<string> {
  const { what } = check
  const reason = check.skipped?.(config)
  if (reason !== undefined) return `skip  ${what}: ${reason}`
  const checking = 'inside' in check ? database.transaction((tx) => check.inside(tx)) : check.outside(config)
  const fault = await checking.catch((error: Error) => error.message)
  return fault === undefined ? `pass  ${what}` : `FAIL  ${what}: ${fault}`
}
