import { Type } from 'typebox'
import type {
  LoggedRequest,
  LoggedRequestDetail,
  LoggedRequestPage,
} from '../../../../contracts/dashboard/developers.ts'
import { type Api, Closed, callerOf, OneOf, Text } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import { findRequest, listRequests, type RequestRow } from './store.ts'

const LIMIT = 25
const LIMIT_MAX = 100

const view = ({ id, at, ...row }: RequestRow): LoggedRequest => ({ request_id: id, ...row, at: iso(at) })

/** As it was sent, where it is JSON; what is kept always is. */
const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

const InEnvironment = { environment: Type.String() }

export function requestLogRoutes(api: Api, { database }: { readonly database: Database }): void {
  api.get(
    '/:environment/request-log',
    {
      config: { action: 'requests.read' },
      schema: {
        hide: true,
        params: Closed(InEnvironment),
        querystring: Closed({
          status: Type.Optional(Type.String({ pattern: '^[1-5](xx|\\d\\d)$', 'x-form': 'like `404` or `4xx`' })),
          method: Type.Optional(OneOf(['GET', 'POST', 'PUT', 'DELETE'])),
          path: Type.Optional(Text(200)),
          request_id: Type.Optional(Text(64)),
          before: Type.Optional(Text(64)),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX })),
        }),
      },
    },
    async (request): Promise<LoggedRequestPage> => {
      const { limit = LIMIT, ...filter } = request.query
      const rows = await listRequests(database.sql, callerOf(request).tenant, filter, limit + 1)
      const data = rows.slice(0, limit).map(view)
      return { data, has_more: rows.length > limit, next_before: data.at(-1)?.request_id ?? null }
    },
  )

  api.get(
    '/:environment/request-log/:request_id',
    {
      config: { action: 'requests.read' },
      schema: { hide: true, params: Closed({ ...InEnvironment, request_id: Type.String() }) },
    },
    async (request): Promise<LoggedRequestDetail> => {
      const row = await findRequest(database.sql, callerOf(request).tenant, request.params.request_id)
      if (!row) throw problem('not_found', 'No request of the last 30 days has this id.')
      const { request_body, response_body, ...rest } = row
      return { ...view(rest), request_body: parsed(request_body), response_body: parsed(response_body) }
    },
  )
}
