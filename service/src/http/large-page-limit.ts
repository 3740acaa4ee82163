import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { callerIfAny } from './caller.ts'

/** Pages of more entries are counted while they are read and sent. */
const COUNTED_FROM = 100
/** A page of a thousand of the largest entries takes some hundred megabytes until the receiver has it. */
const AT_ONCE_MAX = 10

const tooMany = () =>
  problem('rate_limited', {
    message: `More than ${AT_ONCE_MAX} pages of more than ${COUNTED_FROM} entries at a time; wait for one of them.`,
    headers: { 'retry-after': '1' },
  })

type Done = (error?: Error) => void

/**
 * Refuses a large page to a tenant that has many of them under way: neither many requests at once nor receivers that do not
 * read may fill the memory of the process.
 */
export function createLargePageLimit(): (request: FastifyRequest, reply: FastifyReply, done: Done) => void {
  const held = new Map<TenantId, number>()

  function hold(tenant: TenantId, reply: FastifyReply): void {
    held.set(tenant, (held.get(tenant) ?? 0) + 1)
    reply.raw.once('close', () => {
      const left = (held.get(tenant) ?? 1) - 1
      if (left === 0) held.delete(tenant)
      else held.set(tenant, left)
    })
  }

  return (request, reply, done) => {
    const tenant = callerIfAny(request)?.tenant
    const { page_size: size = 0 } = request.query as { readonly page_size?: number }
    // The caller of a reply that is closed already has left.
    if (tenant === undefined || size <= COUNTED_FROM || reply.raw.destroyed) {
      done()
      return
    }
    if ((held.get(tenant) ?? 0) >= AT_ONCE_MAX) {
      done(tooMany())
      return
    }
    hold(tenant, reply)
    done()
  }
}
