import { type Action, ROLES, type Role } from '../../../contracts/dashboard/session.ts'
import type { Environment } from '../kernel/environment.ts'

export { type Action, ROLES, type Role } from '../../../contracts/dashboard/session.ts'

interface Rule {
  readonly does: string
  readonly roles: readonly Role[]
  /** Roles that may do it in sandbox only. */
  readonly inSandbox?: readonly Role[]
  /** Needs the password, given within the last minutes. */
  readonly fresh?: true
}

/** The roles that may do each action. No other place decides it. */
export const ACTIONS = {
  'resources.read': { does: 'see balances, payouts and everything else that is no secret', roles: ROLES },
  'payments.make': {
    does: 'pay, cancel, charge and refund',
    roles: ['admin', 'finance'],
    inSandbox: ['developer'],
  },
  'withdrawals.make': {
    does: "withdraw money to the enterprise's bank account",
    roles: ['admin', 'finance'],
    inSandbox: ['developer'],
    fresh: true,
  },
  'connections.change': {
    does: 'add and invite creators and buyers, and propose contracts',
    roles: ['admin', 'finance'],
    inSandbox: ['developer'],
  },
  'exports.make': { does: 'export lists as files', roles: ['admin', 'finance', 'developer'] },
  'ledger.read': { does: 'see accounts, statements and reconciliation', roles: ['admin', 'finance', 'viewer'] },
  'webhooks.change': { does: 'add, change, delete, test and recover webhooks', roles: ['admin', 'developer'] },
  'webhooks.secret': { does: 'see and rotate signing secrets', roles: ['admin', 'developer'] },
  'origins.change': { does: 'say which origins may embed', roles: ['admin', 'developer'] },
  'keys.read': { does: 'see which API keys there are', roles: ['admin', 'developer'] },
  'keys.create': { does: 'make API keys', roles: ['admin', 'developer'], fresh: true },
  'keys.change': { does: 'change what API keys may do', roles: ['admin', 'developer'], fresh: true },
  'keys.revoke': { does: 'revoke API keys', roles: ['admin', 'developer'] },
  'requests.read': { does: 'see the request log', roles: ['admin', 'developer'] },
  'sandbox.simulate': {
    does: 'move the sandbox clock and simulate the outside world',
    roles: ['admin', 'developer', 'finance'],
  },
  'sandbox.reset': { does: 'reset the sandbox', roles: ['admin'], fresh: true },
  'people.read': { does: 'see who has access', roles: ROLES },
  'people.invite': { does: 'invite people', roles: ['admin'], fresh: true },
  'people.change': { does: 'change roles and remove people', roles: ['admin'], fresh: true },
  'approvals.decide': {
    does: 'approve and reject what others have asked for, where a rule names the role',
    roles: ['admin', 'finance', 'developer'],
    fresh: true,
  },
  'approvals.rules': { does: 'say what needs approval, and whose', roles: ['admin'], fresh: true },
  'limits.change': { does: 'say how much may be paid, and what new bank accounts wait', roles: ['admin'], fresh: true },
  'audit.read': { does: 'see who did what', roles: ['admin'] },
  'settings.read': { does: 'see the settings', roles: ROLES },
  'settings.change': { does: "change the enterprise's own settings", roles: ['admin'] },
  'brand.change': {
    does: 'change the logo, colour and support link that creators and buyers see',
    roles: ['admin'],
    fresh: true,
  },
  'enterprise.rename': { does: 'rename the enterprise', roles: ['admin'], fresh: true },
} as const satisfies Record<Action, Rule>

const ruleOf = (action: Action): Rule => ACTIONS[action]

/** An action without an environment concerns both, so it needs the rights of production. */
export function mayDo(role: Role, action: Action, environment: Environment = 'production'): boolean {
  const { roles, inSandbox = [] } = ruleOf(action)
  return roles.includes(role) || (environment === 'sandbox' && inSandbox.includes(role))
}

/** Roles that pay or make keys: where real money moves they need a second factor. */
export const isPrivileged = (role: Role): boolean => mayDo(role, 'payments.make') || mayDo(role, 'keys.create')

export const needsFresh = (action: Action): boolean => ruleOf(action).fresh === true

export const actionsOf = (role: Role, environment?: Environment): Action[] =>
  (Object.keys(ACTIONS) as Action[]).filter((action) => mayDo(role, action, environment))

/** The action of each route of the API. A route that is missing here is refused to everybody. */
const API: Record<string, Action> = {
  'GET /enterprise': 'resources.read',
  'GET /limit': 'resources.read',
  'GET /alert': 'resources.read',
  'GET /alert/:id': 'resources.read',
  'GET /account-connection': 'resources.read',
  'GET /account-connection/:id': 'resources.read',
  'GET /account-connection/external/:external_id': 'resources.read',
  'GET /account-connection/:id/payout': 'resources.read',
  'GET /account-connection/:id/contract': 'resources.read',
  'GET /account-connection/:id/p2p': 'resources.read',
  'GET /account-connection/:id/p2p/:peer_id': 'resources.read',
  'GET /payout': 'resources.read',
  'GET /payout/:id': 'resources.read',
  'GET /p2p': 'resources.read',
  'GET /p2p/:id': 'resources.read',
  'GET /contract': 'resources.read',
  'GET /contract/:id': 'resources.read',
  'GET /contract/:id/activity': 'resources.read',
  'GET /contract/:id/split': 'resources.read',
  'GET /buyer': 'resources.read',
  'GET /buyer/:id': 'resources.read',
  'GET /buyer/external/:external_id': 'resources.read',
  'GET /buyer/:id/purchase': 'resources.read',
  'GET /purchase': 'resources.read',
  'GET /purchase/:id': 'resources.read',
  'GET /purchase/:id/refund': 'resources.read',
  'GET /refund/:id': 'resources.read',
  'GET /event': 'resources.read',
  'GET /webhook': 'resources.read',
  'GET /webhook/:id': 'resources.read',
  'GET /webhook/:id/delivery': 'resources.read',
  'GET /webhook/:id/delivery/:delivery_id': 'resources.read',
  'GET /embed-origin': 'resources.read',
  'GET /audit-log': 'audit.read',
  'GET /request-log': 'requests.read',
  'GET /sandbox/clock': 'resources.read',
  'GET /sandbox/message': 'resources.read',
  'POST /payout': 'payments.make',
  'POST /payout/batch': 'payments.make',
  'PUT /payout/:id': 'payments.make',
  'POST /p2p': 'payments.make',
  'PUT /p2p/:id': 'payments.make',
  'POST /p2p/:id/commit': 'payments.make',
  'POST /purchase': 'payments.make',
  'PUT /purchase/:id': 'payments.make',
  'POST /purchase/:id/commit': 'payments.make',
  'POST /purchase/:id/refund': 'payments.make',
  'POST /account-connection': 'connections.change',
  'PUT /account-connection/:id': 'connections.change',
  'POST /connect-link': 'connections.change',
  'POST /connect-invite': 'connections.change',
  'POST /contract': 'connections.change',
  'POST /contract/preview': 'connections.change',
  'DELETE /contract/:id': 'connections.change',
  'POST /buyer': 'connections.change',
  'PUT /buyer/:id': 'connections.change',
  'POST /webhook': 'webhooks.change',
  'PUT /webhook/:id': 'webhooks.change',
  'DELETE /webhook/:id': 'webhooks.change',
  'POST /webhook/:id/test': 'webhooks.change',
  'POST /webhook/:id/recover': 'webhooks.change',
  'POST /webhook/:id/delivery/:delivery_id/redeliver': 'webhooks.change',
  'GET /webhook/:id/secret': 'webhooks.secret',
  'POST /webhook/:id/secret/rotate': 'webhooks.secret',
  'POST /embed-origin': 'origins.change',
  'DELETE /embed-origin/:id': 'origins.change',
  'GET /withdrawal': 'resources.read',
  'GET /withdrawal/:id': 'resources.read',
  'POST /withdrawal': 'withdrawals.make',
  'PUT /withdrawal/:id': 'payments.make',
  'POST /sandbox/bank-account': 'sandbox.simulate',
  'POST /sandbox/withdrawal': 'sandbox.simulate',
  'POST /sandbox/withdrawal-return': 'sandbox.simulate',
  'POST /sandbox/withdrawal-error': 'sandbox.simulate',
  'GET /approval': 'resources.read',
  'GET /approval/:id': 'resources.read',
  'GET /approval/:id/payout': 'resources.read',
  'POST /approval/:id/approve': 'approvals.decide',
  'POST /approval/:id/reject': 'approvals.decide',
  'POST /sandbox/clock/advance': 'sandbox.simulate',
  'POST /sandbox/connect': 'sandbox.simulate',
  'POST /sandbox/permissions': 'sandbox.simulate',
  'POST /sandbox/idempotency-expiry': 'sandbox.simulate',
  'POST /sandbox/payout-return': 'sandbox.simulate',
  'POST /sandbox/payout-error': 'sandbox.simulate',
  'POST /sandbox/contract': 'sandbox.simulate',
  'POST /sandbox/deposit': 'sandbox.simulate',
  'POST /sandbox/funding': 'sandbox.simulate',
  'POST /sandbox/funding-return': 'sandbox.simulate',
  'POST /sandbox/card': 'sandbox.simulate',
  'POST /sandbox/fraud-alert': 'sandbox.simulate',
  'POST /sandbox/chargeback': 'sandbox.simulate',
  'POST /sandbox/dispute': 'sandbox.simulate',
}

/** The pattern is below the base address, as the API document writes it but for `:id` in place of `{id}`. */
export const apiAction = (method: string, pattern: string): Action | undefined =>
  API[`${method === 'HEAD' ? 'GET' : method} ${pattern}`]
