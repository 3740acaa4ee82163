import {
  ROOT_CONTEXT,
  type Span as SdkSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Attributes, Span, Tracer } from './traces.ts'

export interface OtlpOptions {
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  /** The share of traces that are kept, where the caller has not decided. */
  readonly share: number
  /** The process among several. */
  readonly process: string
}

/** A trace is looked for soon after the request. The SDK would wait for five seconds. */
const SEND_AFTER_MS = 1_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Sends spans to a collector by OpenTelemetry's own SDK. Loaded only where traces are on. */
export function otlpTracer({ endpoint, share, process }: OtlpOptions): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tributary', 'service.instance.id': process }),
    // Decided before a span is made: spans that nobody keeps cost a third of a request.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_AFTER_MS })],
  })
  const tracer = provider.getTracer('tributary')
  return {
    keeps(traceparent) {
      const context = traceparent === undefined ? undefined : readTraceparent(traceparent)
      return context ? (context.traceFlags & TraceFlags.SAMPLED) !== 0 : Math.random() < share
    },
    start(name, { kind = 'internal', parent, links = [], attributes = {} }) {
      const context = contextOf(parent)
      const linked = links.flatMap((link) => contextOf(link) ?? []).map((context) => ({ context }))
      const options = { kind: KINDS[kind], attributes: known(attributes), links: linked }
      const within = context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
      return new OtlpSpan(tracer.startSpan(name, options, within))
    },
    close: () => provider.shutdown(),
  }
}

class OtlpSpan implements Span {
  readonly #span: SdkSpan

  constructor(span: SdkSpan) {
    this.#span = span
  }

  get context(): SpanContext {
    return this.#span.spanContext()
  }

  get traceparent(): string {
    return writeTraceparent(this.context)
  }

  note(what: string): void {
    this.#span.addEvent(what)
  }

  end(attributes?: Attributes, error?: unknown): void {
    if (attributes) this.#span.setAttributes(known(attributes))
    // The message of an error may name what a person typed: its kind is enough.
    if (error) {
      const message = error instanceof Error ? error.name : 'error'
      this.#span.setStatus({ code: SpanStatusCode.ERROR, message })
    }
    this.#span.end()
  }
}

type Known = Record<string, string | number | boolean>

function known(attributes: Attributes): Known {
  const found: Known = {}
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) found[name] = value
  return found
}

function contextOf(span: Span | string | undefined): SpanContext | undefined {
  if (span instanceof OtlpSpan) return span.context
  return typeof span === 'string' ? readTraceparent(span) : undefined
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** W3C Trace Context. A header that is none begins a trace of our own. */
function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
