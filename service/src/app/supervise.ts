import { setTimeout as pause } from 'node:timers/promises'
import { type Config, publicUrl } from '../config.ts'
import type { Environment } from '../kernel/environment.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { listenError } from '../platform/explain.ts'
import { createLogger, type Logger } from '../platform/logs.ts'
import type { ServiceAccess } from '../platform/service-role.ts'
import { openPart, type Shutdown } from '../platform/shutdown.ts'
import { ExplainedError } from '../platform/start-error.ts'
import type { Storage } from '../platform/storage.ts'
import { TokenBuckets } from '../platform/token-buckets.ts'
import { Turns } from '../platform/turns.ts'
import { openVault } from '../platform/vault.ts'
import { type CollectedMetrics, collectMetrics } from './collected-metrics.ts'
import { type Listeners, openListeners, type Taker } from './listeners.ts'
import type { Order, Post, Report, SupervisorCalls } from './member-calls.ts'
import { type LoadingMember, loadMember, type MemberProcess } from './member-process.ts'
import { prepareDatabase, servedWhile, whileHeld } from './prepare-database.ts'

/** The pause before an ended process is started again doubles from the first to the longest. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10 * SECOND_MS
/** A process that has served this long counts as sound: when it ends, its pauses begin anew. */
const SOUND_MS = 60 * SECOND_MS

/** How many processes the service has, and of which kinds. */
export interface CrewSize {
  readonly apiProcesses: number
  readonly hasWorker: boolean
}

export interface SuperviseOptions extends CrewSize {
  readonly config: Config
  readonly storage: Pick<Storage, 'url' | 'vaultKey' | 'folder'>
  readonly environments: readonly Environment[]
  /** Processes that load already, from `loadFirstMembers()`. */
  readonly loading: readonly LoadingMember[]
}

interface CrewOptions extends SuperviseOptions {
  readonly isHeld: boolean
}

export interface Supervised extends Report {
  readonly addresses: Partial<Record<Environment, string>>
}

/**
 * Runs the service as several processes: a worker, if wanted, and processes that answer requests. Returns when the service
 * is ready. From then on a process that ends is started again, and the others go on meanwhile.
 */
export async function supervise(options: SuperviseOptions, shutdown: Shutdown): Promise<Supervised> {
  const { config, storage } = options
  const vault = openVault(storage.vaultKey)
  const access = await openPart(shutdown, prepareDatabase(storage.url, vault), async () => {})
  const { isHeld, warnings } = whileHeld(options.environments, access)
  const environments = servedWhile(isHeld, options.environments)
  const listening = listen(config, environments)
  const listeners = await openPart(shutdown, listening, async ({ close }) => close())
  const crew = new Crew({ ...options, isHeld }, listeners, access)
  shutdown.onClose(() => crew.stop())
  const reports = await crew.start()
  const found = <Key extends keyof Report>(key: Key): Report[Key] | undefined =>
    reports.find((report) => report[key] !== undefined)?.[key]
  return {
    demo: found('demo'),
    demoPerson: found('demoPerson'),
    warnings: [...new Set([...warnings, ...reports.flatMap(({ warnings }) => warnings)])],
    addresses: Object.fromEntries(
      environments.map((environment) => [
        environment,
        publicUrl(config, environment, listeners.ports[environment] as number),
      ]),
    ),
  }
}

/**
 * Starts the worker and the first API process early: they take some two seconds to load the program, while the database is
 * started and migrated. A start that fails before they get their orders ends them.
 */
export function loadFirstMembers(size: CrewSize, shutdown: Shutdown): LoadingMember[] {
  const loading = postsOf(size)
    .filter(isNeededFirst)
    .map(({ name }) => loadMember(name))
  shutdown.onClose(async () => {
    for (const member of loading) member.stop()
  })
  return loading
}

function listen(config: Config, environments: readonly Environment[]): Promise<Listeners> {
  const ports = { sandbox: config.port, production: config.productionPort }
  const wanted = Object.fromEntries(environments.map((environment) => [environment, ports[environment]]))
  return openListeners(config.host, wanted).catch((error) => {
    throw listenError(error, config.host)
  })
}

function postsOf({ apiProcesses, hasWorker }: CrewSize): Post[] {
  const api = Array.from({ length: apiProcesses }, (_, index): Post => {
    return { name: `api-${index + 1}`, role: 'api', isFirst: index === 0 }
  })
  return hasWorker ? [{ name: 'worker', role: 'worker', isFirst: false }, ...api] : api
}

/** The service is ready when these are. */
const isNeededFirst = ({ role, isFirst }: Post): boolean => role === 'worker' || isFirst

/** The processes of a service: starts them, starts again what ends, and stops them. */
class Crew {
  readonly #posts: readonly Post[]
  readonly #loading: Map<string, LoadingMember>
  readonly #order: Omit<Order, keyof Post>
  readonly #listeners: Listeners
  readonly #log: Logger
  readonly #buckets = new Map<string, TokenBuckets>()
  readonly #lanes = new Turns()
  /** Members that are ready. */
  readonly #ready = new Set<MemberProcess>()
  /** Members that have not ended, ready or not. */
  readonly #alive = new Set<MemberProcess>()
  readonly #metrics: CollectedMetrics
  readonly #stopping = new AbortController()

  constructor(options: CrewOptions, listeners: Listeners, access: ServiceAccess) {
    const { config, storage, environments, apiProcesses, hasWorker, isHeld } = options
    this.#posts = postsOf(options)
    this.#loading = new Map(options.loading.map((member) => [member.name, member]))
    this.#listeners = listeners
    this.#log = createLogger(config.logLevel, 'supervisor')
    this.#metrics = collectMetrics(() => this.#ready)
    this.#order = {
      apiProcesses,
      hasWorker,
      isHeld,
      environments,
      ports: listeners.ports,
      databaseUrl: access.url,
      vaultKey: storage.vaultKey,
      ...(storage.folder ? { dataFolder: storage.folder.home } : {}),
      ...(access.role === undefined ? {} : { databaseRole: access.role }),
    }
  }

  /**
   * Resolves when the worker and the first API process are ready: the service is, and the others follow. If one of those
   * cannot start, the service cannot.
   */
  async start(): Promise<Report[]> {
    const reports = await Promise.all(
      this.#posts.filter(isNeededFirst).map(async (post) => {
        const member = await this.#startMember(post)
        void this.#keepFilled(post, member)
        return member.started
      }),
    )
    for (const post of this.#posts) if (!isNeededFirst(post)) void this.#keepFilled(post)
    return reports
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#listeners.close()
    for (const member of this.#alive) member.stop()
    await Promise.all([...this.#alive].map(({ ended }) => ended))
  }

  async #startMember(post: Post): Promise<MemberProcess> {
    const holder = Symbol(post.name)
    const loading = this.#loading.get(post.name) ?? loadMember(post.name)
    this.#loading.delete(post.name)
    const member = loading.start({ ...this.#order, ...post }, this.#answersTo(holder))
    this.#alive.add(member)
    const taker: Taker = {
      take: (environment, socket) => member.calls.call('connection', { environment }, socket),
    }
    void member.ended.then(() => {
      this.#alive.delete(member)
      this.#ready.delete(member)
      this.#listeners.remove(taker)
      this.#lanes.leaveAll(holder)
      this.#metrics.keepOfEnded(member)
      this.#tellOfWorker()
    })
    await member.started
    // Its last word may be read after its end is known.
    if (!this.#alive.has(member)) throw new ExplainedError(`The process ${post.name} ended as soon as it was ready.`)
    this.#ready.add(member)
    this.#tellOfWorker()
    if (post.role === 'api') this.#listeners.add(taker)
    return member
  }

  /** Starts a member, and again each time it ends, until the service stops. */
  async #keepFilled(post: Post, first?: MemberProcess): Promise<void> {
    const { signal } = this.#stopping
    let member = first
    for (let failures = 0; ; failures++) {
      const since = performance.now()
      const how = await member?.ended
      if (signal.aborted) return
      if (performance.now() - since > SOUND_MS) failures = 0
      if (member) this.#log.error({ process: post.name, how }, 'a process has ended: it is started again')
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      member = await this.#startMember(post).catch((error: Error) => {
        if (!signal.aborted) this.#log.error({ process: post.name, why: error.message }, 'a process could not start')
        return undefined
      })
    }
  }

  #tellOfWorker(): void {
    if (!this.#order.hasWorker) return
    const ready = [...this.#ready]
    const isReady = ready.some(({ role }) => role === 'worker')
    for (const { role, calls } of ready) {
      if (role === 'api') calls.call('worker', { isReady }).catch(() => {})
    }
  }

  #answersTo(holder: symbol): SupervisorCalls {
    return {
      tokens: ({ scope, name, perSecond, count }) => {
        const buckets = this.#buckets.get(scope) ?? new TokenBuckets()
        this.#buckets.set(scope, buckets)
        return { granted: buckets.take(name, perSecond, count), left: buckets.left(name) }
      },
      enterLane: ({ name }) => this.#lanes.enter(name, holder),
      leaveLane: ({ name }) => this.#lanes.leave(name, holder),
      metrics: ({ format }) => this.#metrics.text(format),
    }
  }
}
