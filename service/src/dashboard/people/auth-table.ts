import type { SecurityEvent } from '../../resources/messages/index.ts'
import { requireCredential } from './auth-library.ts'

export interface AuthRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The fields its body may have. */
  readonly takes?: readonly string[]
  /** Its name in the audit log. */
  readonly action?: string
  /**
   * Counted before anything is compared. `password`: for the source, the login and the device. `secret`: for the source
   * and the person, who has given a password before. `mail`: a request that anybody can make for any address.
   */
  readonly guess?: 'password' | 'secret' | 'mail'
  /** The body names the person: the session of the request, which may be another person's, is ignored. */
  readonly sessionless?: true
  /** Without a session, the person is the one who has just given the right password. */
  readonly challenged?: true
  /** With a second factor the password alone is not enough: both must have been given within the last minutes. */
  readonly fresh?: true
  /** The body holds no password: it must have been given within the last minutes. */
  readonly confirmed?: true
  /** A GET that shows a session's own data. */
  readonly ownData?: true
  /** Changes how the person signs in: with a passkey already there, it must have been used in this session. */
  readonly factors?: true
  /** Done whether or not somebody is signed in. */
  readonly anyone?: true
  /** Throws unless the body has a form that the library can read. */
  readonly check?: (body: Record<string, unknown>) => void
  /** The notice that the person is mailed when it is done. */
  readonly notice?: SecurityEvent
  /** A success without a session before it begins one. */
  readonly begins?: true
  /** Fields set by us, whatever the body says. */
  readonly sets?: Record<string, unknown>
}

export const SIGN_IN = '/sign-in/email'
export const VERIFY_TOTP = '/two-factor/verify-totp'
export const CHANGE_PASSWORD = '/change-password'
export const REQUEST_RESET = '/request-password-reset'
export const RESET_PASSWORD = '/reset-password'
export const ADD_PASSKEY = '/passkey/verify-registration'
export const SIGN_IN_BY_PASSKEY = '/passkey/verify-authentication'

/** The endpoints of the sign-in library that can be reached from outside; its others cannot. */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  {
    method: 'POST',
    path: SIGN_IN,
    takes: ['email', 'password', 'rememberMe'],
    action: 'session.signed_in',
    guess: 'password',
    sessionless: true,
    begins: true,
  },
  { method: 'POST', path: '/sign-out', action: 'session.signed_out', anyone: true },
  { method: 'GET', path: '/get-session' },
  { method: 'GET', path: '/list-sessions', ownData: true },
  { method: 'POST', path: '/revoke-session', takes: ['token'], action: 'session.revoked' },
  { method: 'POST', path: '/revoke-sessions', action: 'session.revoked_all' },
  { method: 'POST', path: '/revoke-other-sessions', action: 'session.revoked_others' },
  { method: 'POST', path: '/update-user', takes: ['name'], action: 'person.renamed' },
  {
    method: 'POST',
    path: CHANGE_PASSWORD,
    takes: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    sets: { revokeOtherSessions: true },
    action: 'password.changed',
    notice: 'password_changed',
    guess: 'secret',
    fresh: true,
    factors: true,
  },
  {
    method: 'POST',
    path: REQUEST_RESET,
    takes: ['email', 'redirectTo'],
    guess: 'mail',
    sessionless: true,
  },
  { method: 'POST', path: RESET_PASSWORD, takes: ['newPassword', 'token'], guess: 'secret', sessionless: true },
  {
    method: 'POST',
    path: '/two-factor/enable',
    takes: ['password'],
    action: 'second_factor.started',
    guess: 'secret',
    fresh: true,
    factors: true,
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    takes: ['password'],
    action: 'second_factor.disabled',
    notice: 'second_factor_off',
    guess: 'secret',
    fresh: true,
    factors: true,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    takes: ['password'],
    action: 'second_factor.new_codes',
    guess: 'secret',
    fresh: true,
    factors: true,
  },
  {
    method: 'POST',
    path: VERIFY_TOTP,
    takes: ['code'],
    action: 'second_factor.used',
    guess: 'secret',
    challenged: true,
    begins: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    takes: ['code'],
    action: 'second_factor.backup_used',
    guess: 'secret',
    challenged: true,
    begins: true,
  },
  { method: 'GET', path: '/passkey/generate-authenticate-options' },
  {
    method: 'POST',
    path: SIGN_IN_BY_PASSKEY,
    takes: ['response'],
    check: requireCredential,
    action: 'session.signed_in',
    guess: 'secret',
    sessionless: true,
    begins: true,
  },
  { method: 'GET', path: '/passkey/generate-register-options', ownData: true },
  {
    method: 'POST',
    path: ADD_PASSKEY,
    takes: ['response', 'name'],
    check: requireCredential,
    action: 'passkey.added',
    notice: 'passkey_added',
    confirmed: true,
    factors: true,
  },
  { method: 'GET', path: '/passkey/list-user-passkeys', ownData: true },
  {
    method: 'POST',
    path: '/passkey/delete-passkey',
    takes: ['id'],
    action: 'passkey.removed',
    notice: 'passkey_removed',
    confirmed: true,
    factors: true,
  },
]
