import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import { findByIdPrefix } from '../../platform/list-search.ts'
import { type Deadlines, type WalkFilter, walkCurrent } from '../../platform/list-walk.ts'
import type { Withdrawal } from './model.ts'

/** A withdrawal without its activity, which neither files nor search show. */
export type WithdrawalFields = Omit<Withdrawal, 'activity'>

const FIELDS = {
  table: 'withdrawals',
  counter: 'withdrawal',
  columns: [
    'id',
    'status',
    'amount_in_cents',
    'description',
    'destination',
    'approval',
    'awaits_until',
    'due_at',
    'batch_at',
    'ach_file',
    'return_code',
    'user_data',
    'created_at',
    'updated_at',
  ] as const satisfies readonly (keyof WithdrawalFields)[],
}

export const walkWithdrawalFields = (
  sql: Queryable,
  tenant: TenantId,
  filter: WalkFilter,
  deadlines: Deadlines<WithdrawalFields>,
): AsyncGenerator<WithdrawalFields> => walkCurrent(sql, FIELDS, tenant, filter, deadlines)

/** Withdrawals whose approval was not given in time. */
export const pastApproval = (sql: Queryable, now: Date) => sql`awaits_until <= ${now}`

export const findWithdrawalFieldsById = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<WithdrawalFields[]> => findByIdPrefix<WithdrawalFields>(sql, FIELDS, tenant, start, limit)
