import { parentPort, workerData } from 'node:worker_threads'
import { simulateOn } from './sequences.ts'
import type { Orders } from './simulate.ts'

const { url, seed, steps } = workerData as Orders
parentPort?.postMessage(await simulateOn(url, seed, steps))
