import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import type { Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { urlFault } from './model.ts'
import type { WebhookCreate } from './schema.ts'
import { deleteWebhook, findWebhookOfEvent, insertWebhook, type WebhookRow } from './store.ts'

export interface WebhookDeps {
  readonly vault: Vault
  readonly environment: Environment
}

export async function createWebhook(
  tx: Tx,
  tenant: TenantId,
  input: Static<typeof WebhookCreate>,
  { vault, environment }: WebhookDeps,
): Promise<WebhookRow> {
  const fault = urlFault(input.url, environment)
  if (fault) throw validationFailed([fault])
  const id = newId('webhook')
  const seal = (field: string, plain: string | undefined): Buffer | null =>
    plain === undefined ? null : vault.seal({ tenant, row: id, field }, plain)
  const row: WebhookRow = {
    id,
    url: input.url,
    event: input.event,
    user_data: (input.user_data as JsonObject | undefined) ?? null,
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

/** Standard Webhooks' form of a secret. */
const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export async function removeWebhook(tx: Tx, tenant: TenantId, id: string): Promise<WebhookRow> {
  const row = await deleteWebhook(tx, tenant, id)
  if (!row) throw webhookNotFound()
  return row
}

export const webhookNotFound = () => problem('not_found', 'There is no webhook with this id.')
