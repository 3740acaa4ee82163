import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { problem } from '../kernel/errors.ts'
import type { Metrics } from '../platform/metrics.ts'
import { CONTENT_TYPES, formatFor } from '../platform/metrics-of-processes.ts'

/** Who may read the metrics: everybody, nobody, or the scraper that has the token. */
export type MetricsAccess = 'open' | 'closed' | { readonly token: string }

export function metricsRoute(app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void {
  const mayRead = accessCheck(access)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request.headers.authorization)) {
      throw problem('unauthorized', {
        message:
          access === 'closed'
            ? 'Metrics are read with a token, and the operator has set none (METRICS_TOKEN).'
            : 'Send `Authorization: Bearer` with the token of the metrics (METRICS_TOKEN).',
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      })
    }
    const format = formatFor(request.headers.accept)
    return reply.type(CONTENT_TYPES[format]).send(await metrics.text(format))
  })
}

export function accessCheck(access: MetricsAccess): (header: string | undefined) => boolean {
  if (access === 'open') return () => true
  if (access === 'closed') return () => false
  const expected = digest(access.token)
  return (header) => timingSafeEqual(digest(/^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? ''), expected)
}

/** Texts of any length are compared in the same time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
