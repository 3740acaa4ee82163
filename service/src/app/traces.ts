import type { Config } from '../config.ts'
import { type Tracer, useTracer } from '../platform/traces.ts'

/** Begins to trace where a collector is set. The SDK is loaded only then: it costs memory and time at the start. */
export async function openTraces(
  { otlpEndpoint: endpoint, tracePercent }: Config,
  process: string,
): Promise<Tracer | undefined> {
  if (endpoint === undefined) return undefined
  const { otlpTracer } = await import('../platform/traces-otlp.ts')
  const tracer = otlpTracer({ endpoint, share: tracePercent / 100, process })
  useTracer(tracer)
  return tracer
}
