import type { Id } from '../kernel/ids.ts'
import { newId } from '../kernel/ids.ts'
import type { Tx } from '../platform/database.ts'
import { lockName } from '../platform/locks.ts'
import type { Vault } from '../platform/vault.ts'
import { createEnterprise } from './commands.ts'
import { findTenant, listTenants } from './enterprises.store.ts'
import { UNRESTRICTED } from './key-restrictions.ts'
import { bumpAuthEpoch, findKey, insertKey, listKeys } from './keys.store.ts'
import { encode, hashKey, keyHashes, keyMark, keyPrefix } from './keys.ts'

const NAME = 'Demo Enterprise'
const KEY_NAME = 'Demo'

export interface Demo {
  readonly enterprise: string
  readonly key: string
  readonly revoked: boolean
}

/** The sandbox key of the demo enterprise: `DEMO_API_KEY`, or derived from the vault key. */
const demoKey = (vault: Vault, wantedKey: string | undefined): string =>
  wantedKey ?? keyMark('sandbox') + encode(vault.derive('demo api key', 64))

/** The demo enterprise that an earlier start created. Any start can print its key, although only the hash is stored. */
export async function findDemo(tx: Tx, vault: Vault, wantedKey: string | undefined): Promise<Demo | undefined> {
  const key = demoKey(vault, wantedKey)
  const known = await findKey(tx, keyHashes(key))
  return known && { enterprise: known.enterprise, key, revoked: known.revoked }
}

/** The demo enterprise, created by the first start. */
export async function ensureDemo(tx: Tx, vault: Vault, wantedKey: string | undefined): Promise<Demo | undefined> {
  await lockName(tx, 'demo enterprise')
  const known = await findDemo(tx, vault, wantedKey)
  if (known) return known
  const key = demoKey(vault, wantedKey)
  const enterprise = await demoEnterprise(tx)
  if (!enterprise) return undefined
  const tenant = await findTenant(tx, enterprise, 'sandbox')
  if (tenant === undefined) throw new Error('the demo enterprise has no sandbox')
  const id = newId('apiKey')
  await insertKey(tx, { tenant, id, name: KEY_NAME, prefix: keyPrefix(key), hash: hashKey(key), ...UNRESTRICTED })
  await bumpAuthEpoch(tx)
  return { enterprise, key, revoked: false }
}

/** `undefined` if the operator has created enterprises of their own before the first start. */
async function demoEnterprise(tx: Tx): Promise<Id<'enterprise'> | undefined> {
  const tenants = await listTenants(tx)
  if (tenants.length === 0) return createEnterprise(tx, NAME)
  return named(tenants)
}

const named = (tenants: Awaited<ReturnType<typeof listTenants>>): Id<'enterprise'> | undefined =>
  tenants.find((tenant) => tenant.name === NAME)?.enterprise as Id<'enterprise'> | undefined

/** Ids of the keys that starts of the service created for the demo enterprise and printed, while they are valid. */
export async function findDemoKeys(tx: Tx): Promise<readonly string[]> {
  const enterprise = named(await listTenants(tx))
  const keys = enterprise ? await listKeys(tx, enterprise) : []
  return keys.filter(({ name, revoked_at }) => name === KEY_NAME && revoked_at === null).map(({ id }) => id)
}
