import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type pg from 'pg'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../../contracts/formats.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newId } from '../../kernel/ids.ts'
import type { Logger } from '../../platform/logs.ts'
import { hashPassword, passwordMatches } from '../../resources/creators/index.ts'
import { boundCookies, boundIdentifiers } from './bound-tokens.ts'
import { challenge } from './challenge.ts'
import { authPath, REALMS, type RealmName } from './realm.ts'

export const AUTH_PATH = authPath('dashboard')
export const RESET_MINUTES = 60
const SESSION_HOURS = 12
/** The caller's address as our own server knows it: whatever a client sends under this name is overwritten. */
export const ADDRESS_HEADER = 'x-tributary-address'

export interface AuthOptions {
  readonly realm: RealmName
  readonly environment: Environment
  /** The public URL of the server. */
  readonly root: string
  readonly secret: string
  readonly pool: pg.Pool
  readonly log: Logger
  /** A person has set a new password by the link. */
  onReset(person: { readonly id: string }): Promise<void>
  sendReset(
    person: { readonly id: string; readonly name: string; readonly email: string },
    token: string,
  ): Promise<void>
}

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

// The library's names for our tables and columns.

const ROLE = { type: 'string', required: true, input: false } as const
const PASSKEY = { type: 'boolean', required: false, input: false } as const
const ENTERPRISE = { type: 'string', required: false, input: false, fieldName: 'enterprise_id' } as const

/** The library's types are those of the dashboard; nothing reads an enterprise of an operator. */
const ofRealm = <Fields extends object>(realm: RealmName, fields: Fields) =>
  (realm === 'dashboard' ? { ...fields, enterpriseId: ENTERPRISE } : fields) as Fields & {
    readonly enterpriseId: typeof ENTERPRISE
  }

const peopleOf = (realm: RealmName) =>
  ({
    modelName: REALMS[realm].people,
    fields: { ...timestamps, emailVerified: 'email_verified' },
    additionalFields: ofRealm(realm, { role: ROLE }),
  }) as const

const sessionsOf = (realm: RealmName) =>
  ({
    modelName: REALMS[realm].sessions,
    // Declared, so that the library copies them where it replaces a session by another.
    additionalFields: ofRealm(realm, { passkey: PASSKEY }),
    fields: {
      ...timestamps,
      userId: 'person_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
    },
  }) as const

const loginsOf = (realm: RealmName) => ({
  modelName: REALMS[realm].logins,
  fields: {
    ...timestamps,
    userId: 'person_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
})

const tokensOf = (realm: RealmName) =>
  ({
    modelName: REALMS[realm].tokens,
    fields: { ...timestamps, expiresAt: 'expires_at' },
  }) as const

/** The name that an authenticator app shows beside the codes. */
const ISSUERS: Readonly<Record<RealmName, string>> = { dashboard: 'Tributary', operator: 'Tributary operator' }

const secondFactor = (realm: RealmName) =>
  twoFactor({
    issuer: ISSUERS[realm],
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: REALMS[realm].secondFactors,
        fields: {
          userId: 'person_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })

/** A device alone is not enough, it must be unlocked: a passkey stands for the password and the second factor. */
function requireVerifiedUser(verified: boolean | undefined): void {
  if (!verified) throw new APIError('BAD_REQUEST', { message: 'Unlock the passkey with its PIN, fingerprint or face.' })
}

const passkeys = (realm: RealmName) =>
  passkey({
    rpName: ISSUERS[realm],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification: { registrationInfo } }) =>
        requireVerifiedUser(registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification: { authenticationInfo } }) =>
        requireVerifiedUser(authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: REALMS[realm].passkeys,
        fields: {
          userId: 'person_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })

/** Sign-in by the library, with our own tables, password hashes and access rules. */
export function createAuth({ realm, environment, root, secret, pool, log, sendReset, onReset }: AuthOptions) {
  const { path } = REALMS[realm]
  return betterAuth({
    appName: 'Tributary',
    baseURL: root,
    basePath: authPath(realm),
    secret,
    database: pool,
    // Every request has passed our own check of its origin before it comes here.
    trustedOrigins: (request) => [request?.headers.get('origin') ?? root],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => passwordMatches(password, hash) },
      sendResetPassword: ({ user, token }) => sendReset(user, token),
      onPasswordReset: ({ user }) => onReset(user),
    },
    session: { ...sessionsOf(realm), expiresIn: SESSION_HOURS * 3_600, disableSessionRefresh: true },
    user: peopleOf(realm),
    account: loginsOf(realm),
    verification: { ...tokensOf(realm), storeIdentifier: boundIdentifiers(realm, environment) },
    plugins: [boundCookies(realm, secret, root), challenge, secondFactor(realm), passkeys(realm)],
    // Tries are counted in our own table, per person and per address, across all processes.
    rateLimit: { enabled: false },
    advanced: {
      // One per environment and realm: both addresses may be on one host, and then share its cookies.
      cookiePrefix: realm === 'dashboard' ? `tributary_${environment}` : `tributary_operator_${environment}`,
      useSecureCookies: root.startsWith('https:'),
      defaultCookieAttributes: { sameSite: realm === 'dashboard' ? 'lax' : 'strict', httpOnly: true, path },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: ({ model }) => newId(model === 'session' ? 'personSession' : 'person') },
    },
    telemetry: { enabled: false },
    // Errors go to our own handler: the library would write them to the console, past the log.
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      log: (_level, message) => log.debug({ message }, 'sign-in'),
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
