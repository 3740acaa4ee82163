import type { Clock as ClockView } from '../../../contracts/sandbox.ts'
import { useRead } from '../api/queries.ts'
import { useEnvironment } from '../api/session.ts'
import { dayOf } from './filters.ts'
import { TIME_ZONE } from './Time.tsx'

/** A sandbox has a clock of its own; sign-ins, keys, requests and logs of people are dated by the real one all the same. */
export type Clock = 'own' | 'real'

/** The clock and the time zone of times, in words. There is one clock in production, so that only the zone is said. */
export function useClockWords(clock: Clock = 'own'): string {
  const isSandbox = useEnvironment() === 'sandbox'
  if (!isSandbox) return `Time zone: ${TIME_ZONE}.`
  return `${clock === 'real' ? 'Real time' : 'Sandbox time'}, ${TIME_ZONE}.`
}

/** The days that sums are made of, in words. */
export const useDayWords = (): string =>
  useEnvironment() === 'sandbox' ? 'Days of the sandbox’s clock, from midnight UTC.' : 'Days begin at midnight UTC.'

/** The words for times in a sandbox that are not its own; undefined where there is no other clock. */
export function useRealTime(): string | undefined {
  const words = useClockWords('real')
  return useEnvironment() === 'sandbox' ? words : undefined
}

/** The sandbox's time, which the top of its pages reads, too; undefined in production and before it is known. */
export function useSandboxNow(): string | undefined {
  const isSandbox = useEnvironment() === 'sandbox'
  return useRead<ClockView>('v1/sandbox/clock', { enabled: isSandbox, everyMs: LOOK_MS }).data?.now
}

const LOOK_MS = 15_000

/** The day of the sandbox's clock; undefined where it is the browser's. */
export function useToday(): string | undefined {
  const now = useSandboxNow()
  return now && (dayOf(now) ?? undefined)
}
