import { describe, expect, it } from 'vitest'
import { readableLog } from '../support/logged.ts'
import { asked, commit, pair } from '../support/p2p.ts'
import { advance, connected, paid } from '../support/payouts.ts'
import { bought, buyerWith, SETTLED_SECONDS } from '../support/purchases.ts'
import { startService } from '../support/service.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly tenant?: number
  readonly resource?: string
  readonly kind?: string
  readonly count?: number
  readonly cents?: number
}

describe('the log', () => {
  it('tells every deed of money at info, with its tenant, resource and amount', async () => {
    const { log, lines } = readableLog('info')
    const { sandbox } = await startService({ WORKER_POLL_MS: '60000' }, undefined, { log })
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 700)
    const { id: purchase } = await bought(sandbox, await buyerWith(sandbox), 10_000)
    await advance(sandbox, SETTLED_SECONDS)
    const { id: refund } = (await sandbox.post(`/purchase/${purchase}/refund`, { amount_in_cents: 3_000 })).body
    const { id: payment } = await asked(sandbox, await pair(sandbox), 900)
    await commit(sandbox, payment)
    await advance(sandbox, 5)

    const told = lines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level === 30)
    const of = (resource: string) =>
      told.filter((line) => line.resource === resource).map(({ msg, kind, cents }) => [msg, kind, cents])
    expect(of(payout.id)).toContainEqual(['created payouts', undefined, 700])
    expect(of(payout.id)).toContainEqual(['moved payouts', undefined, 700])
    expect(of(purchase)).toContainEqual(['booked transfers', 'purchase.settled', 9_680])
    expect(of(refund)).toContainEqual(['booked transfers', 'purchase.reversal', 3_000])
    expect(of(payment)).toContainEqual(['booked transfers', 'p2p.sent', 900])
    const booked = told.filter(({ msg }) => msg === 'booked transfers')
    expect(booked.every(({ tenant, count }) => Number.isInteger(tenant) && Number(count) > 0)).toBe(true)
  })
})
