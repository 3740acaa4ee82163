import { SECOND_MS } from '../../../kernel/time.ts'
import type { Database } from '../../../platform/database.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { WebhookKey } from '../model.ts'
import { type EndpointRow, readEndpoint } from '../store.ts'
import { type Credentials, credentialsOf } from './notification.ts'

/** A webhook as it was read, and its opened credentials. */
export interface Endpoint {
  readonly endpoint: EndpointRow
  readonly credentials: Credentials
}

/** The maximum age of a cached endpoint. */
const FRESH_MS = SECOND_MS

export function openCredentials(vault: Vault, { tenant, webhook }: WebhookKey, endpoint: EndpointRow): Credentials {
  const open = (field: string, sealed: Buffer | null): string | undefined =>
    sealed === null ? undefined : vault.open({ tenant, row: webhook, field }, sealed)
  const secrets = [endpoint.signing_secret_sealed, endpoint.previous_secret_sealed]
    .map((sealed) => open('signing_secret', sealed))
    .filter((secret) => secret !== undefined)
  return credentialsOf(
    secrets,
    open('basic_user', endpoint.basic_user_sealed),
    open('basic_secret', endpoint.basic_secret_sealed),
  )
}

/**
 * The endpoints of deliveries that were claimed some time before they are sent: a webhook that was deleted meanwhile is
 * not called, and one whose secret was replaced is called with the new one.
 */
export function createEndpoints(database: Database, vault: Vault) {
  const known = new Map<string, { readonly at: number; readonly read: Promise<Endpoint | undefined> }>()

  async function read(key: WebhookKey): Promise<Endpoint | undefined> {
    const endpoint = await readEndpoint(database.sql, key)
    return endpoint && { endpoint, credentials: openCredentials(vault, key, endpoint) }
  }

  return {
    /** At most a second old. When it cannot be read, as it was claimed. */
    async current(key: WebhookKey, claimed: Endpoint, claimedAt: number): Promise<Endpoint | undefined> {
      const now = performance.now()
      if (now - claimedAt <= FRESH_MS) return claimed
      let entry = known.get(key.webhook)
      if (!entry || now - entry.at > FRESH_MS) {
        entry = { at: now, read: read(key) }
        known.set(key.webhook, entry)
      }
      return entry.read.catch(() => claimed)
    },
    forget: ({ webhook }: WebhookKey) => void known.delete(webhook),
  }
}
