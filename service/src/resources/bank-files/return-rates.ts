import type { TenantId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import { RATE_DAYS, type ReturnRate, returnRates } from '../../rails/ach/return-rates.ts'
import { tenantNow } from '../../tenants/index.ts'
import { countReturnsByCode } from '../payouts/index.ts'
import { countSentSince } from './store.ts'

export interface ReturnReport {
  readonly entries: number
  readonly rates: readonly ReturnRate[]
  readonly byCode: readonly { readonly code: string; readonly count: number }[]
}

/** How many of the entries of the last 60 days came back, against Nacha's thresholds. */
export async function readReturnRates(sql: Queryable, bank: TenantId): Promise<ReturnReport> {
  const now = await tenantNow(sql, bank)
  const since = new Date(now.getTime() - RATE_DAYS * DAY_MS)
  const [entries, byCode] = await Promise.all([countSentSince(sql, bank, since), countReturnsByCode(sql, bank, since)])
  return { entries, byCode, rates: returnRates(entries, byCode) }
}
