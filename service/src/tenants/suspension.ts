import { problem } from '../kernel/errors.ts'
import type { TenantSettings } from './settings.store.ts'

type Effect = 'stops' | 'goes on'

/**
 * The effect of a suspension on each route of the API that changes something: new money out stops, everything else goes
 * on. A test walks every route, so that none is forgotten.
 */
export const SUSPENDED_ROUTES = {
  'POST /payout': 'stops',
  'POST /payout/batch': 'stops',
  'PUT /payout/:id': 'goes on',
  'POST /withdrawal': 'stops',
  'PUT /withdrawal/:id': 'goes on',
  'POST /p2p': 'stops',
  'POST /p2p/:id/commit': 'stops',
  'PUT /p2p/:id': 'goes on',
  'POST /account-connection': 'goes on',
  'PUT /account-connection/:id': 'goes on',
  'POST /connect-link': 'goes on',
  'POST /connect-invite': 'goes on',
  'POST /contract': 'goes on',
  'POST /contract/preview': 'goes on',
  'DELETE /contract/:id': 'goes on',
  'POST /buyer': 'goes on',
  'PUT /buyer/:id': 'goes on',
  'POST /purchase': 'goes on',
  // A refund or a cancellation gives a buyer their money back.
  'PUT /purchase/:id': 'goes on',
  'POST /purchase/:id/commit': 'goes on',
  'POST /purchase/:id/refund': 'goes on',
  // Payouts that are approved meanwhile stay `ready` until the enterprise is resumed.
  'POST /approval/:id/approve': 'goes on',
  'POST /approval/:id/reject': 'goes on',
  'POST /webhook': 'goes on',
  'PUT /webhook/:id': 'goes on',
  'DELETE /webhook/:id': 'goes on',
  'POST /webhook/:id/test': 'goes on',
  'POST /webhook/:id/recover': 'goes on',
  'POST /webhook/:id/delivery/:delivery_id/redeliver': 'goes on',
  'POST /webhook/:id/secret/rotate': 'goes on',
  'POST /embed-origin': 'goes on',
  'DELETE /embed-origin/:id': 'goes on',
} as const satisfies Record<string, Effect>

/** The effect on what time and the outside world do. */
export const SUSPENDED_STEPS = {
  'a payout is initiated: its date has come, its creator has claimed it, or it was approved': 'stops',
  'a pending payout is sent, or leaves in a bank file': 'stops',
  'the next rows of a confirmed pay file are paid': 'stops',
  'a withdrawal is initiated, sent, or leaves in a bank file': 'stops',
  'a payout that left in a bank file is recorded as sent': 'goes on',
  'a bank returns a payout': 'goes on',
  'an unclaimed or unapproved payout expires': 'goes on',
  'a committed P2P payment is processed': 'goes on',
  'a purchase settles, is refunded or charged back': 'goes on',
  'a deposit arrives and is split': 'goes on',
  'fees are collected': 'goes on',
} as const satisfies Record<string, Effect>

export type Deed = keyof typeof SUSPENDED_ROUTES | keyof typeof SUSPENDED_STEPS

const EFFECTS: Readonly<Record<Deed, Effect>> = { ...SUSPENDED_ROUTES, ...SUSPENDED_STEPS }

/** Whether a suspension, if there is one, lets this happen. */
export const goesOn = ({ suspended_because }: Pick<TenantSettings, 'suspended_because'>, deed: Deed): boolean =>
  suspended_because === null || EFFECTS[deed] === 'goes on'

/** Refuses what a suspension stops. */
export function refuseSuspended(settings: Pick<TenantSettings, 'suspended_because'>, deed: Deed): void {
  if (goesOn(settings, deed)) return
  throw problem(
    'enterprise_suspended',
    `Your enterprise is suspended, so no new money moves out: ${settings.suspended_because} Ask your provider.`,
  )
}

/** When a step that may have waited is taken: at the time it was due, or when payouts went on, whichever is later. */
export const afterResume = (
  due: Date,
  { payouts_resumed_at: resumed }: Pick<TenantSettings, 'payouts_resumed_at'>,
): Date => (resumed !== null && resumed > due ? resumed : due)
