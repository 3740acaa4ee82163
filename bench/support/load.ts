import { spawn } from 'node:child_process'
import { ROOT } from './process.ts'
import type { LoadOrders, LoadResult } from './raw-load.ts'

export type { LoadOrders, LoadResult } from './raw-load.ts'

/**
 * V8 compiles what is hot for some six seconds, on threads of its own: in its first two the API takes twice the CPU for each
 * payout that it takes from then on. What is measured is a program that has been running for a while.
 */
export const WARM_UP_SECONDS = 6

/** One run of the load generator, in a process of its own. */
export async function fire(orders: LoadOrders): Promise<LoadResult> {
  const child = spawn('node', ['bench/support/raw-load.ts'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(orders))
  const output = Buffer.concat(await Array.fromAsync(child.stdout)).toString()
  if (output === '') throw new Error('the load generator ended without a result')
  return JSON.parse(output) as LoadResult
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

export const perSecond = (results: readonly LoadResult[]): number => median(results.map((result) => result.perSecond))
