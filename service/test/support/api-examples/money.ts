import { CARDS, expiry } from '../purchases.ts'
import type { Recorder } from './recorder.ts'

/** What the scenes share: connections of creators who have been through Connect. */
export interface Cast {
  /** Paid by ACH. */
  readonly alice: string
  /** `direct`, with both permissions. */
  readonly bea: string
  readonly carl: string
}

export async function payouts({ record, client }: Recorder, { alice, bea }: Cast): Promise<void> {
  const { id } = await record('createPayout', 'POST', '/payout', {
    account_connection: alice,
    amount_in_cents: 12_500,
    description: 'Royalties for October',
    user_data: { statement: 'October' },
  })
  const single = { account_connection: alice, amount_in_cents: 12_500, description: 'Royalties for October' }
  await record('createPayout', 'POST', '/payout?dry_run=true', single)
  const batch = {
    payouts: [
      { account_connection: alice, amount_in_cents: 7_500 },
      { account_connection: bea, amount_in_cents: 2_500, description: 'Bonus', date: '2090-01-01T00:00:00.000Z' },
    ],
  }
  await record('createPayouts', 'POST', '/payout/batch', batch)
  await record('createPayouts', 'POST', '/payout/batch?dry_run=true', batch)
  await record('getPayout', 'GET', `/payout/${id}`)
  const later = { account_connection: alice, amount_in_cents: 4_000, date: '2090-01-01T00:00:00.000Z' }
  const [first, second] = [await client.post('/payout', later), await client.post('/payout', later)]
  await record('updatePayout', 'PUT', `/payout/${first.body.id}`, { status: 'canceled' })
  await record('simulatePayoutError', 'POST', '/sandbox/payout-error', { payout: second.body.id })
  await record('listPayouts', 'GET', '/payout?status=pending&page_size=1')
  await record('listPayoutsOfConnection', 'GET', `/account-connection/${alice}/payout?status=canceled&page_size=1`)
  await record('getClock', 'GET', '/sandbox/clock')
  await record('advanceClock', 'POST', '/sandbox/clock/advance', { seconds: 3_600 })
  await record('simulatePayoutReturn', 'POST', '/sandbox/payout-return', { payout: id, code: 'R23' })
  await record('simulateFunding', 'POST', '/sandbox/funding', { amount_in_cents: 1_000_000 })
  await record('simulateFundingReturn', 'POST', '/sandbox/funding-return', { amount_in_cents: 5_000 })
}

export async function p2p({ record, client }: Recorder, { bea: source, carl: destination }: Cast): Promise<void> {
  const payment = { source, destination, amount_in_cents: 2_500, description: 'Half of the prize' }
  const { id } = await record('createP2p', 'POST', '/p2p', payment)
  await record('createP2p', 'POST', '/p2p?dry_run=true', payment)
  await record('listMessages', 'GET', '/sandbox/message?page_size=1')
  await record('commitP2p', 'POST', `/p2p/${id}/commit`, { code: '000000' })
  // It is processed two seconds after the commit.
  await client.post('/sandbox/clock/advance', { seconds: 5 })
  await record('getP2p', 'GET', `/p2p/${id}`)
  await record('updateP2p', 'PUT', `/p2p/${id}`, { user_data: { prize: 'Spring' } })
  await record('listP2p', 'GET', '/p2p?page_size=1')
  await record('listP2pOfConnection', 'GET', `/account-connection/${source}/p2p?page_size=1`)
  await record('listP2pBetweenConnections', 'GET', `/account-connection/${source}/p2p/${destination}?page_size=1`)
}

export async function contracts({ record }: Recorder, { bea }: Cast): Promise<void> {
  const terms = {
    account_connection: bea,
    type: 'deposit_split',
    deposit_source: 'video_ads',
    split_percent_amount: 12.5,
    split_amount_max_in_cents: 50_000,
    deposit_minimum_in_cents: 1_000,
  }
  const { id } = await record('createContract', 'POST', '/contract', terms)
  await record('createContract', 'POST', '/contract?dry_run=true', terms)
  await record('simulateContract', 'POST', '/sandbox/contract', { contract: id, decision: 'accept' })
  const deposit = { account_connection: bea, deposit_source: 'video_ads', amount_in_cents: 10_000 }
  await record('previewDeposit', 'POST', '/contract/preview', deposit)
  await record('simulateDeposit', 'POST', '/sandbox/deposit', deposit)
  await record('getContract', 'GET', `/contract/${id}`)
  await record('listContractActivity', 'GET', `/contract/${id}/activity?page_size=1`)
  await record('listSplits', 'GET', `/contract/${id}/split?page_size=1`)
  await record('listContracts', 'GET', '/contract?page_size=1')
  await record('listContractsOfConnection', 'GET', `/account-connection/${bea}/contract?page_size=1`)
  await record('deleteContract', 'DELETE', `/contract/${id}`)
}

const ITEMS = [
  { name: 'Concert ticket', description: 'Row 4, seats 12 and 13', amount_in_cents: 4_500, quantity: 2 },
  { name: 'Early bird', amount_in_cents: -500 },
  { name: 'Sales tax', amount_in_cents: 680 },
]

export async function purchases({ record, client }: Recorder): Promise<void> {
  const { id: buyer } = await record('createBuyer', 'POST', '/buyer', {
    first_name: 'Bob',
    last_name: 'Bobson',
    email: 'bob@example.com',
    external_id: 'customer-2002',
  })
  await record('simulateCard', 'POST', '/sandbox/card', { buyer, number: CARDS.visa, ...expiry })
  await record('getBuyer', 'GET', `/buyer/${buyer}`)
  await record('getBuyerByExternalId', 'GET', '/buyer/external/customer-2002')
  await record('updateBuyer', 'PUT', `/buyer/${buyer}`, { last_name: 'Bobsen', user_data: { tier: 'gold' } })
  await record('listBuyers', 'GET', '/buyer?page_size=1')

  const wanted = { buyer, items: ITEMS, auto_refund_on_fraud: true }
  const buy = async () => {
    const { body } = await client.post('/purchase', wanted)
    await client.post(`/purchase/${body.id}/commit`)
    return body.id as string
  }
  const { id } = await record('createPurchase', 'POST', '/purchase', wanted)
  await record('createPurchase', 'POST', '/purchase?dry_run=true', wanted)
  await record('commitPurchase', 'POST', `/purchase/${id}/commit`)
  await record('listPurchases', 'GET', '/purchase?page_size=1')
  await record('listPurchasesOfBuyer', 'GET', `/buyer/${buyer}/purchase?page_size=1`)
  const [alerted, disputed, returned] = [await buy(), await buy(), await buy()]
  // Past the full hour on which all of them are settled.
  await client.post('/sandbox/clock/advance', { seconds: 7_200 })
  await record('getPurchase', 'GET', `/purchase/${id}`)
  await record('updatePurchase', 'PUT', `/purchase/${id}`, { status: 'refunded' })
  await record('simulateFraudAlert', 'POST', '/sandbox/fraud-alert', { purchase: alerted })
  const part = { amount_in_cents: 4_500, reason: 'One ticket returned' }
  const refund = await record('createRefund', 'POST', `/purchase/${returned}/refund`, part)
  await record('listRefunds', 'GET', `/purchase/${returned}/refund?page_size=1`)
  await record('getRefund', 'GET', `/refund/${refund.id}`)
  await record('simulateChargeback', 'POST', '/sandbox/chargeback', { purchase: disputed })
  await record('simulateDispute', 'POST', '/sandbox/dispute', { purchase: disputed, status: 'won' })
}
