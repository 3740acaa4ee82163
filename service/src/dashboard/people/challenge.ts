import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'

/** The library's name for it. */
const COOKIE = 'two_factor'

/** Reads which person has given the right password and is asked for a code. The library keeps it in a cookie and has no call for it. */
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
  },
} satisfies BetterAuthPlugin
