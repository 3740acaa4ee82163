import { IDLE_MINUTES_DEFAULT, type SignInRules } from '../../../../contracts/dashboard/session.ts'
import type { Queryable, Tx } from '../../platform/database.ts'

/** How the people of an enterprise sign in. */
export async function readRules(sql: Queryable, enterprise: string): Promise<SignInRules> {
  const [row] = await sql<SignInRules[]>`
    select second_factor_required, idle_minutes from sign_in_rules where enterprise_id = ${enterprise}`
  return row ?? { second_factor_required: false, idle_minutes: IDLE_MINUTES_DEFAULT }
}

export async function writeRules(
  tx: Tx,
  enterprise: string,
  { second_factor_required, idle_minutes }: SignInRules,
): Promise<void> {
  await tx`
    insert into sign_in_rules (enterprise_id, second_factor_required, idle_minutes)
    values (${enterprise}, ${second_factor_required}, ${idle_minutes})
    on conflict (enterprise_id) do update
    set second_factor_required = excluded.second_factor_required, idle_minutes = excluded.idle_minutes`
}
