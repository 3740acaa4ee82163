import { Type } from 'typebox'
import { amountQuery, OwnerFilter, Text, Timestamp, TypeFilter, walkQueryWith } from '../../http/index.ts'
import { PAYOUT_STATUSES, PAYOUT_TYPES } from '../../resources/payouts/index.ts'

/** The filters of the API's list, and those that only people ask for. */
export const PAYOUT_FILTERS = {
  ...walkQueryWith(PAYOUT_STATUSES, 'indexed'),
  ...amountQuery,
  type: TypeFilter(PAYOUT_TYPES),
  account_connection: OwnerFilter('Only to this connection.', 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha'),
  description: Type.Optional(Text(200)),
  date_after: Type.Optional(Timestamp()),
  date_before: Type.Optional(Timestamp()),
}

const { page: _page, page_size: _size, order: _order, cursor: _cursor, ...rows } = PAYOUT_FILTERS

/** The filters alone, without the page. */
export const PAYOUT_ROWS = rows
