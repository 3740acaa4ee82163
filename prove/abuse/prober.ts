import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Checks, figure } from '../proof.ts'

/** No single request but a batch may hold the event loop for longer. */
const HELD_MAX_MS = 250
const ALONE_MS = 1_000
/** The machine may be busy with something else; a request that holds the event loop does so every time. */
const TRIES = 4

/**
 * The longest time in ms that somebody else waited meanwhile, who asks every few milliseconds whether the service is up. They ask
 * from a thread of their own, so that what this proof does with an answer is not taken for a wait.
 */
async function longestWait(port: number, meanwhile: () => Promise<unknown>): Promise<number> {
  const thread = new Worker(new URL('./prober-thread.ts', import.meta.url), { workerData: port })
  const said = () => new Promise<number>((resolve, reject) => thread.once('message', resolve).once('error', reject))
  try {
    await said()
    await meanwhile()
    thread.postMessage('enough')
    return await said()
  } finally {
    await thread.terminate()
  }
}

/** Nobody else waits for much longer beside it than they do alone. */
export async function checkWait(
  port: number,
  name: string,
  meanwhile: () => Promise<unknown>,
  checks: Checks,
  triesMax = TRIES,
): Promise<void> {
  let [wait, alone] = [0, 0]
  for (let tries = 0; tries < triesMax; tries++) {
    wait = await longestWait(port, meanwhile)
    if (wait <= HELD_MAX_MS) break
    alone = await longestWait(port, () => sleep(ALONE_MS))
    if (wait <= HELD_MAX_MS + alone) break
  }
  figure(`longest wait of others beside ${name}`, wait, 'ms')
  checks.check(`beside ${name} nobody waits long`, wait <= HELD_MAX_MS + alone, { wait, alone })
}
