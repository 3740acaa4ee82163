import { randomBytes } from 'node:crypto'
import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Statement } from './database.ts'
import { couldBeToken } from './tokens.ts'

const RANDOM_BYTES = 28
const TENANT_MAX = 2 ** 31 - 1

/**
 * A token for a row of a tenant: 224 random bits, and the tenant's number behind them, so that the row is looked for on the
 * one server of a cluster that has it. As long as the tokens of version 0.1, which finds it by its hash alone.
 */
export function newTokenOf(tenant: TenantId): string {
  const bytes = Buffer.alloc(RANDOM_BYTES + 4)
  randomBytes(RANDOM_BYTES).copy(bytes)
  bytes.writeUInt32BE(tenant, RANDOM_BYTES)
  return bytes.toString('base64url')
}

function tenantOf(token: string): TenantId | undefined {
  if (!couldBeToken(token)) return undefined
  const tenant = Buffer.from(token, 'base64url').readUInt32BE(RANDOM_BYTES)
  return tenant <= TENANT_MAX ? (tenant as TenantId) : undefined
}

/**
 * The row of a token. `find` gets a further condition, for the end of its `where`. A token that names no tenant, made by
 * version 0.1, is looked for among all tenants.
 */
export async function findByToken<Row>(
  sql: Queryable,
  token: string,
  find: (ofTenant: Statement) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const tenant = tenantOf(token)
  const found = tenant === undefined ? undefined : await find(sql`and tenant_id = ${tenant}`)
  return found ?? find(sql``)
}
