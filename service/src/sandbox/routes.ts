import { randomInt } from 'node:crypto'
import { type Static, Type } from 'typebox'
import {
  type Api,
  Body,
  Closed,
  type Commands,
  callerOf,
  ListOf,
  listQuery,
  listRequest,
  OneOf,
  Reference,
  Shape,
  Timestamp,
  viewPage,
} from '../http/index.ts'
import { newId } from '../kernel/ids.ts'
import { AMOUNT_MAX, cents } from '../kernel/money.ts'
import { iso } from '../kernel/time.ts'
import { lockAccounts, post } from '../ledger/index.ts'
import type { Database } from '../platform/database.ts'
import type { DueKind } from '../platform/due.ts'
import { returnCodes } from '../rails/ach/return-codes.ts'
import type { MailRail } from '../rails/messages/port.ts'
import {
  CONNECTION_TYPES,
  type ConnectionDeps,
  ConnectionSchema,
  completeConnect,
  describeConnection,
} from '../resources/account-connections/index.ts'
import {
  listMessages,
  MESSAGE_STATUSES,
  MessageSchema,
  storedStatuses,
  viewMessage,
} from '../resources/messages/index.ts'
import {
  failPayout,
  type PayoutDeps,
  PayoutSchema,
  returnPayout,
  viewPayout,
  withPayoutApproval,
} from '../resources/payouts/index.ts'
import { tenantNow } from '../tenants/index.ts'
import { cardSimulationRoutes, type SandboxCardDeps } from './card.routes.ts'
import { catchUp, inTurn, moveClock } from './clock.ts'
import { contractSimulationRoutes } from './contract.routes.ts'

const ADVANCE_MAX_SECONDS = 31_622_400
const Now = Shape('Clock', { now: Timestamp({ description: "The tenant's clock." }) })
const tags = ['Sandbox']

export interface SandboxDeps extends ConnectionDeps, PayoutDeps, SandboxCardDeps {
  readonly database: Database
  readonly commands: Commands
  readonly due: readonly DueKind[]
  /** A pool of its own for connections that hold a lock; see platform/locks.ts. */
  readonly locks: Database
  readonly mail: MailRail
}

/** Mounted in sandbox only. */
export function sandboxRoutes(api: Api, deps: SandboxDeps): void {
  getClock(api, deps)
  advanceClock(api, deps)
  simulateConnect(api, deps)
  simulatePayoutReturn(api, deps)
  simulatePayoutError(api, deps)
  cardSimulationRoutes(api, deps)
  contractSimulationRoutes(api, deps)
  simulateFunding(api, deps)
  getMessages(api, deps)
}

function getClock(api: Api, { database }: SandboxDeps): void {
  api.get(
    '/sandbox/clock',
    { schema: { operationId: 'getClock', tags, summary: 'Read the clock', response: { 200: Now } } },
    async (request) => ({ now: iso(await tenantNow(database.sql, callerOf(request).tenant)) }),
  )
}

function advanceClock(api: Api, { database, commands, due, locks }: SandboxDeps): void {
  api.post(
    '/sandbox/clock/advance',
    {
      schema: {
        operationId: 'advanceClock',
        tags,
        summary: 'Advance the clock',
        description: 'Moves your sandbox forward in time and does everything that becomes due on the way, in order.',
        body: Body('SandboxClockAdvance', {
          seconds: Type.Integer({ minimum: 1, maximum: ADVANCE_MAX_SECONDS, examples: [3_600] }),
        }),
        response: { 200: Now },
      },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      await inTurn(locks, tenant, () =>
        commands(
          request,
          reply,
          async (tx) => ({ status: 200, body: { now: iso(await moveClock(tx, tenant, request.body.seconds)) } }),
          () => catchUp(database, due, tenant),
        ),
      )
    },
  )
}

/** The bank account of a simulated creator who chooses `ach`. */
const SAMPLE_BANK = {
  name_on_account: 'Alice Alison',
  account_number: '000123456789',
  routing_number: '021000021',
  account_type: 'checking',
} as const

/** A number that no one has: area code 555. */
const sampleMobile = (): string => `+1555${String(randomInt(10 ** 7)).padStart(7, '0')}`

const Connect = Body('SandboxConnect', {
  account_connection: Reference(),
  type: OneOf(CONNECTION_TYPES),
  outcome: Type.Optional(OneOf(['approved', 'review', 'rejected'], { default: 'approved' })),
})

function simulateConnect(api: Api, deps: SandboxDeps): void {
  api.post(
    '/sandbox/connect',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulateConnect',
        tags,
        summary: 'Do what a creator does in Connect',
        description: '`review` leaves the connection `pending`; calling again decides.',
        body: Connect,
        response: { 200: ConnectionSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => {
        const { account_connection, type, outcome = 'approved' } = request.body
        const row = await completeConnect(
          tx,
          tenant,
          account_connection,
          { type, outcome, sampleBank: SAMPLE_BANK, mobile: sampleMobile() },
          deps,
        )
        return { status: 200, body: await describeConnection(tx, tenant, row) }
      }),
  )
}

function simulatePayoutReturn(api: Api, deps: SandboxDeps): void {
  api.post(
    '/sandbox/payout-return',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulatePayoutReturn',
        tags,
        summary: 'Let the bank return a payout',
        description: 'Only a `sent` payout of type `ach`.',
        body: Body('SandboxPayoutReturn', { payout: Reference(), code: OneOf(returnCodes(), { examples: ['R03'] }) }),
        response: { 200: PayoutSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: await shown(tx, tenant, await returnPayout(tx, tenant, request.body.payout, request.body.code, deps)),
      })),
  )
}

function simulatePayoutError(api: Api, deps: SandboxDeps): void {
  api.post(
    '/sandbox/payout-error',
    {
      config: { problems: ['not_found', 'invalid_state'] },
      schema: {
        operationId: 'simulatePayoutError',
        tags,
        summary: 'Let a payout fail',
        description: 'Only a `ready` or `pending` payout.',
        body: Body('SandboxPayoutFailure', { payout: Reference() }),
        response: { 200: PayoutSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: await shown(tx, tenant, await failPayout(tx, tenant, request.body.payout, deps)),
      })),
  )
}

const shown = async (...payout: Parameters<typeof withPayoutApproval>) =>
  viewPayout(await withPayoutApproval(...payout))

const Funded = Shape('SandboxFunded', { operating_account: Type.Object({ balance_in_cents: Type.Integer() }) })

function simulateFunding(api: Api, { commands }: SandboxDeps): void {
  api.post(
    '/sandbox/funding',
    {
      schema: {
        operationId: 'simulateFunding',
        tags,
        summary: 'Top the operating account up',
        description: 'Refunds that are due are repaid from it first.',
        body: Body('SandboxFunding', {
          amount_in_cents: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, examples: [1_000_000] }),
        }),
        response: { 200: Funded },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const amount = cents(request.body.amount_in_cents)
        await lockAccounts(tx, tenant, ['operating', 'funding'])
        const at = await tenantNow(tx, tenant)
        await post(tx, tenant, [
          { sourceId: newId('funding'), kind: 'top_up', debit: 'funding', credit: 'operating', amount, at },
        ])
        // Read back, because refunds that were due have been repaid from the amount.
        const after = (await lockAccounts(tx, tenant, ['operating'])).get('operating')?.balance ?? 0
        return {
          status: 200,
          body: { operating_account: { balance_in_cents: after } } satisfies Static<typeof Funded>,
        }
      }),
  )
}

function getMessages(api: Api, deps: SandboxDeps): void {
  api.get(
    '/sandbox/message',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'listMessages',
        tags,
        summary: 'Read every e-mail and SMS',
        description: 'Newest first, whatever became of it. Only addresses like `name+sandbox@example.com` get mail.',
        querystring: Closed(listQuery(MESSAGE_STATUSES)),
        response: { 200: ListOf(MessageSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { page, filter } = listRequest(request.query)
      const { status, ...period } = filter
      const narrowed = { ...period, statuses: storedStatuses(status, deps.mail) }
      return viewPage(await listMessages(deps.database.sql, tenant, page, narrowed), page, (row) =>
        viewMessage(row, tenant, deps),
      )
    },
  )
}
