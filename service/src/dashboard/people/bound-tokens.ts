import { createHmac } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import type { Environment } from '../../kernel/environment.ts'
import { hashTokenFor } from '../../platform/tokens.ts'

/**
 * Signs cookies under a key of this address, so that a session or a half-done sign-in is good only where it was made. The
 * library encrypts second factors under its other secret, which every address shares.
 */
export const boundCookies = (secret: string, root: string) =>
  ({
    id: 'bound-cookies',
    init: () => ({
      context: { secret: createHmac('sha256', secret).update(`cookies of ${root}`).digest('base64url') },
    }),
  }) satisfies BetterAuthPlugin

/** Stores the names of password resets and half-done sign-ins as hashes for one environment: the other finds none of them. */
export const boundIdentifiers = (environment: Environment) => ({
  hash: async (identifier: string): Promise<string> =>
    hashTokenFor(`sign-in ${environment}`, identifier).toString('base64url'),
})
