import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Wire } from './wire.ts'

const POLL_MS = 10
const HEALTH = Buffer.from('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')

const wire = new Wire(workerData as number)
// The first request opens the connection.
await wire.send(HEALTH)
let isEnough = false
parentPort?.once('message', () => {
  isEnough = true
})
parentPort?.postMessage(0)
let longest = 0
while (!isEnough) {
  const startedAt = performance.now()
  await wire.send(HEALTH)
  longest = Math.max(longest, performance.now() - startedAt)
  await sleep(POLL_MS)
}
wire.close()
parentPort?.postMessage(longest)
