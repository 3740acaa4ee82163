import type { FastifyRequest } from 'fastify'
import {
  type Api,
  amountQuery,
  Closed,
  type Commands,
  callerOf,
  constantQuery,
  DryRunQuery,
  type DryRuns,
  IdParam,
  isDryRun,
  ListOf,
  listRequest,
  OwnerFilter,
  periodQuery,
  shortOrder,
  TypeFilter,
  viewPage,
  type WalkedQuery,
  walkQueryWith,
  walkRequest,
} from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { ListFilter } from '../../platform/lists.ts'
import { connectionNotFound, findConnection } from '../account-connections/index.ts'
import { contractNotFound, createContract, deleteContract } from './commands.ts'
import { previewDeposit } from './deposit.ts'
import { tryContract } from './dry-run.ts'
import { DEPOSIT_SOURCES, STATUSES } from './model.ts'
import { readActivityPage, readContract, readContractPage } from './read.ts'
import {
  ContractActivityEntry,
  ContractCreate,
  ContractDryRunSchema,
  ContractSchema,
  DepositInput,
  DepositPreview,
  SplitSchema,
  viewContract,
  viewEntry,
  viewListed,
  viewSplit,
} from './schema.ts'
import { findContract, listSplits } from './store.ts'
import { withTermFaults } from './terms.ts'

export interface ContractRouteDeps {
  readonly database: Database
  readonly commands: Commands
  readonly dryRuns: DryRuns
}

const tags = ['Contracts']

export function contractRoutes(api: Api, deps: ContractRouteDeps): void {
  commandRoutes(api, deps)
  previewRoute(api, deps)
  readRoutes(api, deps)
  listRoutes(api, deps)
}

function commandRoutes(api: Api, { commands, dryRuns }: ContractRouteDeps): void {
  api.post(
    '/contract',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      attachValidation: true,
      schema: {
        operationId: 'createContract',
        tags,
        summary: 'Ask a creator for a deposit split',
        description:
          'A share of each eligible deposit goes to your operating account, once the creator has accepted in Connect; not accepted within 30 days, it expires. Accepting needs a connection of type `direct`; asking needs one that is not deleted (409 `invalid_state`).\n\n' +
          '**Rules.** Either `split_percent_amount` or `split_fixed_amount_in_cents` is given, and not both above 0. A percent has at most four decimals. `deposit_maximum_in_cents` is not below `deposit_minimum_in_cents`. A deposit is eligible if it lies between the two; the share is rounded half down to the cent, capped by `split_amount_max_in_cents`, and never more than what contracts before it have left. Splits cost nothing.',
        querystring: DryRunQuery,
        body: ContractCreate,
        response: { 200: ContractDryRunSchema, 201: ContractSchema },
      },
    },
    (request, reply) => {
      if (request.validationError) throw withTermFaults(request.validationError, request.body)
      if (isDryRun(request)) {
        return dryRuns(request, reply, (sql, tenant) => tryContract(sql, tenant, request.body))
      }
      return commands(request, reply, async (tx, tenant) => ({
        status: 201,
        body: viewContract(await createContract(tx, tenant, request.body)),
      }))
    },
  )

  api.delete(
    '/contract/:id',
    {
      schema: {
        operationId: 'deleteContract',
        tags,
        summary: 'Terminate a contract',
        description: 'In any state. From then on no deposit is split by it; said again, nothing changes.',
        params: IdParam,
        response: { 200: ContractSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: viewContract(await deleteContract(tx, tenant, request.params.id)),
      })),
  )
}

function previewRoute(api: Api, { database }: ContractRouteDeps): void {
  api.post(
    '/contract/preview',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'previewDeposit',
        tags,
        summary: 'See how a deposit would be split',
        description:
          'By the contracts that are active now, in the order they were created. Nothing changes. The connection must be `direct` and active (409 `invalid_state`).',
        body: DepositInput,
        response: { 200: DepositPreview },
      },
    },
    (request) => previewDeposit(database.sql, callerOf(request).tenant, request.body),
  )
}

function readRoutes(api: Api, { database }: ContractRouteDeps): void {
  api.get(
    '/contract/:id',
    {
      schema: {
        operationId: 'getContract',
        tags,
        summary: 'Read a contract',
        params: IdParam,
        response: { 200: ContractSchema },
      },
    },
    async (request) => {
      const contract = await readContract(database.sql, callerOf(request).tenant, request.params.id)
      if (!contract) throw contractNotFound()
      return viewContract(contract)
    },
  )

  api.get(
    '/contract/:id/activity',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listContractActivity',
        tags,
        summary: 'List what happened to a contract',
        description: 'The same entries as `activity` of the contract, which lists shorten.',
        params: IdParam,
        querystring: Closed({ ...periodQuery, order: shortOrder }),
        response: { 200: ListOf(ContractActivityEntry) },
      },
    },
    async (request) => {
      const { page, filter } = listRequest(request.query)
      const found = await readActivityPage(database.sql, callerOf(request).tenant, request.params.id, page, filter)
      if (!found) throw contractNotFound()
      return viewPage(found, page, viewEntry)
    },
  )

  api.get(
    '/contract/:id/split',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listSplits',
        tags,
        summary: 'List what a contract has split off',
        params: IdParam,
        querystring: Closed({ ...constantQuery, ...amountQuery }),
        response: { 200: ListOf(SplitSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { id } = request.params
      if (!(await findContract(database.sql, tenant, id))) throw contractNotFound()
      const { page, filter } = walkRequest(tenant, `split of ${id}`, request.query)
      return viewPage(await listSplits(database.sql, tenant, page, filter, id), page, viewSplit)
    },
  )
}

function listRoutes(api: Api, { database }: ContractRouteDeps): void {
  const query = { ...walkQueryWith(STATUSES), deposit_source: TypeFilter(DEPOSIT_SOURCES, 'source of deposits') }
  const account_connection = OwnerFilter('Only of this connection.', 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha')
  const response = { 200: ListOf(ContractSchema) }
  const config = { problems: ['validation_failed'] } as const

  api.get(
    '/contract',
    {
      config,
      schema: {
        operationId: 'listContracts',
        tags,
        summary: 'List contracts',
        querystring: Closed({ ...query, account_connection }),
        response,
      },
    },
    (request) => pageOf(request, 'contract', request.query),
  )

  api.get(
    '/account-connection/:id/contract',
    {
      config,
      schema: {
        operationId: 'listContractsOfConnection',
        tags,
        summary: 'List contracts of a connection',
        params: IdParam,
        querystring: Closed(query),
        response,
      },
    },
    async (request) => {
      const { id } = request.params
      if (!(await findConnection(database.sql, callerOf(request).tenant, id))) throw connectionNotFound()
      return pageOf(request, `contract of ${id}`, request.query, { account_connection: id })
    },
  )

  async function pageOf(request: FastifyRequest, list: string, query: WalkedQuery, owner: ListFilter = {}) {
    const { tenant } = callerOf(request)
    const { page, filter } = walkRequest(tenant, list, query)
    return viewPage(await readContractPage(database, tenant, page, { ...filter, ...owner }), page, viewListed)
  }
}
