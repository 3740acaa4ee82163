import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import { type CallingKind, dueQueries } from '../../platform/due.ts'
import type { Logger } from '../../platform/logs.ts'
import type { CardRail } from '../../rails/cards/port.ts'
import { requireEnterprise } from '../../tenants/index.ts'
import { type Detachment, DUE_DETACHMENTS, endDetachment, isCardUsed, leaseDetachments } from './detachments.store.ts'

export interface DetachDeps {
  readonly log: Logger
  readonly cards: Record<Environment, CardRail>
  readonly cardLeaseMs: number
}

const CALLS_AT_ONCE = 16

/**
 * Has the processor forget cards that were removed or replaced, unless a buyer has the same card again. A call that fails is
 * made again when its lease has run out; a second call of the same card changes nothing.
 */
export const detachmentsDue = (deps: DetachDeps): CallingKind => ({
  name: 'card detachments',
  stepMs: () => MINUTE_MS,
  ...dueQueries(DUE_DETACHMENTS),
  async call(database, tenant, until) {
    const { environment } = await requireEnterprise(database.sql, tenant)
    const leased = await database.transaction((tx) =>
      leaseDetachments(tx, tenant, until, CALLS_AT_ONCE, deps.cardLeaseMs),
    )
    let done = 0
    for (const one of leased) if (await detach(database, tenant, one, deps.cards[environment], deps.log)) done++
    return done
  },
})

async function detach(
  database: Database,
  tenant: TenantId,
  card: Detachment,
  cards: CardRail,
  log: Logger,
): Promise<boolean> {
  try {
    if (!(await isCardUsed(database.sql, card.id))) await cards.detach?.(card.id)
  } catch (err) {
    log.error({ err, tenant }, 'the card processor has not detached a card')
    return false
  }
  await endDetachment(database.sql, tenant, card)
  return true
}
