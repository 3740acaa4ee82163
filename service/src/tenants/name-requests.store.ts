import type { Queryable, Tx } from '../platform/database.ts'

/** A new name that waits for the operator's review. */
export interface NameRequest {
  readonly enterprise: string
  readonly current: string
  readonly name: string
  readonly requested_by: string
  readonly requested_at: Date
}

/** Every name but those of this enterprise, also the ones that wait for review. */
export async function otherNames(sql: Queryable, enterprise: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from enterprises where id <> ${enterprise}
    union select name from enterprise_name_requests where enterprise_id <> ${enterprise}`
  return rows.map(({ name }) => name)
}

/** Replaces the request that the enterprise has open. */
export async function putNameRequest(tx: Tx, enterprise: string, name: string, by: string): Promise<void> {
  await tx`
    insert into enterprise_name_requests (enterprise_id, name, requested_by) values (${enterprise}, ${name}, ${by})
    on conflict (enterprise_id) do update
    set name = excluded.name, requested_by = excluded.requested_by, requested_at = clock_timestamp()`
}

export async function takeNameRequest(tx: Tx, enterprise: string): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    delete from enterprise_name_requests where enterprise_id = ${enterprise} returning name`
  return row?.name
}

export async function findNameRequest(sql: Queryable, enterprise: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select name from enterprise_name_requests where enterprise_id = ${enterprise}`
  return row?.name
}

/** Oldest first. */
export async function listNameRequests(sql: Queryable): Promise<NameRequest[]> {
  return sql<NameRequest[]>`
    select enterprise.id as enterprise, enterprise.name as current, request.name, request.requested_by, request.requested_at
    from enterprise_name_requests request join enterprises enterprise on enterprise.id = request.enterprise_id
    order by request.requested_at, enterprise.id`
}
