import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { resolve } from 'node:path'
import { connect } from 'node:tls'
import type { Config } from '../../config.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { readAch } from '../../rails/ach/nacha/index.ts'
import type { BankFolders } from '../../rails/ach/transport/port.ts'
import { verifySmtp } from '../../rails/messages/smtp.ts'
import { verifyHttp } from '../../rails/verify-http.ts'
import { sampleFile } from '../../resources/bank-files/index.ts'
import { bankCipher, bankFolders, originatorOf } from '../bank-files.ts'
import { readSecretFile } from '../secret-file.ts'
import { type Check, unlessSet } from './checks.ts'

const CERTIFICATE_DAYS_MIN = 14
const CONNECT_MS = 10_000

async function checkCertificate({ tlsCertFile, tlsKeyFile, productionUrl }: Config): Promise<string | undefined> {
  if (!tlsCertFile) return 'TLS_CERT_FILE is not set'
  if (!tlsKeyFile) return 'TLS_KEY_FILE is not set'
  if (!productionUrl) return 'PRODUCTION_URL is not set'
  const found = parsed(await readSecretFile('TLS_CERT_FILE', tlsCertFile), (pem) => new X509Certificate(pem))
  if (!found) return 'TLS_CERT_FILE holds no certificate in PEM'
  const key = parsed<KeyObject>(await readSecretFile('TLS_KEY_FILE', tlsKeyFile), createPrivateKey)
  if (!key) return 'TLS_KEY_FILE holds no private key in PEM'
  if (!found.checkPrivateKey(key)) return 'TLS_KEY_FILE is the key of another certificate'
  const ending = endingSoon(found)
  if (ending) return ending
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

function endingSoon({ validFrom, validTo }: X509Certificate): string | undefined {
  if (Date.parse(validFrom) > Date.now()) return `it is not valid before ${validFrom}; is the clock right?`
  return untilEnd(new Date(validTo), 'it')
}

/** The fault of a certificate or key that has ended or soon will. */
function untilEnd(end: Date, subject: string): string | undefined {
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
  if (days < 0) return `${subject} has ended on ${end.toISOString().slice(0, 10)}`
  if (days >= CERTIFICATE_DAYS_MIN) return undefined
  return days === 1 ? `${subject} is valid for one more day` : `${subject} is valid for ${days} more days`
}

/** The certificate that callers of a public address see, whoever ends TLS there. */
async function checkServedCertificate(address: string): Promise<string | undefined> {
  const { hostname, port } = new URL(address)
  const served = Promise.withResolvers<X509Certificate | undefined>()
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: CONNECT_MS }, () =>
    served.resolve(socket.getPeerX509Certificate()),
  )
  socket.once('error', (error) => served.reject(error))
  socket.once('timeout', () => served.reject(new Error(`${hostname} does not answer`)))
  try {
    const certificate = await served.promise
    return certificate ? endingSoon(certificate) : 'it shows no certificate'
  } finally {
    socket.destroy()
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

async function checkFolders(config: Config): Promise<string | undefined> {
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
}

/** Whether the keys of the exchange encrypt, open and go on doing so. */
async function checkPgp(config: Config): Promise<string | undefined> {
  const cipher = await bankCipher(config)
  await cipher?.encrypt?.(Buffer.from('A file for the bank.\n'))
  const end = await cipher?.endsAt()
  return end && untilEnd(end, 'a key')
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Everything outside that production depends on, really asked. */
export const OUTSIDE_CHECKS: readonly Check[] = [
  {
    what: 'The TLS certificate is for PRODUCTION_URL and valid for two more weeks, and TLS_KEY_FILE is its key',
    advice: 'Renew the certificate, put both files in place and restart the processes that answer requests.',
    skipped: ({ tlsCertFile, tlsKeyFile, trustedProxies }) =>
      !tlsCertFile && !tlsKeyFile && trustedProxies.length > 0 ? 'TRUSTED_PROXIES end TLS' : undefined,
    missing: ({ tlsCertFile, tlsKeyFile }) => unlessSet('TLS_CERT_FILE', tlsCertFile || tlsKeyFile),
    outside: checkCertificate,
  },
  {
    what: "The bank's folders can be read and written",
    advice: 'Check ACH_OUT, ACH_IN and ACH_SFTP_…; ask the bank before you accept another host key.',
    missing: ({ achOut, achIn }) => unlessSet('ACH_OUT or ACH_IN', achOut || achIn),
    outside: checkFolders,
  },
  {
    what: 'The PGP keys of the exchange with the bank can be used for two more weeks',
    advice: 'Exchange new keys with the bank; see "Files with PGP" in docs/production.md.',
    skipped: ({ achPgpBankKeyFile, achPgpKeyFile }) =>
      achPgpBankKeyFile || achPgpKeyFile ? undefined : 'the bank has given no key',
    outside: checkPgp,
  },
  {
    what: 'An ACH file can be made with these settings',
    advice: 'Check ACH_DESTINATION, ACH_ORIGIN, ACH_COMPANY_ID and the names with what the bank gave you.',
    missing: (config) => (originatorOf(config) ? undefined : 'they are not complete'),
    async outside(config) {
      const originator = originatorOf(config)
      if (originator) readAch(sampleFile(originator, new Date()))
      return undefined
    },
  },
  {
    what: 'The mail server accepts our connection',
    advice: 'Check SMTP_URL: host, port (587 with STARTTLS, 465 for smtps), user and password.',
    missing: ({ smtpUrl }) => unlessSet('SMTP_URL', smtpUrl),
    async outside({ smtpUrl }) {
      if (smtpUrl) await verifySmtp(smtpUrl)
      return undefined
    },
  },
  {
    what: 'The SMS provider accepts our account',
    advice: 'Check SMS_URL, SMS_ACCOUNT and SMS_TOKEN.',
    skipped: ({ smsUrl }) => unlessSet('SMS_URL', smsUrl),
    outside: ({ smsUrl, smsAccount = '', smsToken = '' }) =>
      verifyHttp(`${smsUrl}/2010-04-01/Accounts/${encodeURIComponent(smsAccount)}.json`, basic(smsAccount, smsToken)),
  },
  {
    what: 'The card processor accepts our key',
    advice: 'Check STRIPE_API_KEY, and STRIPE_API_BASE if it is set.',
    skipped: ({ stripeApiKey }) => unlessSet('STRIPE_API_KEY', stripeApiKey),
    outside: ({ stripeApiBase, stripeApiKey }) => verifyHttp(`${stripeApiBase}/v1/balance`, `Bearer ${stripeApiKey}`),
  },
  {
    what: 'The provider of identity checks accepts our key',
    advice: 'Check IDENTITY_URL and IDENTITY_KEY. Until then nobody gets through Connect.',
    skipped: ({ identityUrl }) => (identityUrl ? undefined : 'the operator decides every application'),
    outside: ({ identityUrl, identityKey }) => verifyHttp(`${identityUrl}/checks`, `Bearer ${identityKey}`),
  },
]

/** The public address of production as callers see it; going live comes before it answers. */
export const SERVED_CERTIFICATE: Check = {
  what: 'The certificate that PRODUCTION_URL shows is trusted and valid for two more weeks',
  advice: 'Renew it where TLS ends. If the address does not answer, look at the balancer and at DNS.',
  skipped: ({ productionUrl }) => unlessSet('PRODUCTION_URL', productionUrl),
  outside: ({ productionUrl }) => checkServedCertificate(productionUrl as string),
}
