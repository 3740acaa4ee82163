import { describe, expect, it } from 'vitest'
import { advance, invited } from '../support/payouts.ts'
import { runOperator } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

describe('a production that was restored', () => {
  it('sends nothing and is not served until the operator has compared, and says so', async () => {
    const first = await startService({}, undefined, { role: 'api' })
    const { database, databaseUrl } = first
    const { production } = await first.enterprise()
    const connection = await invited(production)
    // Its facts cannot be read, so that whoever takes it puts it back: only the count of attempts stays.
    const waiting = () => database.sql<{ attempt: number }[]>`select attempt from messages where id = 'msg_of_a_test'`
    await database.sql`
      insert into messages (tenant_id, id, channel, kind, recipient, facts, status, due_at, created_at)
      select tenant_id, 'msg_of_a_test', 'email', 'invite', 'a@example.com', '{}', 'due', now(), now()
      from account_connections where id = ${connection}`
    await database.sql`update database_place set cluster = 'of another server'`

    const held = await startService({ DELIVERY_POLL_MS: '10', WORKER_POLL_MS: '10' }, databaseUrl)
    expect(held.roots.production).toBeUndefined()
    expect(held.service.warnings.join()).toContain('Production is held after a restore')
    // The sandbox answers, and its clock moves what it asks for; nobody takes a message meanwhile.
    await advance(held.sandbox, 3_600)
    expect(await waiting()).toEqual([{ attempt: 0 }])

    const variables = { DATABASE_URL: databaseUrl, VAULT_KEY }
    const status = await runOperator(['restore', 'status'], variables)
    expect(status.output).toMatch(/^Production is held since .* UTC: the database was copied from another server/)
    const hasty = await runOperator(['restore', 'release'], variables)
    expect(hasty).toMatchObject({ code: 1, output: expect.stringContaining('would send it twice') })
    const released = await runOperator(['restore', 'release', 'files-compared', 'charges-compared'], variables)
    expect(released).toMatchObject({ code: 0, output: expect.stringContaining('Production is released') })

    const served = await startService({ DELIVERY_POLL_MS: '10' }, databaseUrl)
    expect(served.roots.production).toBeDefined()
    await expect.poll(async () => (await waiting())[0]?.attempt).toBeGreaterThan(0)
  })
})
