import { Type } from 'typebox'
import { type Api, Body, callerOf, exampleId, ListOf, OneOf, Reference, viewPage, walkRequest } from '../http/index.ts'
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
import { cardSimulationRoutes, type SandboxCardDeps } from './card.routes.ts'
import { type ClockRouteDeps, clockRoutes } from './clock.routes.ts'
import { contractSimulationRoutes } from './contract.routes.ts'
import { type CreatorSimulationDeps, creatorSimulationRoutes } from './creator.routes.ts'
import { fundingSimulationRoutes } from './funding.routes.ts'
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
  fundingSimulationRoutes(api, deps)
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
