import { humanize } from '../parts/StatusBadge.tsx'

/** The actions of the audit log, in the order in which the filter offers them. */
const LABELS: Readonly<Record<string, string>> = {
  'session.signed_in': 'Signed in',
  'session.refused': 'Sign-in refused',
  'session.confirmed': 'Confirmed the password',
  'session.signed_out': 'Signed out',
  'session.revoked': 'Ended a session',
  'session.revoked_others': 'Ended the other sessions',
  'session.revoked_all': 'Ended all sessions',
  'password.changed': 'Changed the password',
  'password.reset': 'Reset the password',
  'password.replaced': 'Was given a new password',
  'second_factor.enabled': 'Turned the second factor on',
  'second_factor.used': 'Entered a second-factor code',
  'second_factor.backup_used': 'Used a backup code',
  'second_factor.new_codes': 'Created new backup codes',
  'second_factor.disabled': 'Turned the second factor off',
  'person.renamed': 'Changed their name',
  'people.added': 'Was added',
  'people.invite': 'Invited somebody',
  'people.joined': 'Joined',
  'people.change': 'Changed who has access',
  'keys.create': 'Created an API key',
  'keys.change': 'Changed an API key',
  'keys.revoke': 'Revoked an API key',
  'keys.flag': 'Received an API key without HTTPS',
  'payments.make': 'Paid, charged or refunded',
  'pay_file.confirm': 'Confirmed a pay file',
  'connections.change': 'Changed creators, buyers or contracts',
  'exports.make': 'Exported a file',
  'webhooks.change': 'Changed a webhook',
  'webhooks.secret': 'Saw or rotated a signing secret',
  'origins.change': 'Changed the embed origins',
  'settings.change': 'Changed the settings',
  'sandbox.simulate': 'Simulated an event',
  'sandbox.reset': 'Reset the sandbox',
}

export const AUDIT_ACTIONS: readonly string[] = Object.keys(LABELS)

const REFUSED = '.refused'

/**
 * `session.signed_in` → `Signed in`. An unknown action is shown by its name. An action that was recorded and then refused
 * has a second row: `password.changed.refused` → `Changed the password: refused`.
 */
export const auditActionLabel = (action: string): string => LABELS[action] ?? refusedWords(action) ?? named(action)

function refusedWords(action: string): string | undefined {
  const tried = action.endsWith(REFUSED) ? LABELS[action.slice(0, -REFUSED.length)] : undefined
  return tried && `${tried}: refused`
}

const named = (action: string): string => humanize(action.replaceAll('.', ': '))
