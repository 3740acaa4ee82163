import { createServer, type ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import { accessCheck } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { listenError } from '../platform/explain.ts'
import type { Metrics } from '../platform/metrics.ts'
import { CONTENT_TYPES, formatFor } from '../platform/metrics-of-processes.ts'
import { metricsAccess } from './reach.ts'

export interface Probes {
  readonly port: number
  close(): Promise<void>
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

/** The health and the metrics of a worker, which has no other address; `undefined` unless `WORKER_PORT` is set. */
export async function openProbes(
  { config, environments }: { readonly config: Config; readonly environments: readonly Environment[] },
  metrics: Pick<Metrics, 'text'>,
  isReady: () => Promise<boolean>,
): Promise<Probes | undefined> {
  const { workerPort, host } = config
  if (workerPort === undefined) return undefined
  const mayRead = accessCheck(metricsAccess(config, environments))
  const answer = (reply: ServerResponse, status: number, text: string, headers: Record<string, string> = PLAIN): void =>
    void reply.writeHead(status, headers).end(text)
  const server = createServer(async ({ url, headers }, reply) => {
    if (url === '/healthz') return answer(reply, 200, 'ok\n')
    if (url === '/readyz') {
      const ready = await isReady().catch(() => false)
      return answer(reply, ready ? 200 : 503, ready ? 'ready\n' : 'the database is not reachable or not migrated\n')
    }
    if (url !== '/metrics') return answer(reply, 404, 'not found\n')
    if (!mayRead(headers.authorization)) return answer(reply, 401, 'send the token of METRICS_TOKEN\n')
    const format = formatFor(headers.accept)
    const text = await metrics.text(format).catch(() => undefined)
    answer(reply, text === undefined ? 500 : 200, text ?? '', { ...PLAIN, 'content-type': CONTENT_TYPES[format] })
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', (error) => listening.reject(listenError(error, host)))
  server.listen(workerPort, host, listening.resolve)
  await listening.promise
  const { port } = server.address() as { port: number }
  return {
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
