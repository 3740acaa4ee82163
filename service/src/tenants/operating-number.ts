import type { TenantId } from '../kernel/ids.ts'
import type { Queryable } from '../platform/database.ts'
import { findOperatingTenant } from './store.ts'

/** Thirteen digits, so that no creator's twelve are the same. */
const PREFIX = '7000'
const DIGITS = 9

/** The account number under which an enterprise's operating account receives. */
export const operatingNumber = (tenant: TenantId): string => `${PREFIX}${String(tenant).padStart(DIGITS, '0')}`

/** Whose operating account has that number, at that bank. */
export async function operatingTenant(sql: Queryable, bank: TenantId, number: string): Promise<TenantId | undefined> {
  const [, id] = new RegExp(`^${PREFIX}(\\d{${DIGITS}})$`).exec(number) ?? []
  return id === undefined ? undefined : findOperatingTenant(sql, bank, Number(id))
}
