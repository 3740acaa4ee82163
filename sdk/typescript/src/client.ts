import { TributaryError } from './errors.ts'
import { type FollowOptions, followEvents } from './events.ts'
import { type Event, OPERATIONS, type Operations } from './generated/api.ts'
import { type FetchPage, List, type Page } from './lists.ts'
import { RESOURCES } from './resources.ts'
import { type Call, type CallOptions, createTransport, type Fetch, type Hooks, type Send } from './transport.ts'
import { sign, verify } from './webhooks.ts'

export interface TributaryOptions {
  readonly apiKey: string
  /**
   * The base address, with `/enterprise/v1`. When absent, that of a service on this machine:
   * `http://localhost:4000/enterprise/v1`, for sandbox keys alone.
   */
  readonly baseUrl?: string | undefined
  /** How long one attempt may take, in milliseconds. 30,000 when absent. */
  readonly timeoutMs?: number | undefined
  /** How often a failed attempt is repeated. 3 when absent. */
  readonly maxRetries?: number | undefined
  readonly hooks?: Hooks | undefined
  /** Instead of the runtime's own. */
  readonly fetch?: Fetch | undefined
  readonly userAgent?: string | undefined
}

type Operation = {
  readonly params: readonly string[]
  readonly body?: unknown
  readonly query?: unknown
  readonly answer: unknown
  readonly item?: unknown
}

type Input<O extends Operation> = 'body' extends keyof O
  ? Record<never, never> extends O['body']
    ? [body?: O['body']]
    : [body: O['body']]
  : 'query' extends keyof O
    ? [query?: O['query']]
    : []

/** A command with a body takes its query, such as `dry_run`, among the options. */
type OptionsOf<O extends Operation> = 'body' extends keyof O
  ? 'query' extends keyof O
    ? CallOptions & { readonly query?: O['query'] }
    : CallOptions
  : CallOptions

/** A command that can be tried: with `{ query: { dry_run: true } }` nothing is done, and the answer says what would be. */
interface TriedMethod<O extends Operation & { readonly tried: unknown }> {
  (
    ...args: [...O['params'], ...Input<O>, options: CallOptions & { readonly query: { readonly dry_run: true } }]
  ): Promise<O['tried']>
  (...args: [...O['params'], ...Input<O>, options?: CallOptions]): Promise<O['answer']>
}

/** A method: the parameters of the path, then the body or the query, then options. */
export type Method<O extends Operation> = O extends { item: infer Item; answer: infer P }
  ? P extends Page<Item>
    ? (...args: [...O['params'], ...Input<O>, options?: CallOptions]) => List<Item, P>
    : never
  : O extends Operation & { readonly tried: unknown }
    ? TriedMethod<O>
    : (...args: [...O['params'], ...Input<O>, options?: OptionsOf<O>]) => Promise<O['answer']>

type Resources = {
  readonly [Name in keyof typeof RESOURCES]: {
    readonly [Verb in keyof (typeof RESOURCES)[Name]]: (typeof RESOURCES)[Name][Verb] extends keyof Operations
      ? Method<Operations[(typeof RESOURCES)[Name][Verb]]>
      : never
  }
}

interface Extras {
  readonly webhooks: Resources['webhooks'] & { readonly verify: typeof verify; readonly sign: typeof sign }
  readonly events: Resources['events'] & {
    follow(options?: FollowOptions): AsyncGenerator<Event, void, undefined>
  }
}

/** The client: `tributary.payouts.create({ … })`, and so on for every resource. */
export type Tributary = Omit<Resources, keyof Extras> & Extras & { readonly baseUrl: string }

const LOCAL_SANDBOX = 'http://localhost:4000/enterprise/v1'
const TIMEOUT_MS = 30_000
const MAX_RETRIES = 3

export function createTributary(options: TributaryOptions): Tributary {
  const baseUrl = baseUrlOf(options)
  const send = createTransport({
    apiKey: options.apiKey,
    baseUrl,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    hooks: options.hooks ?? {},
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    userAgent: options.userAgent,
  })
  const resources = Object.fromEntries(
    Object.entries(RESOURCES).map(([name, verbs]) => [name, resourceOf(send, verbs)]),
  ) as unknown as Resources
  const { events, webhooks, ...rest } = resources
  return {
    ...rest,
    baseUrl,
    events: { ...events, follow: (follow) => followEvents(events.list, follow) },
    webhooks: { ...webhooks, verify, sign },
  }
}

/** `new Tributary({ apiKey })`, as other libraries have it. */
export const Tributary = createTributary as unknown as new (options: TributaryOptions) => Tributary

function baseUrlOf({ apiKey, baseUrl }: TributaryOptions): string {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TributaryError('`apiKey` is missing, or holds white space or characters that no key has.')
  }
  if (baseUrl === undefined && !apiKey.startsWith('sk_sandbox_')) {
    throw new TributaryError('`baseUrl` is missing: only a sandbox key has a default, the service on this machine.')
  }
  const url = (baseUrl ?? LOCAL_SANDBOX).replace(/\/+$/, '')
  if (!URL.canParse(url)) throw new TributaryError(`\`baseUrl\` is not a URL: ${url}`)
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && apiKey.startsWith('sk_live_') && !isLoopback(hostname)) {
    throw new TributaryError('A production key is sent over HTTPS only; `baseUrl` must begin with `https:`.')
  }
  return url
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

const resourceOf = (send: Send, verbs: Readonly<Record<string, keyof Operations>>): object =>
  Object.fromEntries(Object.entries(verbs).map(([verb, name]) => [verb, methodOf(send, name)]))

function methodOf(send: Send, operation: keyof Operations) {
  const { method, path, takes, answers } = OPERATIONS[operation]
  const names = path.match(/\{\w+\}/g) ?? []
  return (...args: unknown[]) => {
    const params = args.slice(0, names.length)
    const [input, options] = takes === 'nothing' ? [undefined, args[names.length]] : args.slice(names.length)
    const { query: extra, ...callOptions } = (options ?? {}) as CallOptions & { query?: object }
    const filled = fillPath(operation, path, names, params)
    const call = (query: object | undefined): Promise<unknown> =>
      send({
        operation,
        method,
        path: filled + queryString(query),
        ...(takes === 'body' ? { body: input ?? {} } : {}),
        options: callOptions,
      } satisfies Call)
    if (answers === 'one') return call(takes === 'query' ? (input as object | undefined) : extra)
    return new List(call as FetchPage<Page<unknown>>, (input ?? {}) as Record<string, unknown>)
  }
}

function fillPath(operation: string, path: string, names: readonly string[], params: readonly unknown[]): string {
  return names.reduce((filled, name, index) => {
    const value = params[index]
    // An empty id would name another path: that of the list, or of nothing.
    if (typeof value !== 'string' || value === '') {
      throw new TributaryError(`\`${operation}\` needs \`${name.slice(1, -1)}\`, a string that is not empty.`)
    }
    return filled.replace(name, () => encodeURIComponent(value))
  }, path)
}

function queryString(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, textOf(value)]))}`
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
