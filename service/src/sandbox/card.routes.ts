import { Type } from 'typebox'
import { type Api, Body, type Commands, callerOf, exampleId, OneOf, Reference, Text } from '../http/index.ts'
import type { TenantId } from '../kernel/ids.ts'
import { AMOUNT_MAX, cents } from '../kernel/money.ts'
import type { Database, Tx } from '../platform/database.ts'
import { DISPUTE_STATUSES } from '../rails/cards/port.ts'
import { type BuyerDeps, BuyerSchema, embedUrl, requireCard, saveCard, viewBuyer } from '../resources/buyers/index.ts'
import {
  chargeBack,
  fraudAlert,
  type PurchaseDeps,
  PurchaseSchema,
  recordDispute,
  viewPurchaseOf,
  withPurchaseReturns,
} from '../resources/purchases/index.ts'
import { tenantNow } from '../tenants/index.ts'

export interface SandboxCardDeps extends BuyerDeps, PurchaseDeps {
  readonly database: Database
  readonly commands: Commands
}

const tags = ['Sandbox']

const CARDS = `Every valid card number is saved and approved; these do something else when they are used, or show another brand:

| number | does |
|---|---|
| 4242424242424242 | approved (VISA) |
| 5555555555554444 | approved (MASTERCARD) |
| 378282246310005 | approved (AMERICAN_EXPRESS) |
| 4000000000000002 | declined when charged |
| 4000000000009995 | declined for insufficient funds |
| 4000000000000341 | approved, then fails to settle: the purchase becomes \`error\` |
| 4000000000005126 | approved, but its refund fails |`

const Card = Body('SandboxCard', {
  buyer: Reference({ description: 'The id of the buyer.', examples: [exampleId('buy')] }),
  number: Type.String({
    pattern: '^[0-9]{12,19}$',
    'x-form': 'the 12 to 19 digits of a card',
    description:
      'A test card: 12 to 19 digits, the last of them a valid check digit (Luhn), of a known network. It is handed to the card network and kept nowhere.',
    examples: ['4242424242424242'],
  }),
  expiration_month: Type.Integer({
    minimum: 1,
    maximum: 12,
    description: 'The last month in which the card is good; not before the month of the sandbox clock.',
    examples: [12],
  }),
  expiration_year: Type.Integer({
    minimum: 2000,
    maximum: 2200,
    description: 'The year of that month, four digits; at most 50 years after that of the sandbox clock.',
    examples: [2040],
  }),
})

export function cardSimulationRoutes(api: Api, deps: SandboxCardDeps): void {
  simulateCard(api, deps)
  for (const simulation of PURCHASE_SIMULATIONS) simulatePurchase(api, deps, simulation)
  simulateDispute(api, deps)
}

function simulateCard(api: Api, deps: SandboxCardDeps): void {
  const { database, commands, cards, environment } = deps
  api.post(
    '/sandbox/card',
    {
      config: { problems: ['not_found'], secretAnswer: true },
      schema: {
        operationId: 'simulateCard',
        tags,
        summary: 'Do what a buyer does in the card form',
        description: CARDS,
        body: Card,
        response: { 200: BuyerSchema },
      },
    },
    async (request, reply) => {
      const { buyer, number, expiration_month, expiration_year } = request.body
      const now = await tenantNow(database.sql, callerOf(request).tenant)
      const details = { number, expirationMonth: expiration_month, expirationYear: expiration_year }
      const card = await requireCard(cards[environment], details, now)
      await commands(request, reply, async (tx, tenant) => {
        const saved = await saveCard(tx, tenant, buyer, card, cards[environment])
        return { status: 200, body: viewBuyer(saved, embedUrl(deps, tenant, saved.id, now)) }
      })
    },
  )
}

/** An event of the card network for a purchase, as sandbox simulates it. */
interface PurchaseSimulation {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly simulate: (tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps) => ReturnType<typeof fraudAlert>
}

const PURCHASE_SIMULATIONS: readonly PurchaseSimulation[] = [
  {
    path: '/sandbox/fraud-alert',
    operationId: 'simulateFraudAlert',
    summary: 'Let the card network warn of fraud',
    description:
      'Refunds the purchase when it says `auto_refund_on_fraud` and the fraud refund window is open; otherwise nothing changes. A purchase that was not paid is 409 `invalid_state`.',
    simulate: fraudAlert,
  },
  {
    path: '/sandbox/chargeback',
    operationId: 'simulateChargeback',
    summary: "Let the buyer's bank take the money back",
    description:
      'All that is left of a purchase that was paid and not reversed yet; any other is 409 `invalid_state`. A dispute begins that `needs_response`; go on with `/sandbox/dispute`.',
    simulate: chargeBack,
  },
]

function simulatePurchase(
  api: Api,
  deps: SandboxCardDeps,
  { path, operationId, summary, description, simulate }: PurchaseSimulation,
): void {
  const { commands, environment } = deps
  api.post(
    path,
    {
      config: { problems: ['not_found', 'invalid_state'], secretAnswer: true },
      schema: {
        operationId,
        tags,
        summary,
        description,
        body: Body('SandboxPurchase', {
          purchase: Reference({ description: 'The id of the purchase.', examples: [exampleId('pch')] }),
        }),
        response: { 200: PurchaseSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const purchase = await simulate(tx, tenant, request.body.purchase, deps)
        const [shown = purchase] = await withPurchaseReturns(tx, tenant, [purchase])
        return { status: 200, body: viewPurchaseOf(deps, environment, tenant, shown) }
      }),
  )
}

const Dispute = Body('SandboxDispute', {
  purchase: Reference({ description: 'The id of the purchase.', examples: [exampleId('pch')] }),
  status: OneOf(DISPUTE_STATUSES, {
    description:
      'What becomes of the dispute. It begins with `inquiry`, or with `needs_response`, which takes the money.',
  }),
  amount_in_cents: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: AMOUNT_MAX,
      description: 'What it is about, in cents, when it begins. Without it, all that is left of the purchase.',
      examples: [2_500],
    }),
  ),
  reason: Type.Optional(
    Text(255, { description: 'Why, as the card network would say it.', examples: ['product_not_received'] }),
  ),
})

/** One step of a dispute, as the buyer's bank would report it. */
function simulateDispute(api: Api, deps: SandboxCardDeps): void {
  const { commands, environment } = deps
  api.post(
    '/sandbox/dispute',
    {
      config: { problems: ['not_found', 'invalid_state'], secretAnswer: true },
      schema: {
        operationId: 'simulateDispute',
        tags,
        summary: 'Let the buyer dispute a charge, and the bank decide',
        description:
          '`inquiry` asks and takes nothing. `needs_response` takes the money: the purchase is `reversed`. `under_review`: your evidence was handed in. `won` gives back what was taken, and the purchase is `completed` again; `lost` keeps it. A step that cannot follow is 409 `invalid_state`, and so is a dispute about more than is left.',
        body: Dispute,
        response: { 200: PurchaseSchema },
      },
    },
    (request, reply) =>
      commands(request, reply, async (tx, tenant) => {
        const { purchase: id, status, amount_in_cents: amount, reason } = request.body
        const report = {
          reference: null,
          status,
          isTaken: status !== 'inquiry' && status !== 'won',
          isSimulated: true,
          ...(amount === undefined ? {} : { amount: cents(amount) }),
          ...(reason === undefined ? {} : { reason }),
        }
        const purchase = await recordDispute(tx, tenant, id, report, deps)
        const [shown = purchase] = await withPurchaseReturns(tx, tenant, [purchase])
        return { status: 200, body: viewPurchaseOf(deps, environment, tenant, shown) }
      }),
  )
}
