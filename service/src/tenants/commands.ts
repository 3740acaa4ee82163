import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import { type Id, newId, type TenantId } from '../kernel/ids.ts'
import { cents } from '../kernel/money.ts'
import { lockPayoutAccounts, openBook, post } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import { StartError } from '../platform/start-error.ts'
import { hashKey, keyPrefix, newKey } from './keys.ts'
import { readSetting, type SettingName } from './settings.ts'
import {
  bumpAuthEpoch,
  findTenant,
  insertEnterprise,
  insertKey,
  insertTenant,
  moveKeys,
  readSettings,
  retireTenant,
  revokeKeyOf,
  revokeKeys,
  tenantNow,
  updateSetting,
  writeSettings,
} from './store.ts'

/** What a sandbox operating account starts with: 100,000.00 of test funds. */
const SANDBOX_OPENING = cents(10_000_000)

/** An enterprise in both environments, with its books opened; no key yet. */
export async function createEnterprise(tx: Tx, name: string): Promise<Id<'enterprise'>> {
  const id = newId('enterprise')
  await insertEnterprise(tx, id, name)
  for (const environment of ENVIRONMENTS) {
    const { tenant, bank } = await insertTenant(tx, id, environment)
    await openBook(tx, tenant, bank)
    if (environment === 'sandbox') await fundOpening(tx, tenant, id)
  }
  return id
}

async function fundOpening(tx: Tx, tenant: TenantId, id: Id<'enterprise'>): Promise<void> {
  const at = await tenantNow(tx, tenant)
  const credit = 'operating'
  await post(tx, tenant, [{ sourceId: id, kind: 'opening', debit: 'funding', credit, amount: SANDBOX_OPENING, at }])
}

/**
 * The sandbox begun anew: another tenant with new books takes over the keys and the settings. What was in the old one
 * stays as it was, and nobody reaches it any more.
 */
export async function renewSandbox(
  tx: Tx,
  enterprise: Id<'enterprise'>,
): Promise<{ readonly before: TenantId; readonly after: TenantId }> {
  await lockName(tx, `sandbox of ${enterprise}`)
  const before = await requireTenant(tx, enterprise, 'sandbox')
  // Who pays holds these while deciding: the decision is committed before this one, or finds the sandbox retired.
  await lockPayoutAccounts(tx, before)
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

/** The key itself is in the answer and nowhere else: only its hash is kept. */
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
  const named = await revokeKeys(tx, idOrPrefix)
  if (named === 0) throw new StartError(`There is no key \`${idOrPrefix}\`; name it by its id or its prefix.`)
  if (named > 1) throw new StartError(`${named} keys begin with \`${idOrPrefix}\`: name the one you mean by its id.`)
  await bumpAuthEpoch(tx)
}

/** Of one tenant alone; false when it has no such key. */
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
