import type { TenantId } from '../kernel/ids.ts'
import type { Queryable } from '../platform/database.ts'
import { findOperatingTenant } from './enterprises.store.ts'

/** Thirteen digits in all; creators' account numbers have twelve, so the two never collide. */
const PREFIX = '7000'
const DIGITS = 9

/** The account number at which an enterprise's operating account receives ACH credits. */
export const operatingNumber = (tenant: TenantId): string => `${PREFIX}${String(tenant).padStart(DIGITS, '0')}`

/** The tenant whose operating account has that number at that bank. */
export async function operatingTenant(sql: Queryable, bank: TenantId, number: string): Promise<TenantId | undefined> {
  const [, id] = new RegExp(`^${PREFIX}(\\d{${DIGITS}})$`).exec(number) ?? []
  return id === undefined ? undefined : findOperatingTenant(sql, bank, Number(id))
}
