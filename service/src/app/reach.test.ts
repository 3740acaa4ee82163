import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import { metricsAccess, sandboxExempts } from './reach.ts'

const LOOPBACK = ['127.0.0.1', '127.8.9.10', '::1']
const PRIVATE = [
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  'fd00::1',
  '::ffff:127.0.0.1',
  '0.0.0.0',
  '::',
  'localhost',
]
const SANDBOX: readonly Environment[] = ['sandbox']

const callable = (variables: Record<string, string>, environments = SANDBOX): string[] =>
  [...LOOPBACK, ...PRIVATE].filter(sandboxExempts(readConfig(variables), environments))

const DEVELOPERS: Record<string, string>[] = [
  {},
  { HOST: '127.0.0.1' },
  { HOST: '::1' },
  { SANDBOX_URL: 'http://localhost:4000' },
  { SANDBOX_URL: 'http://[::1]:4000' },
]

const SERVERS: Record<string, string>[] = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '10.0.0.1' },
  { HOST: 'pay.example.com' },
  { SANDBOX_URL: 'https://sandbox.example.com' },
  { TRUSTED_PROXIES: '127.0.0.1' },
]

describe("on a developer's machine", () => {
  it.each(DEVELOPERS)('webhooks of the sandbox call loopback, and metrics are open: %j', (variables) => {
    expect(callable(variables)).toEqual(LOOPBACK)
    expect(metricsAccess(readConfig(variables), SANDBOX)).toBe('open')
  })

  it.each(DEVELOPERS)('that serves production, they call nothing local, and metrics are closed: %j', (variables) => {
    expect(callable(variables, ENVIRONMENTS)).toEqual([])
    expect(metricsAccess(readConfig(variables), ENVIRONMENTS)).toBe('closed')
  })
})

describe('where others reach the service', () => {
  it.each(SERVERS)('webhooks of the sandbox call no local address, and metrics are closed: %j', (variables) => {
    expect(callable(variables)).toEqual([])
    expect(metricsAccess(readConfig(variables), SANDBOX)).toBe('closed')
  })
})

describe('wherever the service runs', () => {
  it('webhooks of the sandbox call the addresses that the operator names', () => {
    const variables = { HOST: '0.0.0.0', SANDBOX_WEBHOOK_ADDRESSES: '127.0.0.1, 10.0.0.0/24, fd00::/8' }
    const named = ['127.0.0.1', '10.0.0.1', 'fd00::1', '::ffff:127.0.0.1']
    expect(callable(variables, ENVIRONMENTS)).toEqual(named)
  })

  it('metrics are read with the token that the operator sets', () => {
    const METRICS_TOKEN = 'a-token-of-16-letters'
    for (const environments of [SANDBOX, ENVIRONMENTS]) {
      expect(metricsAccess(readConfig({ METRICS_TOKEN }), environments)).toEqual({ token: METRICS_TOKEN })
    }
    for (const bad of ['short', 'with a space in between', 'x'.repeat(15)]) {
      expect(() => readConfig({ METRICS_TOKEN: bad })).toThrow(/METRICS_TOKEN must have at least 16/)
    }
  })
})
