import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { validationFailed } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { canonical } from '../kernel/json.ts'
import { AMOUNT_MAX } from '../kernel/money.ts'
import {
  decodeCursor,
  ORDERS,
  type Order,
  PAGE_DEFAULT,
  PAGE_SIZE_DEFAULT,
  type PageRequest,
  type Walk,
} from '../kernel/pages.ts'
import { EXAMINED_MAX } from '../platform/list-pages.ts'
import type { ListFilter } from '../platform/lists.ts'
import { OneOf, periodQuery, Reference, Timestamp } from './schemas.ts'

const STEPS = EXAMINED_MAX.toLocaleString('en-US')

/** The cost of a filter that no index answers, for its description. The document's opening says what it means. */
export const WALKED = `Walked: compares at most ${STEPS} rows a request.`

/** Several of these values, as repeated parameters or with commas. */
export const Several = <const V extends string>(values: readonly V[], description: string) =>
  Type.Optional(
    Type.Unsafe<V[]>({
      type: 'array',
      items: { type: 'string', enum: values, description: 'One of these values.' },
      minItems: 1,
      description,
    }),
  )

/** An owner whose rows have an index of their own. */
export const OwnerFilter = (description: string, example: string) =>
  Type.Optional(
    Reference({
      description: `${description} Answered by an index; with other filters at most ${STEPS} of its rows a request.`,
      examples: [example],
    }),
  )

export const TypeFilter = <const V extends string>(values: readonly V[], what = 'type') =>
  Several(values, `Only with this ${what}, or one of several. ${WALKED}`)

const Amount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: AMOUNT_MAX, description: `${description} ${WALKED}` }))

export const amountQuery = {
  amount_min_in_cents: Amount('Only from this amount on, itself included.'),
  amount_max_in_cents: Amount('Only up to this amount, itself included. Below `amount_min_in_cents` it is 400.'),
}

const orderQuery = {
  order: Type.Optional(
    OneOf(ORDERS, {
      default: 'newest',
      description:
        'Which comes first, by creation; either costs the same. Named, the answer has `has_more` and `next_cursor`.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The `next_cursor` of the page before, with the same filters and `order`, else 400. Instead of `page`: both together are 400. Costs what the first page did.',
    }),
  ),
}

/** The order of a list that is so short that it is read whole. */
export const shortOrder = Type.Optional(
  OneOf(ORDERS, { default: 'newest', description: 'Which comes first, by creation. Either costs the same.' }),
)

const PERIOD_COST = 'Found by position, however far back; the count reads the rows of the period.'

/** The parameters of a list whose rows never change. */
export const constantQuery = {
  ...periodQuery,
  created_after: Type.Optional(Timestamp({ description: `Only created after this moment. ${PERIOD_COST}` })),
  created_before: Type.Optional(Timestamp({ description: `Only created before this moment. ${PERIOD_COST}` })),
  ...orderQuery,
}

/** The parameters of a list that can be walked. */
export const walkQuery = {
  ...constantQuery,
  updated_after: Type.Optional(Timestamp({ description: `Only changed after this moment. ${WALKED}` })),
  updated_before: Type.Optional(Timestamp({ description: `Only last changed before this moment. ${WALKED}` })),
}

/** The cost of a single status, without a filter that is walked for. */
const ONE_STATUS = {
  indexed: 'One alone is counted by an index.',
  read: 'One alone is counted by reading every row; with `order` it is walked instead.',
}

export const walkQueryWith = <const Status extends string>(
  statuses: readonly Status[],
  cost: keyof typeof ONE_STATUS = 'read',
) => ({
  ...walkQuery,
  status: Several(
    statuses,
    `Only in this status, or in one of several: \`status=${statuses[0]}&status=${statuses[1]}\`, or with a comma. ${ONE_STATUS[cost]} Several: ${WALKED}`,
  ),
})

/** The query of a list, with the filters of any. */
export interface WalkedQuery
  extends Omit<ListFilter, 'status' | 'statuses' | 'type' | 'types' | 'deposit_sources' | 'kinds'>,
    Partial<Pick<PageRequest, 'page'>> {
  readonly page_size?: number
  readonly order?: Order
  readonly cursor?: string
  readonly status?: readonly string[]
  readonly type?: readonly string[]
  readonly deposit_source?: readonly string[]
  readonly kind?: readonly string[]
}

/** Parameters of version 0.1, which are answered by page numbers and an exact count. */
const COUNTED = new Set(['page', 'page_size', 'status', 'created_after', 'created_before', 'external_id'])

/** Splits a list's query into the page and the filter. `list` names the list, and with it the cursor. */
export function walkRequest(
  tenant: TenantId,
  list: string,
  query: WalkedQuery,
): { readonly page: PageRequest; readonly filter: ListFilter } {
  const {
    page,
    page_size,
    order = 'newest',
    cursor,
    status: statuses,
    type: types,
    deposit_source,
    kind,
    ...rest
  } = query
  refuseContradictions(query)
  const pageSize = page_size ?? PAGE_SIZE_DEFAULT
  const isWalk = Object.keys(query).some((name) => !COUNTED.has(name)) || (statuses?.length ?? 0) > 1
  if (!isWalk) {
    return { page: { page: page ?? PAGE_DEFAULT, pageSize }, filter: { ...rest, status: statuses?.[0] } }
  }
  const filter: ListFilter = { ...rest, statuses, types, deposit_sources: deposit_source, kinds: kind }
  const binding = bindingOf(tenant, list, order, filter)
  const walk: Walk = { order, from: cursor === undefined ? undefined : cursorOf(cursor, binding), binding }
  return { page: { page: page ?? PAGE_DEFAULT, pageSize, walk }, filter }
}

function refuseContradictions({ page, cursor, amount_min_in_cents: min, amount_max_in_cents: max }: WalkedQuery): void {
  const faults = []
  if (page !== undefined && cursor !== undefined) {
    faults.push({ param: 'page', code: 'conflict', message: 'must not be given beside `cursor`' })
  }
  if (min !== undefined && max !== undefined && max < min) {
    const message = 'must not be below `amount_min_in_cents`'
    faults.push({ param: 'amount_max_in_cents', code: 'out_of_range', message })
  }
  if (faults.length > 0) throw validationFailed(faults)
}

function cursorOf(text: string, binding: string) {
  const cursor = decodeCursor(text, binding)
  if (cursor) return cursor
  const message = 'must be the `next_cursor` of a page of this list with the same filters and `order`'
  throw validationFailed([{ param: 'cursor', code: 'invalid_value', message }])
}

const BINDING_LENGTH = 16

/** The same for the same tenant, list, order and filters, however they are written. */
function bindingOf(tenant: TenantId, list: string, order: string, filter: ListFilter): string {
  const sorted = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  )
  const text = canonical({ tenant, list, order, ...sorted })
  return createHash('sha256').update(text).digest('base64url').slice(0, BINDING_LENGTH)
}
