import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { Environment } from '../kernel/environment.ts'
import { sandboxExempts } from './webhook-addresses.ts'

const LOOPBACK = ['127.0.0.1', '127.8.9.10', '::1']
const PRIVATE = ['10.0.0.1', '192.168.1.1', '169.254.169.254', 'fd00::1', '::ffff:127.0.0.1', '0.0.0.0', '::', 'localhost']

const callable = (variables: Record<string, string>, environments: readonly Environment[] = ['sandbox']) => {
  const exempts = sandboxExempts({ config: readConfig(variables), environments })
  return [...LOOPBACK, ...PRIVATE].filter(exempts)
}

describe('webhooks of the sandbox', () => {
  it.each([{}, { HOST: '127.0.0.1' }, { HOST: '::1' }, { SANDBOX_URL: 'http://localhost:4000' }, { SANDBOX_URL: 'http://[::1]:9' }])(
    "call loopback on a developer's machine: %j",
    (variables) => expect(callable(variables)).toEqual(LOOPBACK),
  )

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.0.0.1' },
    { HOST: 'pay.example.com' },
    { SANDBOX_URL: 'https://sandbox.example.com' },
    { TRUSTED_PROXIES: '127.0.0.1' },
  ])('call no local address where others reach the service: %j', (variables) => expect(callable(variables)).toEqual([]))

  it('call no local address where production is served', () => {
    expect(callable({}, ['sandbox', 'production'])).toEqual([])
  })

  it('call the addresses that the operator names, wherever the service runs', () => {
    const variables = { HOST: '0.0.0.0', SANDBOX_WEBHOOK_ADDRESSES: '127.0.0.1, 10.0.0.0/24, fd00::/8' }
    expect(callable(variables, ['sandbox', 'production'])).toEqual(['127.0.0.1', '10.0.0.1', 'fd00::1', '::ffff:127.0.0.1'])
  })
})
