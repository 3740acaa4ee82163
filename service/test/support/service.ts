import { type ComposeOptions, compose, type Service } from '../../src/app/compose.ts'
import { readConfig } from '../../src/config.ts'
import { BASE_PATH } from '../../src/http/index.ts'
import { ENVIRONMENTS, type Environment } from '../../src/kernel/environment.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { createEnterprise, createKey, requireTenant } from '../../src/tenants/index.ts'
import { type Client, createClient } from './client.ts'
import { cloneDatabase } from './database.ts'
import { whenDone } from './when-done.ts'

export const VAULT_KEY = Buffer.alloc(32, 7).toString('base64')

/** Settings of a service whose production stands behind a proxy on this machine that ends TLS. */
export const behindProxy = (port: number) => ({
  PRODUCTION_PORT: String(port),
  PRODUCTION_URL: 'https://pay.example.com',
  TRUSTED_PROXIES: '127.0.0.1',
})

export interface RunningService {
  readonly databaseUrl: string
  /** The owner's connection, for looking at what the service wrote. */
  readonly database: Database
  readonly service: Service
  readonly roots: Record<Environment, string>
  /** The demo enterprise's client in sandbox. */
  readonly sandbox: Client
  client(environment: Environment, key: string | undefined): Client
  /** Another enterprise, with a client per environment. */
  enterprise(name?: string): Promise<Record<Environment, Client> & { id: string; keys: Record<Environment, string> }>
}

const METRICS_TOKEN = 'token-of-the-metrics'

/** The metrics of the process, as a scraper reads them. */
export async function readMetrics(root: string): Promise<string> {
  const answer = await fetch(`${root}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return answer.text()
}

/** Receivers of webhooks run on this machine, and production, which is served too, would keep them from being called. */
const LOCAL = {
  PORT: '0',
  PRODUCTION_PORT: '0',
  HOST: '127.0.0.1',
  METRICS_TOKEN,
  SANDBOX_WEBHOOK_ADDRESSES: '127.0.0.0/8, ::1',
}

/** The whole service in this process, both environments, over real HTTP and a database of its own. */
export async function startService(
  variables: Record<string, string> = {},
  databaseUrl?: string,
  options: Partial<Pick<ComposeOptions, 'role' | 'names' | 'log' | 'pages' | 'environments' | 'demo'>> = {},
): Promise<RunningService> {
  const url = databaseUrl ?? (await cloneDatabase())
  const service = await compose({
    config: readConfig({ ...LOCAL, ...variables }),
    databaseUrl: url,
    vaultKey: VAULT_KEY,
    environments: ENVIRONMENTS,
    // Tests serve production without its settings, and use the demo enterprise beside it.
    demo: true,
    log: createLogger(process.env.TEST_LOG_LEVEL ?? 'silent'),
    ...options,
  })
  const roots = (await service.listen()) as Record<Environment, string>
  const database = openDatabase({ url, connectionsMax: 3 })
  whenDone(async () => {
    await service.drain()
    await database.close()
  })
  const client = (environment: Environment, key: string | undefined): Client =>
    createClient(roots[environment] + BASE_PATH, key)
  return {
    databaseUrl: url,
    database,
    service,
    roots,
    sandbox: client('sandbox', service.demo?.key),
    client,
    async enterprise(name = 'Another Enterprise') {
      const { id, keys } = await database.transaction(async (tx) => {
        const id = await createEnterprise(tx, name)
        const make = async (environment: Environment) =>
          (await createKey(tx, await requireTenant(tx, id, environment), environment, 'Test')).key
        return { id, keys: { sandbox: await make('sandbox'), production: await make('production') } }
      })
      return { id, keys, sandbox: client('sandbox', keys.sandbox), production: client('production', keys.production) }
    },
  }
}
