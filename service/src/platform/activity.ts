import type { TenantId } from '../kernel/ids.ts'
import type { Database, Queryable, Statement, Tx } from './database.ts'
import { whenAsked } from './every.ts'
import type { Logger } from './logs.ts'

/**
 * Work that becomes due announces itself: a process that writes rows of a tenant says so in a table, and workers look for
 * work at those tenants. All tenants are looked at too, now and then: an announcement may be lost, and time alone makes
 * work due.
 */

/** How long a tenant counts as active: longer than a payment takes from its creation to its next step. */
const ACTIVE_SECONDS = 15
/** A tenant that stays active is announced again after this long. */
const ANNOUNCED_FOR_MS = 3_000
const WRITE_MS = 20
/** As many tenants are all looked at with every poll: that takes about a millisecond. */
const FEW = 500
/** How often all tenants are looked at, where they are many. */
const ALL_MS = 10_000

class Announcer {
  readonly #database: Database
  readonly #writing: ReturnType<typeof whenAsked>
  readonly #announcedAt = new Map<TenantId, number>()
  readonly #waiting = new Set<TenantId>()

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#writing = whenAsked(WRITE_MS, log, 'announce active tenants', () => this.#write())
  }

  add(tenant: TenantId): void {
    const now = performance.now()
    if (now - (this.#announcedAt.get(tenant) ?? Number.NEGATIVE_INFINITY) < ANNOUNCED_FOR_MS) return
    this.#announcedAt.set(tenant, now)
    this.#waiting.add(tenant)
    this.#writing.ask()
  }

  stop(): Promise<void> {
    return this.#writing.stop()
  }

  async #write(): Promise<void> {
    // In one order in all processes: two that announce the same tenants do not wait for each other in a circle.
    const tenants = [...this.#waiting].sort((a, b) => a - b)
    this.#waiting.clear()
    const { sql } = this.#database
    await sql`
      insert into tenant_activity (tenant_id, active_at)
      select id, clock_timestamp() from unnest(${tenants}::integer[]) as tenant (id)
      on conflict (tenant_id) do update set active_at = excluded.active_at`
    this.#forgetOld()
  }

  #forgetOld(): void {
    const before = performance.now() - ANNOUNCED_FOR_MS
    for (const [tenant, at] of this.#announcedAt) if (at < before) this.#announcedAt.delete(tenant)
  }
}

const announcers = new Set<Announcer>()

/** Says that rows of a tenant are being written. They are committed while the tenant counts as active. */
export function announceActivity(tenant: TenantId): void {
  for (const announcer of announcers) announcer.add(tenant)
}

/** Writes the announcements of this process. */
export function startAnnouncing(database: Database, log: Logger): { stop(): Promise<void> } {
  const announcer = new Announcer(database, log)
  announcers.add(announcer)
  return {
    async stop() {
      announcers.delete(announcer)
      await announcer.stop()
    },
  }
}

/** The tenants that a poll looks at. */
export type Scope = 'all' | 'active'

/**
 * A FROM item: the tenants of a scope, from the rows that each has beside its others. On a cluster a query over all
 * tenants begins at such rows: then every server answers for its own tenants.
 */
export const placedTenants = (sql: Queryable, scope: Scope = 'all'): Statement => sql`(
  select place.tenant_id as id, environment, bank_id, retired_at, clock_offset_ms
  from tenant_activity place join tenants on tenants.id = place.tenant_id
  where ${scope === 'all' ? sql`true` : isActive(sql)})`

/** Gives a tenant the row by which queries over all tenants find it. */
export async function placeTenant(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`
    insert into tenant_activity (tenant_id, active_at) values (${tenant}, clock_timestamp())
    on conflict (tenant_id) do nothing`
}

/** Places tenants that a process of version 0.1 has made. */
async function placeMissing(sql: Queryable): Promise<void> {
  const missing = await sql<{ id: TenantId }[]>`
    select id from tenants except select tenant_id from tenant_activity`
  for (const { id } of missing) {
    await sql`insert into tenant_activity (tenant_id, active_at) values (${id}, clock_timestamp()) on conflict do nothing`
  }
}

const isActive = (sql: Queryable): Statement => sql`active_at > now() - ${ACTIVE_SECONDS} * interval '1 second'`

/** A condition: the tenant is in the scope. `now()` and not `clock_timestamp()`, so that it is a bound for the index. */
export const isWithin = (sql: Queryable, scope: Scope, tenant: Statement): Statement =>
  scope === 'all' ? sql`true` : sql`${tenant} in (select tenant_id from tenant_activity where ${isActive(sql)})`

/** The scope of each poll of one poller: all tenants where they are few, and every ten seconds where they are many. */
export function createScopes({ sql }: Database, few = FEW): () => Promise<Scope> {
  let allAt = Number.NEGATIVE_INFINITY
  let areFew = false
  return async () => {
    if (performance.now() - allAt < ALL_MS) return areFew ? 'all' : 'active'
    await placeMissing(sql)
    const [row] = await sql<{ are_few: boolean }[]>`
      select count(*) <= ${few} as are_few from (select 1 from tenants limit ${few + 1}) tenant`
    areFew = (row as { are_few: boolean }).are_few
    allAt = performance.now()
    return 'all'
  }
}
