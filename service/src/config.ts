import { randomBytes } from 'node:crypto'
import type { Environment } from './kernel/environment.ts'
import { StartError } from './platform/start-error.ts'
import {
  achOrigin,
  achText,
  addresses,
  demoKey,
  oneOf,
  routingNumber,
  type Setting,
  signingSecret,
  text,
  url,
  whole,
} from './setting.ts'

const SETTINGS = {
  port: { name: 'PORT', means: 'Port of the sandbox.', fallback: '4000', read: whole(0, 65_535, 4_000) },
  productionPort: {
    name: 'PRODUCTION_PORT',
    means: 'Port of production.',
    fallback: '4001',
    read: whole(0, 65_535, 4_001),
  },
  host: {
    name: 'HOST',
    means: 'Address to listen on; `0.0.0.0` for all.',
    fallback: 'localhost',
    read: (value) => value ?? 'localhost',
  },
  sandboxUrl: {
    name: 'SANDBOX_URL',
    means: 'Public address of the sandbox, where it is not localhost.',
    fallback: 'http://localhost:PORT',
    read: url(['http:', 'https:'], 'an http or https URL'),
  },
  productionUrl: {
    name: 'PRODUCTION_URL',
    means: 'Public HTTPS address of production; production is not served without it.',
    fallback: 'none',
    read: url(['https:'], 'an https URL'),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    means: 'Addresses or ranges of your proxies, after commas: from them `X-Forwarded-For` is believed.',
    fallback: 'none',
    read: addresses,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    means: 'Your own PostgreSQL 15 to 18, `postgres://user:password@host/database`.',
    fallback: 'embedded PostgreSQL 18',
    read: url(['postgres:', 'postgresql:'], 'a URL like `postgres://user:password@host/database`'),
  },
  databaseConnections: {
    name: 'DATABASE_CONNECTIONS',
    means: 'Connections to the database, per process.',
    fallback: '10',
    read: whole(2, 1_000, 10),
  },
  home: {
    name: 'TRIBUTARY_HOME',
    means: 'Data folder of the embedded database.',
    fallback: '.tributary',
    read: (value) => value ?? '.tributary',
  },
  vaultKey: {
    name: 'VAULT_KEY',
    means: '32 bytes in base64 that seal every stored secret; older keys after a comma. Required with DATABASE_URL.',
    fallback: 'made and kept in the data folder',
    read: text,
  },
  demoApiKey: {
    name: 'DEMO_API_KEY',
    means: "Fixes the demo enterprise's sandbox key, `sk_sandbox_…`, for automated use.",
    fallback: 'derived from the vault key',
    read: demoKey,
  },
  rateLimitPerSecond: {
    name: 'RATE_LIMIT_PER_SECOND',
    means: 'Requests a second with one API key, per process.',
    fallback: '10000',
    read: whole(1, 1_000_000, 10_000),
  },
  requestLogPerSecond: {
    name: 'REQUEST_LOG_PER_SECOND',
    means: 'API requests a second that the request log keeps for long, per process; a burst of 2,000 is kept whole.',
    fallback: '100',
    read: whole(0, 10_000, 100),
  },
  requestTimeoutSeconds: {
    name: 'REQUEST_TIMEOUT_SECONDS',
    means: 'How long a request may take to arrive.',
    fallback: '30',
    read: whole(1, 3_600, 30),
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    means: 'How long requests in flight may take to finish after SIGTERM or Ctrl-C.',
    fallback: '30',
    read: whole(0, 3_600, 30),
  },
  workerPollMs: {
    name: 'WORKER_POLL_MS',
    means: 'How often the worker looks for what is due, in milliseconds.',
    fallback: '250',
    read: whole(10, 60_000, 250),
  },
  deliveryPollMs: {
    name: 'DELIVERY_POLL_MS',
    means: 'How often the worker looks for webhooks and messages to send, in milliseconds.',
    fallback: '50',
    read: whole(10, 60_000, 50),
  },
  deliveryLeaseMs: {
    name: 'DELIVERY_LEASE_MS',
    means: 'How long a worker that is not heard of keeps what it was sending, in milliseconds.',
    fallback: '30000',
    read: whole(100, 600_000, 30_000),
  },
  deliveryConcurrency: {
    name: 'DELIVERY_CONCURRENCY',
    means: 'Calls to one webhook at once, per process.',
    fallback: '32',
    read: whole(1, 256, 32),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    means: 'Where mail goes, `smtp://user:password@host:587` or `smtps://…`; without it mail is kept and not sent.',
    fallback: 'none',
    read: url(['smtp:', 'smtps:'], 'a URL like `smtp://user:password@host:587`'),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    means: 'Whom mail is from.',
    fallback: 'Tributary <no-reply@localhost>',
    read: (value) => value ?? 'Tributary <no-reply@localhost>',
  },
  smsUrl: {
    name: 'SMS_URL',
    means: "Base address of the SMS provider, Twilio's or one of its shape; without it SMS are kept and not sent.",
    fallback: 'none',
    read: url(['http:', 'https:'], 'a URL like `https://api.twilio.com`'),
  },
  smsAccount: { name: 'SMS_ACCOUNT', means: 'Account at the SMS provider.', fallback: 'none', read: text },
  smsToken: { name: 'SMS_TOKEN', means: 'Its secret.', fallback: 'none', read: text },
  smsFrom: {
    name: 'SMS_FROM',
    means: 'The number SMS are sent from, like `+15550006789`.',
    fallback: 'none',
    read: text,
  },
  stripeApiKey: {
    name: 'STRIPE_API_KEY',
    means: "Secret key of the Stripe account that charges production's cards.",
    fallback: 'none',
    read: text,
  },
  stripePublishableKey: {
    name: 'STRIPE_PUBLISHABLE_KEY',
    means: "Its publishable key, for Stripe's own fields in the card form.",
    fallback: 'none',
    read: text,
  },
  stripeWebhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    means: 'Secret of the Stripe webhook that calls `/card-network/events`.',
    fallback: 'none',
    read: text,
  },
  stripeApiBase: {
    name: 'STRIPE_API_BASE',
    means: "Address of Stripe's API.",
    fallback: 'https://api.stripe.com',
    read: (value, name) => url(['http:', 'https:'], 'an http or https URL')(value, name) ?? 'https://api.stripe.com',
  },
  cardLeaseSeconds: {
    name: 'CARD_LEASE_SECONDS',
    means: 'How long a call to the card network may take before another process asks again with the same key.',
    fallback: '30',
    read: whole(1, 3_600, 30),
  },
  tlsCertFile: {
    name: 'TLS_CERT_FILE',
    means: 'Certificate of production, in PEM, with its chain; without it production stands behind TRUSTED_PROXIES.',
    fallback: 'none',
    read: text,
  },
  tlsKeyFile: {
    name: 'TLS_KEY_FILE',
    means: 'Its private key, in PEM.',
    fallback: 'none',
    read: text,
  },
  achOut: {
    name: 'ACH_OUT',
    means: "Folder that the bank takes our ACH files from; at the bank's server with ACH_SFTP_URL.",
    fallback: 'none',
    read: text,
  },
  achIn: {
    name: 'ACH_IN',
    means: 'Folder that the bank puts its files into.',
    fallback: 'none',
    read: text,
  },
  achSftpUrl: {
    name: 'ACH_SFTP_URL',
    means: "The bank's SFTP server, `sftp://user@host:22`.",
    fallback: 'none, the folders are of this machine',
    read: url(['sftp:'], 'a URL like `sftp://user@host:22`'),
  },
  achSftpHostKey: {
    name: 'ACH_SFTP_HOST_KEY',
    means: 'Fingerprint of its host key, `SHA256:…`; a server with another one is not spoken to.',
    fallback: 'none',
    read: text,
  },
  achSftpPassword: {
    name: 'ACH_SFTP_PASSWORD',
    means: 'The password to sign in with.',
    fallback: 'none',
    read: text,
  },
  achSftpKeyFile: {
    name: 'ACH_SFTP_KEY_FILE',
    means: 'The private key to sign in with, instead of a password.',
    fallback: 'none',
    read: text,
  },
  achDestination: {
    name: 'ACH_DESTINATION',
    means: 'Routing number of whoever receives our files.',
    fallback: 'none',
    read: routingNumber,
  },
  achDestinationName: {
    name: 'ACH_DESTINATION_NAME',
    means: 'Its name, at most 23 characters.',
    fallback: 'none',
    read: achText(23),
  },
  achOrigin: {
    name: 'ACH_ORIGIN',
    means: 'Our immediate origin as the bank gave it: ten letters and digits, or nine digits.',
    fallback: 'none',
    read: achOrigin,
  },
  achOriginName: {
    name: 'ACH_ORIGIN_NAME',
    means: 'Our name, at most 23 characters.',
    fallback: 'none',
    read: achText(23),
  },
  achCompanyId: {
    name: 'ACH_COMPANY_ID',
    means: 'Our company identification, at most ten characters.',
    fallback: 'none',
    read: achText(10),
  },
  achRoutingNumber: {
    name: 'ACH_ROUTING_NUMBER',
    means: 'Routing number of the bank that originates and holds the accounts.',
    fallback: 'none',
    read: routingNumber,
  },
  achPollSeconds: {
    name: 'ACH_POLL_SECONDS',
    means: "How often the bank's folders are looked at.",
    fallback: '60',
    read: whole(1, 3_600, 60),
  },
  identityUrl: {
    name: 'IDENTITY_URL',
    means: 'Address that identity checks are sent to; without it every application waits for a person.',
    fallback: 'none',
    read: url(['http:', 'https:'], 'an http or https URL'),
  },
  identityKey: {
    name: 'IDENTITY_KEY',
    means: 'Bearer token for it.',
    fallback: 'none',
    read: text,
  },
  identitySecret: {
    name: 'IDENTITY_SECRET',
    means: 'Secret that signs its late answers, to `/identity/events`.',
    fallback: 'none',
    read: signingSecret,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    means: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    fallback: 'info',
    read: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  },
} satisfies Record<string, Setting<unknown>>

export type Config = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['read']> }

/** Read once, frozen. An empty variable counts as unset, as shells and container files leave them. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const entries = Object.entries(SETTINGS).map(([key, setting]) => {
    const value = variables[setting.name]?.trim()
    return [key, setting.read(value === '' ? undefined : value, setting.name)]
  })
  const config = Object.freeze(Object.fromEntries(entries)) as Config
  if (config.databaseUrl && !config.vaultKey) {
    const example = `VAULT_KEY=${randomBytes(32).toString('base64')}`
    throw new StartError(
      `VAULT_KEY is required with DATABASE_URL; keep it safe, it opens every stored secret: ${example}`,
    )
  }
  if (config.smsUrl && !(config.smsAccount && config.smsToken && config.smsFrom)) {
    throw new StartError('SMS_ACCOUNT, SMS_TOKEN and SMS_FROM are required with SMS_URL.')
  }
  return config
}

export const settingsTable = (): readonly { name: string; means: string; fallback: string }[] => Object.values(SETTINGS)

/** What production needs, by the name of its setting. */
const REQUIRED = [
  'productionUrl',
  'vaultKey',
  'achOut',
  'achIn',
  'achDestination',
  'achDestinationName',
  'achOrigin',
  'achOriginName',
  'achCompanyId',
  'achRoutingNumber',
  'stripeApiKey',
  'stripePublishableKey',
  'stripeWebhookSecret',
  'smtpUrl',
  'smsUrl',
] as const satisfies readonly (keyof Config)[]

/** Those that another one asks for. */
const CONDITIONAL: readonly { readonly when: (config: Config) => boolean; readonly needs: readonly string[] }[] = [
  {
    when: ({ tlsCertFile, tlsKeyFile, trustedProxies }) => !tlsCertFile && !tlsKeyFile && trustedProxies.length === 0,
    needs: ['TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES'],
  },
  { when: ({ tlsCertFile, tlsKeyFile }) => Boolean(tlsCertFile) && !tlsKeyFile, needs: ['TLS_KEY_FILE'] },
  { when: ({ tlsCertFile, tlsKeyFile }) => Boolean(tlsKeyFile) && !tlsCertFile, needs: ['TLS_CERT_FILE'] },
  { when: ({ achSftpUrl, achSftpHostKey }) => Boolean(achSftpUrl) && !achSftpHostKey, needs: ['ACH_SFTP_HOST_KEY'] },
  {
    when: ({ achSftpUrl, achSftpPassword, achSftpKeyFile }) =>
      Boolean(achSftpUrl) && !achSftpPassword && !achSftpKeyFile,
    needs: ['ACH_SFTP_KEY_FILE or ACH_SFTP_PASSWORD'],
  },
  { when: ({ identityUrl, identityKey }) => Boolean(identityUrl) && !identityKey, needs: ['IDENTITY_KEY'] },
  { when: ({ identityUrl, identitySecret }) => Boolean(identityUrl) && !identitySecret, needs: ['IDENTITY_SECRET'] },
]

/** What must be set before production is served, each by its name. */
export function productionMissing(config: Config): string[] {
  const plain = REQUIRED.filter((key) => !config[key]).map((key) => SETTINGS[key].name)
  return [...plain, ...CONDITIONAL.filter(({ when }) => when(config)).flatMap(({ needs }) => needs)]
}

/** Every line of the go-live list, whether it is set or not. */
export const productionSettings = (): readonly string[] => REQUIRED.map((key) => SETTINGS[key].name)

const EVERY_ADDRESS = ['0.0.0.0', '::']

/** Without a public address, one that answers on this machine. */
export function publicUrl(config: Config, environment: Environment, port: number): string {
  const known = environment === 'sandbox' ? config.sandboxUrl : config.productionUrl
  if (known) return known
  const host = EVERY_ADDRESS.includes(config.host) ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
