import type { Api, Request } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { record } from '../audit-log/chain.ts'
import { ACTIONS, type Action } from '../roles.ts'
import { auditEntry } from './actor.ts'
import { outcomeOf } from './deed.ts'
import { personIfAny } from './person.ts'

/** Reads that are recorded, because a file leaves the service with them. */
const RECORDED_READS: ReadonlySet<Action> = new Set(['exports.make'])

/** The action that a refused request would have done; `undefined` if there is nothing to record. */
function attemptedAction(request: Request): Action | undefined {
  const { action } = request.routeOptions.config
  // A refusal by the API is recorded on the way to it (pass.ts).
  if (action === undefined || !Object.hasOwn(ACTIONS, action)) return undefined
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !RECORDED_READS.has(action as Action) ? undefined : (action as Action)
}

/**
 * Records what a signed-in person attempted on the dashboard's own routes and was refused: by their role, by the fresh
 * sign-in, by validation or by the command. A success is recorded by the command, in its own transaction.
 */
export function recordRefusals(api: Api, { database, vault }: { database: Database; vault: Vault }): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || !personIfAny(request)) return payload
    const action = attemptedAction(request)
    if (action === undefined) return payload
    const { method, routeOptions } = request
    const details = {
      request: `${method} ${routeOptions.url?.replace('/dashboard/api', '')}`,
      ...outcomeOf(reply.statusCode, payload).details,
    }
    const { id } = request.params as { id?: string }
    const subject = id?.slice(0, 64)
    const entry = auditEntry(request, `${action}.refused`, subject === undefined ? { details } : { subject, details })
    await database.transaction((tx) => record(tx, vault, entry))
    return payload
  })
}
