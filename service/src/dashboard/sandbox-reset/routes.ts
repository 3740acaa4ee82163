import type { Api } from '../../http/index.ts'
import type { Id } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { closeConnect } from '../../resources/connect/index.ts'
import { moveOrigins } from '../../resources/embed-origins/index.ts'
import { moveWebhooks } from '../../resources/webhooks/index.ts'
import { moveBrand, resetSandbox, tenantNow } from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { auditEntry } from '../door/actor.ts'
import { personOf } from '../door/person.ts'
import { endFiles } from '../pay-file/index.ts'

export interface ResetDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Resets the sandbox in one transaction: a request meanwhile meets the old one or the new one, never a part of each. */
export function sandboxResetRoutes(api: Api, { database, vault }: ResetDeps): void {
  api.post('/sandbox/reset', { config: { action: 'sandbox.reset' }, schema: { hide: true } }, (request) =>
    database.transaction(async (tx) => {
      const { enterprise } = personOf(request)
      const { before, after } = await resetSandbox(tx, enterprise.id as Id<'enterprise'>)
      await moveWebhooks(tx, before, after, { vault })
      await moveOrigins(tx, before, after)
      await moveBrand(tx, before, after)
      await closeConnect(tx, before)
      await endFiles(tx, before, 'The sandbox was reset.')
      const entry = auditEntry(request, 'sandbox.reset', { subject: enterprise.id })
      await record(tx, vault, { ...entry, environment: 'sandbox' })
      return { reset: true, now: iso(await tenantNow(tx, after)) }
    }),
  )
}
