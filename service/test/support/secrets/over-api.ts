import { expect } from 'vitest'
import { createClient } from '../client.ts'
import { linkTo } from '../connect.ts'
import { asked, pair } from '../p2p.ts'
import { connected, legacyMethod, person } from '../payouts.ts'
import { bought, CARDS, expiry } from '../purchases.ts'
import { lastPart } from '../sealed-messages.ts'
import { ACCOUNT } from '../withdrawals.ts'
import { type World, without } from './world.ts'

/** What an enterprise's program sends and is given. */
export async function overTheApi(world: World): Promise<void> {
  await connections(world)
  await webhooks(world)
  await bankAccount(world)
  await cards(world)
  await codes(world)
  await keys(world)
  await connected(world.sandbox, 'direct')
}

async function connections(world: World): Promise<void> {
  const { sandbox, watch } = world
  const bank = () => legacyMethod({ account_number: watch.plant('account'), ssn: watch.plant('ssn') })
  const filled = () => person({ verification_answer: watch.plant('text'), legacy_payout_method: bank() })
  const made = await sandbox.post('/account-connection', filled(), { idempotencyKey: 'secret-1' })
  expect(made.status, made.text).toBe(201)
  const changed = await sandbox.put(`/account-connection/${made.body.id}`, {
    verification_answer: watch.plant('text'),
    legacy_payout_method: bank(),
  })
  expect(changed.status, changed.text).toBe(200)
  // Refused ones too: what was wrong is named, and not repeated.
  for (const wrong of [{ account_number: `13579113579113579${'1'.repeat(30)}` }, { ssn: '531-77-40009999' }]) {
    const refused = await sandbox.post('/account-connection', person({ legacy_payout_method: legacyMethod(wrong) }))
    expect([refused.status, refused.text.includes(Object.values(wrong)[0] as string)]).toEqual([400, false])
  }
  const raw = `${JSON.stringify(filled()).slice(0, -1)} oops}`
  expect((await sandbox.post('/account-connection', undefined, { raw })).status).toBe(400)
  await without(world, 'account_connections', async () => {
    expect((await sandbox.post('/account-connection', filled())).status).toBe(500)
  })
  const link = await sandbox.post('/connect-link', { account_connection: made.body.id }, { idempotencyKey: 'secret-2' })
  watch.issued('Connect link', lastPart(link.body.url))
  watch.issued('Connect link', lastPart(await linkTo(sandbox, made.body.id)))
}

async function webhooks(world: World): Promise<void> {
  const { sandbox, watch } = world
  const basic = () => ({ basic_user: watch.plant('text'), basic_secret: watch.plant('text') })
  const hook = (event: string) => ({ url: 'http://127.0.0.1:9/never', event, ...basic() })
  const webhook = await sandbox.post('/webhook', hook('payout.update'), { idempotencyKey: 'secret-3' })
  expect(webhook.status, webhook.text).toBe(201)
  const { id } = webhook.body
  watch.issued('signing secret', (await sandbox.get(`/webhook/${id}/secret`)).body.secret)
  const rotated = await sandbox.post(`/webhook/${id}/secret/rotate`, undefined, { idempotencyKey: 'secret-4' })
  watch.issued('signing secret', rotated.body.secret)
  const changed = await sandbox.put(`/webhook/${id}`, basic(), { idempotencyKey: 'secret-9' })
  expect(changed.status, changed.text).toBe(200)
  await sandbox.post(`/webhook/${id}/test`)
  await without(world, 'webhooks', async () => {
    expect((await sandbox.put(`/webhook/${id}`, basic())).status).toBe(500)
    expect((await sandbox.post('/webhook', hook('buyer.update'))).status).toBe(500)
  })
}

/** The enterprise's own, as the operator registers it in production. */
async function bankAccount({ sandbox, watch }: World): Promise<void> {
  const account = () => ({ ...ACCOUNT, account_number: watch.plant('account') })
  const set = await sandbox.post('/sandbox/bank-account', account(), { idempotencyKey: 'secret-8' })
  expect(set.status, set.text).toBe(200)
  expect((await sandbox.post('/sandbox/bank-account', { ...account(), routing_number: '1' })).status).toBe(400)
}

async function cards({ sandbox, watch }: World): Promise<void> {
  const buyer = await sandbox.post('/buyer', { first_name: 'Bea' }, { idempotencyKey: 'secret-5' })
  const { id, payment_method_embed_url: form } = buyer.body
  const token = watch.issued('card form', lastPart(form))
  const card = { buyer: id, number: watch.plant('card'), ...expiry }
  expect((await sandbox.post('/sandbox/card', card, { idempotencyKey: 'secret-6' })).status).toBe(200)
  const { origin } = new URL(form)
  await fetch(form)
  for (const month of [12, 13]) {
    const answer = await fetch(`${origin}/card-form/api/card`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        number: CARDS.amex,
        expiration_month: month,
        expiration_year: 2040,
        cvc: watch.plant('cvc'),
        postal_code: '94103',
      }),
    })
    expect(answer.status).toBe(month === 12 ? 200 : 400)
  }
  const { receipt_pdf_url } = await bought(sandbox, id)
  watch.issued('receipt', lastPart(receipt_pdf_url))
  expect((await fetch(receipt_pdf_url)).status).toBe(200)
}

async function codes({ sandbox, watch }: World): Promise<void> {
  const { id } = await asked(sandbox, await pair(sandbox))
  const wrong = { code: watch.plant('code') }
  expect((await sandbox.post(`/p2p/${id}/commit`, wrong, { idempotencyKey: 'secret-7' })).status).toBe(400)
}

async function keys({ running, sandbox, watch }: World): Promise<void> {
  const { keys } = await running.enterprise('Keys')
  await createClient(sandbox.base, watch.issued('API key', keys.sandbox)).get('/enterprise')
  const guessed = watch.issued('guessed key', `sk_sandbox_${watch.plant('text').replaceAll(' ', '_')}`)
  expect((await createClient(sandbox.base, guessed).get('/enterprise')).status).toBe(401)
}
