import type { Id } from '../kernel/ids.ts'
import { newId } from '../kernel/ids.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import type { Vault } from '../platform/vault.ts'
import { createEnterprise } from './commands.ts'
import { findTenant, listTenants } from './enterprises.store.ts'
import { UNRESTRICTED } from './key-restrictions.ts'
import { bumpAuthEpoch, findKey, insertKey } from './keys.store.ts'
import { encode, hashKey, keyHashes, keyMark, keyPrefix } from './keys.ts'

const NAME = 'Demo Enterprise'

export interface Demo {
  readonly enterprise: string
  readonly key: string
  readonly revoked: boolean
}

/**
 * The demo enterprise, created by the first start. Its sandbox key is `DEMO_API_KEY`, or derived from the vault key, so
 * that every start can print the key although only its hash is stored.
 */
export async function ensureDemo(tx: Tx, vault: Vault, wantedKey: string | undefined): Promise<Demo | undefined> {
  await lockName(tx, 'demo enterprise')
  const key = wantedKey ?? keyMark('sandbox') + encode(vault.derive('demo api key', 64))
  const known = await findKey(tx, keyHashes(key))
  if (known) return { enterprise: known.enterprise, key, revoked: known.revoked }
  const enterprise = await demoEnterprise(tx)
  if (!enterprise) return undefined
  const tenant = await findTenant(tx, enterprise, 'sandbox')
  if (tenant === undefined) throw new Error('the demo enterprise has no sandbox')
  const id = newId('apiKey')
  await insertKey(tx, { tenant, id, name: 'Demo', prefix: keyPrefix(key), hash: hashKey(key), ...UNRESTRICTED })
  await bumpAuthEpoch(tx)
  return { enterprise, key, revoked: false }
}

/** `undefined` if the operator has created enterprises of their own before the first start. */
async function demoEnterprise(tx: Tx): Promise<Id<'enterprise'> | undefined> {
  const tenants = await listTenants(tx)
  if (tenants.length === 0) return createEnterprise(tx, NAME)
  return tenants.find((tenant) => tenant.name === NAME)?.enterprise as Id<'enterprise'> | undefined
}
