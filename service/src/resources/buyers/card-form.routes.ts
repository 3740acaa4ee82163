import { Type } from 'typebox'
import type { CardRequest, FormState, InstrumentRequest } from '../../../../contracts/card-form.ts'
import { type Api, Closed, type Pages, Text } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { SavedCard } from '../../rails/cards/port.ts'
import { readEnterpriseLook, readPurchaseTerms } from '../../tenants/index.ts'
import { type FramingDeps, frameAncestors, framingOf, NO_FRAMING } from '../embed-origins/index.ts'
import { type BuyerDeps, buyerNotFound, removeCard, requireCard, requireInstrument, saveCard } from './commands.ts'
import { type FormGrant, openFormToken } from './embed-url.ts'
import type { Buyer } from './model.ts'
import { viewCard } from './schema.ts'
import { findBuyer } from './store.ts'

export interface CardFormDeps extends BuyerDeps, FramingDeps {
  readonly database: Database
  readonly pages: Pages
}

const BODY_MAX = 4_096
const hidden = { schema: { hide: true } }

const Card = Closed({
  number: Type.String({ pattern: '^[0-9]{12,19}$', 'x-form': 'the digits of a card' }),
  expiration_month: Type.Integer({ minimum: 1, maximum: 12 }),
  expiration_year: Type.Integer({ minimum: 2000, maximum: 2200 }),
  cvc: Type.String({ pattern: '^[0-9]{3,4}$', 'x-form': 'the 3 or 4 digits on the card' }),
  postal_code: Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z -]{1,9}$', 'x-form': 'the postal code of the card' }),
})

/** The hosts that the processor's own card fields load from and connect to. */
const PROCESSOR_HOSTS = { us: [], stripe: ['https://js.stripe.com', 'https://api.stripe.com'] } as const

/** The card form: the page and its API. `contracts/card-form.ts` has the types of both sides. */
export function cardFormRoutes(api: Api, deps: CardFormDeps): void {
  pageRoute(api, deps)
  stateRoute(api, deps)
  saveCardRoute(api, deps)
  saveInstrumentRoute(api, deps)
  removeCardRoute(api, deps)
}

/** An unknown address gets the page too, which explains it. */
function pageRoute(api: Api, deps: CardFormDeps): void {
  api.get('/card-form/:token', hidden, async (request, reply) => {
    const grant = await grantOf((request.params as { token: string }).token, deps)
    const framing = grant ? await framingOf(deps.database.sql, grant.tenant, deps) : NO_FRAMING
    return deps.pages.sendPage(request, reply, 'card-form', {
      frameAncestors: frameAncestors(framing),
      status: grant ? 200 : 404,
      processor: PROCESSOR_HOSTS[deps.cards[deps.environment].fields.hostedBy],
    })
  })
}

function stateRoute(api: Api, deps: CardFormDeps): void {
  api.get('/card-form/api/state', hidden, async (request) => {
    const grant = await requireGrant(request.headers.authorization, deps)
    return viewState(grant, await findBuyer(deps.database.sql, grant.tenant, grant.buyer), deps)
  })
}

function saveCardRoute(api: Api, deps: CardFormDeps): void {
  api.post(
    '/card-form/api/card',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: Card } },
    async ({ headers, body }) => {
      const grant = await requireGrant(headers.authorization, deps)
      const card: CardRequest = body
      const details = {
        number: card.number,
        expirationMonth: card.expiration_month,
        expirationYear: card.expiration_year,
        cvc: card.cvc,
        postalCode: card.postal_code,
      }
      return save(grant, await requireCard(deps.cards[deps.environment], details, grant.now), deps)
    },
  )
}

function saveInstrumentRoute(api: Api, deps: CardFormDeps): void {
  api.post(
    '/card-form/api/instrument',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: Closed({ instrument: Text(255) }) } },
    async ({ headers, body }) => {
      const grant = await requireGrant(headers.authorization, deps)
      const { instrument }: InstrumentRequest = body
      const card = await requireInstrument(deps.cards[deps.environment], 'instrument', instrument, grant.now)
      return save(grant, card, deps)
    },
  )
}

function removeCardRoute(api: Api, deps: CardFormDeps): void {
  api.delete('/card-form/api/card', hidden, async ({ headers }) => {
    const grant = await requireGrant(headers.authorization, deps)
    return change(grant, (tx) => removeCard(tx, grant.tenant, grant.buyer, deps.cards[deps.environment]), deps)
  })
}

const save = (grant: FormGrant, card: SavedCard, deps: CardFormDeps): Promise<FormState> =>
  change(grant, (tx) => saveCard(tx, grant.tenant, grant.buyer, card, deps.cards[deps.environment]), deps)

const change = async (grant: FormGrant, work: (tx: Tx) => Promise<Buyer>, deps: CardFormDeps): Promise<FormState> =>
  viewState(grant, await deps.database.transaction(work), deps)

const grantOf = (token: string, { database, vault, environment }: CardFormDeps): Promise<FormGrant | undefined> =>
  openFormToken(database.sql, vault, environment, token)

/** The token in the address is the permission to change the card, until it expires by the tenant's clock. */
async function requireGrant(header: string | undefined, deps: CardFormDeps): Promise<FormGrant> {
  const grant = await grantOf(/^Bearer ([\w-]+)$/.exec(header ?? '')?.[1] ?? '', deps)
  if (!grant) throw problem('unauthorized', 'This address is not valid; please open the form again.')
  if (grant.now >= grant.expiresAt) throw problem('unauthorized', 'This form has expired; please open it again.')
  return grant
}

async function viewState(grant: FormGrant, buyer: Buyer | undefined, deps: CardFormDeps): Promise<FormState> {
  if (!buyer) throw buyerNotFound()
  const { database, environment } = deps
  const { fields } = deps.cards[environment]
  const [terms, embed] = await Promise.all([
    readPurchaseTerms(database.sql, grant.tenant),
    framingOf(database.sql, grant.tenant, deps),
  ])
  return {
    environment,
    enterprise: await readEnterpriseLook(database.sql, grant.tenant, terms.enterprise_name),
    card: viewCard(buyer),
    fields:
      fields.hostedBy === 'us' ? { hosted_by: 'us' } : { hosted_by: 'stripe', publishable_key: fields.publishableKey },
    embed,
  }
}
