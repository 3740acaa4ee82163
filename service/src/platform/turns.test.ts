import { expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { createLanes, type LaneKind } from './lanes.ts'
import { Turns } from './turns.ts'

const [one, two, three] = [Symbol('one'), Symbol('two'), Symbol('three')]

/** Enters, and says so when it is the holder's turn. */
function follow(turns: Turns) {
  const entered: symbol[] = []
  const enter = (name: string, holder: symbol) => void turns.enter(name, holder).then(() => entered.push(holder))
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { entered, enter, settled }
}

it('one holder at a time has a name, in the order they asked; names do not wait for each other', async () => {
  const turns = new Turns()
  const { entered, enter, settled } = follow(turns)
  enter('a', one)
  enter('a', two)
  enter('a', three)
  enter('b', two)
  await settled()
  expect(entered).toEqual([one, two])
  turns.leave('a', one)
  await settled()
  expect(entered).toEqual([one, two, two])
  turns.leave('a', two)
  turns.leave('a', three)
  await settled()
  expect(entered).toEqual([one, two, two, three])
})

it('only the holder gives its turn up', async () => {
  const turns = new Turns()
  const { entered, enter, settled } = follow(turns)
  enter('a', one)
  enter('a', two)
  turns.leave('a', two)
  await settled()
  expect(entered).toEqual([one])
})

it('a holder that is no more holds up nobody, whether it had its turn or waited for it', async () => {
  const turns = new Turns()
  const { entered, enter, settled } = follow(turns)
  enter('a', one)
  enter('a', two)
  enter('a', three)
  turns.leaveAll(two)
  turns.leaveAll(one)
  await settled()
  expect(entered).toEqual([one, three])
})

it('lanes of two processes run one batch at a time, with all that came by the time their turn did', async () => {
  const turns = new Turns()
  const batches: [string, number][] = []
  let running = 0
  const kindOf = (process: string): LaneKind<number, number> => ({
    name: 'payouts',
    async run(_tenant, requests) {
      expect(++running).toBe(1)
      batches.push([process, requests.length])
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      return requests.map((request) => ({ ok: request }))
    },
    changedNothing: () => false,
  })
  const processes = ['one', 'two'].map((name) => {
    const holder = Symbol(name)
    const enter = async (lane: string) => {
      await turns.enter(lane, holder)
      return () => turns.leave(lane, holder)
    }
    const lanes = createLanes({ batchMax: 512, queueMax: 1_000, turnsMax: 4, enter })
    const kind = kindOf(name)
    return (request: number) => lanes.submit(kind, 1 as TenantId, request)
  })
  const [first, second] = processes as [(request: number) => Promise<number>, (request: number) => Promise<number>]
  const answers = [first(0), second(1)]
  // While the first runs, the second waits for its turn and gathers.
  await new Promise((resolve) => setImmediate(resolve))
  for (let nth = 2; nth < 12; nth++) answers.push(second(nth))
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(batches).toEqual([
    ['one', 1],
    ['two', 11],
  ])
})

it('a lane goes on without its turn when nobody can give it one any more', async () => {
  const enter = () => Promise.reject(new Error('gone'))
  const lanes = createLanes({ batchMax: 512, queueMax: 1_000, turnsMax: 4, enter })
  const kind: LaneKind<number, number> = {
    name: 'payouts',
    run: async (_tenant, requests) => requests.map((request) => ({ ok: request })),
    changedNothing: () => false,
  }
  expect(await lanes.submit(kind, 1 as TenantId, 7)).toBe(7)
})
