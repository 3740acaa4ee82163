import { changesBetween, differs } from '../../kernel/changes.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { isDuplicate, type Queryable, type Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant, tenantNow } from '../../tenants/index.ts'
import { lastRejections } from './activity.store.ts'
import { announceConnection, applyTransition, noteNewBankAccount, settlePayoutsBefore } from './apply-transition.ts'
import { connectionFields } from './events.ts'
import { legacyChanges, requireLegacyTaken } from './legacy-payout-method.ts'
import {
  type ConnectionChanges,
  type ConnectionRow,
  deleteWith,
  normalizeAnswer,
  type Permission,
  update,
} from './model.ts'
import { noteBankAccount } from './payment-parties.store.ts'
import type { ConnectionDeps } from './ports.ts'
import type { ConnectionCreateInput, ConnectionUpdateInput } from './schema.ts'
import { findByExternalId, insertConnection, lockConnection, updateConnection } from './store.ts'

const ANSWER = 'verification answer'
/** Bound to the connection: the digest of one connection's answer proves nothing at another. */
const boundAnswer = (tenant: TenantId, id: string, answer: string): string =>
  `${tenant} ${id} ${normalizeAnswer(answer)}`

export const answerDigest = (vault: Vault, tenant: TenantId, id: string, answer: string): Buffer =>
  vault.digest(ANSWER, boundAnswer(tenant, id, answer))

export const isRightAnswer = (vault: Vault, tenant: TenantId, row: ConnectionRow, answer: string): boolean =>
  vault.matches(ANSWER, boundAnswer(tenant, row.id, answer), row.verification_answer_digest)

export const connectionNotFound = (): Problem => problem('not_found', 'There is no account connection with this id.')

export async function createConnection(
  tx: Tx,
  tenant: TenantId,
  input: ConnectionCreateInput,
  { vault }: ConnectionDeps,
): Promise<ConnectionRow> {
  const id = newId('accountConnection')
  const settings = await readTenant(tx, tenant)
  if (input.legacy_payout_method) {
    requireLegacyTaken({
      status: 'created',
      requested: input.requested_permissions,
      rejection: undefined,
      settings,
    })
  }
  const { now } = settings
  const row: ConnectionRow = {
    id,
    external_id: input.external_id ?? null,
    status: 'created',
    type: null,
    submitted_type: null,
    first_name: input.first_name,
    last_name: input.last_name,
    email: input.email,
    business_name: input.business_name ?? null,
    display_name: input.display_name ?? null,
    requested_permissions: input.requested_permissions,
    credit_granted: false,
    credit_expires_at: null,
    debit_granted: false,
    debit_expires_at: null,
    verification_prompt: input.verification_prompt,
    verification_answer_digest: answerDigest(vault, tenant, id, input.verification_answer),
    bank_sealed: null,
    destination: null,
    creator_id: null,
    verified_at: null,
    submitted_sealed: null,
    user_data: (input.user_data as JsonObject | null | undefined) ?? null,
    created_at: now,
    updated_at: now,
    ...legacyChanges(vault, tenant, { id, bank_sealed: null }, input.legacy_payout_method),
  }
  if (await insertConnection(tx, tenant, row)) {
    if (row.bank_sealed !== null) await noteBankAccount(tx, tenant, id, now)
    return row
  }
  throw await externalIdTaken(tx, tenant, input.external_id as string)
}

async function externalIdTaken(sql: Queryable, tenant: TenantId, externalId: string): Promise<Problem> {
  const existing = await findByExternalId(sql, tenant, externalId)
  return problem('external_id_taken', {
    message: '`external_id` is taken by another account connection.',
    ...(existing ? { existing_id: existing.id } : {}),
  })
}

/**
 * The problem of an update that PostgreSQL refused because its external id is taken; any other error as it is. The
 * transaction is over by then, so the other connection is read outside of it.
 */
export async function asExternalIdTaken(
  error: unknown,
  sql: Queryable,
  tenant: TenantId,
  { external_id }: Pick<ConnectionUpdateInput, 'external_id'>,
): Promise<unknown> {
  return external_id && isDuplicate(error) ? externalIdTaken(sql, tenant, external_id) : error
}

/** Fields whose change may decide whether, or how, a waiting payout is paid. */
const PAYOUT_FIELDS = ['status', 'requested_permissions', 'legacy_payout_method'] as const

export async function changeConnection(
  tx: Tx,
  tenant: TenantId,
  id: string,
  input: ConnectionUpdateInput,
  deps: ConnectionDeps,
): Promise<ConnectionRow> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw connectionNotFound()
  if (Object.keys(input).length === 0) return row
  if (row.status === 'deleted') return changeDeleted(tx, tenant, row, input)
  if (input.legacy_payout_method) await requireLegacyTakenBy(tx, tenant, row, requestedAfter(row, input))
  if (input.status === 'deleted') await deps.boundContracts.hold(tx, tenant, row.id)
  const concernsPayouts = PAYOUT_FIELDS.some((name) => input[name] !== undefined)
  const at = concernsPayouts
    ? await settlePayoutsBefore(tx, tenant, row, deps.waitingPayouts)
    : await tenantNow(tx, tenant)
  const changes = changesOf(row, tenant, input, deps.vault)
  if (input.status === 'deleted') {
    return applyTransition(tx, tenant, deleteWith(row, changes, at), async () => {
      await deps.waitingPayouts.cancel(tx, tenant, row.id, at)
      await deps.boundContracts.terminate(tx, tenant, row.id, at)
    })
  }
  if (!differs(row, changes)) return row
  const transition = update(row, changes, at)
  return applyTransition(tx, tenant, transition, async () => {
    await noteNewBankAccount(tx, tenant, transition, deps.waitingPayouts)
    if (changes.credit_granted) await deps.waitingPayouts.claim(tx, tenant, row.id, at)
  })
}

function changesOf(
  row: ConnectionRow,
  tenant: TenantId,
  input: ConnectionUpdateInput,
  vault: Vault,
): ConnectionChanges {
  const { status: _status, verification_answer, legacy_payout_method, user_data, ...fields } = input
  return {
    ...fields,
    ...(verification_answer === undefined
      ? {}
      : { verification_answer_digest: answerDigest(vault, tenant, row.id, verification_answer) }),
    ...(user_data === undefined ? {} : { user_data: user_data as JsonObject | null }),
    ...legacyChanges(vault, tenant, row, legacy_payout_method),
  }
}

const requestedAfter = (row: ConnectionRow, input: ConnectionUpdateInput): readonly Permission[] =>
  input.requested_permissions ?? row.requested_permissions

async function requireLegacyTakenBy(
  tx: Tx,
  tenant: TenantId,
  { id, status }: ConnectionRow,
  requested: readonly Permission[],
): Promise<void> {
  const [settings, rejections] = await Promise.all([readTenant(tx, tenant), lastRejections(tx, tenant, [id])])
  requireLegacyTaken({ status, requested, rejection: rejections.get(id), settings })
}

/** Deleting a deleted connection again changes nothing. Its external id can be freed or changed; nothing else can. */
async function changeDeleted(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  { status: _again, external_id, ...others }: ConnectionUpdateInput,
): Promise<ConnectionRow> {
  if (Object.keys(others).length > 0) {
    throw problem('invalid_state', 'This account connection is deleted: only its `external_id` can change any more.')
  }
  if (external_id === undefined || external_id === row.external_id) return row
  const changed = { ...row, external_id, updated_at: await tenantNow(tx, tenant) }
  await updateConnection(tx, tenant, row, { external_id, updated_at: changed.updated_at })
  const told = changesBetween(connectionFields(row), connectionFields(changed))
  announceConnection(tx, tenant, changed, changed.updated_at, { changes: told })
  return changed
}
