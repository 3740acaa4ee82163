import { Type } from 'typebox'
import { type Api, Closed, type Commands, callerOf, Timestamp } from '../http/index.ts'
import { validationFailed } from '../kernel/errors.ts'
import { DAY_MS, iso } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import { advanceClock, tenantNow } from '../tenants/index.ts'

const ADVANCE_MAX_SECONDS = 31_622_400
/** Far beyond any test, and far from where dates end. */
const OFFSET_MAX_MS = 100 * 366 * DAY_MS
const Now = Type.Object({ now: Timestamp({ description: "The tenant's clock." }) })
const tags = ['Sandbox']

export interface SandboxDeps {
  readonly database: Database
  readonly commands: Commands
}

/** Mounted in sandbox only. */
export function clockRoutes(api: Api, { database, commands }: SandboxDeps): void {
  api.get(
    '/sandbox/clock',
    { schema: { operationId: 'getClock', tags, summary: 'Read the clock', response: { 200: Now } } },
    async (request) => ({ now: iso(await tenantNow(database.sql, callerOf(request).tenant)) }),
  )

  api.post(
    '/sandbox/clock/advance',
    {
      schema: {
        operationId: 'advanceClock',
        tags,
        summary: 'Advance the clock',
        description: 'Moves the clock of your sandbox forward. Links, deadlines and due times follow it.',
        body: Closed({
          seconds: Type.Integer({ minimum: 1, maximum: ADVANCE_MAX_SECONDS, examples: [3_600] }),
        }),
        response: { 200: Now },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        if (!(await advanceClock(tx, tenant, request.body.seconds, OFFSET_MAX_MS))) {
          throw validationFailed([
            {
              param: 'seconds',
              code: 'out_of_range',
              message: 'must not move the clock more than a hundred years ahead',
            },
          ])
        }
        return { status: 200, body: { now: iso(await tenantNow(tx, tenant)) } }
      }),
  )
}
