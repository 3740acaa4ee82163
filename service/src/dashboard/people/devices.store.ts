import type { Queryable } from '../../platform/database.ts'

/** Whether the person of this address has signed in from the device of this token. */
export async function isKnownDevice(sql: Queryable, email: string, hash: Buffer): Promise<boolean> {
  const rows = await sql`
    select 1 from person_devices device join people person on person.id = device.person_id
    where device.token_hash = ${hash} and person.email = ${email}`
  return rows.length > 0
}

/** True when the person has not signed in from this device before. */
export async function rememberDevice(sql: Queryable, person: string, hash: Buffer): Promise<boolean> {
  const [row] = await sql<{ is_new: boolean }[]>`
    insert into person_devices (person_id, token_hash) values (${person}, ${hash})
    on conflict (person_id, token_hash) do update set seen_at = clock_timestamp()
    returning xmax = 0 as is_new`
  return row?.is_new ?? false
}

/** A new password makes every device unknown. */
export async function forgetDevicesOf(sql: Queryable, person: string): Promise<void> {
  await sql`delete from person_devices where person_id = ${person}`
}

export async function forgetOldDevices(sql: Queryable): Promise<void> {
  await sql`delete from person_devices where seen_at < clock_timestamp() - interval '180 days'`
}
