import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import type { Client } from '../support/client.ts'
import { answer, deposit, terms } from '../support/contracts.ts'
import { PURSE } from '../support/p2p.ts'
import { accounts, balances, connected, OPENING } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

const runs = Number(process.env.DEPOSIT_RUNS ?? 25)
const seed = Number(process.env.FC_SEED ?? 20_261_115)

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const SOURCES = ['music_distribution', 'video_ads', 'live_streaming'] as const
const source = fc.constantFrom(...SOURCES)
const amount = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 9_999_999_999 }))
const perhaps = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const contract = fc.record({
  deposit_source: source,
  share: fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => ({ split_percent_amount: ppm / 10_000 })),
    amount.map((fixed) => ({ split_percent_amount: undefined, split_fixed_amount_in_cents: fixed })),
  ),
  bounds: fc.record({ least: perhaps(amount), room: perhaps(amount), cap: perhaps(amount) }),
  accepted: fc.boolean(),
  deleted: fc.boolean(),
})

const story = fc.record({
  contracts: fc.array(contract, { minLength: 1, maxLength: 8 }),
  deposits: fc.array(fc.record({ deposit_source: source, amount }), { minLength: 1, maxLength: 8 }),
})

type Contract = typeof contract extends fc.Arbitrary<infer T> ? T : never

async function make(client: Client, connection: string, wish: Contract): Promise<void> {
  const { least, room, cap } = wish.bounds
  const made = await client.post(
    '/contract',
    terms(connection, {
      deposit_source: wish.deposit_source,
      ...wish.share,
      deposit_minimum_in_cents: least,
      deposit_maximum_in_cents: room === undefined ? undefined : Math.min(9_999_999_999, (least ?? 0) + room),
      split_amount_max_in_cents: cap,
    }),
  )
  expect(made.status, made.text).toBe(201)
  if (wish.accepted) await answer(client, made.body.id, 'accept')
  if (wish.deleted) await client.delete(`/contract/${made.body.id}`)
}

it(
  'whatever the contracts and deposits: no split exceeds its deposit, the preview is what happens, the books are clean',
  async () => {
    process.stdout.write(`deposits-property: repeat with FC_SEED=${seed} DEPOSIT_RUNS=${runs}\n`)
    await fc.assert(
      fc.asyncProperty(story, async ({ contracts, deposits }) => {
        const { sandbox, id } = await running.enterprise()
        const connection = await connected(sandbox, 'direct')
        for (const wish of contracts) await make(sandbox, connection, wish)
        let operating = OPENING
        let purse = PURSE
        for (const { deposit_source, amount: arriving } of deposits) {
          const wish = { account_connection: connection, deposit_source, amount_in_cents: arriving }
          const preview = (await sandbox.post('/contract/preview', wish)).body
          const { splits, remaining_in_cents } = (await deposit(sandbox, connection, arriving, deposit_source)).body
          const shares = splits.map(({ id: _id, ...share }: { id: string }) => share)
          expect(preview).toEqual({ ...wish, splits: shares, remaining_in_cents })
          const taken = shares.reduce(
            (sum: number, share: { amount_in_cents: number }) => sum + share.amount_in_cents,
            0,
          )
          expect(remaining_in_cents).toBeGreaterThanOrEqual(0)
          expect(taken + remaining_in_cents).toBe(arriving)
          operating += taken
          purse += remaining_in_cents
        }
        expect(await balances(sandbox)).toMatchObject({ operating })
        expect(await accounts(running.database, id, 'creator:%')).toEqual([purse])
        expect(await auditEverything(running.database)).toEqual([])
      }),
      { seed, numRuns: runs, endOnFailure: false },
    )
  },
  30_000 + runs * 5_000,
)
