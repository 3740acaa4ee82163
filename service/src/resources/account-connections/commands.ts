import { differs } from '../../kernel/changes.ts'
import { type Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../../kernel/ids.ts'
import { canonical, type JsonObject } from '../../kernel/json.ts'
import { follow } from '../../kernel/state-machine.ts'
import { lockPayoutAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { tenantNow } from '../../tenants/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { bankLabel, CONNECTION_STATES, type ContractDecision, normalizeAnswer, type Permission } from './model.ts'
import type { ConnectionCreateInput, ConnectionUpdateInput, LegacyInput } from './schema.ts'
import { type ConnectionRow, findByExternalId, insertConnection, lockConnection, updateConnection } from './store.ts'

export interface ConnectionDeps {
  readonly vault: Vault
  /** What the end of a connection, or its activation, does to payouts waiting for it. */
  readonly waitingPayouts: WaitingPayouts
  readonly boundContracts: BoundContracts
  /** What the creator's answers in Connect do to contracts that wait for them. */
  readonly contracts: ContractDecisions
}

/** The port through which Connect tells contracts. Those that no longer wait for an answer stay as they are. */
export interface ContractDecisions {
  /** Under the lock of the connection, which is `direct` by then if any is accepted, and of its contracts. */
  decide(
    tx: Tx,
    tenant: TenantId,
    connection: Id<'accountConnection'>,
    decisions: readonly ContractDecision[],
  ): Promise<void>
}

/** The port through which a connection tells payouts; payouts/ implements it, so that the rooms do not import each other. */
export interface WaitingPayouts {
  /** Before the connection changes: what was due by then is done on the connection as it was, at the time it was due. */
  settleDue(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
  claim(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
  cancel(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
}

/** The same to contracts, which end with their connection. */
export interface BoundContracts {
  /** Before any account is locked, by the order of locks. */
  hold(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>): Promise<void>
  terminate(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
}

const ANSWER = 'verification answer'
const bound = (tenant: TenantId, id: string, answer: string): string => `${tenant} ${id} ${normalizeAnswer(answer)}`

export const answerDigest = (vault: Vault, tenant: TenantId, id: string, answer: string): Buffer =>
  vault.digest(ANSWER, bound(tenant, id, answer))

export const isRightAnswer = (vault: Vault, tenant: TenantId, row: ConnectionRow, answer: string): boolean =>
  vault.matches(ANSWER, bound(tenant, row.id, answer), row.verification_answer_digest)

export const connectionNotFound = (): Problem => problem('not_found', 'There is no account connection with this id.')

export async function createConnection(
  tx: Tx,
  tenant: TenantId,
  input: ConnectionCreateInput,
  { vault }: ConnectionDeps,
): Promise<ConnectionRow> {
  const id = newId('accountConnection')
  const now = await tenantNow(tx, tenant)
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
    user_data: (input.user_data as JsonObject | undefined) ?? null,
    created_at: now,
    updated_at: now,
    ...legacyChanges(
      vault,
      tenant,
      { id, status: 'created', bank_sealed: null },
      input.requested_permissions,
      input.legacy_payout_method,
    ),
  }
  if (await insertConnection(tx, tenant, row)) return row
  const existing = await findByExternalId(tx, tenant, input.external_id as string)
  throw problem('external_id_taken', {
    message: '`external_id` is taken by another account connection.',
    ...(existing ? { existing_id: existing.id } : {}),
  })
}

/**
 * A legacy payout method makes the connection payable at once, though the creator has not been through Connect. After
 * that the permissions are the creator's to give: only the bank account changes.
 */
function legacyChanges(
  vault: Vault,
  tenant: TenantId,
  { id, status, bank_sealed }: Pick<ConnectionRow, 'id' | 'status' | 'bank_sealed'>,
  requested: readonly Permission[],
  method: LegacyInput | undefined,
): Partial<ConnectionRow> {
  if (!method) return {}
  if (!requested.includes('payment.credit')) {
    throw validationFailed([
      {
        param: 'legacy_payout_method',
        code: 'permission_not_requested',
        message: 'needs `payment.credit` among `requested_permissions`',
      },
    ])
  }
  const place = { tenant, row: id, field: 'bank' }
  const bank = withoutBlank(method)
  // Sealed twice, the same account would look like another.
  const isKnown = bank_sealed !== null && canonical(JSON.parse(vault.open(place, bank_sealed))) === canonical(bank)
  return {
    ...(status === 'active' ? {} : { type: 'ach', credit_granted: true, credit_expires_at: null }),
    bank_sealed: isKnown ? bank_sealed : vault.seal(place, JSON.stringify(bank)),
    destination: bankLabel(method.account_type, method.account_number),
    // Whoever was verified entered another.
    verified_at: null,
  }
}

/** Migrated data often has an empty second line for none. */
const withoutBlank = ({ street_line_2, ...rest }: LegacyInput): LegacyInput =>
  street_line_2?.trim() ? { ...rest, street_line_2 } : rest

/** What a change of these does to payouts that wait is for payouts to say. */
const CONCERNING_PAYOUTS = ['status', 'requested_permissions', 'legacy_payout_method'] as const

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
  if (row.status === 'deleted') return changeDeleted(row, input)
  if (input.legacy_payout_method && (row.type === 'direct' || row.type === 'wallet')) {
    throw problem('invalid_state', `A legacy payout method cannot replace the creator's own choice of \`${row.type}\`.`)
  }
  const concernsPayouts = CONCERNING_PAYOUTS.some((name) => input[name] !== undefined)
  if (input.status === 'deleted') await deps.boundContracts.hold(tx, tenant, row.id)
  // Whoever may change whether a payout is allowed holds the operating account, as the creation of payouts does.
  if (concernsPayouts) await lockPayoutAccounts(tx, tenant)
  const at = await tenantNow(tx, tenant)
  if (concernsPayouts) await deps.waitingPayouts.settleDue(tx, tenant, row.id, at)
  const requested = input.requested_permissions ?? row.requested_permissions
  const { status, verification_answer, legacy_payout_method, user_data, ...fields } = input
  const changed: Partial<ConnectionRow> = {
    ...fields,
    ...(verification_answer === undefined
      ? {}
      : { verification_answer_digest: answerDigest(deps.vault, tenant, id, verification_answer) }),
    ...(user_data === undefined ? {} : { user_data: user_data as JsonObject }),
    ...legacyChanges(deps.vault, tenant, row, requested, legacy_payout_method),
    ...(status === undefined ? {} : { status: follow(CONNECTION_STATES, row.status, 'delete') ?? row.status }),
  }
  if (!differs(row, changed)) return row
  const changes = { ...changed, updated_at: at }
  await updateConnection(tx, tenant, row.id, row.status, changes)
  if (status === 'deleted') {
    await deps.waitingPayouts.cancel(tx, tenant, row.id, at)
    await deps.boundContracts.terminate(tx, tenant, row.id, at)
  } else if (changes.credit_granted) await deps.waitingPayouts.claim(tx, tenant, row.id, at)
  return announced(tx, tenant, { ...row, ...changes })
}

/** Last in its transaction: the counter of events comes after every other lock. */
export async function announced(tx: Tx, tenant: TenantId, row: ConnectionRow): Promise<ConnectionRow> {
  const { id, updated_at: at, user_data: userData } = row
  await recordEvents(tx, tenant, [{ event: 'account_connection.update', id, at, userData }])
  return row
}

/** Deletion is for good; said again, it changes nothing. */
function changeDeleted(row: ConnectionRow, input: ConnectionUpdateInput): ConnectionRow {
  const { status, ...others } = input
  if (status === 'deleted' && Object.keys(others).length === 0) return row
  throw problem('invalid_state', 'This account connection is deleted and cannot change any more.')
}
