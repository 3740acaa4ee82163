import { vi } from 'vitest'
import type { Client } from '../client.ts'
import { type Mailbox, partsOf } from '../mailbox.ts'
import type { RunningService } from '../service.ts'
import type { Watch } from './watch.ts'

/** Where secrets are sent: a service, one enterprise of it, and the watch over both. */
export interface World {
  readonly running: RunningService
  readonly enterprise: string
  readonly sandbox: Client
  readonly production: Client
  readonly watch: Watch
  readonly mailbox: Mailbox
}

/** What the nth mail of this kind to an address says, as the pattern's first group. Production forgets it once it is sent. */
export const mailedTo = ({ mailbox }: World, address: string, pattern: RegExp, nth = 1): Promise<string> =>
  vi.waitFor(() => {
    const mails = mailbox.mails.filter(({ to }) => to.includes(address))
    const found = mails.flatMap(({ raw }) => pattern.exec(partsOf(raw))?.[1] ?? [])[nth - 1]
    if (found === undefined) throw new Error(`${address} got no mail like ${pattern}`)
    return found
  }, 60_000)

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
