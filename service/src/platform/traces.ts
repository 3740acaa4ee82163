import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A piece of work with a beginning and an end. */
export interface Span {
  /** As the header `traceparent` carries it (W3C Trace Context). */
  readonly traceparent: string
  /** Something that happened meanwhile. */
  note(what: string): void
  end(attributes?: Attributes, error?: unknown): void
}

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'internal'
  /** The span that this one is a part of, ours or the caller's `traceparent`; the current one, when absent. */
  readonly parent?: Span | string | undefined
  /** Other spans that this one has to do with: the requests of a batch. */
  readonly links?: readonly Span[]
  readonly attributes?: Attributes
}

export interface Tracer {
  /** Whether a trace is kept: as its caller decided by `traceparent`, else by chance. */
  keeps(traceparent: string | undefined): boolean
  /** A span of a trace that is kept. */
  start(name: string, options: SpanOptions): Span
  /** Sends what is left. */
  close(): Promise<void>
}

const current = new AsyncLocalStorage<Span | undefined>()
let tracer: Tracer | undefined

/** Traces are off until a tracer is given. Each place that could make a span then asks for it, and does nothing else. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given
}

/** Decides about a trace that begins here. It comes first: of a trace that nobody keeps nothing is named or described. */
export const isKept = (traceparent: string | undefined): boolean => tracer?.keeps(traceparent) ?? false

export const currentSpan = (): Span | undefined => (tracer ? current.getStore() : undefined)

/** A part of a trace that is kept. */
export const startSpan = (name: string, options: SpanOptions): Span | undefined =>
  tracer?.start(name, { parent: current.getStore(), ...options })

/** Runs work within a span that ends elsewhere. */
export const within = <T>(span: Span | undefined, work: () => T): T => (span ? current.run(span, work) : work())

/**
 * Runs work for others than the caller, within no span. Work that starts its own next piece would carry the span of the
 * request that happened to start the first one along, and every later statement would become a part of that trace.
 */
export const apart = <T>(work: () => T): T => (currentSpan() ? current.run(undefined, work) : work())

/** Runs work as a span: a part of the current one, or the beginning of a trace if that is kept. */
export function traced<T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  const isPart = options.parent !== undefined || currentSpan() !== undefined
  const span = isPart || isKept(undefined) ? startSpan(name, options) : undefined
  if (!span) return work()
  return current
    .run(span, () => work(span))
    .then(
      (result) => {
        span.end()
        return result
      },
      (error) => {
        span.end({}, error)
        throw error
      },
    )
}
