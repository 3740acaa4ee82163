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
  'password.reset_requested': 'Asked to reset the password',
  'password.reset': 'Reset the password',
  'password.replaced': 'Was given a new password',
  'second_factor.started': 'Started to set up the second factor',
  'second_factor.enabled': 'Turned the second factor on',
  'second_factor.used': 'Entered a second-factor code',
  'second_factor.backup_used': 'Used a backup code',
  'second_factor.new_codes': 'Created new backup codes',
  'second_factor.disabled': 'Turned the second factor off',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'sign_in_rules.change': 'Changed how people sign in',
  'session.enterprise_chosen': 'Chose this enterprise',
  'person.renamed': 'Changed their name',
  'people.added': 'Was added',
  'people.invite': 'Invited somebody',
  'people.joined': 'Joined',
  'people.change': 'Changed who has access',
  'enterprise.create': 'Created the enterprise',
  'keys.create': 'Created an API key',
  'keys.change': 'Changed an API key',
  'demo.remove': 'Removed the demo accounts',
  'keys.revoke': 'Revoked an API key',
  'keys.flag': 'Received an API key without HTTPS',
  'payments.make': 'Paid, charged or refunded',
  'withdrawals.make': 'Withdrew money',
  'bank_account.set': 'Registered the bank account of withdrawals',
  'pay_file.upload': 'Uploaded a pay file',
  'pay_file.confirm': 'Confirmed a pay file',
  'approvals.decide': 'Approved or rejected',
  'approvals.rules': 'Changed what needs approval',
  'limits.change': 'Changed the limits',
  'enterprise.suspend': 'Suspended the enterprise',
  'enterprise.resume': 'Resumed the enterprise',
  'approvals.expired': 'An approval expired',
  'approvals.void': 'An approval was no longer needed',
  'payouts.resume': 'Resumed the payouts',
  'connections.decide': 'Decided an identity check',
  'connections.change': 'Changed creators, buyers or contracts',
  'exports.make': 'Exported a file',
  'webhooks.change': 'Changed a webhook',
  'webhooks.secret': 'Saw or rotated a signing secret',
  'origins.change': 'Changed the embed origins',
  'settings.change': 'Changed the settings',
  'brand.change': 'Changed the logo, colour or support link',
  'enterprise.rename': 'Renamed the enterprise',
  'enterprise.renamed': 'Decided about a new name',
  'sandbox.simulate': 'Simulated an event',
  'sandbox.reset': 'Reset the sandbox',
}

export const AUDIT_ACTIONS: readonly string[] = Object.keys(LABELS)

const OUTCOME = /^(.+)\.(done|refused|broken_off)$/

/**
 * `session.signed_in` → `Signed in`. An unknown action is shown by its name. The outcome of an action that was recorded
 * before it was carried out has a second row: `password.changed.refused` → `Changed the password: refused`.
 */
export const auditActionLabel = (action: string): string => LABELS[action] ?? outcomeWords(action) ?? named(action)

function outcomeWords(action: string): string | undefined {
  const [, tried = '', outcome = ''] = OUTCOME.exec(action) ?? []
  const label = LABELS[tried]
  return label && `${label}: ${outcome.replace('_', ' ')}`
}

const named = (action: string): string => humanize(action.replaceAll('.', ': '))
