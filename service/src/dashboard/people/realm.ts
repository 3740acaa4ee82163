/**
 * Two kinds of people sign in by the same code: those of enterprises at the dashboard, operators at their console. Each kind
 * has tables, cookies, limits and audit logs of its own, so that a session of one opens nothing of the other.
 */
export type RealmName = 'dashboard' | 'operator'

export interface RealmNames {
  /** The page, sign-in and JSON are below it, and cookies are sent there alone. */
  readonly path: string
  /** The tables that the sign-in library reads and writes. */
  readonly people: string
  readonly sessions: string
  readonly logins: string
  readonly tokens: string
  readonly secondFactors: string
  readonly passkeys: string
}

export const REALMS: Readonly<Record<RealmName, RealmNames>> = {
  dashboard: {
    path: '/dashboard',
    people: 'people',
    sessions: 'person_sessions',
    logins: 'person_logins',
    tokens: 'person_tokens',
    secondFactors: 'person_second_factors',
    passkeys: 'person_passkeys',
  },
  operator: {
    path: '/operator',
    people: 'operators',
    sessions: 'operator_sessions',
    logins: 'operator_logins',
    tokens: 'operator_tokens',
    secondFactors: 'operator_second_factors',
    passkeys: 'operator_passkeys',
  },
}

export const authPath = (realm: RealmName): string => `${REALMS[realm].path}/auth`
