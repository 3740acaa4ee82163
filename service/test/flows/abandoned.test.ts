import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import type { TenantId } from '../../src/kernel/ids.ts'
import { lockOperating } from '../../src/ledger/index.ts'
import { basic } from '../support/client.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { connected } from '../support/payouts.ts'
import { readMetrics, startService } from '../support/service.ts'

it('a request whose client has gone is no longer counted as in flight, and its command is done once', async () => {
  const running = await startService({ WORKER_POLL_MS: '60000' })
  const { sandbox, id, keys } = await running.enterprise()
  const inFlight = async () =>
    /^tributary_http_requests_in_flight\{environment="sandbox".*\} (\d+)$/m.exec(
      await readMetrics(running.roots.sandbox),
    )?.[1]
  const body = JSON.stringify({ account_connection: await connected(sandbox, 'direct'), amount_in_cents: 100 })
  const idle = await inFlight()
  const [tenant] = await running.database.sql<{ id: TenantId }[]>`
    select id from tenants where enterprise_id = ${id} and environment = 'sandbox'`
  await running.database.transaction(async (tx) => {
    await lockOperating(tx, tenant?.id as TenantId)
    const { hostname, port } = new URL(running.roots.sandbox)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `POST /enterprise/v1/payout HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(keys.sandbox)}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await expect.poll(() => countLockWaits(running.database)).toBe(1)
    socket.destroy()
    await once(socket, 'close')
  })
  await expect.poll(async () => (await sandbox.get('/payout')).body.pagination.total).toBe(1)
  await expect.poll(inFlight).toBe(idle)
})
