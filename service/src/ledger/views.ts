import type { Queryable, Statement } from '../platform/database.ts'

/** The accounts of all books, for a room that joins them. Only the ledger names the table. */
export const accountsView = (sql: Queryable): Statement =>
  sql`(select tenant_id, id, code, debits, credits from ledger_accounts)`

/** The transfers of all books, for a room that joins them. Only the ledger names the table. */
export const transfersView = (sql: Queryable): Statement =>
  sql`(select tenant_id, sequence, source_id, kind, debit_account, credit_account, amount_in_cents, at from ledger_transfers)`
