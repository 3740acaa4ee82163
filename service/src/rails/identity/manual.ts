import type { IdentityRail } from './port.ts'

/** Used without a provider of identity checks: every applicant waits for `npm run operator -- connect decide`. */
export const manualIdentity: IdentityRail = {
  check: async () => 'review',
  anyCodePasses: false,
  prefill: null,
}
