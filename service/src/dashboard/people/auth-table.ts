export interface AuthRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The fields its body may have. */
  readonly takes?: readonly string[]
  /** Its name in the audit log. */
  readonly action?: string
  /**
   * Counted as a guess before anything is compared, for the caller's address and for the person. A success is forgiven
   * (`forgiven`), unless the route always succeeds (`counted`).
   */
  readonly guess?: 'forgiven' | 'counted'
  /** The body names the person: the session of the request, which may be another person's, is ignored. */
  readonly sessionless?: true
  /** Without a session, the person is the one who has just given the right password. */
  readonly challenged?: true
  /** With a second factor the password alone is not enough: both must have been given within the last minutes. */
  readonly fresh?: true
  /** Fields set by us, whatever the body says. */
  readonly sets?: Record<string, unknown>
}

export const SIGN_IN = '/sign-in/email'
export const VERIFY_TOTP = '/two-factor/verify-totp'

/** The endpoints of the sign-in library that can be reached from outside; its others cannot. */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  {
    method: 'POST',
    path: SIGN_IN,
    takes: ['email', 'password', 'rememberMe'],
    action: 'session.signed_in',
    guess: 'forgiven',
    sessionless: true,
  },
  { method: 'POST', path: '/sign-out', action: 'session.signed_out' },
  { method: 'GET', path: '/get-session' },
  { method: 'GET', path: '/list-sessions' },
  { method: 'POST', path: '/revoke-session', takes: ['token'], action: 'session.revoked' },
  { method: 'POST', path: '/revoke-sessions', action: 'session.revoked_all' },
  { method: 'POST', path: '/revoke-other-sessions', action: 'session.revoked_others' },
  { method: 'POST', path: '/update-user', takes: ['name'], action: 'person.renamed' },
  {
    method: 'POST',
    path: '/change-password',
    takes: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    sets: { revokeOtherSessions: true },
    action: 'password.changed',
    guess: 'forgiven',
    fresh: true,
  },
  {
    method: 'POST',
    path: '/request-password-reset',
    takes: ['email', 'redirectTo'],
    guess: 'counted',
    sessionless: true,
  },
  { method: 'POST', path: '/reset-password', takes: ['newPassword', 'token'], guess: 'forgiven', sessionless: true },
  {
    method: 'POST',
    path: '/two-factor/enable',
    takes: ['password'],
    action: 'second_factor.started',
    guess: 'forgiven',
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    takes: ['password'],
    action: 'second_factor.disabled',
    guess: 'forgiven',
    fresh: true,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    takes: ['password'],
    action: 'second_factor.new_codes',
    guess: 'forgiven',
    fresh: true,
  },
  {
    method: 'POST',
    path: VERIFY_TOTP,
    takes: ['code'],
    action: 'second_factor.used',
    guess: 'forgiven',
    challenged: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    takes: ['code'],
    action: 'second_factor.backup_used',
    guess: 'forgiven',
    challenged: true,
  },
]
