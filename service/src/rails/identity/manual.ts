import { randomInt } from 'node:crypto'
import type { IdentityRail } from './port.ts'

/** Without a provider of identity checks every application waits for a person: `npm run operator -- connect decide`. */
export const manualIdentity: IdentityRail = {
  check: async () => 'review',
  newCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
  anyCodePasses: false,
  prefill: null,
}
