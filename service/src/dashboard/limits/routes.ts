import type { LimitsChanged } from '../../../../contracts/limits.ts'
import { type Api, callerOf } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { makerOf } from '../../resources/approvals/index.ts'
import { readLimits } from '../../resources/limits/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'
import { changeLimits } from './change.ts'
import { LimitsBody, type LimitsInput, requireSoundLimits } from './schema.ts'

export interface LimitRouteDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Changes the limits of one environment. They are read through the API (`GET /limit`). */
export function limitChangeRoutes(api: Api, { database, vault }: LimitRouteDeps): void {
  api.put(
    '/limits',
    { config: { action: 'limits.change' }, schema: { hide: true, body: LimitsBody } },
    async (request): Promise<LimitsChanged> => {
      const update: LimitsInput = request.body
      requireSoundLimits(update.limits)
      const caller = callerOf(request)
      const maker = makerOf(caller)
      const approval = await database.transaction(async (tx) => {
        const changed = await changeLimits(tx, caller.tenant, maker, update)
        const details = { before: changed.before, after: update, ...(changed.approval ? { awaits: true } : {}) }
        const subject = changed.approval?.id
        const told = subject === undefined ? { details } : { subject, details }
        await record(tx, vault, auditEntry(request, 'limits.change', told))
        return changed.approval
      })
      const now = await readLimits(database.sql, caller.tenant, { maker })
      return approval ? { ...now, approval } : now
    },
  )
}
