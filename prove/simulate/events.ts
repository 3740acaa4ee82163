import fc from 'fast-check'
import { same } from './compare.ts'
import type { Free } from './free.ts'
import { iso, type Told } from './model/book.ts'
import type { Model, Webhook } from './model/model.ts'
import { cut, narrow, type PageQuery, pageQuery, withQuery } from './pages.ts'
import { index } from './step.ts'
import type { Shown } from './views.ts'

const PAGE = 1_000
const SIZE = 10

interface EventBody extends Shown {
  readonly id: string
  readonly position: number
  readonly type: string
  readonly resource: string
  readonly changes?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>
  readonly summary: string
}

/** An event that has come and was right, and when it was written down. */
interface Heard {
  readonly body: EventBody
  readonly created: number
  readonly recorded: number
}

/** Which events are asked for: of a type or of one that has changed, from one on, in either order. */
export interface EventQuery extends PageQuery {
  readonly type: boolean
  readonly resource: boolean
  readonly like: number
  readonly from: number | undefined
  readonly byId: boolean
  readonly newest: boolean
}

export const eventQuery = {
  type: fc.boolean(),
  resource: fc.constantFrom(false, false, true),
  like: index,
  from: fc.option(index, { nil: undefined, freq: 2 }),
  byId: fc.boolean(),
  newest: fc.boolean(),
  ...pageQuery,
}

export interface DeliveryQuery extends PageQuery {
  readonly status: string | undefined
}

export const deliveryQuery = {
  status: fc.option(fc.constantFrom('queued', 'sending', 'delivered', 'dead'), { nil: undefined, freq: 2 }),
  ...pageQuery,
}

/** An event without its sentence, which has the names of the day it is read on. */
const lasting = ({ summary: _today, ...body }: EventBody) => body

/** What an enterprise has been told: every event, whole, against what the model says must be told. */
export class Events {
  private readonly model: Model
  private readonly free: Free
  private readonly get: (path: string) => Promise<Shown>
  private readonly all: Heard[] = []
  /** The status that each resource had after its last event. */
  private readonly statuses = new Map<string, string>()
  /** How many of the model's. */
  heard = 0

  constructor(model: Model, free: Free, get: (path: string) => Promise<Shown>) {
    this.model = model
    this.free = free
    this.get = get
  }

  /** Every new event, in the order of its resource; their positions are dense. */
  async compare(): Promise<void> {
    const { told } = this.model.book
    const path = `/event?after=${this.all.length}&page_size=${PAGE}`
    const { data, pagination } = (await this.get(path)) as { data: EventBody[]; pagination: Shown }
    const waiting = Map.groupBy(told.slice(this.heard), ({ of }) => of.id)
    for (const body of data) {
      const one = waiting.get(body.resource)?.shift()
      if (!one) throw new Error(`nobody expects the event ${JSON.stringify(body)}`)
      same(body, this.viewOf(one, body))
      this.all.push({ body, created: one.at, recorded: one.recorded })
    }
    const missing = [...waiting.values()].flat().map(({ type, of, at }) => `${type} of ${of.id} at ${iso(at)}`)
    same(missing, [])
    same(pagination, { page_size: PAGE, next_after: this.all.length, has_more: false })
    this.heard = told.length
  }

  /** The model knows of every status, not of every other field: these, and the sentence, are taken as they came. */
  private viewOf({ type, of, at, userData, status }: Told, { id, changes, summary }: EventBody): EventBody {
    const before = this.statuses.get(of.id) ?? changes?.status?.before
    if (status !== undefined) this.statuses.set(of.id, status)
    const { status: _told, ...others } = changes ?? {}
    const isMoved = status !== undefined && before !== undefined && before !== status
    return {
      id: this.free.idOf('evt', id),
      position: this.all.length + 1,
      type,
      event: type,
      resource: of.id,
      timestamp: Math.floor(at / 1_000),
      user_data: userData,
      changes: { ...others, ...(isMoved ? { status: { before, after: status } } : {}) },
      summary,
      created_at: iso(at),
    }
  }

  /** Any part of them; says whether there are any. */
  async list(query: EventQuery): Promise<boolean> {
    await this.compare()
    const like = this.at(query.like)
    if (!like) return false
    const from = query.from === undefined ? undefined : this.at(query.from)
    const type = query.type ? like.body.type : undefined
    const resource = query.resource ? like.body.resource : undefined
    const { rows, ...period } = narrow(this.all, query)
    const { newest, size = SIZE } = query
    const isPast = ({ position }: EventBody): boolean =>
      from === undefined || (newest ? position < from.body.position : position > from.body.position)
    const found = rows
      .map(({ body }) => body)
      .filter((body) => type === undefined || body.type === type)
      .filter((body) => resource === undefined || body.resource === resource)
      .filter(isPast)
    const ordered = newest ? found.reverse() : found
    const data = ordered.slice(0, size)
    const path = withQuery('/event', {
      after: from && (query.byId ? from.body.id : from.body.position),
      order: newest ? 'newest' : undefined,
      type,
      resource,
      ...period,
      page_size: query.size,
    })
    const next_after = data.at(-1)?.position ?? from?.body.position ?? 0
    const pagination = { page_size: size, next_after, has_more: ordered.length > size }
    const shown = (await this.get(path)) as { data: EventBody[]; pagination: Shown }
    same({ path, ...shown, data: shown.data.map(lasting) }, { path, data: data.map(lasting), pagination })
    return true
  }

  private at(nth: number): Heard | undefined {
    return this.all[nth % this.all.length]
  }

  /** What is queued for a webhook: no worker runs, so nothing is ever sent. */
  async deliveries({ id, event, since }: Webhook, query: DeliveryQuery): Promise<void> {
    const queued = this.all
      .filter(({ body }) => body.type === event && body.position > since)
      .map(({ body, recorded }) => ({ body, created: recorded }))
    const { rows: found, ...period } = narrow(queued, query)
    // As old as their events, by whose ids they stand.
    const newest = found.toSorted((a, b) => (a.body.id < b.body.id ? 1 : -1))
    const { rows, pagination } = cut(query.status === undefined || query.status === 'queued' ? newest : [], query)
    const data = rows.map(({ body, created }) => ({
      id: body.id.replace('evt', 'dlv'),
      event: body.id,
      resource: body.resource,
      status: 'queued',
      next_attempt_at: iso(created),
      attempts: [],
      created_at: iso(created),
    }))
    const { status, page, size } = query
    const path = withQuery(`/webhook/${id}/delivery`, { status, ...period, page, page_size: size })
    same({ path, ...(await this.get(path)) }, { path, data, pagination })
  }
}
