import examples from '../../service/src/app/api-examples.json' with { type: 'json' }
import { type MountDeps, mountResources } from '../../service/src/app/mount.ts'
import { BASE_PATH, createServer } from '../../service/src/http/index.ts'
import { createLogger } from '../../service/src/platform/logs.ts'
import type { Metrics } from '../../service/src/platform/metrics.ts'
import { describedNotification } from '../../service/src/resources/webhooks/index.ts'
import { scopeOf } from '../../service/src/tenants/index.ts'
import type { ApiDocument } from './schema.ts'

/** Stands for everything that a route reaches for when it is called. None is called here. */
const nothing = new Proxy(() => nothing, { get: () => nothing }) as unknown

/** The API document of the sandbox, which holds every operation, as the service's own code makes it; without a database. */
export async function readDocument(): Promise<ApiDocument> {
  const deps = { environment: 'sandbox', database: {}, pages: nothing, cards: {} } as unknown as MountDeps
  const app = await createServer({
    environment: 'sandbox',
    log: createLogger('silent'),
    metrics: nothing as Metrics,
    metricsAccess: 'closed',
    findCaller: () => nothing as never,
    scopeOf,
    rateLimitPerSecond: 1_000,
    requestTimeoutMs: 1_000,
    isReady: async () => true,
    shortage: () => undefined,
    isDraining: () => false,
    isKeyReused: async () => false,
    mount: (api) => mountResources(api, deps),
    mountPages: () => {},
    trustedProxies: [],
    webhooks: describedNotification,
    sendNotFound: () => nothing as never,
    examples,
    securityTxt: { contact: undefined, root: () => '' } as never,
  })
  const { body } = await app.inject(`${BASE_PATH}/openapi.json`)
  await app.close()
  return JSON.parse(body)
}
