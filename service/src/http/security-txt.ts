import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '../kernel/time.ts'

export interface SecurityTxtOptions {
  /** Where vulnerabilities are reported; `security@` the public host, when absent. */
  readonly contact: string | undefined
  /** This environment's public address. */
  readonly root: () => string
}

/** RFC 9116 asks for less than a year, so that nobody reports to a contact that was left long ago. */
const VALID_DAYS = 180

/**
 * The text of RFC 9116. It expires a fixed time after the day on which it is fetched: as long as somebody runs the service,
 * its contact stands. RFC 2142 names the mailbox that holds when none is set.
 */
export function securityTxt({ contact, root }: SecurityTxtOptions, now: Date): string {
  const { origin, hostname, protocol } = new URL(root())
  const today = Math.floor(now.getTime() / DAY_MS)
  const lines = [
    `Contact: ${contact ?? `mailto:security@${hostname}`}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    // A canonical address must be https.
    ...(protocol === 'https:' ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ]
  return `${lines.join('\n')}\n`
}

export function securityTxtRoute(app: FastifyInstance, options: SecurityTxtOptions): void {
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityTxt(options, new Date())),
  )
}
