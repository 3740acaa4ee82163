import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { unavailable } from '../../../kernel/errors.ts'
import type { Receipt } from './content.ts'

export interface Job {
  readonly id: number
  readonly receipt: Receipt
}

export type Answer =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly failed: string }

export interface ReceiptRenderer {
  /** The PDF; 503 when too many others are being made. */
  render(receipt: Receipt): Promise<Buffer>
  close(): Promise<void>
}

/** The number of receipts that may be under way: a request never waits for more than these. */
export const PLACES = 8
/** The number of receipts kept in memory, so that one that is opened again is not made again. The longest have 2 MB. */
const REMEMBERED = 8
/** A thread that needs more memory is ended; the service goes on. */
const MEMORY_MB = 512

/** One thread, started when the first receipt is asked for. Addresses of receipts are public, so work is bounded here. */
export function createReceiptRenderer(): ReceiptRenderer {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>()
  const made = new Map<string, Promise<Buffer>>()
  let thread: Worker | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    // A waiting request keeps the process alive; the thread alone need not.
    started.unref()
    started.on('message', settle)
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (thread === started) thread = undefined
      for (const { reject } of waiting.values())
        reject(unavailable('The receipt could not be made; retry in a moment.'))
      waiting.clear()
    })
    return started
  }

  function settle(answer: Answer): void {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('failed' in answer) asked?.reject(new Error(`a receipt could not be made: ${answer.failed}`))
    else asked?.resolve(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength))
  }

  function ask(receipt: Receipt): Promise<Buffer> {
    if (waiting.size >= PLACES) throw unavailable('Too many receipts are being made; retry in a moment.')
    const asked = Promise.withResolvers<Buffer>()
    const job: Job = { id: ++lastId, receipt }
    waiting.set(job.id, asked)
    thread ??= start()
    thread.postMessage(job)
    return asked.promise
  }

  return {
    async render(receipt) {
      // The key is the whole content, because names on a receipt change without the purchase.
      const key = createHash('sha256').update(JSON.stringify(receipt)).digest('base64')
      const pdf = made.get(key) ?? ask(receipt)
      // The most recently used is forgotten last.
      made.delete(key)
      made.set(key, pdf)
      for (const oldest of made.keys()) {
        if (made.size <= REMEMBERED) break
        made.delete(oldest)
      }
      try {
        return await pdf
      } catch (error) {
        if (made.get(key) === pdf) made.delete(key)
        throw error
      }
    },
    async close() {
      await thread?.terminate()
    },
  }
}
