import type { Config } from '../config.ts'
import type { Caller, ServerOptions } from '../http/index.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { flagKey } from '../tenants/index.ts'
import { readSecretFile } from './secret-file.ts'

/**
 * Production is served over HTTPS only: by its own certificate, or when a trusted proxy says that the request came by
 * HTTPS. Without a public address production is not served, and nothing is required.
 */
export async function productionHttps(
  config: Config,
  database: Database,
  log: Logger,
): Promise<Pick<ServerOptions, 'httpsOnly' | 'tls'>> {
  const { productionUrl, tlsCertFile, tlsKeyFile } = config
  if (!productionUrl) return {}
  const onPlainKey = ({ tenant, keyId }: Caller): void => {
    log.error({ key: keyId }, 'an API key was sent over plain HTTP: replace it')
    flagKey(database.sql, tenant, keyId).catch((error) => log.warn({ err: error }, 'could not flag an API key'))
  }
  const httpsOnly = { root: () => productionUrl, onPlainKey }
  if (!tlsCertFile || !tlsKeyFile) return { httpsOnly }
  const [cert, key] = await Promise.all([
    readSecretFile('TLS_CERT_FILE', tlsCertFile),
    readSecretFile('TLS_KEY_FILE', tlsKeyFile),
  ])
  return { httpsOnly, tls: { cert, key } }
}
