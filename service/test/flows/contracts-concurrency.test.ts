import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { agreed, answer, deposit, offered, readContract, terms } from '../support/contracts.ts'
import { PURSE } from '../support/p2p.ts'
import { accounts, auditClean, balances, connected, OPENING, paid, person, remove } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let second: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '100' })
  second = await startService({ WORKER_POLL_MS: '100' }, running.databaseUrl)
})

async function enterprise() {
  const { sandbox, keys, id } = await running.enterprise()
  const other = second.client('sandbox', keys.sandbox)
  return { id, sandbox, other, either: (nth: number): Client => (nth % 2 ? sandbox : other) }
}

const PATIENCE_MS = 120_000
const times = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth))

describe('at two processes at once', () => {
  it('deposits are each split once, and no cent is lost', { timeout: PATIENCE_MS }, async () => {
    const { sandbox, either, id } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const contracts = [
      await agreed(sandbox, connection, { split_percent_amount: 33.3333 }),
      await agreed(sandbox, connection, { split_percent_amount: 0, split_fixed_amount_in_cents: 70 }),
    ]
    const answers = await Promise.all(times(60, (nth) => deposit(either(nth), connection, 100 + nth)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const taken = answers.flatMap(({ body }) => body.splits).reduce((sum, split) => sum + split.amount_in_cents, 0)
    const kept = answers.reduce((sum, { body }) => sum + body.remaining_in_cents, 0)
    expect(taken + kept).toBe(answers.reduce((sum, { body }) => sum + body.amount_in_cents, 0))
    expect(await balances(sandbox)).toMatchObject({ operating: OPENING + taken })
    expect(await accounts(running.database, id, 'creator:%')).toEqual([PURSE + kept])
    for (const contract of contracts) {
      expect((await readContract(sandbox, contract.id)).activity).toHaveLength(62)
      expect((await sandbox.get(`/contract/${contract.id}/split`)).body.pagination.total).toBe(60)
    }
    await auditClean(running.database)
  })

  it('a contract is answered once', async () => {
    const { sandbox, either } = await enterprise()
    const { id } = await offered(sandbox, await connected(sandbox, 'direct'))
    const answers = await Promise.all(times(40, (nth) => answer(either(nth), id, nth % 3 ? 'accept' : 'decline')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
    expect((await readContract(sandbox, id)).activity).toHaveLength(2)
  })

  it('no contract outlives its connection, whenever it was made, accepted or used', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { sandbox, either } = await enterprise()
    for (let round = 0; round < 10; round++) {
      const { email } = person()
      const [doomed, twin] = [
        await connected(sandbox, 'direct', { email }),
        await connected(sandbox, 'direct', { email }),
      ]
      const open = await Promise.all(times(4, () => offered(sandbox, doomed)))
      const staying = await agreed(sandbox, twin)
      const answers = await Promise.all([
        ...times(6, (nth) => either(nth).post('/contract', terms(doomed))),
        ...open.map(({ id }, nth) => answer(either(nth), id, 'accept')),
        // By the other connection of the same creator: it holds the same contracts.
        ...times(6, (nth) => deposit(either(nth), twin, 1_000)),
        ...times(2, (nth) => sandbox.delete(`/contract/${open[nth].id}`)),
        remove(either(round), doomed),
        paid(either(round), twin, 10),
      ])
      const failed = answers.flatMap((one) => (one && 'status' in one && one.status >= 500 ? [one.text] : []))
      expect(failed).toEqual([])
      const { data } = (await sandbox.get(`/account-connection/${doomed}/contract?page_size=100`)).body
      expect(data.length).toBeGreaterThanOrEqual(4)
      expect(new Set(data.map(({ status }: { status: string }) => status))).toEqual(new Set(['terminated']))
      expect(await readContract(sandbox, staying.id)).toMatchObject({ status: 'active' })
    }
    await auditClean(running.database)
  })
})
