import { type Api, callerOf, listRequest } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/database.ts'
import { describeEvents } from './describe.ts'
import type { EventSubjects } from './model.ts'
import { EventPage, EventQuery, viewEvent } from './schema.ts'
import { findPosition, readEvents } from './store.ts'

export interface EventRouteDeps {
  readonly database: Database
  readonly eventSubjects: EventSubjects
}

export function eventRoutes(api: Api, { database, eventSubjects }: EventRouteDeps): void {
  api.get(
    '/event',
    {
      config: { problems: ['not_found'] },
      schema: {
        operationId: 'listEvents',
        tags: ['Events'],
        summary: 'Read what changed',
        description:
          'Every change after creation, oldest first, for a consumer that was down: keep `next_after` and go on from there. Each says which fields changed, and the same in a sentence.',
        querystring: EventQuery,
        response: { 200: EventPage },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = listRequest(request.query)
      const { after, order = 'oldest', ...narrowed } = filter
      const { pageSize } = page
      const from = await positionOf(tenant, after)
      const { rows, last, hasMore } = await readEvents(database.sql, tenant, { after: from, order }, pageSize, narrowed)
      return {
        data: (await describeEvents(database.sql, tenant, rows, eventSubjects)).map(viewEvent),
        pagination: {
          page_size: pageSize,
          next_after: last ?? from ?? 0,
          has_more: hasMore,
        },
      }
    },
  )

  async function positionOf(tenant: TenantId, after: string | undefined): Promise<number | undefined> {
    if (after === undefined) return undefined
    if (!after.startsWith('evt_')) return Number(after)
    const position = await findPosition(database.sql, tenant, after)
    if (position === undefined) throw problem('not_found', 'There is no event with this id.')
    return position
  }
}
