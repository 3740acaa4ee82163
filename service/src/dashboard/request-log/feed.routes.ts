import { type Static, Type } from 'typebox'
import { type Api, Closed, callerOf, OneOf, periodQuery, Shape, Timestamp } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import { type RequestWithBodies, readOwnRequests } from './store.ts'

const PAGE_SIZE_DEFAULT = 25
const PAGE_SIZE_MAX = 100

const FeedQuery = Closed({
  after: Type.Optional(
    Type.String({
      pattern: '^req_[0-9a-z]{1,60}$',
      'x-form': 'the id of a request',
      description: 'Where to go on: `next_after` of the answer before.',
      examples: ['req_01kk3v9x2qf8m6t4w0c5n7d1ha'],
    }),
  ),
  order: Type.Optional(OneOf(['newest', 'oldest'], { default: 'newest', description: 'Which come first.' })),
  status: Type.Optional(
    Type.String({
      pattern: '^[1-5](xx|\\d\\d)$',
      'x-form': 'like `404` or `4xx`',
      description: 'Like `404` or `4xx`.',
    }),
  ),
  method: Type.Optional(OneOf(['GET', 'POST', 'PUT', 'DELETE'], { description: 'Only requests of this method.' })),
  include: Type.Optional(OneOf(['bodies'], { description: 'What was sent and answered, too.' })),
  created_after: periodQuery.created_after,
  created_before: periodQuery.created_before,
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT, description: 'Entries per page.' }),
  ),
})

const RequestSchema = Shape('LoggedRequest', {
  request_id: Type.String({
    description: 'The id of the request, as its answer has it in `request-id`.',
    examples: ['req_01kk3v9x2qf8m6t4w0c5n7d1ha'],
  }),
  at: Timestamp({ description: 'When it was answered, in real time.' }),
  method: Type.String({ description: 'The method of the request.', examples: ['POST'] }),
  path: Type.String({ description: 'Below the base address, with its query.', examples: ['/payout'] }),
  status: Type.Integer({ description: 'The HTTP status of the answer.', examples: [201] }),
  duration_ms: Type.Number({ description: 'How long it took, in milliseconds.', examples: [4.2] }),
  request_body: Type.Optional(Type.Unknown({ description: 'As it was sent, without secrets.' })),
  response_body: Type.Optional(Type.Unknown({ description: 'As it was answered, without secrets.' })),
})

const RequestPage = Shape('LoggedRequestPage', {
  data: Type.Array(RequestSchema, { description: 'Newest first, unless `order` says otherwise.' }),
  pagination: Shape(
    'LoggedRequestPagination',
    {
      page_size: Type.Integer({ description: 'The most requests that a page has.', examples: [25] }),
      next_after: Type.Optional(Type.String({ description: 'Ask with `after` set to this for what comes next.' })),
      has_more: Type.Boolean({ description: 'Whether there is more already.' }),
    },
    { description: 'Where to go on.' },
  ),
})

/** The log keeps bodies as JSON. */
const body = (name: string, text: string | null): object => (text === null ? {} : { [name]: JSON.parse(text) })

const view = (row: RequestWithBodies, withBodies: boolean): Static<typeof RequestSchema> => ({
  request_id: row.id,
  at: iso(row.at),
  method: row.method,
  path: row.path,
  status: row.status,
  duration_ms: row.duration_ms,
  ...(withBodies ? { ...body('request_body', row.request_body), ...body('response_body', row.response_body) } : {}),
})

/** The log of the requests that were made with the key that asks: a key learns nothing that it has not sent or been told. */
export function requestFeedRoutes(api: Api, { database }: { readonly database: Database }): void {
  api.get(
    '/request-log',
    {
      schema: {
        operationId: 'listRequests',
        tags: ['Request log'],
        summary: 'Read your own requests',
        description:
          'Requests of the last 30 days that were made with this API key, and their answers, without secrets. A request is in the log about a second after its answer; under load only a part of them is kept, failed ones first.',
        querystring: FeedQuery,
        response: { 200: RequestPage },
      },
    },
    async (request) => {
      const { tenant, keyId } = callerOf(request)
      const { page_size = PAGE_SIZE_DEFAULT, include, order = 'newest', ...filter } = request.query
      const rows = await readOwnRequests(database.sql, tenant, keyId, { ...filter, order }, page_size + 1)
      const data = rows.slice(0, page_size).map((row) => view(row, include === 'bodies'))
      const next_after = data.at(-1)?.request_id ?? filter.after
      return {
        data,
        pagination: {
          page_size,
          ...(next_after === undefined ? {} : { next_after }),
          has_more: rows.length > page_size,
        },
      }
    },
  )
}
