import { type Static, Type } from 'typebox'
import {
  type Api,
  Body,
  callerOf,
  exampleId,
  ListOf,
  OneOf,
  Reference,
  Shape,
  viewPage,
  walkRequest,
} from '../http/index.ts'
import { newId } from '../kernel/ids.ts'
import { AMOUNT_MAX, cents } from '../kernel/money.ts'
import { lockAccounts, post } from '../ledger/index.ts'
import { mapInSlices } from '../platform/slices.ts'
import type { MailRail } from '../rails/messages/port.ts'
import {
  findLanguages,
  listMessages,
  MessageQuery,
  MessageSchema,
  storedFilter,
  viewMessage,
} from '../resources/messages/index.ts'
import {
  FAILURE_CODES,
  failPayout,
  type PayoutDeps,
  PayoutSchema,
  returnPayout,
  viewPayout,
  withPayoutApproval,
} from '../resources/payouts/index.ts'
import { Balance, tenantNow } from '../tenants/index.ts'
import { cardSimulationRoutes, type SandboxCardDeps } from './card.routes.ts'
import { type ClockRouteDeps, clockRoutes } from './clock.routes.ts'
import { contractSimulationRoutes } from './contract.routes.ts'
import { type CreatorSimulationDeps, creatorSimulationRoutes } from './creator.routes.ts'
import { idempotencyExpiryRoute } from './idempotency.routes.ts'
import { ReturnCode } from './return-code.ts'
import { withdrawalSimulationRoutes } from './withdrawal.routes.ts'

const tags = ['Sandbox']

export interface SandboxDeps extends ClockRouteDeps, CreatorSimulationDeps, PayoutDeps, SandboxCardDeps {
  readonly mail: MailRail
}

/** Mounted in sandbox only. */
export function sandboxRoutes(api: Api, deps: SandboxDeps): void {
  clockRoutes(api, deps)
  creatorSimulationRoutes(api, deps)
  simulatePayoutReturn(api, deps)
  simulatePayoutError(api, deps)
  cardSimulationRoutes(api, deps)
  contractSimulationRoutes(api, deps)
  withdrawalSimulationRoutes(api, deps)
  simulateFunding(api, deps)
  idempotencyExpiryRoute(api, deps)
  getMessages(api, deps)
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
        description: 'Only a `sent` payout of type `ach`; any other is 409 `invalid_state`.',
        body: Body('SandboxPayoutReturn', {
          payout: Reference({ description: 'The id of the payout.', examples: [exampleId('pay')] }),
          code: ReturnCode,
        }),
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
        description: 'Only a `ready` or `pending` payout; any other is 409 `invalid_state`.',
        body: Body('SandboxPayoutFailure', {
          payout: Reference({ description: 'The id of the payout.', examples: [exampleId('pay')] }),
          code: Type.Optional(
            OneOf(FAILURE_CODES, { default: 'payment_failed', description: 'The `failure_code` that it gets.' }),
          ),
        }),
        response: { 200: PayoutSchema },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 200,
        body: await shown(tx, tenant, await failPayout(tx, tenant, request.body.payout, deps, request.body.code)),
      })),
  )
}

const shown = async (...payout: Parameters<typeof withPayoutApproval>) =>
  viewPayout(await withPayoutApproval(...payout))

const Funded = Shape('SandboxFunded', { operating_account: Balance('Money ready to be paid out, after the top-up.') })

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
          amount_in_cents: Type.Integer({
            minimum: 1,
            maximum: AMOUNT_MAX,
            description: 'By how much, in cents.',
            examples: [1_000_000],
          }),
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
        description: 'Every message, whatever became of it. Only addresses like `name+sandbox@example.com` get mail.',
        querystring: MessageQuery,
        response: { 200: ListOf(MessageSchema) },
      },
    },
    async (request) => {
      const { tenant } = callerOf(request)
      const { to, ...query } = request.query
      // Neither an address nor a number has a space: it was a `+` that the caller did not encode.
      const asked = to === undefined ? query : { ...query, to: to.replaceAll(' ', '+') }
      const { page, filter } = walkRequest(tenant, 'message', asked)
      const wanted = storedFilter(filter, deps.mail)
      const found = await listMessages(deps.database.sql, tenant, page, wanted)
      const recipients = found.data.map(({ recipient }) => recipient)
      const languageOf = await findLanguages(deps.database.sql, deps.vault, recipients)
      // Each is unsealed and rendered, which takes half a millisecond.
      const data = await mapInSlices(found.data, (row) => viewMessage(row, tenant, deps, languageOf(row.recipient)))
      return viewPage({ ...found, data }, page, (message) => message)
    },
  )
}
