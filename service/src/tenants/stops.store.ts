import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Statement, Tx } from '../platform/database.ts'
import type { FigureSource } from '../platform/figures.ts'
import { readTenant } from './settings.store.ts'

/** A condition: the audit has stopped the payouts neither of this tenant nor of its bank. */
export const notStopped = (sql: Queryable, tenant: TenantId | Statement): Statement => sql`
  not exists (
    select 1 from tenants stopped join tenants book on book.id in (stopped.id, stopped.bank_id)
    where stopped.id = ${tenant} and book.payouts_stopped_because is not null)`

/** Stops the payouts of the tenant, and of every tenant whose bank it is, because `readTenant` looks at both rows. */
export async function stopPayouts(sql: Queryable, tenant: TenantId, because: string): Promise<void> {
  await sql`update tenants set payouts_stopped_because = coalesce(payouts_stopped_because, ${because}) where id = ${tenant}`
}

/** Lifts the stop of this tenant's own book. Returns the reason why its bank's book still stops it, if it does. */
export async function resumePayouts(tx: Tx, tenant: TenantId): Promise<string | undefined> {
  await tx`update tenants set payouts_stopped_because = null where id = ${tenant}`
  return (await readTenant(tx, tenant)).payouts_stopped_because ?? undefined
}

/** A book whose mismatch stops payouts. */
export interface StoppedBookRow {
  /** Null for the bank that production enterprises share: it stops them all. */
  readonly enterprise: string | null
  readonly name: string | null
  readonly environment: Environment
  readonly because: string
}

export async function listStopped(sql: Queryable): Promise<StoppedBookRow[]> {
  return sql<StoppedBookRow[]>`
    select tenant.enterprise_id as enterprise, enterprise.name, tenant.environment,
      tenant.payouts_stopped_because as because
    from tenants tenant left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.payouts_stopped_because is not null and tenant.retired_at is null order by tenant.id`
}

/** Enterprises whose payouts are stopped. The bank that production shares counts as one: it stops them all. */
export const stopFigures: FigureSource = {
  name: 'stops',
  families: {
    tributary_payouts_stopped: { type: 'gauge', help: 'Books whose payouts the audit has stopped.' },
  },
  async read(tx) {
    const rows = await tx<{ environment: string; stopped: number }[]>`
      select environment, count(payouts_stopped_because)::int as stopped
      from tenants where retired_at is null group by environment`
    return rows.map(({ environment, stopped }) => ({
      name: 'tributary_payouts_stopped',
      labels: { environment },
      value: stopped,
    }))
  },
}
