import { expect, it, onTestFinished } from 'vitest'
import { openPair } from '../../../prove/failover/pair.ts'
import { createClient } from '../support/client.ts'
import { connected, paid, read } from '../support/payouts.ts'
import { readBanner, runOperator, startProgram } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

it('a service goes on with the standby that takes over: 503 with Retry-After meanwhile, no restart, nothing paid twice', async () => {
  const pair = await openPair()
  onTestFinished(() => pair.close())
  const variables = { DATABASE_URL: `${pair.url}&target_session_attrs=read-write`, VAULT_KEY, LOG_LEVEL: 'silent' }
  const program = startProgram({ variables })
  await program.printed('Ctrl-C stops it.')
  const { base, key } = readBanner(program.output())
  const client = createClient(base, key)
  const connection = await connected(client, 'direct')
  const readiness = async () => {
    const { status, headers } = await fetch(`${new URL(base).origin}/readyz`)
    return { status, retryAfter: headers.get('retry-after') }
  }
  const body = { account_connection: connection, amount_in_cents: 100 }
  const pay = () => client.post('/payout', body, { idempotencyKey: 'the one' })

  await pair.killPrimary()
  const refused = await pay()
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
  expect(await readiness()).toEqual({ status: 503, retryAfter: '1' })
  await pair.promote()
  const seen = new Set<number>()
  await expect
    .poll(async () => {
      const { status } = await pay()
      seen.add(status)
      return status
    })
    .toBe(201)
  expect([...seen].filter((status) => ![201, 503].includes(status))).toEqual([])
  expect((await readiness()).status).toBe(200)

  const first = (await pay()).body
  const next = await paid(client, connection, 200)
  // The worker's part.
  await expect.poll(async () => (await read(client, next.id)).status).toBe('sent')
  expect((await client.get('/payout')).body.data.map(({ id }: { id: string }) => id).sort()).toEqual(
    [first.id, next.id].sort(),
  )
  expect(await runOperator(['audit'], variables)).toMatchObject({ code: 0 })
  expect(program.child.exitCode).toBe(null)
})
