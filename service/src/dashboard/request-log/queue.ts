import { setImmediate } from 'node:timers/promises'
import type { AnsweredRequest } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { every } from '../../platform/every.ts'
import type { Logger } from '../../platform/logs.ts'
import { redact, redactSent, redactUrl } from './redact.ts'
import { insertRequests, type NewRequestRow } from './store.ts'

/** A burst of this many requests is kept whole. Beyond the rate only a part is kept, and at a rate of 0 nothing. */
const BURST = 2_000
/** The part of the burst that is kept for failed requests: people look for those. */
const FOR_FAILURES = 500
const FLUSH_MS = 500
const REPORT_MS = 60_000
const ROWS_AT_ONCE = 500
/** Redacting one request takes some 50 µs, in which no request is answered. */
const REDACTED_AT_ONCE = 20
const PATH_MAX = 2_000

export interface RequestLogOptions {
  readonly database: Database
  readonly log: Logger
  readonly perSecond: number
}

export interface RequestLog {
  /** Whether an entry with this status would be kept. Checked first, because building an entry costs time. */
  wants(status: number): boolean
  /** Takes no time and cannot fail; it is written later. */
  add(request: AnsweredRequest): void
  /** Writes what is left. */
  stop(): Promise<void>
}

interface Waiting {
  readonly request: AnsweredRequest
  readonly at: number
}

/** No request waits for the log: entries are bounded in number, written together, and dropped rather than waited for. */
export function startRequestLog({ database, log, perSecond }: RequestLogOptions): RequestLog {
  const burst = perSecond === 0 ? 0 : BURST
  let waiting: Waiting[] = []
  let room = burst
  let filledAt = performance.now()
  let dropped = 0

  function refill(): void {
    const now = performance.now()
    room = Math.min(burst, room + ((now - filledAt) / 1_000) * perSecond)
    filledAt = now
  }

  async function flush(): Promise<void> {
    refill()
    while (waiting.length > 0) {
      const some = waiting.slice(0, ROWS_AT_ONCE)
      waiting = waiting.slice(ROWS_AT_ONCE)
      await insertRequests(database, await toRows(some))
    }
  }

  async function reportDropped(): Promise<void> {
    if (dropped > 0) log.info({ requests: dropped }, 'the request log is full: requests were left out')
    dropped = 0
  }

  const flushing = every(FLUSH_MS, log, 'write the request log', flush)
  const reporting = every(REPORT_MS, log, 'report requests left out of the request log', reportDropped)
  return {
    wants(status) {
      if (room >= (status >= 400 ? 1 : FOR_FAILURES)) return true
      if (burst > 0) dropped++
      return false
    },
    add(request) {
      room--
      waiting.push({ request, at: performance.now() })
    },
    async stop() {
      await Promise.all([flushing.stop(), reporting.stop()])
      await flush().catch((error) => log.warn({ err: error }, 'the last entries of the request log are lost'))
    },
  }
}

/** In small parts: a whole burst at once kept every request waiting for 80 ms. */
async function toRows(some: readonly Waiting[]): Promise<NewRequestRow[]> {
  const rows: NewRequestRow[] = []
  for (let from = 0; from < some.length; from += REDACTED_AT_ONCE) {
    rows.push(...some.slice(from, from + REDACTED_AT_ONCE).map(toRow))
    await setImmediate()
  }
  return rows
}

function toRow({ request, at }: Waiting): NewRequestRow {
  const { tenant, keyId, id, method, url, route, status, ms, requestBody, responseBody } = request
  return {
    tenant,
    id,
    agoMs: Math.round(performance.now() - at + ms),
    method,
    path: redactUrl(url).slice(0, PATH_MAX),
    route: route ?? null,
    status,
    ms: Math.round(ms * 10) / 10,
    keyId,
    requestBody: requestBody === undefined ? null : redact(requestBody),
    responseBody: responseBody === undefined ? null : redactSent(responseBody),
  }
}
