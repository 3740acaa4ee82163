import type { Environment } from '../../../kernel/environment.ts'
import { SECOND_MS } from '../../../kernel/time.ts'
import type { NameLookup } from '../../../platform/name-lookup.ts'
import { createSafeClient, type SafeClient } from '../../../platform/safe-http.ts'

const TIMEOUT_MS = 15 * SECOND_MS
const ANSWER_BYTES_MAX = 64 * 1_024
/** Kept-alive connections of a webhook that has nothing to do are closed after this. */
const IDLE_MS = 60 * SECOND_MS

export interface ClientOptions {
  /** Calls to one webhook at once. */
  readonly concurrency: number
  /** Private and local addresses that webhooks of the sandbox may call. */
  readonly sandboxExempts: (address: string) => boolean
  /** Each webhook's own, when absent. */
  readonly names?: NameLookup
}

/** An HTTP client for each webhook, so that none shares connections with another. */
export function createClients({ concurrency, sandboxExempts, names }: ClientOptions) {
  const clients = new Map<string, { readonly client: SafeClient; idleSince: number | undefined }>()
  return {
    of(webhook: string, environment: Environment): SafeClient {
      let entry = clients.get(webhook)
      if (!entry) {
        const client = createSafeClient({
          plainHttp: environment === 'sandbox',
          ...(environment === 'sandbox' ? { exempts: sandboxExempts } : {}),
          timeoutMs: TIMEOUT_MS,
          answerBytesMax: ANSWER_BYTES_MAX,
          socketsMax: concurrency,
          ...(names ? { names } : {}),
        })
        entry = { client, idleSince: undefined }
        clients.set(webhook, entry)
      }
      entry.idleSince = undefined
      return entry.client
    },
    /** The webhook has nothing to do for now. Closes the clients that have been idle for long. */
    rest(webhook: string): void {
      const now = performance.now()
      const resting = clients.get(webhook)
      if (resting) resting.idleSince = now
      for (const [other, { client, idleSince }] of clients) {
        if (idleSince === undefined || now - idleSince < IDLE_MS) continue
        client.close()
        clients.delete(other)
      }
    },
  }
}
