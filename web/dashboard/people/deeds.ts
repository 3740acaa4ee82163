import { words } from '../parts/StatusBadge.tsx'

/** What the audit log says that somebody did, in words; in the order in which a filter offers them. */
const DEEDS: Readonly<Record<string, string>> = {
  'session.signed_in': 'Signed in',
  'session.refused': 'Was refused',
  'session.confirmed': 'Gave the password again',
  'session.signed_out': 'Signed out',
  'session.revoked': 'Ended a session',
  'session.revoked_others': 'Ended the other sessions',
  'session.revoked_all': 'Ended all sessions',
  'password.changed': 'Changed the password',
  'password.reset': 'Reset the password',
  'password.replaced': 'Got a new password',
  'second_factor.enabled': 'Turned the second factor on',
  'second_factor.used': 'Gave a code',
  'second_factor.backup_used': 'Used a backup code',
  'second_factor.new_codes': 'Made new backup codes',
  'second_factor.disabled': 'Turned the second factor off',
  'person.renamed': 'Changed their name',
  'people.added': 'Was added',
  'people.invite': 'Invited somebody',
  'people.joined': 'Joined',
  'people.change': 'Changed who has access',
  'keys.create': 'Made an API key',
  'keys.revoke': 'Revoked an API key',
  'payments.make': 'Paid, charged or gave back',
  'pay_file.confirm': 'Confirmed a file of payouts',
  'connections.change': 'Changed creators, buyers or contracts',
  'exports.make': 'Took a file away',
  'webhooks.change': 'Changed a webhook',
  'webhooks.secret': 'Saw or rotated a signing secret',
  'origins.change': 'Changed who may embed',
  'settings.change': 'Changed the settings',
  'sandbox.simulate': 'Simulated',
  'sandbox.reset': 'Began the sandbox anew',
}

export const deeds: readonly string[] = Object.keys(DEEDS)

const REFUSED = '.refused'

/**
 * `session.signed_in` → `Signed in`; one that is not known here as it is called. What was written down and then refused
 * has a second row: `password.changed.refused` → `Changed the password: refused`.
 */
export const deedWords = (action: string): string => DEEDS[action] ?? refusedWords(action) ?? named(action)

function refusedWords(action: string): string | undefined {
  const tried = action.endsWith(REFUSED) ? DEEDS[action.slice(0, -REFUSED.length)] : undefined
  return tried && `${tried}: refused`
}

const named = (action: string): string => words(action.replaceAll('.', ': '))
