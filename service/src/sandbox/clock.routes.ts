import { Type } from 'typebox'
import type { Clock } from '../../../contracts/sandbox.ts'
import { type Api, Body, type Commands, callerOf, Shape, Timestamp, type Wire } from '../http/index.ts'
import { iso } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import type { DueKind } from '../platform/due.ts'
import { tenantNow } from '../tenants/index.ts'
import { ADVANCE_MAX_SECONDS, catchUp, inTurn, moveClock } from './clock.ts'

const Now = Shape('Clock', { now: Timestamp({ description: "The tenant's clock." }) })
const tags = ['Sandbox']

export interface ClockRouteDeps {
  readonly database: Database
  readonly commands: Commands
  readonly due: readonly DueKind[]
  /** A pool of its own for connections that hold a lock; see platform/locks.ts. */
  readonly locks: Database
}

export function clockRoutes(api: Api, deps: ClockRouteDeps): void {
  getClock(api, deps)
  advanceClock(api, deps)
}

function getClock(api: Api, { database }: ClockRouteDeps): void {
  api.get(
    '/sandbox/clock',
    { schema: { operationId: 'getClock', tags, summary: 'Read the clock', response: { 200: Now } } },
    async (request): Promise<Wire<typeof Now, Clock>> => ({
      now: iso(await tenantNow(database.sql, callerOf(request).tenant)),
    }),
  )
}

const Advance = Body(
  'SandboxClockAdvance',
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: ADVANCE_MAX_SECONDS,
        description: 'How far to advance; up to 366 days a call.',
        examples: [3_600],
      }),
    ),
    to: Type.Optional(
      Timestamp({
        description: `Instead of \`seconds\`: the moment to move the clock to, at most ${ADVANCE_MAX_SECONDS} seconds ahead. The clock never goes back: a moment that has passed is refused.`,
      }),
    ),
  },
  { description: 'Either `seconds` or `to`.' },
)

function advanceClock(api: Api, { database, commands, due, locks }: ClockRouteDeps): void {
  api.post(
    '/sandbox/clock/advance',
    {
      schema: {
        operationId: 'advanceClock',
        tags,
        summary: 'Advance the clock',
        description:
          'Moves your sandbox forward in time, by seconds or to a moment, and does everything that becomes due on the way, in order. Calls are taken one after the other. It can be no more than a hundred years ahead of real time (400).',
        body: Advance,
        response: { 200: Now },
      },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      await inTurn(locks, tenant, () =>
        commands(
          request,
          reply,
          async (tx) => ({ status: 200, body: { now: iso(await moveClock(tx, tenant, request.body)) } }),
          () => catchUp(database, due, tenant),
        ),
      )
    },
  )
}
