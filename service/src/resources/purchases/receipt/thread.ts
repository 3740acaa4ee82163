import { parentPort } from 'node:worker_threads'
import { renderReceipt } from './pdf.ts'
import type { Answer, Job } from './renderer.ts'

/** Makes receipts beside the thread that answers requests, which a long receipt would hold up for seconds. */
parentPort?.on('message', async ({ id, receipt }: Job) => {
  const answer: Answer = await renderReceipt(receipt).then(
    (pdf) => ({ id, pdf }),
    (error: unknown) => ({ id, failed: String(error) }),
  )
  parentPort?.postMessage(answer)
})
