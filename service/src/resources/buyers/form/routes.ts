import { Type } from 'typebox'
import type { CardRequest, FormState, InstrumentRequest } from '../../../../../contracts/card-form.ts'
import { type Api, Closed, type Pages, Text } from '../../../http/index.ts'
import { problem } from '../../../kernel/errors.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { SavedCard } from '../../../rails/cards/port.ts'
import { readPurchaseTerms } from '../../../tenants/index.ts'
import { type FramingDeps, frameAncestors, framingOf, NOBODY } from '../../embed-origins/index.ts'
import { type BuyerDeps, buyerNotFound, removeCard, requireCard, requireInstrument, saveCard } from '../commands.ts'
import { type FormGrant, openFormToken } from '../embed-url.ts'
import type { Buyer } from '../model.ts'
import { viewCard } from '../schema.ts'
import { findBuyer } from '../store.ts'

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

/** Where the processor's own fields come from and talk to. */
const PROCESSOR_HOSTS = { us: [], stripe: ['https://js.stripe.com', 'https://api.stripe.com'] } as const

/** The card form: the page, and what it asks for. `contracts/card-form.ts` describes it for both sides. */
export function cardFormRoutes(api: Api, deps: CardFormDeps): void {
  const { database, environment, pages, vault } = deps
  const cards = deps.cards[environment]

  // An unknown address gets the page too, which says so kindly.
  api.get('/card-form/:token', hidden, async (request, reply) => {
    const grant = openFormToken(vault, (request.params as { token: string }).token)
    const framing = grant ? await framingOf(database.sql, grant.tenant, deps) : NOBODY
    return pages.sendPage(request, reply, 'card-form', {
      frameAncestors: frameAncestors(framing),
      status: grant ? 200 : 404,
      processor: PROCESSOR_HOSTS[cards.fields.hostedBy],
    })
  })

  api.get('/card-form/api/state', hidden, async (request) => {
    const { grant } = await requireGrant(request.headers.authorization)
    return viewState(grant, await findBuyer(database.sql, grant.tenant, grant.buyer))
  })

  api.post(
    '/card-form/api/card',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: Card } },
    async ({ headers, body }) => {
      const { grant, now } = await requireGrant(headers.authorization)
      const card: CardRequest = body
      const details = {
        number: card.number,
        expirationMonth: card.expiration_month,
        expirationYear: card.expiration_year,
        cvc: card.cvc,
        postalCode: card.postal_code,
      }
      return save(grant, await requireCard(cards, details, now))
    },
  )

  api.post(
    '/card-form/api/instrument',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: Closed({ instrument: Text(255) }) } },
    async ({ headers, body }) => {
      const { grant, now } = await requireGrant(headers.authorization)
      const { instrument }: InstrumentRequest = body
      return save(grant, await requireInstrument(cards, 'instrument', instrument, now))
    },
  )

  api.delete('/card-form/api/card', hidden, async ({ headers }) => {
    const { grant } = await requireGrant(headers.authorization)
    return change(grant, (tx) => removeCard(tx, grant.tenant, grant.buyer))
  })

  const save = (grant: FormGrant, card: SavedCard) =>
    change(grant, (tx) => saveCard(tx, grant.tenant, grant.buyer, card))

  const change = async (grant: FormGrant, work: (tx: Tx) => Promise<Buyer>): Promise<FormState> =>
    viewState(grant, await database.transaction(work))

  /** The address itself is what may be done, until it expires by the tenant's clock. */
  async function requireGrant(header: string | undefined): Promise<{ grant: FormGrant; now: Date }> {
    const grant = openFormToken(vault, /^Bearer ([\w-]+)$/.exec(header ?? '')?.[1] ?? '')
    if (!grant) throw problem('unauthorized', 'This address is not one of ours; please open the form again.')
    const { now } = await readPurchaseTerms(database.sql, grant.tenant)
    if (now >= grant.expiresAt) throw problem('unauthorized', 'This form has expired; please open it again.')
    return { grant, now }
  }

  async function viewState(grant: FormGrant, buyer: Buyer | undefined): Promise<FormState> {
    if (!buyer) throw buyerNotFound()
    const [terms, embed] = await Promise.all([
      readPurchaseTerms(database.sql, grant.tenant),
      framingOf(database.sql, grant.tenant, deps),
    ])
    return {
      environment,
      enterprise: { name: terms.enterprise_name },
      card: viewCard(buyer),
      fields:
        cards.fields.hostedBy === 'us'
          ? { hosted_by: 'us' }
          : { hosted_by: 'stripe', publishable_key: cards.fields.publishableKey },
      embed,
    }
  }
}
