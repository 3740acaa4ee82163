import type { TenantId } from '../../../src/kernel/ids.ts'
import type { Client } from '../client.ts'
import type { RunningService } from '../service.ts'
import { vault } from '../vault.ts'
import type { Watch } from './watch.ts'

/** Where secrets are sent: a service, one enterprise of it, and the watch over both. */
export interface World {
  readonly running: RunningService
  readonly enterprise: string
  readonly sandbox: Client
  readonly production: Client
  readonly watch: Watch
}

/** What a message says that was sealed, by whom it went to: the newest of its kind. */
export async function sealedFacts(
  { running }: World,
  kind: string,
  recipient: string,
): Promise<Record<'code' | 'url', string>> {
  const [row] = await running.database.sql<{ tenant: TenantId; id: string; facts: Buffer }[]>`
    select tenant_id as tenant, id, facts_sealed as facts from messages
    where kind = ${kind} and recipient = ${recipient} order by created_at desc, id desc limit 1`
  if (!row) throw new Error(`${recipient} was sent no ${kind}`)
  return JSON.parse(vault.open({ tenant: row.tenant, row: row.id, field: 'facts' }, row.facts))
}

export const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** While a table is not there, every request that needs it fails: what is told of that is told without its values. */
export async function without(world: World, table: string, work: () => Promise<unknown>): Promise<void> {
  const { sql } = world.running.database
  await sql.unsafe(`alter table ${table} rename to ${table}_away`)
  try {
    await work()
  } finally {
    await sql.unsafe(`alter table ${table}_away rename to ${table}`)
  }
}
