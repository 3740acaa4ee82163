import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'

/** The library's name for it. */
const COOKIE = 'two_factor'

/** Carries the token of a reset link to the call below. */
export const RESET_HEADER = 'x-tributary-reset'

/**
 * Reads which person has given the right password and is asked for a code, and whose reset link a token is. The library
 * keeps both and has no call for them.
 */
export const challenge = {
  id: 'challenge',
  endpoints: {
    readChallenged: createAuthEndpoint(
      '/challenged',
      { method: 'GET', metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const { createAuthCookie, internalAdapter, secret } = ctx.context
        const signed = await ctx.getSignedCookie(createAuthCookie(COOKIE).name, secret)
        const challenged = signed ? await internalAdapter.findVerificationValue(signed) : null
        return { person: challenged?.value }
      },
    ),
    readResetPerson: createAuthEndpoint(
      '/reset-person',
      { method: 'GET', metadata: { SERVER_ONLY: true } },
      async ({ headers, context: { internalAdapter } }) => {
        const token = headers?.get(RESET_HEADER) ?? ''
        const reset = await internalAdapter.findVerificationValue(`reset-password:${token}`)
        return { person: reset?.value }
      },
    ),
  },
} satisfies BetterAuthPlugin
