import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Environment } from './kernel/environment.ts'
import { StartError } from './platform/start-error.ts'

/** One setting: how it is named, what it means, and how its text is read. */
interface Setting<T> {
  readonly name: string
  readonly means: string
  /** As shown in the help; the value itself comes from `read(undefined)`. */
  readonly fallback: string
  read(text: string | undefined, name: string): T
}

const bad = (name: string, form: string, text: string): StartError =>
  new StartError(`${name} must be ${form}, not \`${text}\`.`)

function whole(from: number, to: number, fallback: number) {
  return (text: string | undefined, name: string): number => {
    if (text === undefined) return fallback
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= from && value <= to)) throw bad(name, `a whole number from ${from} to ${to}`, text)
    return value
  }
}

function oneOf<const V extends string>(values: readonly V[], fallback: V) {
  return (text: string | undefined, name: string): V => {
    if (text === undefined) return fallback
    if (!values.includes(text as V)) throw bad(name, `one of ${values.join(', ')}`, text)
    return text as V
  }
}

function url(protocols: readonly string[], form: string) {
  return (text: string | undefined, name: string): string | undefined => {
    if (text === undefined) return undefined
    // libpq's form with a socket folder has no host, which URL does not take.
    const parsed = URL.parse(text.replace('@/', '@localhost/'))
    // The value may hold a password: it is not repeated.
    if (!parsed || !protocols.includes(parsed.protocol)) throw new StartError(`${name} must be ${form}.`)
    return text.replace(/\/+$/, '')
  }
}

const text = (value: string | undefined): string | undefined => value

function addresses(value: string | undefined, name: string): readonly string[] {
  const list = value?.split(',').map((part) => part.trim()) ?? []
  for (const part of list) {
    const [address = '', bits] = part.split('/')
    const max = isIP(address) === 4 ? 32 : 128
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= max))) {
      throw bad(name, 'addresses like `10.0.0.1` or ranges like `10.0.0.0/8`, after commas', part)
    }
  }
  return list
}

function demoKey(value: string | undefined, name: string): string | undefined {
  if (value !== undefined && !/^sk_sandbox_[A-Za-z0-9_-]{4,200}$/.test(value)) {
    throw new StartError(`${name} must be \`sk_sandbox_\` and at least four letters, digits, \`_\` or \`-\`.`)
  }
  return value
}

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

/** What must be set before production is served. */
export function productionMissing(config: Config): string[] {
  const missing = []
  if (!config.productionUrl) missing.push('PRODUCTION_URL')
  if (!config.vaultKey) missing.push('VAULT_KEY')
  missing.push('rails (this version has sandbox rails only)')
  if (!config.stripeApiKey) missing.push('STRIPE_API_KEY')
  if (!config.stripePublishableKey) missing.push('STRIPE_PUBLISHABLE_KEY')
  if (!config.stripeWebhookSecret) missing.push('STRIPE_WEBHOOK_SECRET')
  if (!config.smtpUrl) missing.push('SMTP_URL')
  if (!config.smsUrl) missing.push('SMS_URL')
  return missing
}

const EVERY_ADDRESS = ['0.0.0.0', '::']

/** Without a public address, one that answers on this machine. */
export function publicUrl(config: Config, environment: Environment, port: number): string {
  const known = environment === 'sandbox' ? config.sandboxUrl : config.productionUrl
  if (known) return known
  const host = EVERY_ADDRESS.includes(config.host) ? 'localhost' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
