import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openProxy } from '../../../prove/faults/proxy.ts'
import { createRandom } from '../../../prove/random.ts'
import { cloneDatabase } from '../support/database.ts'
import { overTcp } from '../support/embedded.ts'
import { connected, paid, read } from '../support/payouts.ts'
import { startProgram } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

const GOOD = { dropAnswer: 0, cutRequest: 0, delay: 0, delayMaxMs: 0 }

it('a worker whose database goes away waits for it, and then does what was due', async () => {
  const databaseUrl = await cloneDatabase()
  const running = await startService({}, databaseUrl, { role: 'api' })
  const socket = new URLSearchParams(inject('serverUrl').split('?')[1]).get('host')
  const target = { path: `${socket}/.s.PGSQL.5432` }
  const line = await openProxy(target, GOOD, createRandom(1))
  const variables = {
    DATABASE_URL: overTcp(databaseUrl, line.port),
    VAULT_KEY,
    LOG_LEVEL: 'silent',
  }
  const worker = startProgram({ args: ['worker'], variables })
  await worker.printed('Tributary worker is running.')
  await line.close()
  await sleep(1_500)
  expect(worker.child.exitCode).toBe(null)
  const payout = await paid(running.sandbox, await connected(running.sandbox, 'direct'), 100)
  const again = await openProxy(target, GOOD, createRandom(1), line.port)
  onTestFinished(again.close)
  await expect.poll(async () => (await read(running.sandbox, payout.id)).status, { interval: 200 }).toBe('sent')
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toBe(0)
})
