import type { Config } from '../config.ts'
import { recordByService } from '../dashboard/index.ts'
import type { Caller, ServerOptions } from '../http/index.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import type { Vault } from '../platform/vault.ts'
import { flagPlainKey, type KeyLookup } from '../tenants/index.ts'
import { readSecretFile } from './secret-file.ts'

/**
 * Production is served over HTTPS only: by its own certificate, or when a trusted proxy says that the request came by
 * HTTPS. Without a public address production is not served, and nothing is required.
 */
export async function productionHttps(
  config: Config,
  parts: PlainKeyDeps,
): Promise<Pick<ServerOptions, 'httpsOnly' | 'tls'>> {
  const { productionUrl, tlsCertFile, tlsKeyFile } = config
  if (!productionUrl) return {}
  const onPlainKey = (caller: Caller): Promise<void> => reportPlainKey(caller, parts)
  const httpsOnly = { root: () => productionUrl, onPlainKey }
  if (!tlsCertFile || !tlsKeyFile) return { httpsOnly }
  const [cert, key] = await Promise.all([
    readSecretFile('TLS_CERT_FILE', tlsCertFile),
    readSecretFile('TLS_KEY_FILE', tlsKeyFile),
  ])
  return { httpsOnly, tls: { cert, key } }
}

/** A key of production that is sent to the sandbox by mistake was read by others just the same, if that was over plain HTTP. */
export const productionKeysInSandbox = (
  { productionUrl }: Config,
  parts: PlainKeyDeps & { readonly keys: KeyLookup },
): Pick<ServerOptions, 'foreignKeys'> =>
  productionUrl === undefined
    ? {}
    : {
        foreignKeys: {
          findCaller: parts.keys.forEnvironment('production'),
          onPlainKey: (caller) => reportPlainKey(caller, parts),
        },
      }

interface PlainKeyDeps {
  readonly database: Database
  readonly log: Logger
  readonly vault: Vault
}

/** A failure is logged alone: the request is refused either way. */
async function reportPlainKey({ tenant, keyId }: Caller, { database, log, vault }: PlainKeyDeps): Promise<void> {
  try {
    const flagged = await database.transaction(async (tx) => {
      const found = await flagPlainKey(tx, tenant, keyId)
      if (!found) return undefined
      const action = found.revoked ? 'keys.revoke' : 'keys.flag'
      const details = { reason: 'sent over plain HTTP' }
      const { enterprise } = found
      await recordByService(tx, vault, { enterprise, action, subject: keyId, details, environment: 'production' })
      return found
    })
    if (!flagged) return
    const done = flagged.revoked ? 'it is revoked' : 'replace it'
    log.error({ tenant, api_key: keyId }, `an API key was sent over plain HTTP: ${done}`)
  } catch (error) {
    log.warn({ err: error, tenant, api_key: keyId }, 'could not flag an API key that was sent over plain HTTP')
  }
}
