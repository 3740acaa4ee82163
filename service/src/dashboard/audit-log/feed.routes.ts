import { type Static, Type } from 'typebox'
import { type Api, Closed, callerOf, exampleId, periodQuery, Shape, Timestamp } from '../../http/index.ts'
import { PAGE_SIZE_DEFAULT } from '../../kernel/pages.ts'
import type { Database } from '../../platform/database.ts'
import { EnvironmentSchema, requireEnterprise } from '../../tenants/index.ts'
import { readFollowing, viewRow } from './export.ts'
import type { AuditRow } from './store.ts'

const FeedQuery = Closed({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Where to go on: `next_after` of the answer before. From the first entry, when absent.',
    }),
  ),
  created_after: periodQuery.created_after,
  created_before: periodQuery.created_before,
  page_size: periodQuery.page_size,
})

const AuditEntrySchema = Shape('AuditEntry', {
  position: Type.Integer({ description: 'Counts the entries of your enterprise from 1 without gaps.', examples: [42] }),
  at: Timestamp({ description: 'When it was done.' }),
  person_id: Type.String({
    description: 'Who did it: the id of a person, `operator` for your provider, `service` for the service itself.',
  }),
  person: Type.String({ description: 'The same for people.', examples: ['Ada Admin <ada@example.com>'] }),
  action: Type.String({
    description:
      'What was attempted. With `.done` or `.refused` at its end: what came of it; both have the same `request_id`.',
    examples: ['payments.make'],
  }),
  subject: Type.Optional(Type.String({ description: 'The id of what it was done to, if it was done to one thing.' })),
  details: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'Amount, payee, ids and the outcome, as far as there are any.',
  }),
  environment: Type.Optional(EnvironmentSchema),
  address: Type.Optional(Type.String({ description: 'The IP address it came from.', examples: ['203.0.113.7'] })),
  request_id: Type.Optional(
    Type.String({ description: 'The request it came with, as in `Request-Id`.', examples: [exampleId('req')] }),
  ),
  hash: Type.String({ description: 'Keyed hash of this entry and the one before it, in hexadecimal.' }),
})

const AuditEntryPage = Shape('AuditEntryPage', {
  data: Type.Array(AuditEntrySchema, { description: 'Oldest first.' }),
  pagination: Shape(
    'AuditEntryPagination',
    {
      page_size: Type.Integer({ description: 'The most entries that a page has.', examples: [10] }),
      next_after: Type.Integer({ description: 'Ask with `after` set to this for what comes next.', examples: [42] }),
      has_more: Type.Boolean({
        description:
          'Whether there may be more already. A page can be short, or empty, and still have more: at most 10,000 entries are looked at in a request.',
      }),
    },
    { description: 'Where to go on.' },
  ),
})

/** As everywhere in the API, what does not apply is left out. */
function view(row: AuditRow): Static<typeof AuditEntrySchema> {
  const { subject, environment, address, request_id, ...told } = viewRow(row)
  return {
    ...told,
    ...(subject === null ? {} : { subject }),
    ...(environment === null ? {} : { environment }),
    ...(address === null ? {} : { address }),
    ...(request_id === null ? {} : { request_id }),
  }
}

/** The audit log for a program that collects logs: by position, to be gone on from at any time. */
export function auditFeedRoutes(api: Api, { database }: { readonly database: Database }): void {
  api.get(
    '/audit-log',
    {
      schema: {
        operationId: 'listAuditEntries',
        tags: ['Audit log'],
        summary: 'Follow the audit log',
        description:
          'Who did what at your enterprise, oldest first: keep `next_after` and go on from there. A production key reads all entries; a sandbox key only those of the sandbox. The key must name the scope `audit`.',
        querystring: FeedQuery,
        response: { 200: AuditEntryPage },
      },
    },
    async (request) => {
      const { after = 0, page_size = PAGE_SIZE_DEFAULT, ...period } = request.query
      const { enterprise, environment } = await requireEnterprise(database.sql, callerOf(request).tenant)
      const filter = environment === 'sandbox' ? { ...period, environment } : period
      const found = await readFollowing(database.sql, enterprise, { after, limit: page_size }, filter)
      return {
        data: found.rows.map(view),
        pagination: { page_size, next_after: found.nextAfter, has_more: found.hasMore },
      }
    },
  )
}
