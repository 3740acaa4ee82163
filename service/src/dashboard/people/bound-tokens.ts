import { createHmac } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import type { Environment } from '../../kernel/environment.ts'
import { hashTokenFor } from '../../platform/tokens.ts'
import type { RealmName } from './realm.ts'

/** The purposes of version 0.1 name no realm: they are the dashboard's. */
const purpose = (realm: RealmName, text: string): string => (realm === 'dashboard' ? text : `${realm} ${text}`)

/**
 * Signs cookies under a key of this address and realm, so that a session or a half-done sign-in is good only where it was made. The
 * library encrypts second factors under its other secret, which every address shares.
 */
export const boundCookies = (realm: RealmName, secret: string, root: string) =>
  ({
    id: 'bound-cookies',
    init: () => ({
      context: {
        secret: createHmac('sha256', secret)
          .update(purpose(realm, `cookies of ${root}`))
          .digest('base64url'),
      },
    }),
  }) satisfies BetterAuthPlugin

/** The name under which a password reset or a half-done sign-in is stored: a hash that one realm of one environment finds. */
export const storedIdentifier = (realm: RealmName, environment: Environment, identifier: string): string =>
  hashTokenFor(purpose(realm, `sign-in ${environment}`), identifier).toString('base64url')

export const boundIdentifiers = (realm: RealmName, environment: Environment) => ({
  hash: async (identifier: string): Promise<string> => storedIdentifier(realm, environment, identifier),
})
