import { SCOPES, type Scope } from '../../../contracts/dashboard/developers.ts'

export { SCOPES, type Scope } from '../../../contracts/dashboard/developers.ts'

export const isScope = (name: string): name is Scope => Object.hasOwn(SCOPES, name)

/**
 * The scopes of a key that names none: all that a key of version 0.1 could do. A scope that is added later is not among
 * them, so that no existing key gains a permission.
 */
const UNNAMED: ReadonlySet<Scope> = new Set([
  'read',
  'connections',
  'payouts',
  'p2p',
  'contracts',
  'buyers',
  'purchases',
  'webhooks',
  'embed_origins',
  'sandbox',
])

export const scopesOfKey = (named: readonly string[] | null): ReadonlySet<string> =>
  named === null ? UNNAMED : new Set(named)

/** The scope of each route of the API. The server does not start with a route that is missing here. */
export const ROUTE_SCOPES: Readonly<Record<string, Scope>> = {
  'GET /enterprise': 'read',
  'GET /limit': 'read',
  'GET /alert': 'read',
  'GET /alert/:id': 'read',
  'GET /account-connection': 'read',
  'GET /account-connection/:id': 'read',
  'GET /account-connection/external/:external_id': 'read',
  'GET /account-connection/:id/payout': 'read',
  'GET /account-connection/:id/contract': 'read',
  'GET /account-connection/:id/p2p': 'read',
  'GET /account-connection/:id/p2p/:peer_id': 'read',
  'GET /payout': 'read',
  'GET /payout/:id': 'read',
  'GET /p2p': 'read',
  'GET /p2p/:id': 'read',
  'GET /contract': 'read',
  'GET /contract/:id': 'read',
  'GET /contract/:id/activity': 'read',
  'GET /contract/:id/split': 'read',
  'GET /buyer': 'read',
  'GET /buyer/:id': 'read',
  'GET /buyer/external/:external_id': 'read',
  'GET /buyer/:id/purchase': 'read',
  'GET /purchase': 'read',
  'GET /purchase/:id': 'read',
  'GET /purchase/:id/refund': 'read',
  'GET /refund/:id': 'read',
  'GET /event': 'read',
  'GET /webhook': 'read',
  'GET /webhook/:id': 'read',
  'GET /webhook/:id/delivery': 'read',
  'GET /webhook/:id/delivery/:delivery_id': 'read',
  'GET /embed-origin': 'read',
  'GET /sandbox/clock': 'read',
  // Only the requests of the key itself.
  'GET /request-log': 'read',
  // It computes a split and changes nothing.
  'POST /contract/preview': 'read',
  'POST /account-connection': 'connections',
  'PUT /account-connection/:id': 'connections',
  'POST /connect-link': 'connections',
  'POST /connect-invite': 'connections',
  'POST /payout': 'payouts',
  'POST /payout/batch': 'payouts',
  'PUT /payout/:id': 'payouts',
  'POST /p2p': 'p2p',
  'PUT /p2p/:id': 'p2p',
  'POST /p2p/:id/commit': 'p2p',
  'POST /contract': 'contracts',
  'DELETE /contract/:id': 'contracts',
  'POST /buyer': 'buyers',
  'PUT /buyer/:id': 'buyers',
  'PUT /account-connection/:id(^buy_.*$)': 'buyers',
  'POST /purchase': 'purchases',
  'PUT /purchase/:id': 'purchases',
  'POST /purchase/:id/commit': 'purchases',
  'POST /purchase/:id/refund': 'purchases',
  'POST /webhook': 'webhooks',
  'PUT /webhook/:id': 'webhooks',
  'DELETE /webhook/:id': 'webhooks',
  'POST /webhook/:id/test': 'webhooks',
  'POST /webhook/:id/recover': 'webhooks',
  'POST /webhook/:id/delivery/:delivery_id/redeliver': 'webhooks',
  'GET /webhook/:id/secret': 'webhooks',
  'POST /webhook/:id/secret/rotate': 'webhooks',
  'POST /embed-origin': 'embed_origins',
  'DELETE /embed-origin/:id': 'embed_origins',
  // The messages hold codes and links.
  'GET /sandbox/message': 'sandbox',
  'POST /sandbox/clock/advance': 'sandbox',
  'POST /sandbox/connect': 'sandbox',
  'POST /sandbox/permissions': 'sandbox',
  'POST /sandbox/idempotency-expiry': 'sandbox',
  'POST /sandbox/payout-return': 'sandbox',
  'POST /sandbox/payout-error': 'sandbox',
  'POST /sandbox/contract': 'sandbox',
  'POST /sandbox/deposit': 'sandbox',
  'POST /sandbox/funding': 'sandbox',
  'POST /sandbox/funding-return': 'sandbox',
  'POST /sandbox/card': 'sandbox',
  'POST /sandbox/fraud-alert': 'sandbox',
  'POST /sandbox/chargeback': 'sandbox',
  'POST /sandbox/dispute': 'sandbox',
  'GET /audit-log': 'audit',
  'GET /withdrawal': 'read',
  'GET /withdrawal/:id': 'read',
  'POST /withdrawal': 'withdrawals',
  'PUT /withdrawal/:id': 'withdrawals',
  'POST /sandbox/bank-account': 'sandbox',
  'POST /sandbox/withdrawal': 'sandbox',
  'POST /sandbox/withdrawal-return': 'sandbox',
  'POST /sandbox/withdrawal-error': 'sandbox',
  'GET /approval': 'read',
  'GET /approval/:id': 'read',
  'GET /approval/:id/payout': 'read',
  'POST /approval/:id/approve': 'approvals',
  'POST /approval/:id/reject': 'approvals',
}

/** The pattern is below the base address, with `:id` for a parameter. */
export const scopeOf = (method: string, pattern: string): Scope | undefined =>
  ROUTE_SCOPES[`${method === 'HEAD' ? 'GET' : method} ${pattern}`]
