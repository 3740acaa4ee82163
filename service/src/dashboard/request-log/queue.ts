import { setTimeout as sleep } from 'node:timers/promises'
import type { AnsweredRequest, LoggedHeaders } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { every } from '../../platform/every.ts'
import type { Logger } from '../../platform/logs.ts'
import { redact, redactSent, redactText, redactUrl } from './redact.ts'
import { insertRequests, type NewRequestRow } from './store.ts'

/** A burst of this many requests is kept whole. Beyond the rate only a part is kept, and at a rate of 0 nothing. */
const BURST = 2_000
/** The part of the burst that is kept for failed requests: people look for those. */
const FOR_FAILURES = 500
const FLUSH_MS = 500
const REPORT_MS = 60_000
const ROWS_AT_ONCE = 500
/** Redacting one request takes some 50 µs, and up to 20 ms where its sender wants it to. No request is answered meanwhile. */
const SLICE_MS = 2
/** Each slice is followed by a rest of so many times its length: the log never takes more than a quarter of a core. */
const REST = 3
/** Entries that are not redacted so long after the service was told to stop are dropped. */
const STOP_MS = 2_000
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
  const pace: Pace = { rest: REST, until: Number.POSITIVE_INFINITY }

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
      await insertRequests(database, await toRows(some, pace))
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
      // Entries that cost more than the log may take are dropped as those beyond its rate are.
      if (room >= (status >= 400 ? 1 : FOR_FAILURES) && waiting.length < burst) return true
      if (burst > 0) dropped++
      return false
    },
    add(request) {
      room--
      waiting.push({ request, at: performance.now() })
    },
    async stop() {
      Object.assign(pace, { rest: 0, until: performance.now() + STOP_MS })
      await Promise.all([flushing.stop(), reporting.stop()])
      await flush().catch((error) => log.warn({ err: error }, 'the last entries of the request log are lost'))
    },
  }
}

/** How fast entries are redacted. */
interface Pace {
  /** The pause after each slice of time, as a multiple of the slice. */
  rest: number
  /** When the entries that are left are dropped. */
  until: number
}

/** In slices of time: a whole burst at once kept every request waiting for 80 ms. */
async function toRows(some: readonly Waiting[], pace: Pace): Promise<NewRequestRow[]> {
  const redacted: Omit<NewRequestRow, 'agoMs'>[] = []
  let began = performance.now()
  for (const { request } of some) {
    if (began > pace.until) break
    redacted.push(redactRequest(request))
    const worked = performance.now() - began
    if (worked < SLICE_MS) continue
    await sleep(worked * pace.rest)
    began = performance.now()
  }
  const now = performance.now()
  return redacted.map((row, nth) => {
    const { at, request } = some[nth] as Waiting
    return { ...row, agoMs: Math.round(now - at + request.ms) }
  })
}

function redactHeaders(headers: LoggedHeaders): LoggedHeaders {
  const kept: Record<string, string> = {}
  for (const name in headers) kept[name] = redactText(headers[name] as string)
  return kept
}

function redactRequest(request: AnsweredRequest): Omit<NewRequestRow, 'agoMs'> {
  const { tenant, keyId, id, method, url, route, status, ms, requestBody, responseBody } = request
  // The headers of the answer are our own, and hold nothing of the request.
  const headers = { request: redactHeaders(request.requestHeaders), response: request.responseHeaders }
  return {
    tenant_id: tenant,
    id,
    method,
    path: redactUrl(url).slice(0, PATH_MAX),
    route: route ?? null,
    status,
    duration_ms: Math.round(ms * 10) / 10,
    api_key: keyId,
    headers: JSON.stringify(headers),
    request_body: requestBody === undefined ? null : redact(requestBody),
    response_body: responseBody === undefined ? null : redactSent(responseBody),
  }
}
