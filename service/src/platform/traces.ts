import { AsyncLocalStorage } from 'node:async_hooks'

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A piece of work with a beginning and an end. */
export interface Span {
  /** As the header `traceparent` carries it (W3C Trace Context). */
  readonly traceparent: string
  end(attributes?: Attributes, error?: unknown): void
}

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'internal'
  /** The span that this one is a part of, as a `traceparent`; the current one, when absent. */
  readonly parent?: string | undefined
  /** Other spans that this one has to do with: the requests of a batch. */
  readonly links?: readonly string[]
  readonly attributes?: Attributes
}

export interface Tracer {
  /** Undefined for a trace that is not kept: nothing of it is made, and neither are its parts. */
  start(name: string, options: SpanOptions): Span | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

const current = new AsyncLocalStorage<Span>()
let tracer: Tracer | undefined

/** Traces are off until a tracer is given. Each place that could make a span then asks for it, and does nothing else. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given
}

/** For places that every request passes: without it they would name and describe a span that nobody makes. */
export const isTracing = (): boolean => tracer !== undefined

export const currentSpan = (): Span | undefined => (tracer ? current.getStore() : undefined)

export const startSpan = (name: string, options: SpanOptions = {}): Span | undefined =>
  tracer?.start(name, { parent: current.getStore()?.traceparent, ...options })

/** Runs work within a span that ends elsewhere. */
export const within = <T>(span: Span | undefined, work: () => T): T => (span ? current.run(span, work) : work())

/** Runs work as a span. */
export function traced<T>(name: string, options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, options)
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
