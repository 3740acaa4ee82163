import { beforeAll, describe, expect, it } from 'vitest'
import { RETRY_AFTER_MS } from '../../src/resources/webhooks/deliveries/schedule.ts'
import { change, deliveries, subscribed } from '../support/deliveries.ts'
import { advance, invited } from '../support/payouts.ts'
import { startReceiver } from '../support/receiver.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10', WORKER_POLL_MS: '20' })
})

describe('a receiver that is down for the whole schedule', () => {
  it('gets every event in order, with one id and the same bytes, at the scheduled times; then it is dead and redeliverable', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(503)
    const webhook = await subscribed(sandbox, receiver)
    const [first, second] = [await invited(sandbox), await invited(sandbox)]
    await change(sandbox, first, { n: 1 })
    await change(sandbox, first, { n: 2 })
    await change(sandbox, second, { n: 1 })
    const firsts = () => receiver.calls.filter(({ body }) => body.user_data.n === 1)
    const tried = (times: number) => expect.poll(() => firsts().length).toBe(2 * times)
    await tried(1)
    for (const [nth, wait] of RETRY_AFTER_MS.entries()) {
      // A retry that came before nine tenths of its wait would be made here; the dates of all attempts tell, below.
      await advance(sandbox, Math.floor((wait * 0.9) / 1_000) - 2)
      await new Promise((resolve) => setTimeout(resolve, 100))
      // Not after eleven.
      await advance(sandbox, Math.ceil((wait * 0.2) / 1_000) + 2)
      await tried(nth + 2)
    }
    const heads = firsts().filter(({ body }) => body.id === first)
    expect(new Set(heads.map(({ text }) => text)).size).toBe(1)
    expect(new Set(heads.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(heads.map(({ headers }) => headers['webhook-attempt'])).toEqual(
      Array.from({ length: 10 }, (_, nth) => String(nth + 1)),
    )
    // The head of the first resource is dead; what it held back goes on.
    const ofHead = () => receiver.calls.filter(({ body }) => body.id === first).map(({ body }) => body.user_data.n)
    await expect.poll(ofHead).toContain(2)
    expect(ofHead().indexOf(2)).toBe(10)
    // The other one's last answer may be recorded a moment later.
    await expect.poll(async () => (await deliveries(sandbox, webhook, '&status=dead')).length).toBe(2)
    const dead = await deliveries(sandbox, webhook, '&status=dead')
    for (const { attempts } of dead) {
      const dates = attempts.map(({ at }: { at: string }) => Date.parse(at))
      const waits = RETRY_AFTER_MS.map((wait, nth) => (dates[nth + 1] - dates[nth]) / wait)
      expect(attempts).toHaveLength(10)
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(0.9)
    }
    expect((await sandbox.get(`/webhook/${webhook}/delivery/${dead[0].id}`)).body).toEqual(dead[0])
    expect(await sandbox.get(`/webhook/${webhook}/delivery/dlv_none`)).toMatchObject({ status: 404 })
    // Strictly before and after: the two times together hold all three.
    const at = dead[0].created_at
    const counts = await Promise.all(
      [`&created_before=${at}`, `&created_after=${at}`, '&created_after=2000-01-01T00:00:00Z'].map(
        async (period) => (await deliveries(sandbox, webhook, period)).length,
      ),
    )
    expect(counts[0] + counts[1]).toBeLessThan(3)
    expect(counts[2]).toBe(3)
    const all = await deliveries(sandbox, webhook)
    expect(await deliveries(sandbox, webhook, '&order=oldest')).toEqual(all.toReversed())
    expect(await deliveries(sandbox, webhook, '&status=dead&status=delivered&status=queued,sending')).toEqual(all)
    const ofFirst = all.filter(({ resource }: { resource: string }) => resource === first)
    expect(await deliveries(sandbox, webhook, `&resource=${first}`)).toEqual(ofFirst)
    expect(await sandbox.get(`/webhook/${webhook}/delivery?status=lost`)).toMatchObject({
      status: 400,
      body: { errors: [{ param: 'status' }] },
    })
    receiver.answer(200)
    for (const { id } of dead) {
      const again = await sandbox.post(`/webhook/${webhook}/delivery/${id}/redeliver`)
      expect(again, again.text).toMatchObject({ status: 200, body: { id, status: 'queued' } })
    }
    await advance(sandbox, 10)
    await expect.poll(async () => (await deliveries(sandbox, webhook, '&status=delivered')).length).toBe(3)
    expect(receiver.calls.at(-1)?.headers['webhook-id']).toMatch(/^evt_/)
  })

  it('and comes back early gets everything that waited, in order per resource', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(500)
    await subscribed(sandbox, receiver)
    const connections = await Promise.all(Array.from({ length: 5 }, () => invited(sandbox)))
    for (let n = 1; n <= 6; n++) await Promise.all(connections.map((id) => change(sandbox, id, { n })))
    const seen = (id: string) => receiver.calls.filter(({ body }) => body.id === id).map(({ body }) => body.user_data.n)
    await expect.poll(() => connections.every((id) => seen(id).length > 0)).toBe(true)
    // One each, or more where the changes took longer than the first wait.
    const refused = new Map(connections.map((id) => [id, seen(id)]))
    receiver.answer(200)
    await advance(sandbox, 6)
    await expect.poll(() => connections.every((id) => seen(id).includes(6))).toBe(true)
    for (const id of connections) {
      const firsts = (refused.get(id) as number[]).map(() => 1)
      expect(seen(id)).toEqual([...firsts, 1, 2, 3, 4, 5, 6])
    }
  })
})

describe('one failing resource', () => {
  it('holds back only itself', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver()
    const [bad, good] = [await invited(sandbox), await invited(sandbox)]
    receiver.answer((call, response) => void response.writeHead(call.body.id === bad ? 500 : 200).end())
    await subscribed(sandbox, receiver)
    for (let n = 1; n <= 3; n++) {
      await change(sandbox, bad, { n })
      await change(sandbox, good, { n })
    }
    await expect.poll(() => receiver.calls.filter(({ body }) => body.id === good).length).toBe(3)
    const tried = receiver.calls.filter(({ body }) => body.id === bad).map(({ body }) => body.user_data.n)
    expect([...new Set(tried)]).toEqual([1])
  })
})
