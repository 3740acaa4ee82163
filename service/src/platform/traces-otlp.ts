import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Attributes, Tracer } from './traces.ts'

export interface OtlpOptions {
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string
  /** The share of traces that are kept, where the caller has not decided. */
  readonly share: number
  /** The process among several. */
  readonly process: string
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Sends spans to a collector by OpenTelemetry's own SDK. Loaded only where traces are on. */
export function otlpTracer({ endpoint, share, process }: OtlpOptions): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tributary', 'service.instance.id': process }),
    // Decided before a span is made: spans that nobody keeps cost a third of a request.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  })
  const tracer = provider.getTracer('tributary')
  return {
    start(name, { kind = 'internal', parent, links = [], attributes = {} }) {
      const context = parent === undefined ? undefined : readTraceparent(parent)
      if (!isKept(context, share)) return undefined
      const linked = links.flatMap((link) => readTraceparent(link) ?? []).map((context) => ({ context }))
      const options = { kind: KINDS[kind], attributes: known(attributes), links: linked }
      const span = tracer.startSpan(name, options, context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT)
      return {
        traceparent: writeTraceparent(span.spanContext()),
        end(more = {}, error) {
          span.setAttributes(known(more))
          // The message of an error may name what a person typed: its kind is enough.
          if (error)
            span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
          span.end()
        },
      }
    },
    close: () => provider.shutdown(),
  }
}

type Known = Record<string, string | number | boolean>

const known = (attributes: Attributes): Known =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as Known

/** The caller's decision, where there is one; else by chance. */
const isKept = (context: SpanContext | undefined, share: number): boolean =>
  context ? (context.traceFlags & TraceFlags.SAMPLED) !== 0 : Math.random() < share

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** W3C Trace Context. A header that is none begins a trace of our own. */
function readTraceparent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
