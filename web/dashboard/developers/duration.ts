import type { LoggedRequest } from '../../../contracts/dashboard/developers.ts'

export const durationOf = ({ duration_ms }: LoggedRequest): string =>
  `${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms).toLocaleString('en-US')} ms`
