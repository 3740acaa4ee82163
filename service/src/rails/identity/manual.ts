import type { IdentityRail } from './port.ts'

/** Without a provider of identity checks every application waits for a person: `npm run operator -- connect decide`. */
export const manualIdentity: IdentityRail = {
  check: async () => 'review',
  anyCodePasses: false,
  prefill: null,
}
