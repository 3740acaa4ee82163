import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '../../src/http/index.ts'
import { ENVIRONMENTS, type Environment } from '../../src/kernel/environment.ts'
import { startMailbox } from '../support/mailbox.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { type RunningService, startService } from '../support/service.ts'
import { startStripe, stripeSettings } from '../support/stripe-server.ts'
import { DOORS } from '../support/tokens/doors.ts'
import { KINDS, type Maker, OF_ANY_ENVIRONMENT } from '../support/tokens/kinds.ts'

let running: RunningService
const makers = {} as Record<Environment, Maker>

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = []
  const mailbox = await startMailbox((end) => ends.push(end))
  afterAll(() => Promise.all(ends.map((end) => end())))
  running = await startService({ SMTP_URL: mailbox.url, TRUSTED_PROXIES: '127.0.0.1' })
  const { id: enterprise, keys, ...clients } = await running.enterprise('Herons')
  for (const environment of ENVIRONMENTS) {
    const [client, key, root] = [clients[environment], keys[environment], running.roots[environment]]
    makers[environment] = { running, mailbox, enterprise, environment, client, key, root }
  }
})

/** Every door of both environments. */
const ALL_DOORS = ENVIRONMENTS.flatMap((at) => Object.entries(DOORS).map(([name, door]) => ({ name, at, ...door })))

describe('a token opens its own doors at its own environment, and no other', () => {
  it('every door takes a kind that is tested, and every kind has a door', () => {
    const taken = new Set(Object.values(DOORS).flatMap(({ takes }) => takes))
    expect([...taken].sort()).toEqual(Object.keys(KINDS).sort())
  })

  it.each(Object.keys(KINDS).flatMap((kind) => ENVIRONMENTS.map((environment) => [kind, environment] as const)))(
    '%s of %s',
    async (kind, made) => {
      const token = await KINDS[kind]?.(makers[made])
      if (!token) throw new Error(`${kind} was not made`)
      const fits = ({ takes, at }: (typeof ALL_DOORS)[number]): boolean =>
        takes.includes(kind) && (at === made || OF_ANY_ENVIRONMENT.includes(kind))
      const own = ALL_DOORS.filter(fits)
      const order = [
        // A token that was refused elsewhere is as good as before, so its own doors come last.
        ...ALL_DOORS.filter((door) => !fits(door)),
        ...own.filter(({ once }) => !once),
        ...own.filter(({ once, at }) => once && at === made),
      ]
      for (const door of order) {
        const { name, at } = door
        const { status, opened } = await door.knock(running.roots[at], token)
        expect({ name, at, opened }).toEqual({ name, at, opened: fits(door) })
        expect([name, at, status < 500 && status !== 429]).toEqual([name, at, true])
      }
    },
  )
})

describe('what the card network says', () => {
  it('is taken at the door of production alone, and of its own purchases', async () => {
    const stripe = await startStripe()
    afterAll(() => stripe.close())
    const charging = await startService(stripeSettings(stripe))
    const { body, headers } = stripe.event('charge.dispute.funds_withdrawn', { payment_intent: 'pi_1' })
    const tell = (environment: Environment, signed: Record<string, string>) =>
      fetch(`${charging.roots[environment]}/card-network/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        body,
      })
    expect((await tell('production', {})).status).toBe(401)
    expect((await tell('sandbox', {})).status).toBe(401)
    expect((await tell('sandbox', headers)).status).toBe(401)
  })
})

/** Credentials that are no token of ours, and nothing at all. */
const OTHERS = ['a password', 'a signature', 'nothing']

/** The kind of token that each route outside the API takes. */
const TAKES: readonly (readonly [RegExp, string])[] = [
  [/^GET \/card-form\/:token$|^\w+ \/card-form\/api\//, 'card form'],
  [/^GET \/receipt\/:token$/, 'receipt'],
  [/^GET \/connect\/:token$|^POST \/connect\/api\/(open|start|renew)$/, 'Connect link'],
  [/^\w+ \/connect\/api\//, 'Connect session'],
  [/^POST \/account\/api\/(sign-in|password\/forgot)$/, 'a password'],
  [/^POST \/account\/api\/password\/reset$/, "creator's password reset"],
  [/^\w+ \/account\/api\//, 'creator session'],
  [/^\w+ \/dashboard\/api\/invitation\/:token/, 'invitation'],
  [/^\w+ \/dashboard\/api\//, 'person session'],
  [/^POST \/dashboard\/auth\/(sign-in\/email|request-password-reset)$/, 'a password'],
  [/^POST \/dashboard\/auth\/reset-password$/, 'password reset'],
  [/^POST \/dashboard\/auth\/two-factor\/verify-(totp|backup-code)$/, 'half-done sign-in'],
  [/^\w+ \/dashboard\/auth\/passkey\/(generate-authenticate-options|verify-authentication)$/, 'a signature'],
  [/^\w+ \/dashboard\/auth\//, 'person session'],
  [/^\w+ \/operator\/api\//, 'operator session'],
  [/^POST \/operator\/auth\/sign-in\/email$/, 'a password'],
  [/^POST \/operator\/auth\/reset-password$/, "operator's link"],
  [/^POST \/operator\/auth\/two-factor\/verify-(totp|backup-code)$/, "operator's half-done sign-in"],
  [/^\w+ \/operator\/auth\/passkey\/(generate-authenticate-options|verify-authentication)$/, 'a signature'],
  [/^\w+ \/operator\/auth\//, 'operator session'],
  [/^POST \/(card-network|identity)\/events$/, 'a signature'],
  [/^GET \/(docs|llms\.txt$)/, 'nothing'],
  [
    /^GET \/(|account|account\/reset\/:token|dashboard|dashboard\/\*|operator|operator\/\*|assets\/\*|examples\/embed|connect\/logo\/:file|legal\/:name)$/,
    'nothing',
  ],
]

describe('every route outside the API', () => {
  it.each(ENVIRONMENTS)('of %s takes a kind of token that is tested above, or none', async (environment) => {
    const routes = (await mountedRoutes(environment)).filter(({ url }) => !url.startsWith(BASE_PATH))
    const names = routes.map(({ method, url }) => `${method} ${url}`)
    expect(names.filter((name) => !TAKES.some(([form]) => form.test(name)))).toEqual([])
    const kinds = TAKES.map(([, kind]) => kind).filter((kind) => !OTHERS.includes(kind))
    expect(kinds.filter((kind) => !(kind in KINDS))).toEqual([])
  })
})
