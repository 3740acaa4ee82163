import { type Static, Type } from 'typebox'
import { type Api, Body, Shape, Timestamp } from '../http/index.ts'
import { newId, type TenantId } from '../kernel/ids.ts'
import { AMOUNT_MAX, cents } from '../kernel/money.ts'
import { lockAccounts } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import { easternDay } from '../rails/ach/calendar.ts'
import { bookByHand, creditAccount } from '../resources/incoming-money/index.ts'
import { Balance, readTenant, tenantNow } from '../tenants/index.ts'
import type { ClockRouteDeps } from './clock.routes.ts'

const tags = ['Sandbox']

const Funded = Shape('SandboxFunded', { operating_account: Balance('Money ready to be paid out, afterwards.') })

const amountOf = (description: string) =>
  Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, description, examples: [1_000_000] })

export type FundingDeps = Pick<ClockRouteDeps, 'commands'>

/** Money that comes to the operating account from the bank, and money that the bank takes back. */
export function fundingSimulationRoutes(api: Api, deps: FundingDeps): void {
  simulateFunding(api, deps)
  simulateFundingReturn(api, deps)
}

function simulateFunding(api: Api, { commands }: FundingDeps): void {
  api.post(
    '/sandbox/funding',
    {
      schema: {
        operationId: 'simulateFunding',
        tags,
        summary: 'Top the operating account up',
        description:
          'Refunds that are due, and what the bank took back, are repaid from it first. With `available_at` in the future it is `incoming_in_cents` of your enterprise until then, as a credit before its settlement date is.',
        body: Body('SandboxFunding', {
          amount_in_cents: amountOf('By how much, in cents.'),
          available_at: Type.Optional(
            Timestamp({ description: 'When it is available, by the sandbox clock; at once without it.' }),
          ),
        }),
        response: { 200: Funded },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { amount_in_cents, available_at } = request.body
        const at = available_at === undefined ? undefined : new Date(available_at)
        await creditAccount(tx, (await readTenant(tx, tenant)).bank_id, {
          account: { owner: tenant },
          amount: cents(amount_in_cents),
          sourceId: newId('funding'),
          depositSource: undefined,
          availableAt: at && at > (await tenantNow(tx, tenant)) ? at : undefined,
        })
        return { status: 200, body: await funded(tx, tenant) }
      }),
  )
}

function simulateFundingReturn(api: Api, { commands }: FundingDeps): void {
  api.post(
    '/sandbox/funding-return',
    {
      schema: {
        operationId: 'simulateFundingReturn',
        tags,
        summary: 'Let the bank take a credit back',
        description:
          'It takes what the operating account holds. The rest is `receivables_in_cents` of your enterprise, which its next credits repay.',
        body: Body('SandboxFundingReturn', { amount_in_cents: amountOf('How much, in cents.') }),
        response: { 200: Funded },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        await bookByHand(tx, (await readTenant(tx, tenant)).bank_id, {
          kind: 'taken_back',
          account: { owner: tenant },
          amount: cents(request.body.amount_in_cents),
          sourceId: newId('funding'),
          day: easternDay(await tenantNow(tx, tenant)),
        })
        return { status: 200, body: await funded(tx, tenant) }
      }),
  )
}

/** Read back, because debts have been repaid from the amount. */
async function funded(tx: Tx, tenant: TenantId): Promise<Static<typeof Funded>> {
  const balance = (await lockAccounts(tx, tenant, ['operating'])).get('operating')?.balance ?? 0
  return { operating_account: { balance_in_cents: balance } }
}
