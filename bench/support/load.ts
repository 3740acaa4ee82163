import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly headers?: Record<string, string>
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly p99Ms: number
  readonly failed: number
}

export async function fire({ url, headers = {}, connections, seconds }: Load): Promise<LoadResult> {
  const result = await autocannon({ url, headers, connections, duration: seconds })
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
