import { describe, expect, it } from 'vitest'
import { runOperator } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

describe('the operator command', () => {
  it('makes, lists and changes restricted keys', async () => {
    const running = await startService()
    const acme = await running.enterprise()
    const run = (...args: string[]) => runOperator(['key', ...args], { DATABASE_URL: running.databaseUrl, VAULT_KEY })
    const made = await run(
      ...['create', acme.id, 'sandbox', 'Nightly job', '--scopes', 'payouts,read', '--expires', '2090-01-01'],
      ...['--networks', '127.0.0.1, 2001:db8::/32'],
    )
    expect(made.code).toBe(0)
    const [, key = '', id = ''] = /(sk_sandbox_\w+) {2}\((key_\w+);/.exec(made.output) ?? []
    const client = running.client('sandbox', key)
    expect((await client.get('/enterprise')).status).toBe(200)
    expect((await client.post('/buyer', {})).body.code).toBe('scope_missing')
    const { output } = await run('list', acme.id)
    expect(output).toMatch(new RegExp(`^${id} .* valid until 2090-01-01 00:00 .*Nightly job$`, 'm'))
    expect(output).toContain('    scopes    read, payouts\n    networks  127.0.0.1/32, 2001:db8::/32\n')
    expect((await run('change', id, '--scopes', 'buyers', '--networks', 'none')).output).toContain('scopes    buyers')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await client.post('/buyer', {})).status).toBe(201)
    expect((await client.get('/enterprise')).body.code).toBe('scope_missing')
    for (const [args, message] of [
      [['change', id], 'Give at least one of'],
      [['change', id, '--scopes', 'everything'], 'must be one of read'],
      [['change', id, '--expires', 'soon'], '--expires must be like 2027-01-31'],
      [['change', id, '--expires', '2020-01-01'], 'must be in the future'],
      [['change', id, '--colour', 'red'], '--colour'],
      [['create', acme.id, 'sandbox', 'Nightly', 'job'], 'quote a name that has spaces'],
    ] as const) {
      const refused = await run(...args)
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(message)])
    }
  })
})
