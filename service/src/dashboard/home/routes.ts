import { Type } from 'typebox'
import { type Home, VOLUME_DAYS, type VolumeDays } from '../../../../contracts/dashboard/home.ts'
import { type Api, Closed, callerOf, OneOf, Timestamp, type Wire } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { type HomeDeps, readHome } from './home.ts'

const Counts = Type.Record(Type.String(), Type.Integer())

const HomeSchema = Type.Object({
  operating_balance: Type.Integer(),
  pending_payouts: Type.Integer(),
  incoming: Type.Integer(),
  fees_this_month: Type.Integer(),
  fee_kinds: Type.Array(Type.String()),
  volume: Type.Array(
    Type.Object({ date: Type.String(), payouts_in_cents: Type.Integer(), purchases_in_cents: Type.Integer() }),
  ),
  volume_before: Type.Object({ payouts_in_cents: Type.Integer(), purchases_in_cents: Type.Integer() }),
  upcoming: Type.Array(
    Type.Object({
      id: Type.String(),
      account_connection: Type.String(),
      amount_in_cents: Type.Integer(),
      date: Timestamp(),
    }),
  ),
  payouts_by_status: Counts,
  payout_cents_by_status: Counts,
  purchases_by_status: Counts,
  purchase_cents_by_status: Counts,
  failing_webhooks: Type.Array(
    Type.Object({
      id: Type.String(),
      url: Type.String(),
      event: Type.String(),
      failures: Type.Integer(),
      failing_since: Type.Optional(Timestamp()),
      disabled_because: Type.Optional(Type.String()),
    }),
  ),
  attention: Type.Array(Type.Object({ kind: Type.String(), text: Type.String(), link: Type.String() })),
})

const DAYS_DEFAULT = 30
const HomeQuery = Closed({ days: Type.Optional(OneOf(VOLUME_DAYS.map(String))) })

export function homeRoutes(api: Api, deps: HomeDeps): void {
  api.get(
    '/home',
    {
      config: { action: 'resources.read' },
      schema: { hide: true, querystring: HomeQuery, response: { 200: HomeSchema } },
    },
    async (request): Promise<Wire<typeof HomeSchema, Home>> => {
      const days = Number(request.query.days ?? DAYS_DEFAULT) as VolumeDays
      const { webhooks, upcoming, ...home } = await readHome(deps, callerOf(request).tenant, days)
      return {
        ...home,
        upcoming: upcoming.map(({ id, account_connection, amount_in_cents, date }) => ({
          id,
          account_connection,
          amount_in_cents,
          date: iso(date),
        })),
        failing_webhooks: webhooks.map(({ id, url, event, failed_attempts, failing_since, disabled_because }) => ({
          id,
          url,
          event,
          failures: failed_attempts,
          ...(failing_since === null ? {} : { failing_since: iso(failing_since) }),
          ...(disabled_because === null ? {} : { disabled_because }),
        })),
      }
    },
  )
}
