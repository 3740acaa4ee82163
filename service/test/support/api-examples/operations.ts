import { expect } from 'vitest'
import { createKey, requireTenant } from '../../../src/tenants/index.ts'
import { lookForAlerts, setAlerts } from '../alerts.ts'
import { approvingKey, ONE, setRules } from '../approvals.ts'
import { basic } from '../client.ts'
import { DAY_LIMIT, setLimits } from '../limits.ts'
import { signedIn } from '../people.ts'
import { startReceiver } from '../receiver.ts'
import type { RunningService } from '../service.ts'
import { ACCOUNT, newTreasuryKey } from '../withdrawals.ts'
import { type Cast, contracts, p2p, payouts, purchases } from './money.ts'
import { createRecorder, type Exchange, type MakeCall, type Recorder } from './recorder.ts'

const DAY = 86_400
const NOON = DAY / 2

/**
 * Just past the next noon of the sandbox clock: no batch leaves by itself while the examples are made, and the hours that they
 * take are all of one day, so that the limits of a day have counted everything.
 */
async function passNoon({ client }: Recorder): Promise<void> {
  const { now } = (await client.get('/sandbox/clock')).body
  const past = Math.floor(Date.parse(now) / 1_000) % DAY
  await client.post('/sandbox/clock/advance', { seconds: ((NOON - past + DAY) % DAY) + 60 })
}

const person = (first: string, last: string, more: object = {}) => ({
  first_name: first,
  last_name: last,
  email: `${first.toLowerCase()}+sandbox@example.com`,
  requested_permissions: ['payment.credit'],
  verification_prompt: 'Your student number?',
  verification_answer: '4711',
  ...more,
})

async function connections({ record, client }: Recorder): Promise<Cast> {
  const made = person('Alice', 'Alison', { external_id: 'creator-1001', user_data: { plan: 'gold' } })
  const { id: alice } = await record('createAccountConnection', 'POST', '/account-connection', made)
  const link = { account_connection: alice, return_url: 'https://example.com/connected' }
  await record('createConnectLink', 'POST', '/connect-link', link)
  await record('createConnectInvite', 'POST', '/connect-invite', { account_connection: alice, send_email: true })
  await record('simulateConnect', 'POST', '/sandbox/connect', {
    account_connection: alice,
    type: 'ach',
    outcome: 'approved',
  })
  await record('getAccountConnection', 'GET', `/account-connection/${alice}`)
  await record('getAccountConnectionByExternalId', 'GET', '/account-connection/external/creator-1001')
  await record('updateAccountConnection', 'PUT', `/account-connection/${alice}`, {
    display_name: 'Alice',
    business_name: 'Alison Media LLC',
  })
  await record('simulatePermissions', 'POST', '/sandbox/permissions', {
    account_connection: alice,
    permissions: [{ name: 'payment.credit', expires_at: '2090-01-01T00:00:00.000Z' }],
  })
  await record('listAccountConnections', 'GET', '/account-connection?page_size=1')
  const direct = async (first: string, last: string): Promise<string> => {
    const both = { requested_permissions: ['payment.credit', 'payment.debit'] }
    const { body } = await client.post('/account-connection', person(first, last, both))
    await client.post('/sandbox/connect', { account_connection: body.id, type: 'direct' })
    return body.id
  }
  return { alice, bea: await direct('Bea', 'Beason'), carl: await direct('Carl', 'Carlson') }
}

async function embedOrigins({ record }: Recorder): Promise<void> {
  const { id } = await record('createEmbedOrigin', 'POST', '/embed-origin', { origin: 'https://app.example.com' })
  await record('listEmbedOrigins', 'GET', '/embed-origin')
  await record('deleteEmbedOrigin', 'DELETE', `/embed-origin/${id}`)
}

/** The webhook hears of the change of a contract, which it is told twice. */
async function webhooks({ record, client, operations }: Recorder, { bea }: Cast): Promise<void> {
  const receiver = await startReceiver()
  const subscription = { url: receiver.url, event: 'contract.update' }
  const { id } = await record('createWebhook', 'POST', '/webhook', subscription)
  const terms = { type: 'deposit_split', deposit_source: 'video_ads', split_percent_amount: 10 }
  const offered = { account_connection: bea, ...terms, user_data: { campaign: 'Spring' } }
  const { body: contract } = await client.post('/contract', offered)
  await client.delete(`/contract/${contract.id}`)
  const delivery = `/webhook/${id}/delivery`
  const isDelivered = async () => (await client.get(`${delivery}?status=delivered`)).body.pagination.total
  await expect.poll(isDelivered).toBe(1)
  operations.receiveNotification = { request: receiver.calls[0]?.body }
  const { data } = await record('listDeliveries', 'GET', `${delivery}?page_size=1`)
  await record('getDelivery', 'GET', `${delivery}/${data[0].id}`)
  await record('listEvents', 'GET', `/event?resource=${contract.id}`)
  await record('getWebhook', 'GET', `/webhook/${id}`)
  await record('listWebhooks', 'GET', '/webhook')
  await record('updateWebhook', 'PUT', `/webhook/${id}`, { user_data: { team: 'payments' } })
  await record('getWebhookSecret', 'GET', `/webhook/${id}/secret`)
  await record('rotateWebhookSecret', 'POST', `/webhook/${id}/secret/rotate`)
  receiver.answer(503)
  await record('redeliver', 'POST', `${delivery}/${data[0].id}/redeliver`)
  await record('recoverWebhook', 'POST', `/webhook/${id}/recover`, { since: '2020-01-01T00:00:00.000Z' })
  await record('testWebhook', 'POST', `/webhook/${id}/test`)
  await record('deleteWebhook', 'DELETE', `/webhook/${id}`)
}

/** A key asks, another one agrees to the first payout and rejects the second. */
async function approvals(
  running: RunningService,
  enterprise: string,
  recorder: Recorder,
  { bea }: Cast,
): Promise<void> {
  const { record, client } = recorder
  await setRules(running, enterprise, [ONE])
  const { key } = await approvingKey(running, enterprise)
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
  const ask = async (): Promise<string> => {
    const { approval } = (await client.post('/payout', { account_connection: bea, amount_in_cents: 50_000 })).body
    // The worker notes whom it has asked by mail.
    await expect.poll(async () => (await client.get(`/approval/${approval.id}`)).body.activity.length).toBe(2)
    return approval.id
  }
  const [first, second] = [await ask(), await ask()]
  await record('getApproval', 'GET', `/approval/${first}`)
  await record('listPayoutsOfApproval', 'GET', `/approval/${first}/payout`)
  await record('approveApproval', 'POST', `/approval/${first}/approve`, undefined, { headers })
  await record('rejectApproval', 'POST', `/approval/${second}/reject`, { reason: 'Paid by bank already' }, { headers })
  await record('listApprovals', 'GET', '/approval?page_size=1')
  await setRules(running, enterprise, [])
}

/** The treasurer's key withdraws twice, then the bank gives the first back and the second fails. */
async function withdrawals(
  running: RunningService,
  enterprise: string,
  { record, client }: Recorder,
  { bea }: Cast,
): Promise<void> {
  const own = { account_connection: bea, amount_in_cents: 12_500 }
  await record('simulateWithdrawal', 'POST', '/sandbox/withdrawal', own)

  const headers = { authorization: basic(await newTreasuryKey(running, enterprise)) }
  await record('simulateBankAccount', 'POST', '/sandbox/bank-account', ACCOUNT)
  const wish = { amount_in_cents: 250_000, description: 'Surplus of October' }
  const { id } = await record('createWithdrawal', 'POST', '/withdrawal', wish, { headers })
  const { id: other } = (await client.post('/withdrawal', { amount_in_cents: 1_000 }, { headers })).body
  const note = { user_data: { month: 'October' } }
  await record('updateWithdrawal', 'PUT', `/withdrawal/${id}`, note, { headers })
  await record('simulateWithdrawalError', 'POST', '/sandbox/withdrawal-error', { withdrawal: other })
  await client.post('/sandbox/clock/advance', { seconds: 3_600 })
  await record('getWithdrawal', 'GET', `/withdrawal/${id}`)
  await record('listWithdrawals', 'GET', '/withdrawal?page_size=1')
  await record('simulateWithdrawalReturn', 'POST', '/sandbox/withdrawal-return', { withdrawal: id, code: 'R02' })
}

/** The limits of an enterprise that has paid today. */
async function limits(running: RunningService, enterprise: string, { record }: Recorder): Promise<void> {
  const keyLimit = { scope: 'key', per: 'month', max_count: 1_000, outcome: 'refuse' } as const
  const needed = { outcome: 'approve', needed: 1, approvers: ['finance', 'admin'] } as const
  await setLimits(running, enterprise, [{ ...DAY_LIMIT, max_in_cents: 5_000_000, ...needed }, keyLimit])
  await record('getLimits', 'GET', '/limit')
  await setLimits(running, enterprise, [])
}

/** A balance below the threshold, which a worker notices. */
async function alerts(running: RunningService, enterprise: string, { record, client }: Recorder): Promise<void> {
  await setAlerts(running, enterprise, { low_balance_in_cents: 20_000_000 })
  await lookForAlerts(running)
  const { data } = (await client.get('/alert')).body
  await record('getAlert', 'GET', `/alert/${data[0].id}`)
  await record('listAlerts', 'GET', '/alert?status=raised')
  await setAlerts(running, enterprise, {})
}

/** The log is written a moment after the answer. */
async function requestLog({ record, client }: Recorder): Promise<void> {
  await client.post('/buyer', { first_name: 'Bob' }, { idempotencyKey: 'customer-3003' })
  await record('simulateIdempotencyExpiry', 'POST', '/sandbox/idempotency-expiry', {
    path: '/buyer',
    idempotency_key: 'customer-3003',
  })
  const path = '/request-log?method=POST&page_size=1'
  await expect.poll(async () => (await client.get(path)).body.data[0]?.path).toBe('/sandbox/idempotency-expiry')
  await record('listRequests', 'GET', path)
}

async function auditLog(running: RunningService, enterprise: string, { record }: Recorder): Promise<void> {
  const admin = await signedIn(running, enterprise, 'admin')
  await admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 5_000 })
  const { key } = await running.database.transaction(async (tx) =>
    createKey(tx, await requireTenant(tx, enterprise, 'sandbox'), 'sandbox', 'Log collector', { scopes: ['audit'] }),
  )
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  await record('listAuditEntries', 'GET', '/audit-log?page_size=1', undefined, { headers: { authorization } })
}

/**
 * Every operation once, at a real sandbox: what was sent and what was answered. `makeCalls` gets the key of the sandbox,
 * and makes the calls in a way of its own.
 */
export async function recordOperations(
  running: RunningService,
  makeCalls?: (key: string) => MakeCall,
): Promise<Record<string, Exchange>> {
  const { id, sandbox, keys } = await running.enterprise('Demo Enterprise')
  const recorder = createRecorder(sandbox, makeCalls?.(keys.sandbox))
  await passNoon(recorder)
  await recorder.record('getEnterprise', 'GET', '/enterprise')
  const cast = await connections(recorder)
  await embedOrigins(recorder)
  await payouts(recorder, cast)
  await p2p(recorder, cast)
  await contracts(recorder, cast)
  await purchases(recorder)
  await webhooks(recorder, cast)
  await approvals(running, id, recorder, cast)
  await withdrawals(running, id, recorder, cast)
  await limits(running, id, recorder)
  await alerts(running, id, recorder)
  await requestLog(recorder)
  await auditLog(running, id, recorder)
  return recorder.operations
}
