import type { TenantId } from '../../src/kernel/ids.ts'
import type { RunningService } from './service.ts'
import { vault } from './vault.ts'

/** What the newest sealed message of this kind to this recipient says. */
export async function sealedFacts(
  { database }: Pick<RunningService, 'database'>,
  kind: string,
  recipient: string,
): Promise<Record<'code' | 'url', string>> {
  const [row] = await database.sql<{ tenant: TenantId; id: string; facts: Buffer }[]>`
    select tenant_id as tenant, id, facts_sealed as facts from messages
    where kind = ${kind} and recipient = ${recipient} order by created_at desc, id desc limit 1`
  if (!row) throw new Error(`${recipient} was sent no ${kind}`)
  return JSON.parse(vault.open({ tenant: row.tenant, row: row.id, field: 'facts' }, row.facts))
}

export const lastPart = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** The token of the link that an invitation to the dashboard mails. */
export const invitationToken = async (running: RunningService, email: string): Promise<string> =>
  lastPart((await sealedFacts(running, 'person_invited', email)).url)
