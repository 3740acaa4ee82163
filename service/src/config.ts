import { randomBytes } from 'node:crypto'
import { BANK_SETTINGS } from './bank-settings.ts'
import type { Environment } from './kernel/environment.ts'
import { StartError } from './platform/start-error.ts'
import {
  achTexts,
  addresses,
  contact,
  databaseUrl,
  demoKey,
  oneOf,
  type Setting,
  secretText,
  signingSecret,
  text,
  textOr,
  url,
  urlOr,
  vaultKeys,
  whole,
  wholeIfSet,
} from './setting.ts'

const SETTINGS = {
  port: { name: 'PORT', means: 'Port of the sandbox.', ...whole(0, 65_535, 4_000) },
  productionPort: { name: 'PRODUCTION_PORT', means: 'Port of production.', ...whole(0, 65_535, 4_001) },
  host: { name: 'HOST', means: 'Address to listen on; `0.0.0.0` for all.', ...textOr('localhost') },
  sandboxUrl: {
    name: 'SANDBOX_URL',
    means: 'Public address of the sandbox, where it is not localhost.',
    ...url(['http:', 'https:'], 'an http or https URL'),
    fallback: 'http://localhost:PORT',
  },
  productionUrl: {
    name: 'PRODUCTION_URL',
    means: 'Public HTTPS address of production; production is not served without it.',
    ...url(['https:'], 'an https URL'),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    means: 'Addresses or ranges of your proxies, separated by commas; their `X-Forwarded-For` is trusted.',
    ...addresses,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    means:
      'Your own PostgreSQL 15 to 18, `postgres://user:password@host/database`. Of several hosts, separated by commas, the one that takes writes is used.',
    ...databaseUrl,
    fallback: 'embedded PostgreSQL 18',
  },
  databaseReadUrl: {
    name: 'DATABASE_READ_URL',
    means: 'A standby of `DATABASE_URL`, for exports, searches and the heavy pages of the dashboard.',
    ...databaseUrl,
  },
  databaseReadLagSeconds: {
    name: 'DATABASE_READ_LAG_SECONDS',
    means: 'A standby that is further behind is not read.',
    ...whole(1, 3_600, 10),
  },
  databaseConnections: {
    name: 'DATABASE_CONNECTIONS',
    means: 'Connections to the database, per process.',
    ...whole(2, 1_000, 10),
  },
  apiProcesses: {
    name: 'API_PROCESSES',
    means: 'Processes that answer requests.',
    ...wholeIfSet(1, 64),
    fallback: 'half of the cores, at most 4, in role all; 1 in role api',
  },
  workerPort: {
    name: 'WORKER_PORT',
    means: 'Port at which role worker answers `/healthz`, `/readyz` and `/metrics`.',
    ...wholeIfSet(0, 65_535),
    fallback: 'none, a worker listens nowhere',
  },
  home: { name: 'TRIBUTARY_HOME', means: 'Data folder of the embedded database.', ...textOr('.tributary') },
  vaultKey: {
    name: 'VAULT_KEY',
    means: '32 bytes in base64 that seal every stored secret; older keys after a comma. Required with DATABASE_URL.',
    ...vaultKeys,
    fallback: 'created and kept in the data folder',
  },
  operator: {
    name: 'OPERATOR',
    means:
      "E-mail address of the operator whom the operator's command is run for; while there is none, a name for the audit log.",
    ...text,
    fallback: 'the system user',
  },
  demoApiKey: {
    name: 'DEMO_API_KEY',
    means: "Fixes the demo enterprise's sandbox key, `sk_sandbox_…`, for automated use.",
    ...demoKey,
    fallback: 'derived from the vault key',
  },
  rateLimitPerSecond: {
    name: 'RATE_LIMIT_PER_SECOND',
    means: 'Requests a second with one API key.',
    ...whole(1, 1_000_000, 10_000),
  },
  requestLogPerSecond: {
    name: 'REQUEST_LOG_PER_SECOND',
    means:
      'API requests a second that the request log keeps for its full time; bursts of up to 2,000 in one process are kept whole.',
    ...whole(0, 10_000, 100),
  },
  requestTimeoutSeconds: {
    name: 'REQUEST_TIMEOUT_SECONDS',
    means: 'How long a request may take to arrive.',
    ...whole(1, 3_600, 30),
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    means: 'How long requests in flight may take to finish after SIGTERM or Ctrl-C.',
    ...whole(0, 3_600, 30),
  },
  workerPollMs: {
    name: 'WORKER_POLL_MS',
    means: 'How often the worker looks for rows that are due, in milliseconds.',
    ...whole(10, 60_000, 250),
  },
  deliveryPollMs: {
    name: 'DELIVERY_POLL_MS',
    means: 'How often the worker looks for webhooks and messages to send, in milliseconds.',
    ...whole(10, 60_000, 50),
  },
  deliveryLeaseMs: {
    name: 'DELIVERY_LEASE_MS',
    means: 'How long a webhook or message stays with a worker that died before another sends it, in milliseconds.',
    ...whole(100, 600_000, 30_000),
  },
  deliveryConcurrency: {
    name: 'DELIVERY_CONCURRENCY',
    means: 'Calls to one webhook at once, per process.',
    ...whole(1, 256, 32),
  },
  sandboxWebhookAddresses: {
    name: 'SANDBOX_WEBHOOK_ADDRESSES',
    means:
      'Private or local addresses or ranges that webhooks of the sandbox may call, separated by commas. Loopback needs no naming while the service is reached on this machine alone and production is not served.',
    ...addresses,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    means: 'Where mail goes, `smtp://user:password@host:587` or `smtps://…`; without it mail is stored and not sent.',
    ...url(['smtp:', 'smtps:'], 'a URL like `smtp://user:password@host:587`'),
  },
  mailFrom: { name: 'MAIL_FROM', means: 'Sender of e-mail.', ...textOr('Tributary <no-reply@localhost>') },
  smsUrl: {
    name: 'SMS_URL',
    means: "Base address of the SMS provider, Twilio's or one of its shape; without it SMS are stored and not sent.",
    ...url(['http:', 'https:'], 'a URL like `https://api.twilio.com`'),
  },
  smsAccount: { name: 'SMS_ACCOUNT', means: 'Account at the SMS provider.', ...text },
  smsToken: { name: 'SMS_TOKEN', means: 'Secret of SMS_ACCOUNT.', ...text },
  smsFrom: { name: 'SMS_FROM', means: 'The number SMS are sent from, like `+15550006789`.', ...text },
  stripeApiKey: {
    name: 'STRIPE_API_KEY',
    means: "Secret key of the Stripe account that charges production's cards.",
    ...text,
  },
  stripePublishableKey: {
    name: 'STRIPE_PUBLISHABLE_KEY',
    means: "Publishable key of the same account, for Stripe's own fields in the card form.",
    ...text,
  },
  stripeWebhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    means: 'Secret of the Stripe webhook that calls `/card-network/events`.',
    ...text,
  },
  stripeApiBase: {
    name: 'STRIPE_API_BASE',
    means: "Address of Stripe's API.",
    ...urlOr(['http:', 'https:'], 'an http or https URL', 'https://api.stripe.com'),
  },
  stripePollSeconds: {
    name: 'STRIPE_POLL_SECONDS',
    means: "How often Stripe's balance transactions and payouts are read, in seconds.",
    ...whole(1, 3_600, 300),
  },
  stripeCompanyIds: {
    name: 'STRIPE_COMPANY_IDS',
    means:
      "Company identifications by which Stripe's payouts come in the bank's files, separated by commas: such a credit is never a top-up.",
    ...achTexts(10, ['1800948598', '4270465600']),
  },
  cardLeaseSeconds: {
    name: 'CARD_LEASE_SECONDS',
    means: 'How long a call to the card network may take before another process asks again with the same key.',
    ...whole(1, 3_600, 30),
  },
  tlsCertFile: {
    name: 'TLS_CERT_FILE',
    means: 'Certificate of production, in PEM, with its chain; without it TRUSTED_PROXIES end TLS.',
    ...text,
  },
  tlsKeyFile: { name: 'TLS_KEY_FILE', means: 'Private key of TLS_CERT_FILE, in PEM.', ...text },
  ...BANK_SETTINGS,
  identityUrl: {
    name: 'IDENTITY_URL',
    means: 'Address that identity checks are sent to; without it the operator decides every application.',
    ...url(['http:', 'https:'], 'an http or https URL'),
  },
  identityKey: { name: 'IDENTITY_KEY', means: 'Bearer token for IDENTITY_URL.', ...text },
  identitySecret: {
    name: 'IDENTITY_SECRET',
    means: 'Secret that signs the answers it sends later, to `/identity/events`.',
    ...signingSecret,
  },
  securityContact: {
    name: 'SECURITY_CONTACT',
    means: 'Where vulnerabilities are reported, for `/.well-known/security.txt`: an e-mail address or an https URL.',
    ...contact,
    fallback: 'security@ the public host',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    means:
      'Token that `/metrics` asks for, as a Bearer token. Without it metrics are shown only while the service is reached on this machine alone and production is not served.',
    ...secretText(16),
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    means: 'Base address of a collector that takes traces by OTLP over HTTP; without it there are none.',
    ...url(['http:', 'https:'], 'an http or https URL'),
  },
  tracePercent: {
    name: 'TRACE_PERCENT',
    means: 'Share of traces that are sent, in percent, where the caller has not decided by `traceparent`.',
    ...whole(0, 100, 1),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    means: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    ...oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  },
} satisfies Record<string, Setting<unknown>>

export type Config = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['read']> }

type Variables = Readonly<Record<string, string | undefined>>

/** An empty variable counts as unset, as shells and container files leave them. */
function readSetting<T>({ name, read }: Setting<T>, variables: Variables): T {
  const value = variables[name]?.trim()
  return read(value === '' ? undefined : value, name)
}

/** Every setting that cannot be read, each with the reason: who mends one wants to know of the others, too. */
export const settingFaults = (variables: Variables): string[] =>
  Object.values<Setting<unknown>>(SETTINGS).flatMap((setting) => {
    try {
      readSetting(setting, variables)
      return []
    } catch (error) {
      if (error instanceof StartError) return [error.message]
      throw error
    }
  })

/** Read once, frozen. */
export function readConfig(variables: Variables): Config {
  const faults = settingFaults(variables)
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  const entries = Object.entries(SETTINGS).map(([key, setting]) => [key, readSetting<unknown>(setting, variables)])
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

/** The name of the environment variable of a setting. */
export const variableOf = (key: keyof Config): string => SETTINGS[key].name

/**
 * The number of processes that answer requests in role `all`. PostgreSQL needs the other half of the cores. Four of them,
 * their worker and everything that each may open beside fit into the 100 connections that PostgreSQL has by default.
 */
export const defaultApiProcesses = (cores: number): number => Math.min(4, Math.max(1, Math.floor(cores / 2)))

const EVERY_ADDRESS = ['0.0.0.0', '::']

/** The configured public address, or else one that answers on this machine. */
export function publicUrl(config: Config, environment: Environment, port: number): string {
  const known = environment === 'sandbox' ? config.sandboxUrl : config.productionUrl
  if (known) return known
  const host = EVERY_ADDRESS.includes(config.host) ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
