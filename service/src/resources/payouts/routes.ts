import {
  type Api,
  amountQuery,
  Closed,
  type Commands,
  callerOf,
  createValidate,
  DryRunQuery,
  type DryRuns,
  entryFaultsOf,
  IdParam,
  isDryRun,
  keyedRequest,
  ListOf,
  listRequest,
  OwnerFilter,
  periodQuery,
  sendReply,
  sendUtf8,
  shareAnswers,
  TypeFilter,
  viewPage,
  type WalkedQuery,
  walkQueryWith,
  walkRequest,
} from '../../http/index.ts'
import type { BatchFault, Fault } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import type { Lanes } from '../../platform/lanes.ts'
import { SETTINGS } from '../../tenants/index.ts'
import { connectionNotFound, findConnection } from '../account-connections/index.ts'
import { approvalNotFound, findApproval, makerOf } from '../approvals/index.ts'
import type { Entry, PayoutEntries } from './admit.ts'
import { changePayout, payoutNotFound } from './commands.ts'
import { tryBatch, tryPayout } from './dry-run.ts'
import { type PayoutLane, payoutLane } from './lane.ts'
import { STATUSES, TYPES } from './model.ts'
import { readPayoutPage, readPayoutsOfApproval, readPayoutUtf8, withApproval, withMethods } from './read.ts'
import {
  BATCH_MAX,
  PayoutBatch,
  PayoutBatchDryRunSchema,
  PayoutBatchSchema,
  PayoutCreate,
  PayoutDryRunSchema,
  type PayoutInput,
  PayoutSchema,
  PayoutUpdate,
  payoutBatchUtf8,
  storedPayoutUtf8,
  viewPayout,
} from './schema.ts'
import type { PayoutDeps } from './settle.ts'

export interface PayoutRouteDeps extends PayoutDeps {
  readonly database: Database
  readonly commands: Commands
  readonly dryRuns: DryRuns
  readonly lanes: Lanes
}

/** The refusals that concern the money of the enterprise. */
const MONEY_OUT = ['insufficient_funds', 'limit_exceeded', 'enterprise_suspended'] as const
const BATCH_BYTES_MAX = 16 * 1024 * 1024
const tags = ['Payouts']

const feeInWords = (type: 'direct' | 'wallet' | 'ach'): string =>
  `\`${type}\` ${SETTINGS[`fee_payout_${type}_in_cents`].initial} cents`
const PAYOUT_FEES = `${feeInWords('direct')}, ${feeInWords('wallet')}, ${feeInWords('ach')}`

export function payoutRoutes(api: Api, deps: PayoutRouteDeps): void {
  const lane = payoutLane(deps.database, deps)
  createRoute(api, deps, lane)
  createBatchRoute(api, deps, lane)
  readRoute(api, deps)
  updateRoute(api, deps)
  listRoute(api, deps)
  listOfConnectionRoute(api, deps)
  listOfApprovalRoute(api, deps)
}

function createRoute(api: Api, deps: PayoutRouteDeps, lane: PayoutLane): void {
  api.post(
    '/payout',
    {
      config: { problems: [...MONEY_OUT, 'not_found', 'permission_not_granted', 'invalid_state'] },
      schema: {
        operationId: 'createPayout',
        tags,
        summary: 'Pay a creator',
        description:
          'At once, or at `date`. To a connection the creator has not activated yet, it waits 30 days to be claimed. `direct` and `wallet` payouts are `sent` two seconds after they are `pending`, `ach` ones with the next batch: in sandbox each hour on the hour, and an account number that begins with 9 comes back 30 minutes later as `returned`.\n\n' +
          `**Rules.** The connection must exist (404) and not be deleted (409 \`invalid_state\`). \`payment.credit\` must be requested while the connection is not active, and granted and not expired once it is (403 \`permission_not_granted\`). The operating account must hold the amount and the highest fee that it could cost (402 \`insufficient_funds\`); then nothing is created. A limit that would be exceeded refuses it (403 \`limit_exceeded\`, see \`GET /limit\`), or sends it to approval. Where new bank accounts wait, an \`ach\` payout to one stays \`ready\` until it may be paid to.\n\n` +
          `**Fees**, unless agreed otherwise: ${PAYOUT_FEES}.`,
        querystring: DryRunQuery,
        body: PayoutCreate,
        response: { 200: PayoutDryRunSchema, 201: PayoutSchema },
      },
    },
    async (request, reply) => {
      const wanted: PayoutEntries = { entries: [{ index: 0, input: request.body }], isBatch: false, faults: [] }
      if (isDryRun(request)) {
        return deps.dryRuns(request, reply, (sql, tenant) =>
          tryPayout(sql, tenant, wanted, makerOf(callerOf(request)), deps),
        )
      }
      const answer = await deps.lanes.submit(lane, callerOf(request).tenant, {
        ...wanted,
        keyed: keyedRequest(request),
        maker: makerOf(callerOf(request)),
        answer: ([payout]) => storedPayoutUtf8(payout as NonNullable<typeof payout>),
      })
      sendReply(reply, answer)
    },
  )
}

function createBatchRoute(api: Api, deps: PayoutRouteDeps, lane: PayoutLane): void {
  const faultsOf = createValidate(PayoutCreate)
  api.post(
    '/payout/batch',
    {
      bodyLimit: BATCH_BYTES_MAX,
      config: { problems: [...MONEY_OUT, 'batch_invalid'], entriesIn: { name: 'payouts', max: BATCH_MAX } },
      schema: {
        operationId: 'createPayouts',
        tags,
        summary: 'Pay many creators',
        description: `All or nothing: if any entry fails, none is created and \`details\` lists every failing one. Up to ${BATCH_MAX.toLocaleString('en-US')} entries and 16 MiB; each follows the rules of a single payout, and within a list of payouts later entries are newer. Funds that are short for the whole are one 402 \`insufficient_funds\`, a limit per day or month that the whole would exceed one 403 \`limit_exceeded\`. Fees are those of single payouts.`,
        querystring: DryRunQuery,
        body: PayoutBatch,
        response: { 200: PayoutBatchDryRunSchema, 201: PayoutBatchSchema },
      },
    },
    async (request, reply) => {
      const valid = validEntries(request.body.payouts, entryFaultsOf(request), faultsOf)
      const wanted: PayoutEntries = { ...valid, isBatch: true }
      if (isDryRun(request)) {
        return deps.dryRuns(request, reply, (sql, tenant) =>
          tryBatch(sql, tenant, wanted, makerOf(callerOf(request)), deps),
        )
      }
      const answer = await deps.lanes.submit(lane, callerOf(request).tenant, {
        ...wanted,
        keyed: keyedRequest(request),
        maker: makerOf(callerOf(request)),
        answer: payoutBatchUtf8,
      })
      sendReply(reply, answer)
    },
  )
}

/** The entries that are valid by the schema, and a fault for each of the others. */
function validEntries(
  payouts: readonly unknown[],
  unstorable: ReadonlyMap<number, Fault>,
  faultsOf: (entry: unknown) => readonly Fault[],
): { entries: Entry[]; faults: BatchFault[] } {
  const entries: Entry[] = []
  const faults: BatchFault[] = []
  for (const [index, entry] of payouts.entries()) {
    const fault = unstorable.get(index)
    const found = fault ? [fault] : faultsOf(entry)
    if (found.length === 0) entries.push({ index, input: entry as PayoutInput })
    else faults.push({ index, code: 'validation_failed', message: inWords(found), request: entry })
  }
  return { entries, faults }
}

const inWords = (faults: readonly Fault[]): string =>
  `${faults.map(({ param, message }) => `${param ? `\`${param}\`` : 'The entry'} ${message}`).join(', ')}.`

function readRoute(api: Api, deps: PayoutRouteDeps): void {
  api.get(
    '/payout/:id',
    {
      schema: {
        operationId: 'getPayout',
        tags,
        summary: 'Read a payout',
        params: IdParam,
        response: { 200: PayoutSchema },
      },
    },
    async (request, reply) => {
      const text = await readPayoutUtf8(deps, callerOf(request).tenant, request.params.id)
      if (text === undefined) throw payoutNotFound()
      sendUtf8(reply, text)
    },
  )
}

function updateRoute(api: Api, deps: PayoutRouteDeps): void {
  const { commands } = deps
  api.put(
    '/payout/:id',
    {
      config: { problems: ['invalid_state'] },
      schema: {
        operationId: 'updatePayout',
        tags,
        summary: 'Cancel, reschedule or describe a payout',
        description:
          '`description` and `user_data` change in any state. `status: canceled` cancels a payout in `ready` and gives back amount and fee; in any other state it changes nothing, and the answer (200) shows the payout as it is. `date` changes only in `ready`: otherwise, and beside `status: canceled` that takes effect, it is 409 `invalid_state`; `message` names which of the two.',
        params: IdParam,
        body: PayoutUpdate,
        response: { 200: PayoutSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const changed = await changePayout(tx, tenant, request.params.id, request.body, deps)
        const [payout = changed] = await withMethods(tx, tenant, [changed])
        return { status: 200, body: viewPayout(await withApproval(tx, tenant, payout)) }
      }),
  )
}

const PayoutQuery = { ...walkQueryWith(STATUSES, 'indexed'), ...amountQuery, type: TypeFilter(TYPES) }
const ConnectionFilter = OwnerFilter('Only to this connection.', 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha')

function listRoute(api: Api, deps: PayoutRouteDeps): void {
  api.get(
    '/payout',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listPayouts',
        tags,
        summary: 'List payouts',
        querystring: Closed({ ...PayoutQuery, account_connection: ConnectionFilter }),
        response: { 200: ListOf(PayoutSchema) },
      },
    },
    shareAnswers<WalkedQuery>(async (tenant, query) => {
      const { page, filter } = walkRequest(tenant, 'payout', query)
      return viewPage(await readPayoutPage(deps, tenant, page, filter), page, viewPayout)
    }),
  )
}

function listOfConnectionRoute(api: Api, deps: PayoutRouteDeps): void {
  const { database } = deps
  api.get(
    '/account-connection/:id/payout',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listPayoutsOfConnection',
        tags,
        summary: 'List payouts to a connection',
        params: IdParam,
        querystring: Closed(PayoutQuery),
        response: { 200: ListOf(PayoutSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      if (!(await findConnection(database.sql, tenant, request.params.id))) throw connectionNotFound()
      const { page, filter } = walkRequest(tenant, `payout of ${request.params.id}`, request.query)
      const narrowed = { ...filter, account_connection: request.params.id }
      return viewPage(await readPayoutPage(deps, tenant, page, narrowed), page, viewPayout)
    },
  )
}

function listOfApprovalRoute(api: Api, deps: PayoutRouteDeps): void {
  api.get(
    '/approval/:id/payout',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listPayoutsOfApproval',
        tags,
        summary: 'List the payouts that an approval is about',
        description: 'In the order of the batch.',
        params: IdParam,
        querystring: Closed(periodQuery),
        response: { 200: ListOf(PayoutSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      if (!(await findApproval(deps.database.sql, tenant, request.params.id))) throw approvalNotFound()
      const { page, filter } = listRequest(request.query)
      return viewPage(await readPayoutsOfApproval(deps, tenant, request.params.id, page, filter), page, viewPayout)
    },
  )
}
