import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Tx } from '../platform/database.ts'
import { tenantsIn } from './scopes.store.ts'

export interface BrandRow {
  readonly color: string | null
  readonly support: string | null
  readonly logo: Buffer | null
  readonly logo_digest: string | null
}

const NONE: BrandRow = { color: null, support: null, logo: null, logo_digest: null }

export async function readBrand(sql: Queryable, tenant: TenantId): Promise<BrandRow> {
  const [row] = await sql<BrandRow[]>`
    select color, support, logo, logo_digest from enterprise_brands where tenant_id = ${tenant}`
  return row ?? NONE
}

/** Two people who change different parts at once both keep theirs. */
export async function lockBrand(tx: Tx, tenant: TenantId): Promise<BrandRow> {
  await tx`
    insert into enterprise_brands (tenant_id, updated_at) values (${tenant}, statement_timestamp())
    on conflict (tenant_id) do nothing`
  const [row] = await tx<BrandRow[]>`
    select color, support, logo, logo_digest from enterprise_brands where tenant_id = ${tenant} for no key update`
  return row ?? NONE
}

/** The brand without the picture itself, which pages load by its digest. */
export async function readLook(sql: Queryable, tenant: TenantId): Promise<Omit<BrandRow, 'logo'>> {
  const [row] = await sql<Omit<BrandRow, 'logo'>[]>`
    select color, support, logo_digest from enterprise_brands where tenant_id = ${tenant}`
  return row ?? NONE
}

export async function writeBrand(tx: Tx, tenant: TenantId, brand: BrandRow): Promise<void> {
  const { color, support, logo, logo_digest } = brand
  await tx`
    update enterprise_brands set color = ${color}, support = ${support}, logo = ${logo}, logo_digest = ${logo_digest},
      updated_at = statement_timestamp()
    where tenant_id = ${tenant}`
}

/** Two enterprises may have the same picture, and then share its address. */
export async function findLogo(sql: Queryable, digest: string, environment: Environment): Promise<Buffer | undefined> {
  const [row] = await sql<{ logo: Buffer }[]>`
    select logo from enterprise_brands
    where logo_digest = ${digest} and tenant_id in ${tenantsIn(sql, environment)} limit 1`
  return row?.logo
}

/** A sandbox that was reset looks as before. */
export async function moveBrand(tx: Tx, from: TenantId, to: TenantId): Promise<void> {
  await tx`
    insert into enterprise_brands (tenant_id, color, support, logo, logo_digest, updated_at)
    select ${to}, color, support, logo, logo_digest, updated_at from enterprise_brands where tenant_id = ${from}`
}
