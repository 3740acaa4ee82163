import { deepStrictEqual } from 'node:assert'
import type { Answer, Client, Request } from '../client.ts'
import { BEGINNING, type Command, type Narrowing, plan } from './commands.ts'
import type { Expected, Resource, Thing, Told } from './model/book.ts'
import { Model } from './model/model.ts'
import { pick, type Step } from './step.ts'
import { pathOf, type Shown, seenOf, VIEWS, viewOf } from './views.ts'
import { START, type World } from './world.ts'

/** Everything is compared after so many steps, and whenever much may have changed. */
const WHOLE_EVERY = 50
/** After an advance that changed no more than so many, they are looked at one by one. */
const FEW = 4
/** Events and balances are read when they should have changed, and now and then when they should not. */
const QUIET_EVERY = 5
const PAGE = 1_000

/** What was asked with an idempotency key, and the answer that must come again. */
interface Asked {
  readonly step: Step
  kept: Answer | undefined
}

const isKept = ({ status, body }: Answer): boolean => status < 300 || body.code === 'incorrect_code'

interface CarryOut {
  /** Events and balances are read after every step. */
  readonly each?: boolean
  readonly until?: () => boolean
}

/** One enterprise and its model: commands are carried out on both, and everything that can be seen is compared. */
export class Run {
  private readonly world: World
  private readonly client: Client
  private readonly tenant: string
  private readonly model = new Model(START)
  private readonly asked: Asked[] = []
  private position = 0
  private heard = 0
  private readonly shown = new Set<Thing>()
  /** Commands that came to a request, or to time that passed, and agreed with the model. */
  compared = 0
  /** Commands that were begun, the one that failed the last of them. */
  begun = 0

  constructor(world: World, { client, tenant }: { client: Client; tenant: string }) {
    this.world = world
    this.client = client
    this.tenant = tenant
  }

  /** Throws at the first difference; ends early once it is told to. */
  async carryOut(commands: readonly Command[], { each = false, until = () => false }: CarryOut = {}): Promise<void> {
    for (const [nth, command] of BEGINNING.entries()) await this.one(command, `beginning-${nth}`)
    for (const [nth, command] of commands.entries()) {
      if (until()) return
      this.begun = nth + 1
      this.model.book.touched.clear()
      this.shown.clear()
      // What has nothing to act on is no step.
      if (!(await this.one(command, `key-${nth}`))) continue
      const isQuiet = this.model.book.told.length === this.heard && this.model.book.isUnmoved()
      if (nth % WHOLE_EVERY === WHOLE_EVERY - 1 || this.model.book.touched.size > FEW) await this.compareAll()
      else if (each || !isQuiet || nth % QUIET_EVERY === 0) await this.compareTouched()
      this.compared++
    }
    await this.compareAll()
  }

  /** Says whether it came to anything. */
  private async one(command: Command, key: string): Promise<boolean> {
    switch (command.do) {
      case 'let time pass':
        await this.world.timePasses(this.tenant, command.seconds * 1_000)
        this.model.pass(command.seconds)
        return true
      case 'repeat':
        return this.repeat(command)
      case 'ask for a stranger’s':
        return this.askForStrangers(command.which)
      case 'list':
        return this.list(command)
      case 'request': {
        const step = plan(command, this.model, key)
        if (step) await this.take(step)
        return step !== undefined
      }
    }
  }

  private async take(step: Step): Promise<void> {
    const answer = await this.ask(step)
    this.check(answer, step.expect(), step)
    if (step.key) this.asked.push({ step, kept: isKept(answer) ? answer : undefined })
  }

  private ask(step: Step): Promise<Answer> {
    if (step.line) this.world.network.fail(step.line.purchase, step.line.how)
    return this.client(step)
  }

  /** The answer that was kept, byte by byte; what changed nothing is simply tried again. */
  private async repeat(command: Command & { do: 'repeat' }): Promise<boolean> {
    const one = this.asked[command.request % this.asked.length]
    if (!one) return false
    const { step, kept } = one
    if (command.changed && (!kept || !step.body)) return false
    const answer = await (command.changed
      ? this.client({ ...step, body: another(step.body as Shown) })
      : this.ask(step))
    if (!kept) {
      const expected = step.expectAgain?.() ?? step.expect()
      if (expected === 'replay') this.isReplay(answer, { status: 200 })
      else this.check(answer, expected, step)
      one.kept = isKept(answer) ? answer : undefined
    } else if (command.changed) this.check(answer, { status: 409, code: 'idempotency_key_reused' }, step)
    else this.isReplay(answer, kept)
    return true
  }

  private isReplay(answer: Answer, kept: { status: number; text?: string }): void {
    same(
      { status: answer.status, text: answer.text, replayed: answer.headers['idempotent-replayed'] },
      { status: kept.status, text: kept.text ?? answer.text, replayed: 'true' },
    )
  }

  private async askForStrangers(which: number): Promise<boolean> {
    const path = this.world.stranger(this.tenant, which)
    if (path === undefined) return false
    const { status, body } = await this.client({ method: 'GET', path })
    same({ path, status, code: body.code }, { path, status: 404, code: 'not_found' })
    return true
  }

  /** Narrowed as the answers themselves say: by the status shown, and by the moment of creation, which is left out. */
  private async list({ list, status: of, page, size, ...period }: Narrowing): Promise<boolean> {
    const { path, look, narrowed, all } = VIEWS[list]
    const things = all(this.model)
    if (things.length === 0) return false
    // The status of one of them as it is shown; by which to narrow may show it as another.
    const status = of === null || !narrowed ? undefined : viewOf(pick(things, of) as Thing, this.model).status
    if (status !== undefined) narrowed?.(this.model)
    const [after, before] = [period.after, period.before].map((nth) => pick(things, nth)?.created)
    const wanted = things.filter(
      (thing) =>
        (status === undefined || viewOf(thing, this.model).status === status) &&
        thing.created > (after ?? 0) &&
        thing.created < (before ?? Number.POSITIVE_INFINITY),
    )
    const shown = wanted.toReversed().slice((page - 1) * size, page * size)
    // Payouts are looked at as a whole, whatever page is asked for.
    look(list === 'payout' ? things : shown, this.model)
    const query = new URLSearchParams({
      page: String(page),
      page_size: String(size),
      ...(status === undefined ? {} : { status: String(status) }),
      ...(after === undefined ? {} : { created_after: new Date(after).toISOString() }),
      ...(before === undefined ? {} : { created_before: new Date(before).toISOString() }),
    })
    const { data, pagination } = (await this.get(`${path}?${query}`)) as { data: Shown[]; pagination: unknown }
    same(
      { pagination, data: data.map((body) => seenOf(list, body)) },
      {
        pagination: { page, page_size: size, total: wanted.length },
        data: shown.map((one) => viewOf(one, this.model)),
      },
    )
    return true
  }

  /** The status, the code, and what the answer shows; new things get their ids from it. */
  private check({ status, body }: Answer, expected: Expected, step: Step): void {
    const { parts = {}, shows = [] } = expected
    same(
      { ...request(step), status, code: body.code, ...partsOf(body, parts) },
      { ...request(step), status: expected.status, code: expected.code, ...parts },
    )
    if (status < 300 && step.take) step.take(body.id)
    const views = body.payouts ?? [body]
    for (const [nth, thing] of shows.entries()) {
      if (thing.id === '') {
        thing.id = views[nth].id
        this.world.remember(this.tenant, pathOf(thing))
      }
      same(seenOf(thing.kind, views[nth]), viewOf(thing, this.model))
      this.shown.add(thing)
    }
  }

  private async get(path: string): Promise<Shown> {
    const { status, body } = await this.client({ method: 'GET', path })
    same({ path, status }, { path, status: 200 })
    return body
  }

  /** What has changed, what that did to the money, and what was told of it. */
  private async compareTouched(): Promise<void> {
    // What the answer showed is compared; a consequence has to be looked for.
    const things = [...this.model.book.touched].filter((one) => !this.shown.has(one))
    for (const thing of things) await this.compareOne(thing)
    await this.compareEvents()
    await this.compareBalances()
  }

  private async compareOne(thing: Thing): Promise<void> {
    const body = await this.get(pathOf(thing))
    VIEWS[thing.kind].look([thing], this.model)
    same(seenOf(thing.kind, body), viewOf(thing, this.model))
  }

  private async compareBalances(): Promise<void> {
    const { operating_account, pending_payouts } = await this.get('/enterprise')
    same(
      { operating_account, pending_payouts },
      {
        operating_account: { balance_in_cents: this.model.book.operating },
        pending_payouts: { balance_in_cents: this.model.payouts.pending },
      },
    )
  }

  /** Every new event, in the order of its resource; their positions are dense. */
  private async compareEvents(): Promise<void> {
    const { told } = this.model.book
    const { data } = (await this.get(`/event?after=${this.position}&page_size=${PAGE}`)) as { data: EventBody[] }
    same(
      data.map(({ position }) => position),
      data.map((_, nth) => this.position + nth + 1),
    )
    same(eventsByResource(data.map(viewEvent)), eventsByResource(told.slice(this.heard).map(viewTold)))
    this.position += data.length
    this.heard = told.length
  }

  /** All that can be seen from outside, and what the books say. */
  private async compareAll(): Promise<void> {
    for (const kind of Object.keys(VIEWS) as Resource[]) await this.compareList(kind)
    // To look at a list may have done what was due.
    await this.compareEvents()
    await this.compareBalances()
    for (const webhook of this.model.webhooks) if (!webhook.deleted) await this.compareDeliveries(webhook)
    const { creators, fees, achOut, cardsOut, refundsDue } = this.model.book
    same(await this.world.readBooks(this.tenant), {
      creators: Object.fromEntries([...creators].sort()),
      fees,
      achOut,
      cardsOut,
      refundsDue,
    })
  }

  private async compareList(kind: Resource): Promise<void> {
    const { path, look, all } = VIEWS[kind]
    const { data, pagination } = (await this.get(`${path}?page_size=${PAGE}`)) as {
      data: Shown[]
      pagination: { total: number }
    }
    const things = all(this.model)
    look(things, this.model)
    same(
      data.map((body) => seenOf(kind, body)),
      things.map((thing) => viewOf(thing, this.model)).reverse(),
    )
    same(pagination.total, things.length)
  }

  private async compareDeliveries({ id, event, since }: { id: string; event: string; since: number }): Promise<void> {
    const { data } = (await this.get(`/webhook/${id}/delivery?page_size=${PAGE}`)) as {
      data: { resource: string; status: string }[]
    }
    const expected = this.model.book.told.slice(since).filter(({ type }) => type === event)
    same(
      data.map(({ resource, status }) => `${resource} ${status}`).sort(),
      expected.map(({ of }) => `${of.id} queued`).sort(),
    )
  }
}

interface EventBody {
  readonly id: string
  readonly timestamp: number
  readonly user_data: object
  readonly type: string
  readonly resource: string
  readonly created_at: string
  readonly position: number
}

const viewEvent = ({ id, type, resource, created_at, timestamp, user_data }: EventBody) => ({
  resource,
  text: `${id.slice(0, 4)} ${type} ${created_at} ${timestamp} ${JSON.stringify(user_data)}`,
})
const viewTold = ({ type, of, at }: Told) => ({
  resource: of.id,
  text: `evt_ ${type} ${new Date(at).toISOString()} ${Math.floor(at / 1_000)} ${JSON.stringify(of.userData ?? {})}`,
})

function eventsByResource(events: readonly { resource: string; text: string }[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const { resource, text } of events) {
    found[resource] ??= []
    found[resource].push(text)
  }
  return found
}

/** The same request with another body, which no key may be used for again. */
function another(body: Shown): Shown {
  if (Array.isArray(body.payouts)) return { payouts: [...body.payouts, body.payouts[0]] }
  if (typeof body.amount_in_cents === 'number') return { ...body, amount_in_cents: body.amount_in_cents + 1 }
  if (typeof body.code === 'string') return { code: `${body.code}1` }
  return { ...body, user_data: { changed: true } }
}

const request = ({ method, path, body }: Request) => ({ request: `${method} ${path} ${JSON.stringify(body)}` })

/** Those parts of an answer that the model speaks of; of lists of parts, the fields it names. */
function partsOf(body: Shown, parts: Shown): Shown {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, narrow(body?.[name], part)]))
}

function narrow(found: unknown, wanted: unknown): unknown {
  if (!Array.isArray(found) || !Array.isArray(wanted)) return found
  return found.map((one: Shown, nth) => {
    const names = Object.keys((wanted[nth] ?? wanted[0] ?? {}) as Shown)
    return Object.fromEntries(names.map((name) => [name, one[name]]))
  })
}

/** By way of JSON, which knows no `undefined`. */
function same(found: unknown, expected: unknown): void {
  const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one !== other) deepStrictEqual(plain(found), plain(expected))
}
