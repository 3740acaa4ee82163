import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'
import { callerIfAny } from './caller.ts'

/** Pages of more entries are counted while they are read and sent. */
const COUNTED_FROM = 100
/** A page of a thousand of the largest entries takes some hundred megabytes until the receiver has it. */
const AT_ONCE_MAX = 10
/** A client that reads many pages at once need not know of the limit; one that does not read what it asked for must. */
const WAIT_MAX_MS = 10_000

const tooMany = () =>
  problem('rate_limited', {
    message: `More than ${AT_ONCE_MAX} pages of more than ${COUNTED_FROM} entries at a time; wait for one of them.`,
    headers: { 'retry-after': '1' },
  })

type Done = (error?: Error) => void

interface Pages {
  underWay: number
  /** Each takes the place that has become free. The one that came first is the first. */
  readonly waiting: Set<() => void>
}

/**
 * Lets a tenant have few large pages under way, and others wait for them: neither many requests at once nor receivers that
 * do not read may fill the memory of the process.
 */
export function createLargePageLimit(
  waitMaxMs = WAIT_MAX_MS,
): (request: FastifyRequest, reply: FastifyReply, done: Done) => void {
  const tenants = new Map<number, Pages>()

  function release(tenant: number, pages: Pages): void {
    const [next] = pages.waiting
    if (next) next()
    else if (--pages.underWay === 0) tenants.delete(tenant)
  }

  return (request, reply, done) => {
    const tenant = callerIfAny(request)?.tenant
    const { page_size: size = 0 } = request.query as { readonly page_size?: number }
    // The caller of a reply that is closed already has left.
    if (tenant === undefined || size <= COUNTED_FROM || reply.raw.destroyed) {
      done()
      return
    }
    const pages = tenants.get(tenant) ?? { underWay: 0, waiting: new Set() }
    tenants.set(tenant, pages)
    const start = (): void => {
      reply.raw.once('close', () => release(tenant, pages))
      done()
    }
    if (pages.underWay < AT_ONCE_MAX) {
      pages.underWay++
      start()
    } else waitIn(pages.waiting, reply, waitMaxMs, (error) => (error ? done(error) : start()))
  }
}

/** Calls back when a place is free, or with an error when it has waited for long or its caller has left. */
function waitIn(waiting: Set<() => void>, { raw }: FastifyReply, waitMaxMs: number, turn: Done): void {
  const end = (error?: Error): void => {
    waiting.delete(take)
    clearTimeout(timer)
    raw.off('close', giveUp)
    turn(error)
  }
  const take = (): void => end()
  const giveUp = (): void => end(tooMany())
  const timer = setTimeout(giveUp, waitMaxMs)
  raw.once('close', giveUp)
  waiting.add(take)
}
