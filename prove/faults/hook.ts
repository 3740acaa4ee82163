import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '../../service/src/platform/database.ts'
import type { Checks } from '../proof.ts'

/** An enterprise's receiver of webhooks: remembers which events it got, in the order of their first coming. */
export interface Hook {
  readonly url: string
  readonly got: Set<string>
  calls(): number
  close(): Promise<void>
}

export async function openHook(): Promise<Hook> {
  const got = new Set<string>()
  let calls = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      calls++
      got.add(String(request.headers['webhook-id']))
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    calls: () => calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Every event was told of, and of each resource the earlier one first, however often it was told again. */
export async function compareDeliveries({ sql }: Database, { got }: Hook, checks: Checks): Promise<void> {
  const events = await sql<{ id: string; resource: string }[]>`
    select id, resource from events where type in ('payout.update', 'purchase.update') order by tenant_id, position`
  const missed = events.filter(({ id }) => !got.has(id))
  checks.check('every event reached its webhook', missed.length === 0, missed.slice(0, 10))
  const turns = new Map([...got].map((id, nth) => [id, nth]))
  const overtaken = [...Map.groupBy(events, ({ resource }) => resource).values()].flatMap((own) =>
    own.filter(({ id }, nth) => nth > 0 && (turns.get(id) ?? 0) < (turns.get(own[nth - 1]?.id ?? '') ?? 0)),
  )
  checks.check('events of a resource came in order', overtaken.length === 0, overtaken.slice(0, 10))
}
