import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import { type Id, newId, type TenantId } from '../kernel/ids.ts'
import { lockOperating, openBook, post } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import { StartError } from '../platform/start-error.ts'
import { tenantNow } from './clock.store.ts'
import { findTenant, insertEnterprise, insertTenant, retireTenant } from './enterprises.store.ts'
import { bumpAuthEpoch, insertKey, moveKeys, revokeKeyOf, revokeKeys } from './keys.store.ts'
import { hashKey, keyPrefix, newKey } from './keys.ts'
import { readSettings, updateSetting, writeSettings } from './settings.store.ts'
import { DEFAULT_SETTINGS, readSetting, type SettingName } from './settings.ts'
import { OPERATING_OPENING } from './test-funds.ts'

/** Creates an enterprise in both environments and opens its books. It has no API key yet. */
export async function createEnterprise(tx: Tx, name: string): Promise<Id<'enterprise'>> {
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
  const settings = await readSettings(tx, before)
  await retireTenant(tx, before)
  const { tenant: after, bank } = await insertTenant(tx, enterprise, 'sandbox')
  await openBook(tx, after, bank)
  await fundOpening(tx, after, enterprise)
  await writeSettings(tx, after, settings)
  await moveKeys(tx, before, after)
  await bumpAuthEpoch(tx)
  return { before, after }
}

export async function requireTenant(tx: Tx, enterprise: string, environment: Environment): Promise<TenantId> {
  const tenant = await findTenant(tx, enterprise, environment)
  if (tenant === undefined) throw new StartError(`There is no enterprise \`${enterprise}\`; see \`enterprise list\`.`)
  return tenant
}

/** Returns the key itself, which is stored nowhere: the database has only its hash. */
export async function createKey(
  tx: Tx,
  tenant: TenantId,
  environment: Environment,
  name: string,
): Promise<{ id: Id<'apiKey'>; key: string }> {
  const key = newKey(environment)
  const id = newId('apiKey')
  await insertKey(tx, { tenant, id, name, prefix: keyPrefix(key), hash: hashKey(key) })
  return { id, key }
}

export async function revokeKey(tx: Tx, idOrPrefix: string): Promise<void> {
  const matched = await revokeKeys(tx, idOrPrefix)
  if (matched === 0) throw new StartError(`There is no key \`${idOrPrefix}\`; give its id or its prefix.`)
  if (matched > 1)
    throw new StartError(`${matched} keys begin with \`${idOrPrefix}\`; give the id of the one to revoke.`)
  await bumpAuthEpoch(tx)
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
