import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import { problem } from '../kernel/errors.ts'
import { type Id, newId, type TenantId } from '../kernel/ids.ts'
import { lockOperating, openBook, post } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import { StartError } from '../platform/start-error.ts'
import { readAlertSettings, writeAlertSettings } from './alert-settings.store.ts'
import { readApprovalRules, writeApprovalRules } from './approval-rules.store.ts'
import { tenantNow } from './clock.store.ts'
import { findTenant, insertEnterprise, insertTenant, retireTenant } from './enterprises.store.ts'
import { isRestricted, type RestrictionsInput, readRestrictions } from './key-restrictions.ts'
import {
  bumpAuthEpoch,
  findKeys,
  flagKey,
  insertKey,
  type KeySummary,
  lockKey,
  moveKeys,
  type NewKeyRow,
  readAuthEpoch,
  revokeKeyOf,
  updateKey,
} from './keys.store.ts'
import { hashKey, hashRestrictedKey, keyPrefix, newKey } from './keys.ts'
import { readPayoutLimits, writePayoutLimits } from './payout-limits.store.ts'
import { readSettings, updateSetting, writeSettings } from './settings.store.ts'
import { DEFAULT_SETTINGS, readSetting, type SettingName } from './settings.ts'
import { copySuspension } from './suspensions.store.ts'
import { OPERATING_OPENING } from './test-funds.ts'

/** One after the other: on a cluster two that insert a tenant and then change it would wait for each other. */
const lockNewTenants = (tx: Tx): Promise<void> => lockName(tx, 'new tenants')

/** Creates an enterprise in both environments and opens its books. It has no API key yet. */
export async function createEnterprise(tx: Tx, name: string): Promise<Id<'enterprise'>> {
  await lockNewTenants(tx)
  const id = newId('enterprise')
  await insertEnterprise(tx, id, name)
  for (const environment of ENVIRONMENTS) {
    const { tenant, bank } = await insertTenant(tx, id, environment)
    await writeSettings(tx, tenant, DEFAULT_SETTINGS)
    await openBook(tx, tenant, bank)
    if (environment === 'sandbox') await fundOpening(tx, tenant, id)
  }
  return id
}

async function fundOpening(tx: Tx, tenant: TenantId, id: Id<'enterprise'>): Promise<void> {
  const at = await tenantNow(tx, tenant)
  const credit = 'operating'
  await post(tx, tenant, [{ sourceId: id, kind: 'opening', debit: 'funding', credit, amount: OPERATING_OPENING, at }])
}

/**
 * Resets a sandbox: a new tenant with new books takes over the keys and the settings. The rows of the old tenant stay as
 * they were, and no key reaches them any more.
 */
export async function resetSandbox(
  tx: Tx,
  enterprise: Id<'enterprise'>,
): Promise<{ readonly before: TenantId; readonly after: TenantId }> {
  await lockName(tx, `sandbox of ${enterprise}`)
  const before = await requireTenant(tx, enterprise, 'sandbox')
  // A payout decides while it holds these accounts: it commits before the reset, or finds the sandbox retired.
  await lockOperating(tx, before)
  await lockNewTenants(tx)
  const settings = await readSettings(tx, before)
  await retireTenant(tx, before)
  const { tenant: after, bank } = await insertTenant(tx, enterprise, 'sandbox')
  await openBook(tx, after, bank)
  await fundOpening(tx, after, enterprise)
  await writeSettings(tx, after, settings)
  await writeApprovalRules(tx, after, await readApprovalRules(tx, before))
  await writePayoutLimits(tx, after, await readPayoutLimits(tx, before))
  await copySuspension(tx, before, after)
  await writeAlertSettings(tx, after, await readAlertSettings(tx, before))
  await moveKeys(tx, before, after)
  await bumpAuthEpoch(tx)
  return { before, after }
}

export async function requireTenant(tx: Tx, enterprise: string, environment: Environment): Promise<TenantId> {
  const tenant = await findTenant(tx, enterprise, environment)
  if (tenant === undefined) throw new StartError(`There is no enterprise \`${enterprise}\`; see \`enterprise list\`.`)
  return tenant
}

/** A key that is not in force yet, and its row. The key itself is stored nowhere: the row has only its hash. */
export interface PreparedKey {
  readonly key: string
  readonly row: NewKeyRow
}

export async function prepareKey(
  tx: Tx,
  tenant: TenantId,
  environment: Environment,
  name: string,
  input: RestrictionsInput = {},
): Promise<PreparedKey> {
  const restrictions = readRestrictions(input, (await readAuthEpoch(tx)).now)
  const key = newKey(environment)
  const hash = isRestricted(restrictions) ? hashRestrictedKey(key) : hashKey(key)
  return { key, row: { tenant, id: newId('apiKey'), name, prefix: keyPrefix(key), hash, ...restrictions } }
}

export async function createKey(
  tx: Tx,
  tenant: TenantId,
  environment: Environment,
  name: string,
  input: RestrictionsInput = {},
): Promise<{ id: Id<'apiKey'>; key: string }> {
  const { key, row } = await prepareKey(tx, tenant, environment, name, input)
  await insertKey(tx, row)
  return { id: row.id, key }
}

/** A change of a key's name and restrictions; an absent field stays as it is. */
export type KeyChange = RestrictionsInput & { readonly name?: string }

export interface PlannedChange {
  readonly before: KeySummary
  readonly after: KeySummary
}

/** Checks a change of a valid key, which stays locked, and writes nothing. */
export async function planKeyChange(
  tx: Tx,
  tenant: TenantId,
  id: string,
  change: KeyChange,
): Promise<PlannedChange | undefined> {
  const before = await lockKey(tx, tenant, id)
  if (!before) return undefined
  if (before.revoked_at || before.expired) {
    throw problem('invalid_state', `The key is ${before.revoked_at ? 'revoked' : 'expired'}; create another one.`)
  }
  const after = { ...before, ...readRestrictions({ ...before, ...change }, (await readAuthEpoch(tx)).now) }
  return { before, after: { ...after, name: change.name ?? before.name } }
}

export async function changeKey(
  tx: Tx,
  tenant: TenantId,
  id: string,
  change: KeyChange,
): Promise<PlannedChange | undefined> {
  const planned = await planKeyChange(tx, tenant, id, change)
  if (!planned) return undefined
  await updateKey(tx, tenant, id, planned.after)
  await bumpAuthEpoch(tx)
  return planned
}

export type FoundKey = Awaited<ReturnType<typeof findKeys>>[number]

/** The one key with this id or this prefix. */
export async function requireKey(tx: Tx, idOrPrefix: string): Promise<FoundKey> {
  const [key, ...others] = await findKeys(tx, idOrPrefix)
  if (!key) throw new StartError(`There is no key \`${idOrPrefix}\`; give its id or its prefix.`)
  if (others.length > 0) {
    throw new StartError(`${others.length + 1} keys begin with \`${idOrPrefix}\`; give the id of the one you mean.`)
  }
  return key
}

export async function revokeKey(tx: Tx, idOrPrefix: string): Promise<FoundKey> {
  const key = await requireKey(tx, idOrPrefix)
  await revokeOwnKey(tx, key.tenant, key.id)
  return key
}

/**
 * Marks a key that came over plain HTTP, and revokes it if the tenant's setting says so. `undefined` if the key was
 * marked within the last minute.
 */
export async function flagPlainKey(
  tx: Tx,
  tenant: TenantId,
  id: string,
): Promise<{ readonly enterprise: string; readonly revoked: boolean } | undefined> {
  const flagged = await flagKey(tx, tenant, id)
  if (!flagged) return undefined
  if (flagged.revoke) await revokeOwnKey(tx, tenant, id)
  return { enterprise: flagged.enterprise, revoked: flagged.revoke }
}

/** Revokes a key of this tenant; false if it has no such key. */
export async function revokeOwnKey(tx: Tx, tenant: TenantId, id: string): Promise<boolean> {
  const revoked = await revokeKeyOf(tx, tenant, id)
  if (revoked) await bumpAuthEpoch(tx)
  return revoked
}

export async function setSetting(tx: Tx, tenant: TenantId, name: string, text: string): Promise<SettingName> {
  const setting = readSetting(name, text)
  await updateSetting(tx, tenant, setting.name, setting.value)
  await bumpAuthEpoch(tx)
  return setting.name
}
