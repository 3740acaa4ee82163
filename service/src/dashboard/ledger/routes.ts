import type { LedgerAccounts, Statement } from '../../../../contracts/dashboard/ledger.ts'
import { type Api, Closed, callerOf, listRequest, PageQuery, sendCsv, type Wire } from '../../http/index.ts'
import { listAccounts, readTrialBalance } from '../../ledger/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { recordExport } from '../audit-log/index.ts'
import { auditEntry } from '../door/actor.ts'
import { environmentIn, personOf, refuse } from '../door/index.ts'
import {
  AccountsSchema,
  nameOf,
  StatementPageQuery,
  StatementQuery,
  StatementSchema,
  TrialBalanceSchema,
  viewAccount,
  viewLine,
  viewTrialBalance,
} from './schema.ts'
import { readStatementPage, requirePeriod, walkStatement } from './statement.ts'

export interface LedgerRouteDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Ledger endpoints: balances, statements, trial balance. */
export function ledgerRoutes(api: Api, deps: LedgerRouteDeps): void {
  accountsRoute(api, deps)
  trialBalanceRoute(api, deps)
  statementRoute(api, deps)
  statementFileRoute(api, deps)
}

function accountsRoute(api: Api, { database: { sql } }: LedgerRouteDeps): void {
  api.get(
    '/ledger/accounts',
    {
      config: { action: 'ledger.read' },
      schema: { hide: true, querystring: Closed(PageQuery), response: { 200: AccountsSchema } },
    },
    async (request): Promise<Wire<typeof AccountsSchema, LedgerAccounts>> => {
      const { page } = listRequest(request.query)
      const { data, total } = await listAccounts(sql, callerOf(request).tenant, page)
      return { accounts: data.map(viewAccount), pagination: { page: page.page, page_size: page.pageSize, total } }
    },
  )
}

function trialBalanceRoute(api: Api, { database: { sql } }: LedgerRouteDeps): void {
  api.get(
    '/ledger/trial-balance',
    { config: { action: 'ledger.read' }, schema: { hide: true, response: { 200: TrialBalanceSchema } } },
    async (request) => viewTrialBalance(await readTrialBalance(sql, callerOf(request).tenant)),
  )
}

function statementRoute(api: Api, { database: { sql } }: LedgerRouteDeps): void {
  api.get(
    '/ledger/statement',
    {
      config: { action: 'ledger.read' },
      schema: { hide: true, querystring: StatementPageQuery, response: { 200: StatementSchema } },
    },
    async (request): Promise<Wire<typeof StatementSchema, Statement>> => {
      const { account, from, to } = request.query
      const { page } = listRequest(request.query)
      const { period, lines } = await readStatementPage(sql, callerOf(request).tenant, request.query, page)
      return {
        account,
        name: nameOf(account),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        opening_in_cents: period.opening,
        closing_in_cents: period.closing,
        lines: lines.map(viewLine),
        pagination: { page: page.page, page_size: page.pageSize, total: period.transfers },
      }
    },
  )
}

function statementFileRoute(api: Api, { database, vault }: LedgerRouteDeps): void {
  const { sql } = database
  api.get(
    '/ledger/statement.csv',
    {
      config: { action: 'ledger.read' },
      schema: { hide: true, querystring: StatementQuery },
      // It needs both rights: to read the ledger and to export.
      onRequest: async (request) => refuse(personOf(request), 'exports.make', environmentIn(request)),
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      const period = await requirePeriod(sql, tenant, request.query)
      const entry = auditEntry(request, 'exports.make', { subject: 'statement.csv', details: { ...request.query } })
      const counted = await recordExport({ database, vault }, entry)
      return sendCsv(reply, `statement-${period.code.replaceAll(':', '-')}.csv`, {
        columns: ['at', 'kind', 'source_id', 'counterpart', 'amount_in_cents', 'balance_in_cents'],
        rows: () =>
          counted(async function* () {
            yield ['', 'opening', '', '', null, period.opening]
            for await (const line of walkStatement(sql, tenant, period)) {
              const { at, kind, source_id, counterpart, amount_in_cents, balance_in_cents } = viewLine(line)
              yield [at, kind, source_id, counterpart, amount_in_cents, balance_in_cents]
            }
            yield ['', 'closing', '', '', null, period.closing]
          }),
      })
    },
  )
}
