import { Type } from 'typebox'
import { type Api, callerOf, Timestamp } from '../../http/index.ts'
import { environmentIn, personOf } from '../door/index.ts'
import { mayDo } from '../roles.ts'
import { readTimeline, type TimelineDeps } from './timeline.ts'

const Timeline = Type.Array(
  Type.Object({
    at: Timestamp(),
    kind: Type.String(),
    title: Type.String(),
    detail: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    debit: Type.Optional(Type.String()),
    credit: Type.Optional(Type.String()),
    link: Type.Optional(Type.String()),
  }),
)

export function timelineRoutes(api: Api, deps: TimelineDeps): void {
  api.get(
    '/timeline/:id',
    {
      config: { action: 'resources.read' },
      schema: {
        hide: true,
        params: Type.Object({ environment: Type.String(), id: Type.String() }),
        response: { 200: Timeline },
      },
    },
    (request) => {
      const seesLedger = mayDo(personOf(request).role, 'ledger.read', environmentIn(request))
      return readTimeline(deps, callerOf(request).tenant, request.params.id, seesLedger)
    },
  )
}
