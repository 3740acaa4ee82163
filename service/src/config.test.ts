import { describe, expect, it } from 'vitest'
import { productionMissing, productionOptional } from './app/production-settings.ts'
import { defaultApiProcesses, publicUrl, readConfig, settingsTable } from './config.ts'
import { StartError } from './platform/start-error.ts'

const VAULT_KEY = Buffer.alloc(32, 7).toString('base64')

function refusal(variables: Record<string, string>): string {
  try {
    readConfig(variables)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  throw new Error('the configuration was accepted')
}

describe('readConfig', () => {
  it('nothing needs to be set', () => {
    expect(readConfig({})).toEqual({
      port: 4_000,
      productionPort: 4_001,
      host: 'localhost',
      sandboxUrl: undefined,
      productionUrl: undefined,
      trustedProxies: [],
      sandboxWebhookAddresses: [],
      databaseUrl: undefined,
      databaseConnections: 10,
      databaseReadLagSeconds: 10,
      home: '.tributary',
      vaultKey: undefined,
      demoApiKey: undefined,
      rateLimitPerSecond: 10_000,
      requestLogPerSecond: 100,
      requestTimeoutSeconds: 30,
      workerPollMs: 250,
      deliveryPollMs: 50,
      deliveryLeaseMs: 30_000,
      deliveryConcurrency: 32,
      smtpUrl: undefined,
      mailFrom: 'Tributary <no-reply@localhost>',
      smsUrl: undefined,
      smsAccount: undefined,
      smsToken: undefined,
      smsFrom: undefined,
      stripeApiKey: undefined,
      stripePublishableKey: undefined,
      stripeWebhookSecret: undefined,
      stripeApiBase: 'https://api.stripe.com',
      stripePollSeconds: 300,
      stripeCompanyIds: ['1800948598', '4270465600'],
      cardLeaseSeconds: 30,
      drainSeconds: 30,
      achSameDayCutoffs: ['10:30', '14:45', '16:45'],
      achNextDayCutoff: '20:00',
      achLeadMinutes: 30,
      achAddenda: 'off',
      achPrenotes: 'off',
      achPgpSigned: 'on',
      achPollSeconds: 60,
      tracePercent: 1,
      logLevel: 'info',
    })
  })

  it('an empty variable counts as unset', () => {
    const empty = Object.fromEntries(settingsTable().flatMap(({ name }, index) => [[name, index % 2 ? '' : '  ']]))
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  it('what is set is read, without the white space around it', () => {
    const config = readConfig({
      PORT: ' 8080 ',
      HOST: '0.0.0.0',
      SANDBOX_URL: 'https://sandbox.example.com/',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgres://user:password@db.example.com/tributary',
      VAULT_KEY,
      DEMO_API_KEY: 'sk_sandbox_demo',
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: '0',
    })
    expect(config).toMatchObject({
      port: 8_080,
      host: '0.0.0.0',
      sandboxUrl: 'https://sandbox.example.com',
      trustedProxies: ['10.0.0.0/8', '::1'],
      databaseUrl: 'postgres://user:password@db.example.com/tributary',
      vaultKey: VAULT_KEY,
      demoApiKey: 'sk_sandbox_demo',
      logLevel: 'silent',
      drainSeconds: 0,
    })
  })

  it('what was read cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })

  it.each([
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not `65536`.'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.1,proxy',
      'TRUSTED_PROXIES must be addresses like `10.0.0.1` or ranges like `10.0.0.0/8`, separated by commas, not `proxy`.',
    ],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not `-1`.'],
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535, not `80.5`.'],
    ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535, not `0x50`.'],
    ['PORT', 'http', 'PORT must be a whole number from 0 to 65535, not `http`.'],
    ['DATABASE_CONNECTIONS', '1', 'DATABASE_CONNECTIONS must be a whole number from 2 to 1000, not `1`.'],
    ['RATE_LIMIT_PER_SECOND', '0', 'RATE_LIMIT_PER_SECOND must be a whole number from 1 to 1000000, not `0`.'],
    ['DRAIN_SECONDS', '9999999999', 'DRAIN_SECONDS must be a whole number from 0 to 3600, not `9999999999`.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not `loud`.'],
    ['SANDBOX_URL', 'sandbox.example.com', 'SANDBOX_URL must be an http or https URL.'],
    ['PRODUCTION_URL', 'http://example.com', 'PRODUCTION_URL must be an https URL.'],
  ])('%s=%s is refused with one line that says what it must be', (name, value, message) => {
    expect(refusal({ [name]: value })).toBe(message)
  })

  it.each(['mysql://root:hunter2@db/x', 'hunter2', 'postgres//u:hunter2@h/d'])(
    'a database address that is none (%s) is refused without repeating its password',
    (address) => {
      expect(refusal({ DATABASE_URL: address, VAULT_KEY })).toBe(
        'DATABASE_URL must be a URL like `postgres://user:password@host/database`.',
      )
    },
  )

  it.each(['sk_live_abcdef', 'sk_sandbox_abc', 'sk_sandbox_a b c d', 'abcdef'])(
    'the demo key may not be %s, and is not repeated',
    (key) => {
      expect(refusal({ DEMO_API_KEY: key })).toBe(
        'DEMO_API_KEY must be `sk_sandbox_` and at least four letters, digits, `_` or `-`.',
      )
    },
  )

  it.each(['', '  '])('a database of your own without a vault key (%j) is refused with a key to use', (vaultKey) => {
    const message = refusal({ DATABASE_URL: 'postgres://u@h/d', VAULT_KEY: vaultKey })
    expect(message).toMatch(/^VAULT_KEY is required with DATABASE_URL; .*: VAULT_KEY=[A-Za-z0-9+/]{43}=$/)
  })

  it('a vault key of another length is refused before anything starts, and is not repeated', () => {
    expect(readConfig({ VAULT_KEY: `${VAULT_KEY}, ${VAULT_KEY}` }).vaultKey).toBe(`${VAULT_KEY}, ${VAULT_KEY}`)
    for (const key of ['c2hvcnQ=', 'not base64', `${VAULT_KEY},`]) {
      expect(refusal({ VAULT_KEY: key })).toBe(
        'VAULT_KEY must be 32 bytes in base64: make one with `openssl rand -base64 32`.',
      )
    }
  })

  it('an SMS provider without an account is refused, and so is an SMTP_URL that is none, which is not repeated', () => {
    expect(refusal({ SMS_URL: 'https://api.twilio.com', SMS_ACCOUNT: 'AC1' })).toBe(
      'SMS_ACCOUNT, SMS_TOKEN and SMS_FROM are required with SMS_URL.',
    )
    expect(refusal({ SMTP_URL: 'mail://user:secret@host' })).toBe(
      'SMTP_URL must be a URL like `smtp://user:password@host:587`.',
    )
  })

  it('a database behind a socket folder is taken', () => {
    const address = 'postgres://user@/tributary?host=/var/run/postgresql'
    expect(readConfig({ DATABASE_URL: address, VAULT_KEY }).databaseUrl).toBe(address)
  })
})

describe('API_PROCESSES', () => {
  it('is a whole number from 1 to 64', () => {
    expect(readConfig({ API_PROCESSES: '3' }).apiProcesses).toBe(3)
    expect(() => readConfig({ API_PROCESSES: '0' })).toThrow('API_PROCESSES must be a whole number from 1 to 64')
    expect(() => readConfig({ API_PROCESSES: '65' })).toThrow('API_PROCESSES must be a whole number from 1 to 64')
  })

  it.each([
    [1, 1],
    [2, 1],
    [4, 2],
    [6, 3],
    [8, 4],
    [64, 4],
  ])('by default, on %i cores, is %i', (cores, processes) => {
    expect(defaultApiProcesses(cores)).toBe(processes)
  })
})

describe('settingsTable', () => {
  it('every setting is named once and says what it means and what it is when unset', () => {
    const names = settingsTable().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, means, fallback } of settingsTable()) {
      expect(name).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(means).toMatch(/\.$/)
      expect(fallback).not.toBe('')
    }
  })
})

const COMPLETE: Record<string, string> = {
  PRODUCTION_URL: 'https://pay.example.com',
  VAULT_KEY,
  TRUSTED_PROXIES: '127.0.0.1',
  ACH_OUT: '/bank/out',
  ACH_IN: '/bank/in',
  ACH_DESTINATION: '231380104',
  ACH_DESTINATION_NAME: 'First Bank',
  ACH_ORIGIN: '1212345678',
  ACH_ORIGIN_NAME: 'Tributary',
  ACH_COMPANY_ID: '1212345678',
  ACH_ROUTING_NUMBER: '121042882',
  STRIPE_API_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://mail.example.com',
  SMS_URL: 'https://api.twilio.com',
  SMS_ACCOUNT: 'AC',
  SMS_TOKEN: 't',
  SMS_FROM: '+12025550100',
}

describe('production', () => {
  it('what production still needs is listed', () => {
    expect(productionMissing(readConfig({}))).toEqual(expect.arrayContaining(['PRODUCTION_URL', 'VAULT_KEY']))
    const missing = productionMissing(readConfig({ PRODUCTION_URL: 'https://example.com', VAULT_KEY }))
    expect(missing).not.toContain('PRODUCTION_URL')
    expect(missing).not.toContain('VAULT_KEY')
  })

  it('nothing is missing once every setting is there, and each one is missed by its name', () => {
    expect(productionMissing(readConfig(COMPLETE))).toEqual([])
    for (const name of Object.keys(COMPLETE)) {
      const { [name]: _, ...rest } = COMPLETE
      // Optional: without it production takes no cards, or sends no SMS.
      if (name === 'STRIPE_API_KEY' || name.startsWith('SMS_')) continue
      expect(productionMissing(readConfig(rest)).join(' '), name).toContain(name)
    }
    const { STRIPE_API_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, SMS_URL, ...byAchOnly } = COMPLETE
    expect(productionMissing(readConfig(byAchOnly))).toEqual([])
    expect(productionOptional(readConfig(byAchOnly)).map(({ name }) => name)).toEqual([
      'STRIPE_API_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SMS_URL',
    ])
    expect(productionOptional(readConfig(COMPLETE))).toEqual([])
    const sftp = { ...COMPLETE, ACH_SFTP_URL: 'sftp://user@bank.example.com' }
    expect(productionMissing(readConfig(sftp))).toEqual(['ACH_SFTP_HOST_KEY', 'ACH_SFTP_KEY_FILE or ACH_SFTP_PASSWORD'])
    expect(productionMissing(readConfig({ ...COMPLETE, TLS_CERT_FILE: 'a.pem' }))).toEqual(['TLS_KEY_FILE'])
    expect(productionMissing(readConfig({ ...COMPLETE, IDENTITY_URL: 'https://id.example.com' }))).toEqual([
      'IDENTITY_KEY',
      'IDENTITY_SECRET',
    ])
  })

  it.each([
    ['ACH_DESTINATION', '231380105', /routing number/],
    ['ACH_ORIGIN', 'x', /ten letters and digits/],
    ['ACH_ORIGIN_NAME', '銀行', /ASCII/],
    ['ACH_COMPANY_ID', '12345678901', /at most 10/],
    ['ACH_COMPANY_ID', '0', /more than zeros/],
    ['ACH_SAME_DAY_CUTOFFS', '10:30,17:00', /until 16:45/],
    ['ACH_NEXT_DAY_CUTOFF', '8pm', /a time like/],
    ['ACH_OFFSET_ACCOUNT', '121042882:1234567', /^(?!.*1234567).*ROUTING:ACCOUNT/],
    ['ACH_ADDENDA', 'yes', /one of on, off/],
    ['ACH_ORIGIN_NAME', '000', /more than zeros/],
    ['ACH_SFTP_URL', 'https://bank.example.com', /sftp/],
    ['IDENTITY_SECRET', 'not base64!', /^IDENTITY_SECRET must be `whsec_` and a key in base64\.$/],
    ['IDENTITY_SECRET', 'whsec_', /^IDENTITY_SECRET must be/],
  ])('%s is refused as %s', (name, value, reason) => {
    expect(() => readConfig({ [name]: value })).toThrow(reason)
  })
})

describe('publicUrl', () => {
  it('an environment without a public address is at localhost', () => {
    const config = readConfig({ SANDBOX_URL: 'https://sandbox.example.com' })
    expect(publicUrl(config, 'sandbox', 4_000)).toBe('https://sandbox.example.com')
    expect(publicUrl(config, 'production', 4_001)).toBe('http://localhost:4001')
  })
})
