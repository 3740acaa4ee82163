import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { follow } from '../../kernel/state-machine.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { activate, decideIdentity } from './activation.ts'
import { applyTransition, noteNewBankAccount, settlePayoutsBefore } from './apply-transition.ts'
import { connectionNotFound } from './commands.ts'
import {
  approve,
  CONNECTION_STATES,
  type ConnectionRow,
  type ConnectionTransition,
  type ConnectionType,
  type ConnectResult,
  type ConnectSubmission,
  changeGrants,
  type GivenPermission,
  grantColumns,
  reject,
  submit,
  whyNotOffered,
} from './model.ts'
import type { ConnectionDeps } from './ports.ts'
import { lockConnection } from './store.ts'

const EVENTS_OF = { approved: 'approve', review: 'submit', rejected: 'reject' } as const

/** The end of Connect, for the hosted pages and the sandbox endpoint alike. */
export async function completeConnect(
  tx: Tx,
  tenant: TenantId,
  id: string,
  given: ConnectResult,
  deps: ConnectionDeps,
): Promise<ConnectionRow> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw connectionNotFound()
  const settings = await readTenant(tx, tenant)
  requireOffered(row, given.type, settings)
  if (follow(CONNECTION_STATES, row.status, EVENTS_OF[given.outcome]) === undefined) {
    throw problem(
      'invalid_state',
      `An account connection that is \`${row.status}\` cannot end Connect with \`${given.outcome}\`.`,
    )
  }
  const result = { ...openSubmission(deps.vault, tenant, row, given.type), ...given }
  if (result.contracts?.length) await deps.boundContracts.hold(tx, tenant, row.id)
  const at = await settlePayoutsBefore(tx, tenant, row, deps.waitingPayouts)
  const transition = await decide(tx, tenant, row, result, { vault: deps.vault, bank: settings.bank_id, at })
  return applyTransition(tx, tenant, transition, async () => {
    if (result.outcome !== 'approved') return
    await noteNewBankAccount(tx, tenant, transition, deps.waitingPayouts)
    await deps.waitingPayouts.claim(tx, tenant, row.id, at)
    await deps.contracts.decide(tx, tenant, row.id, result.contracts ?? [])
  })
}

async function decide(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  result: ConnectResult,
  context: { readonly vault: Vault; readonly bank: TenantId; readonly at: Date },
): Promise<ConnectionTransition> {
  const { vault, bank, at } = context
  switch (result.outcome) {
    case 'approved':
      return approve(row, await activate(tx, tenant, row, result, context), at)
    case 'review':
      return submit(
        row,
        { submitted_type: result.type, submitted_sealed: sealSubmission(vault, tenant, row, result) },
        at,
      )
    case 'rejected':
      if (result.creator) await decideIdentity(tx, bank, result.creator, 'failed', result.type)
      return reject(row, at)
  }
}

function requireOffered(row: ConnectionRow, type: ConnectionType, settings: TenantSettings): void {
  if (row.status === 'deleted') throw problem('invalid_state', 'This account connection is deleted.')
  const refused = whyNotOffered(type, row.requested_permissions, settings)
  if (refused !== undefined) throw problem('invalid_state', refused)
}

const submissionPlace = (tenant: TenantId, row: ConnectionRow) => ({ tenant, row: row.id, field: 'submitted' })

function sealSubmission(vault: Vault, tenant: TenantId, row: ConnectionRow, result: ConnectResult): Buffer {
  const { creator, bank, permissions, contracts, verified } = result
  return vault.seal(submissionPlace(tenant, row), JSON.stringify({ creator, bank, permissions, contracts, verified }))
}

/** The submission that waits for the check which this outcome decides. */
export function openSubmission(
  vault: Vault,
  tenant: TenantId,
  row: ConnectionRow,
  type: ConnectionType,
): ConnectSubmission {
  if (row.submitted_sealed === null || row.submitted_type !== type) return {}
  return JSON.parse(vault.open(submissionPlace(tenant, row), row.submitted_sealed)) as ConnectSubmission
}

/** The creator, in edit mode, grants fewer or more permissions than before, or until another date. */
export async function changePermissions(
  tx: Tx,
  tenant: TenantId,
  id: string,
  given: readonly GivenPermission[],
  { waitingPayouts }: ConnectionDeps,
): Promise<ConnectionRow> {
  const row = await lockConnection(tx, tenant, id)
  if (!row) throw connectionNotFound()
  if (row.status !== 'active') throw problem('invalid_state', 'Only an active connection has permissions to change.')
  const at = await settlePayoutsBefore(tx, tenant, row, waitingPayouts)
  return applyTransition(tx, tenant, changeGrants(row, grantColumns(given), at))
}
