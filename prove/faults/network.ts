import { openDatabase } from '../../service/src/platform/database.ts'
import { createClient } from '../client.ts'
import { Checks, figure, type Proof } from '../proof.ts'
import { createRandom } from '../random.ts'
import { openServer } from '../server.ts'
import { createMember, patiently } from './fleet.ts'
import { compareDeliveries, openHook } from './hook.ts'
import { compareLedger, inspect, untilAtRest } from './inspect.ts'
import { createLoad, prepareCast } from './load.ts'
import { type Line, type LineBetween, openProxy } from './proxy.ts'

/** Between clients and the service one answer in five is lost after it was sent. */
const OUTSIDE: Line = { dropAnswer: 0.2, cutRequest: 0.05, delay: 0.1, delayMaxMs: 100 }
/** Between the service and PostgreSQL a request takes several turns, so that fewer suffice. */
const INSIDE: Line = { dropAnswer: 0.01, cutRequest: 0.01, delay: 0.02, delayMaxMs: 20 }

export const network: Proof = {
  proves:
    'Lost answers, cut connections and delays, outside and before PostgreSQL, make nothing twice and lose nothing.',
  options: { seed: 1, keys: 5_000 },
  async run({ seed = 1, keys = 5_000 }) {
    const checks = new Checks()
    const random = createRandom(seed)
    const server = await openServer()
    const database = openDatabase({ url: server.url, connectionsMax: 2 })
    const hook = await openHook()
    const socket = new URLSearchParams(server.url.split('?')[1]).get('host')
    const inside = await openProxy({ path: `${socket}/.s.PGSQL.5432` }, INSIDE, createRandom(seed + 1))
    const behind = { url: server.url.replace(/@\/(\w+)\?.*$/, `@127.0.0.1:${inside.port}/$1`), home: server.home }
    const direct = await createMember('api', 'api', server)
    const members = await Promise.all([createMember('api', 'api', behind), createMember('worker', 'worker', behind)])
    const [api] = members
    const outside = await openProxy({ host: '127.0.0.1', port: portOf(api.base) }, OUTSIDE, createRandom(seed + 2))
    try {
      // What the requests need is prepared over good lines.
      await direct.start()
      const cast = await prepareCast(createClient(direct), hook.url)
      await direct.stop()
      for (const member of members) await patiently(member.start)
      const client = createClient({
        base: api.base.replace(/:\d+\//, `:${outside.port}/`),
        apiKey: api.apiKey,
        timeoutMs: 10_000,
      })
      const load = createLoad([client], cast, random, 0)
      await load.run(() => load.asked.size >= keys)
      const died = members.flatMap((member) => member.lastWords() ?? [])
      checks.check('no process has ended', died.length === 0, died)
      for (const proxy of [inside, outside]) proxy.mend()
      const restSeconds = await untilAtRest(database, checks)
      await inspect(database, load, checks, 'at the end')
      await compareLedger(database, load, checks)
      await compareDeliveries(database, hook, checks)
      for (const what of load.wrong) checks.check('every request has the answer it should', false, what)
      checks.check('every request has the answer it should', load.wrong.length === 0)
      const distinct = new Set(load.acknowledged.map(({ key }) => key)).size
      // Every key that was sent, not every payout of a batch.
      const sent = [...load.asked].filter((key) => !key.includes('.')).length
      checks.check('every key has one acknowledged answer', distinct === sent && sent === load.acknowledged.length, {
        sent,
        acknowledged: load.acknowledged.length,
      })
      figure('distinct keys acknowledged', distinct)
      figure('requests without an answer, sent again', load.counts.lost)
      figure('answers that were replays', load.counts.replays)
      reportLine('client and service', outside)
      reportLine('service and PostgreSQL', inside)
      figure('until nothing was under way after the last fault', restSeconds, 's')
    } finally {
      await Promise.all([direct, ...members].map((member) => member.kill()))
      await Promise.all([inside.close(), outside.close(), hook.close(), database.close()])
      await server.close()
    }
    return checks
  },
}

const portOf = (base: string): number => Number(new URL(base).port)

function reportLine(between: string, { counts }: LineBetween): void {
  figure(`between ${between}: turns`, counts.exchanges)
  figure(`between ${between}: answers dropped`, counts.dropped)
  figure(`between ${between}: connections cut`, counts.cut)
  figure(`between ${between}: answers delayed`, counts.delayed)
}
