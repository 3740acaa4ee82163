import { beforeAll, describe, expect, it } from 'vitest'
import { SIMULATIONS } from '../../service/src/sandbox/simulations.ts'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { TRIGGERS } from '../src/triggers.ts'
import { signedInTo } from './support.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10' })
})

const signedIn = () => signedInTo(running)

describe('trigger', () => {
  const OUTCOMES: Record<string, string> = {
    'account_connection.active': 'active',
    'account_connection.review': 'pending',
    'account_connection.rejected': 'created',
    'account_connection.deleted': 'deleted',
    'payout.sent': 'sent',
    'payout.returned': 'returned',
    'payout.error': 'error',
    'payout.canceled': 'canceled',
    'payout.unclaimed': 'canceled',
    'payout.insufficient_funds': 'insufficient_funds',
    'payout.permission_not_granted': 'permission_not_granted',
    'purchase.completed': 'completed',
    'purchase.card_declined': 'card_declined',
    'purchase.card_without_funds': 'card_declined',
    'purchase.error': 'error',
    'purchase.refunded': 'reversed',
    'purchase.refund_failed': 'refunded',
    'purchase.fraud_alert': 'refunded',
    'purchase.chargeback': 'reversed',
    'purchase.refunded_in_part': 'completed',
    'purchase.dispute_inquiry': 'pending',
    'purchase.dispute_lost': 'reversed',
    'purchase.dispute_won': 'completed',
    'p2p.sent': 'sent',
    'p2p.incorrect_code': 'incorrect_code',
    'p2p.expired': 'expired',
    'p2p.error': 'error',
    'contract.active': 'active',
    'contract.declined': 'declined',
    'contract.expired': 'expired',
    'contract.terminated': 'terminated',
    'deposit.split': 'active',
    'buyer.updated': 'updated',
    'account_connection.review_failed': 'created',
    'account_connection.granted_in_part': 'permission_not_granted',
    'account_connection.permission_expired': 'permission_not_granted',
    'account_connection.permission_withdrawn': 'error',
    'account_connection.suspended': 'invalid_state',
    'payout.batch_invalid': 'batch_invalid',
    'withdrawal.error': 'error',
    'withdrawal.returned': 'returned',
    'enterprise.funds_incoming': 'incoming',
    'enterprise.funds_taken_back': 'repaid',
    'buyer.instrument_unknown': 'validation_failed',
    'purchase.card_expired': 'card_declined',
    'purchase.dispute_in_part': 'reversed',
    'webhook.failing': 'queued',
    'webhook.disabled': 'disabled',
    'idempotency.key_reused': 'idempotency_key_reused',
    'idempotency.key_expired': 'processed_again',
    'idempotency.in_progress': 'idempotency_in_progress',
    'request.rate_limited': 'rate_limited',
    'request.enterprise_suspended': 'enterprise_suspended',
    'request.internal_error': 'internal_error',
    'request.unavailable': 'unavailable',
    'request.answer_lost': 'answered',
  }

  /** The trigger of each failure in the table of docs/sandbox.md. */
  const OF_FAILURE: Record<keyof typeof SIMULATIONS, string> = {
    identity_fails: 'account_connection.rejected',
    review: 'account_connection.review',
    review_fails: 'account_connection.review_failed',
    partial_grant: 'account_connection.granted_in_part',
    permission_expires: 'account_connection.permission_expired',
    permission_withdrawn: 'account_connection.permission_withdrawn',
    funds_short: 'payout.insufficient_funds',
    batch_entry: 'payout.batch_invalid',
    payout_fails: 'payout.error',
    payout_returned: 'payout.returned',
    bank_account_suspended: 'account_connection.suspended',
    withdrawal_fails: 'withdrawal.error',
    withdrawal_returned: 'withdrawal.returned',
    payout_unclaimed: 'payout.unclaimed',
    connection_deleted: 'account_connection.deleted',
    p2p_wrong_code: 'p2p.incorrect_code',
    p2p_late: 'p2p.expired',
    p2p_fails: 'p2p.error',
    instrument_unknown: 'buyer.instrument_unknown',
    card_declined: 'purchase.card_declined',
    card_without_funds: 'purchase.card_without_funds',
    card_expired: 'purchase.card_expired',
    collection_fails: 'purchase.error',
    refund_fails: 'purchase.refund_failed',
    funding_waits: 'enterprise.funds_incoming',
    funding_taken_back: 'enterprise.funds_taken_back',
    chargeback: 'purchase.chargeback',
    dispute_inquiry: 'purchase.dispute_inquiry',
    dispute_part: 'purchase.dispute_in_part',
    dispute_lost: 'purchase.dispute_lost',
    dispute_won: 'purchase.dispute_won',
    fraud_alert: 'purchase.fraud_alert',
    contract_declined: 'contract.declined',
    contract_expires: 'contract.expired',
    receiver_fails: 'webhook.failing',
    webhook_disabled: 'webhook.disabled',
    key_reused: 'idempotency.key_reused',
    key_expires: 'idempotency.key_expired',
    key_in_progress: 'idempotency.in_progress',
    rate_limited: 'request.rate_limited',
    enterprise_suspended: 'request.enterprise_suspended',
    internal_error: 'request.internal_error',
    unavailable: 'request.unavailable',
    answer_lost: 'request.answer_lost',
  }

  it('knows every failure of the sandbox’s table', () => {
    const names = new Set(TRIGGERS.map(({ name }) => name))
    expect(Object.keys(OF_FAILURE).toSorted()).toEqual(Object.keys(SIMULATIONS).toSorted())
    expect(Object.values(OF_FAILURE).filter((name) => !names.has(name))).toEqual([])
  })

  it('makes each thing happen that it lists, in a fresh sandbox', async () => {
    expect(TRIGGERS.map(({ name }) => name).toSorted()).toEqual(Object.keys(OUTCOMES).toSorted())
    const { tributary } = await signedIn()
    for (const [name, status] of Object.entries(OUTCOMES)) {
      const ran = await tributary(`trigger ${name} --json`)
      expect([name, ran.stderr, ran.stdout && ran.json]).toEqual([
        name,
        '',
        { trigger: name, id: expect.any(String), status },
      ])
    }
    const returned = await tributary('trigger payout.returned --code R01 --json')
    const payout = await tributary(['payouts', 'get', returned.json.id, '--json'])
    expect(payout.json.activity).toContainEqual(expect.objectContaining({ status: 'returned', code: 'R01' }))
  })
})
