import { describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { invited } from '../support/payouts.ts'
import { type Program, startProgram } from '../support/program.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

/** Long enough for a busy machine to renew it in time, which it does three times as often. */
const LEASE_MS = 2_000
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The service without a worker, and how to start real ones beside it. */
async function apart(): Promise<{ running: RunningService; worker: () => Promise<Program> }> {
  const running = await startService({}, undefined, { role: 'api' })
  const variables = {
    DATABASE_URL: running.databaseUrl,
    VAULT_KEY,
    DELIVERY_LEASE_MS: String(LEASE_MS),
    DELIVERY_POLL_MS: '10',
    LOG_LEVEL: 'silent',
  }
  const worker = async (): Promise<Program> => {
    const program = startProgram({ args: ['worker'], variables })
    await program.printed('Tributary worker is running.')
    return program
  }
  return { running, worker }
}

const subscribe = async (client: Client, receiver: Receiver): Promise<string> =>
  (await client.post('/webhook', { url: receiver.url, event: 'account_connection.update' })).body.id

async function deliveryRows({ database }: RunningService) {
  return database.sql<{ id: string; status: string; attempt: number }[]>`
    select id, status, attempt from deliveries order by position`
}

describe('workers killed with kill -9, fifty of them, under load', () => {
  const ROUNDS = 25
  const WORKERS = 2
  const PER_ROUND = 40

  it('lose no event, keep the order of each resource, and hold nothing longer than the lease', async () => {
    const { running, worker } = await apart()
    const { sandbox } = running
    const receiver = await startReceiver()
    await subscribe(sandbox, receiver)
    const connections = await Promise.all(Array.from({ length: 10 }, () => invited(sandbox)))
    let alive: Program[] = []
    let killed = 0
    const kill = (): void => {
      for (const { child } of alive) if (child.kill('SIGKILL')) killed++
      alive = []
    }
    let changes = 0
    let starting = Promise.all(Array.from({ length: WORKERS }, worker))
    for (let round = 0; round < ROUNDS; round++) {
      alive = await starting
      const workers = alive
      const from = receiver.calls.length
      // Between call and record, during the call, or right after the claim; the rest of the round meets no worker.
      receiver.answer(async (_call, response, nth) => {
        const now = nth - from >= 5
        if (now && round % 3 === 0) kill()
        await sleep(nth % 4)
        response.writeHead(200).end(() => {
          if (now && round % 3 === 1) kill()
        })
      })
      for (let nth = 0; nth < PER_ROUND; nth++) {
        const id = connections[changes % connections.length] as string
        const { status } = await sandbox.put(`/account-connection/${id}`, { user_data: { n: changes++ } })
        expect(status).toBe(200)
        if (round % 3 !== 2 || nth < 5 || alive.length === 0) continue
        if ((await deliveryRows(running)).some((row) => row.status === 'sending')) kill()
      }
      kill()
      await Promise.all(workers.map(({ ended }) => ended))
      starting = Promise.all(Array.from({ length: WORKERS }, worker))
    }
    expect(killed).toBe(ROUNDS * WORKERS)
    receiver.answer(200)
    await starting
    const open = async () => (await deliveryRows(running)).filter(({ status }) => status !== 'delivered').length
    await expect.poll(open).toBe(0)

    expect(new Set(receiver.calls.map(({ body }) => body.user_data.n)).size).toBe(changes)
    for (const id of connections) {
      const order = receiver.calls.filter(({ body }) => body.id === id).map(({ body }) => body.user_data.n as number)
      const firsts = order.filter((n, nth) => order.indexOf(n) === nth)
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
    }
    // Some were in flight when their worker died: those have more than one attempt, and were not waited for long.
    expect((await deliveryRows(running)).some(({ attempt }) => attempt > 1)).toBe(true)
  })

  it('leave what they held to the next one as soon as the lease is over', async () => {
    const { running, worker } = await apart()
    const { sandbox } = running
    const receiver = await startReceiver(() => {})
    await subscribe(sandbox, receiver)
    const first = await worker()
    await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: {} })
    await expect.poll(() => receiver.calls.length).toBe(1)
    first.child.kill('SIGKILL')
    await first.ended
    receiver.answer(200)
    await worker()
    await expect.poll(() => deliveryRows(running)).toMatchObject([{ status: 'delivered', attempt: 2 }])
    expect(new Set(receiver.calls.map(({ text, headers }) => `${headers['webhook-id']} ${text}`)).size).toBe(1)
  })
})

describe('a worker', () => {
  it('suspended past its lease and then resumed beside the new owner changes nothing', async () => {
    const { running, worker } = await apart()
    const { sandbox } = running
    const answers: ((status: number) => void)[] = []
    const receiver = await startReceiver((_call, response) => {
      answers.push((status) => response.writeHead(status).end())
    })
    const webhook = await subscribe(sandbox, receiver)
    const sleeper = await worker()
    await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: {} })
    await expect.poll(() => answers.length).toBe(1)
    sleeper.child.kill('SIGSTOP')
    try {
      await worker()
      await expect.poll(() => answers.length).toBe(2)
      answers[0]?.(500)
    } finally {
      sleeper.child.kill('SIGCONT')
    }
    // It has read its answer and tried to record it; the row is the new owner's, who renews its lease.
    await sleep(2 * LEASE_MS)
    expect(await deliveryRows(running)).toMatchObject([{ status: 'sending', attempt: 2 }])
    answers[1]?.(200)
    await expect.poll(() => deliveryRows(running)).toMatchObject([{ status: 'delivered', attempt: 2 }])
    await sleep(LEASE_MS)
    expect(receiver.calls).toHaveLength(2)
    const [delivery] = (await sandbox.get(`/webhook/${webhook}/delivery`)).body.data
    expect(delivery.attempts).toMatchObject([{ attempt: 2, status: 200 }])
    const [row] = await running.database.sql`select failing_since from webhooks`
    expect(row).toEqual({ failing_since: null })
  })

  it('told to stop finishes and records what it is sending, and gives the rest back', async () => {
    const { running, worker } = await apart()
    const { sandbox } = running
    const receiver = await startReceiver(async (_call, response) => {
      await sleep(700)
      response.writeHead(200).end()
    })
    await subscribe(sandbox, receiver)
    const program = await worker()
    for (let n = 0; n < 3; n++) {
      await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: { n } })
    }
    await expect.poll(() => receiver.calls.length).toBe(3)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    const rows = await deliveryRows(running)
    expect(rows.map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(Array(3).fill('delivered 1'))
  })

  it('waits longer than its lease for a slow receiver without sending twice', async () => {
    const { running, worker } = await apart()
    const { sandbox } = running
    const receiver = await startReceiver(async (_call, response) => {
      await sleep(3 * LEASE_MS)
      response.writeHead(200).end()
    })
    await subscribe(sandbox, receiver)
    await Promise.all([worker(), worker()])
    await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: {} })
    await expect.poll(() => deliveryRows(running)).toMatchObject([{ status: 'delivered', attempt: 1 }])
    expect(receiver.calls).toHaveLength(1)
  })
})
