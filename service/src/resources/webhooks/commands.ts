import { randomBytes } from 'node:crypto'
import type * as contract from '../../../../contracts/webhooks.ts'
import type { Wire } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { DAY_MS, iso } from '../../kernel/time.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { urlFault } from './model.ts'
import type { SecretSchema, WebhookCreate, WebhookUpdate } from './schema.ts'
import {
  deleteWebhook,
  findSecrets,
  findWebhookOfEvent,
  insertWebhook,
  replaceSecret,
  takeWebhooks,
  updateWebhook,
  type WebhookRow,
} from './store.ts'

export interface WebhookDeps {
  readonly vault: Vault
  readonly environment: Environment
}

export async function createWebhook(
  tx: Tx,
  tenant: TenantId,
  input: Wire<typeof WebhookCreate, contract.WebhookCreate>,
  { vault, environment }: WebhookDeps,
): Promise<WebhookRow> {
  const fault = urlFault(input.url, environment)
  if (fault) throw validationFailed([fault])
  const id = newId('webhook')
  const seal = (field: string, plain: string | null | undefined): Buffer | null =>
    plain == null ? null : vault.seal({ tenant, row: id, field }, plain)
  const row: WebhookRow = {
    id,
    url: input.url,
    event: input.event,
    user_data: (input.user_data as JsonObject | null | undefined) ?? null,
    format: stored(input.format),
    disabled_at: null,
    disabled_because: null,
  }
  const inserted = await insertWebhook(tx, tenant, {
    ...row,
    basic_user_sealed: seal('basic_user', input.basic_user),
    basic_secret_sealed: seal('basic_secret', input.basic_secret),
    signing_secret_sealed: vault.seal({ tenant, row: id, field: 'signing_secret' }, newSigningSecret()),
  })
  if (inserted) return row
  const existing = await findWebhookOfEvent(tx, tenant, input.event)
  throw problem('webhook_exists', {
    message: `\`${input.event}\` has a webhook already; delete it first.`,
    ...(existing ? { existing_id: existing.id } : {}),
  })
}

/** Deliveries that are queued go to the new URL: they read it when they are sent. A disabled webhook stays disabled. */
export async function changeWebhook(
  tx: Tx,
  tenant: TenantId,
  id: string,
  input: Wire<typeof WebhookUpdate, contract.WebhookUpdate>,
  { vault, environment }: WebhookDeps,
): Promise<WebhookRow> {
  const fault = input.url === undefined ? undefined : urlFault(input.url, environment)
  if (fault) throw validationFailed([fault])
  const sealed = (field: 'basic_user' | 'basic_secret') => {
    const plain = input[field]
    return plain === undefined
      ? {}
      : { [`${field}_sealed`]: plain === null ? null : vault.seal({ tenant, row: id, field }, plain) }
  }
  const row = await updateWebhook(tx, tenant, id, {
    ...(input.url === undefined ? {} : { url: input.url }),
    ...(input.format === undefined ? {} : { format: stored(input.format) }),
    ...(input.user_data === undefined ? {} : { user_data: input.user_data as JsonObject | null }),
    ...sealed('basic_user'),
    ...sealed('basic_secret'),
  })
  if (!row) throw webhookNotFound()
  return row
}

const stored = (format: contract.WebhookFormat | undefined): 'full' | null => (format === 'full' ? 'full' : null)

/** In the form of Standard Webhooks. */
const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export async function removeWebhook(tx: Tx, tenant: TenantId, id: string): Promise<WebhookRow> {
  const row = await deleteWebhook(tx, tenant, id)
  if (!row) throw webhookNotFound()
  return row
}

export const webhookNotFound = () => problem('not_found', 'There is no webhook with this id.')

/** How long a replaced secret still signs. */
const OVERLAP_MS = DAY_MS

export async function readSecrets(
  sql: Queryable,
  tenant: TenantId,
  id: string,
  { vault }: WebhookDeps,
): Promise<Wire<typeof SecretSchema, contract.WebhookSecret>> {
  const row = await findSecrets(sql, tenant, id)
  if (!row) throw webhookNotFound()
  const open = (sealed: Buffer): string => vault.open({ tenant, row: id, field: 'signing_secret' }, sealed)
  const { previous_secret_sealed: previous, previous_secret_until: until } = row
  return {
    secret: open(row.signing_secret_sealed),
    ...(previous && until ? { previous_secret: open(previous), previous_valid_until: iso(until) } : {}),
  }
}

export async function rotateSecret(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: WebhookDeps,
): Promise<Wire<typeof SecretSchema, contract.WebhookSecret>> {
  const sealed = deps.vault.seal({ tenant, row: id, field: 'signing_secret' }, newSigningSecret())
  await replaceSecret(tx, tenant, id, sealed, OVERLAP_MS)
  return readSecrets(tx, tenant, id, deps)
}

/** Moves webhooks to another tenant of the same enterprise, with their ids and secrets. A disabled one is enabled. */
export async function moveWebhooks(
  tx: Tx,
  from: TenantId,
  to: TenantId,
  { vault }: Pick<WebhookDeps, 'vault'>,
): Promise<void> {
  for (const row of await takeWebhooks(tx, from)) {
    const again = (field: string, sealed: Buffer): Buffer =>
      vault.seal({ tenant: to, row: row.id, field }, vault.open({ tenant: from, row: row.id, field }, sealed))
    await insertWebhook(tx, to, {
      ...row,
      basic_user_sealed: row.basic_user_sealed && again('basic_user', row.basic_user_sealed),
      basic_secret_sealed: row.basic_secret_sealed && again('basic_secret', row.basic_secret_sealed),
      signing_secret_sealed: again('signing_secret', row.signing_secret_sealed),
    })
  }
}
