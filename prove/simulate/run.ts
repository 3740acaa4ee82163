import type { Answer, Client, Request } from '../client.ts'
import { BEGINNING, type Command, plan } from './commands.ts'
import { same } from './compare.ts'
import { Events } from './events.ts'
import { Free } from './free.ts'
import { ENTERPRISE, ENTERPRISE_SUSPENDED, type Expected, NOT_FOUND, type Resource, type Thing } from './model/book.ts'
import { Model, shownWebhook, type Webhook } from './model/model.ts'
import { cut } from './pages.ts'
import { refusalOf } from './refusals.ts'
import { pick, type Step } from './step.ts'
import { trespass } from './trespass.ts'
import { pathOf, type Shown, VIEWS, viewOf } from './views.ts'
import { type Enterprise, REASON, START, type World } from './world.ts'

/** Everything is compared after so many steps, and whenever much may have changed. */
const WHOLE_EVERY = 50
/** After an advance that changed no more than so many, they are looked at one by one. */
const FEW = 4
/** Events and balances are read when they should have changed, and now and then when they should not. */
const QUIET_EVERY = 5
/** A list that is compared as a whole. */
const WHOLE = { after: undefined, before: undefined, page: 1, size: 1_000 }

const REPLAYED = 'idempotent-replayed'
const MONEY_OUT: ReadonlySet<string> = new Set(['POST /payout', 'POST /payout/batch', 'POST /p2p'])

/** What was asked with an idempotency key, what came of it, and the answer that must come again. */
interface Asked {
  readonly step: Step
  readonly first: Answer
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
  private readonly approvers: readonly Client[]
  private readonly model: Model
  private readonly free = new Free()
  private readonly events: Events
  private readonly asked: Asked[] = []
  private readonly shown = new Set<Thing>()
  /** Commands that came to a request, or to time that passed, and agreed with the model. */
  compared = 0
  /** Commands that were begun, the one that failed the last of them. */
  begun = 0

  constructor(world: World, { client, tenant, maker, approvers }: Enterprise) {
    this.world = world
    this.client = client
    this.tenant = tenant
    this.approvers = approvers.map((one) => one.client)
    this.model = new Model(
      START,
      maker,
      approvers.map(({ id }) => id),
    )
    this.events = new Events(this.model, this.free, (path) => this.get(path))
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
      const isQuiet = this.model.book.told.length === this.events.heard && this.model.book.isUnmoved()
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
      case 'suspend':
      case 'resume':
        return this.suspend(command.do === 'suspend')
      case 'repeat':
        return this.repeat(command)
      case 'ask for a stranger’s':
        return this.askForStrangers(command)
      case 'list events':
        return this.events.list(command)
      case 'list deliveries':
        return this.listDeliveries(command)
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
    if (step.key) this.asked.push({ step, first: answer, kept: isKept(answer) ? answer : undefined })
  }

  private async suspend(isSuspended: boolean): Promise<boolean> {
    if (this.model.book.isSuspended === isSuspended) return false
    await this.world.suspend(this.tenant, isSuspended)
    this.model.suspend(isSuspended)
    return true
  }

  private ask(step: Step): Promise<Answer> {
    if (step.line) this.world.network.fail(step.line.purchase, step.line.how)
    return this.clientOf(step)(step)
  }

  private clientOf({ as }: Step): Client {
    return (as === undefined ? undefined : this.approvers[as]) ?? this.client
  }

  /** The answer that was kept, byte by byte; what changed nothing is simply tried again. */
  private async repeat(command: Command & { do: 'repeat' }): Promise<boolean> {
    const one = this.asked[command.request % this.asked.length]
    if (!one) return false
    const { step, first, kept } = one
    // A key under which nothing is kept is free for any body.
    const isChanged = command.changed && kept !== undefined && step.body !== undefined
    const answer = await (isChanged
      ? this.clientOf(step)({ ...step, body: another(step.body as Shown) })
      : this.ask(step))
    if (!kept) {
      this.check(answer, step.expectAgain?.() ?? step.expect(), step)
      // What is wrong with a request by itself stays wrong, to the letter.
      if (answer.body.code === 'validation_failed') same(withoutId(answer.body), withoutId(first.body))
      one.kept = isKept(answer) ? answer : undefined
    } else if (isChanged) this.check(answer, { status: 409, code: 'idempotency_key_reused' }, step)
    else this.isReplay(answer, kept)
    return true
  }

  private isReplay(answer: Answer, kept: Answer): void {
    same(
      { status: answer.status, text: answer.text, replayed: answer.headers[REPLAYED] },
      { status: kept.status, text: kept.text, replayed: 'true' },
    )
  }

  /** Whatever is asked of another's is answered as if it were not there; that nothing has changed, its owner sees. */
  private async askForStrangers({ which, how }: { which: number; how: number }): Promise<boolean> {
    const path = this.world.stranger(this.tenant, which)
    if (path === undefined) return false
    const [own] = this.model.connections.all
    const request = trespass(path, own?.id ?? '', how)
    const { status, body } = await this.client(request)
    const found = { request: inWords(request), status, body }
    // New money out is refused before anything is looked for.
    const isStopped = this.model.book.isSuspended && MONEY_OUT.has(`${request.method} ${request.path}`)
    const expected = isStopped ? ENTERPRISE_SUSPENDED : NOT_FOUND
    same(found, { ...found, status: expected.status, body: refusalOf(expected, body, this.free) })
    return true
  }

  private async listDeliveries(command: Command & { do: 'list deliveries' }): Promise<boolean> {
    const webhook = pick(
      this.model.webhooks.filter(({ deleted }) => !deleted),
      command.webhook,
    )
    if (!webhook) return false
    await this.events.compare()
    await this.events.deliveries(webhook, command)
    return true
  }

  /** The whole answer. New things get their ids from it. */
  private check({ status, body, headers }: Answer, expected: Expected, step: Step): void {
    const request = inWords(step)
    const replayed = expected.isReplay ? 'true' : undefined
    const isRefused = expected.status >= 300
    same(
      { request, status, replayed: headers[REPLAYED], code: body.code },
      { request, status: expected.status, replayed, code: expected.code },
    )
    const made = isRefused ? undefined : step.take?.(body, this.free)
    if (made) this.world.remember(this.tenant, made)
    const whole = isRefused ? refusalOf(expected, body, this.free) : this.bodyOf(expected, body)
    same({ request, body }, { request, body: whole })
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever came
  private bodyOf({ body, shows, batch, page }: Expected, found: any): unknown {
    if (shows) return this.showing(shows, found)
    if (batch) return { payouts: batch.map((one, nth) => this.showing(one, found.payouts?.[nth] ?? {})) }
    if (!page) return body?.()
    const data = page.things.map((thing, nth) => this.viewOf(thing, found.data?.[nth] ?? {}, true))
    return { data, pagination: page.pagination }
  }

  private showing(thing: Thing, found: Shown): Shown {
    if (thing.id === '') {
      thing.id = this.free.idOf(VIEWS[thing.kind].prefix, found.id)
      this.world.remember(this.tenant, pathOf(thing))
    }
    this.shown.add(thing)
    return this.viewOf(thing, found)
  }

  private viewOf(thing: Thing, found: Shown, isListed = false): Shown {
    return viewOf(thing, { model: this.model, free: this.free, found, isListed })
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
    await this.events.compare()
    await this.compareBalances()
  }

  private async compareOne(thing: Thing): Promise<void> {
    const body = await this.get(pathOf(thing))
    VIEWS[thing.kind].look([thing], this.model)
    same(body, this.viewOf(thing, body))
  }

  private async compareBalances(): Promise<void> {
    const body = await this.get('/enterprise')
    same(body, {
      id: this.tenant,
      name: ENTERPRISE,
      environment: 'sandbox',
      operating_account: { balance_in_cents: this.model.book.operating },
      pending_payouts: { balance_in_cents: this.model.payouts.pending },
      pending_withdrawals: { balance_in_cents: this.model.withdrawals.pending },
      refunds_due_in_cents: this.model.book.refundsDue,
      incoming_in_cents: this.model.book.incomingSum,
      receivables_in_cents: this.model.book.receivables,
      reserved_fees_in_cents: this.model.payouts.reservedFees,
      settings: {
        ach_enabled: true,
        creator_verification_required: false,
        connect_use_case: 'Payout',
        fraud_refund_window_hours: 72,
      },
      suspended: this.model.book.isSuspended ? { since: sinceOf(body), reason: REASON } : undefined,
      created_at: this.free.lasting('made at', 'the enterprise', body.created_at),
    })
  }

  /** All that can be seen from outside, and what the books say. */
  private async compareAll(): Promise<void> {
    for (const kind of Object.keys(VIEWS) as Resource[]) await this.compareList(kind)
    // To look at a list may have done what was due.
    await this.events.compare()
    await this.compareBalances()
    for (const webhook of this.model.webhooks) await this.compareWebhook(webhook)
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
    const { path, lookThrough, all } = VIEWS[kind]
    const body = (await this.get(`${path}?page_size=${WHOLE.size}`)) as { data: Shown[] }
    const { rows: things, pagination } = cut(all(this.model).toReversed(), WHOLE)
    lookThrough(things, this.model)
    same(body, this.bodyOf({ status: 200, page: { kind, things, pagination } }, body))
  }

  private async compareWebhook(webhook: Webhook): Promise<void> {
    if (webhook.deleted) return
    same(await this.get(`/webhook/${webhook.id}`), shownWebhook(webhook))
    await this.events.deliveries(webhook, { ...WHOLE, status: undefined })
  }
}

/** The clock of the machine says when a suspension began. */
const sinceOf = ({ suspended }: Shown): unknown => (suspended as Shown | undefined)?.since

// biome-ignore lint/suspicious/noExplicitAny: whatever came
const withoutId = ({ request_id: _id, ...rest }: any): Shown => rest

/** The same request with another body, which no key may be used for again. */
function another(body: Shown): Shown {
  if (Array.isArray(body.payouts)) return { payouts: [...body.payouts, body.payouts[0]] }
  if (typeof body.amount_in_cents === 'number') return { ...body, amount_in_cents: body.amount_in_cents + 1 }
  if (typeof body.code === 'string') return { code: `${body.code}1` }
  return { ...body, user_data: { changed: true } }
}

const inWords = ({ method, path, body }: Request): string => `${method} ${path} ${JSON.stringify(body)}`
