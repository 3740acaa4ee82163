import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../service/src/platform/database.ts'
import { createClient } from '../client.ts'
import { createMember, freePort } from '../faults/fleet.ts'
import { Checks, figure, type Proof } from '../proof.ts'
import { openServer, type Server } from '../server.ts'
import { isMissing, type Prometheus, startPrometheus } from './prometheus.ts'

const FIRES_WITHIN_MS = 420_000
const SCRAPED_WITHIN_MS = 60_000

/** A bank whose SFTP server does not answer, with everything else that the exchange of files needs. */
const bankWithout = (port: number): Record<string, string> => ({
  ACH_OUT: '/out',
  ACH_IN: '/in',
  ACH_SFTP_URL: `sftp://tributary@127.0.0.1:${port}`,
  ACH_SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}`,
  ACH_SFTP_PASSWORD: 'nobody listens',
  ACH_DESTINATION: '231380104',
  ACH_DESTINATION_NAME: 'First Bank',
  ACH_ORIGIN: '1212345678',
  ACH_ORIGIN_NAME: 'Tributary',
  ACH_COMPANY_ID: '1212345678',
  ACH_ROUTING_NUMBER: '121042882',
  ACH_POLL_SECONDS: '1',
})

async function fires(checks: Checks, prometheus: Prometheus, name: string, why: string): Promise<void> {
  const seconds = await prometheus.untilFiring(name, FIRES_WITHIN_MS)
  checks.check(`${why}: ${name} fires`, seconds !== undefined)
  if (seconds !== undefined) figure(`${why}: ${name}`, seconds, 's')
}

async function untilScraped(prometheus: Prometheus, targets: number): Promise<boolean> {
  for (let waited = 0; waited < SCRAPED_WITHIN_MS; waited += 500) {
    if ((await prometheus.targetsUp()) === targets) return true
    await sleep(500)
  }
  return false
}

/** A balance that no transfer explains, as a mistake or a hand in the tables would leave it. */
async function breakBooks({ url }: Server): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1 })
  await database.sql`update ledger_accounts set credits = credits + 1 where code = 'operating'`
  await database.close()
}

async function provoke(checks: Checks, server: Server): Promise<void> {
  const workerPort = await freePort()
  const api = await createMember('api', 'api', server)
  const settings = { WORKER_PORT: String(workerPort), ...bankWithout(await freePort()) }
  const worker = await createMember('worker', 'worker', server, { settings })
  await api.start()
  await worker.start()
  const targets = [new URL(api.base).host, `127.0.0.1:${workerPort}`]
  const prometheus = await startPrometheus(targets)
  try {
    checks.check('Prometheus scrapes the API and the worker', await untilScraped(prometheus, targets.length))
    const client = createClient({ base: api.base, apiKey: api.apiKey })
    checks.check('the service answers', (await client({ method: 'GET', path: '/enterprise' })).status === 200)
    const early = [...(await prometheus.firing())]
    checks.check('nothing fires while all is well but the bank', early.length === 0, early)
    await breakBooks(server)
    await fires(checks, prometheus, 'TributaryBooksStopped', 'a balance that no transfer explains')
    await fires(checks, prometheus, 'TributaryBankExchangeFailing', 'the SFTP server does not answer')
    const before = await prometheus.firing()
    checks.check('no other outage is told', !before.has('TributaryNoWorker') && !before.has('TributaryDown'), [
      ...before,
    ])
    await worker.kill()
    await fires(checks, prometheus, 'TributaryNoWorker', 'the worker is stopped')
    await fires(checks, prometheus, 'TributaryDown', 'its metrics are gone')
  } finally {
    await prometheus.stop()
    await Promise.all([api.kill(), worker.kill()])
  }
}

export const alerts: Proof = {
  proves: 'Prometheus scrapes the service, and its alerts fire in outages: SFTP down, books stopped, worker stopped',
  async run() {
    const checks = new Checks()
    if (isMissing()) {
      console.log("  `prometheus` is missing: Debian's package prometheus has it.")
      return { passed: 0, failed: 1 }
    }
    const server = await openServer()
    try {
      await provoke(checks, server)
    } finally {
      await server.close()
    }
    return checks
  },
}
