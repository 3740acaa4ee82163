import type { Environment } from '../../kernel/environment.ts'
import type { TryLimit } from '../../platform/tries.ts'

const HOUR_SECONDS = 3_600

/**
 * Per enterprise and paying creator, over all payments: three guesses at each of any number of payments would be a way to
 * guess for ever, and each payment rings a phone. No code of the sandbox guards money or reaches a phone.
 */
export const LIMITS: Record<Environment, { readonly sent: TryLimit; readonly wrong: TryLimit }> = {
  production: {
    sent: { name: 'p2p codes sent', max: 30, seconds: HOUR_SECONDS },
    wrong: { name: 'p2p codes wrong', max: 10, seconds: HOUR_SECONDS },
  },
  sandbox: {
    sent: { name: 'p2p codes sent', max: 2_000, seconds: HOUR_SECONDS },
    wrong: { name: 'p2p codes wrong', max: 200, seconds: HOUR_SECONDS },
  },
}
