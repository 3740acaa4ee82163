import { type ConsoleAction, OPERATOR_ROLES, type OperatorRole } from '../../../contracts/console/session.ts'

export { type ConsoleAction, OPERATOR_ROLES, type OperatorRole } from '../../../contracts/console/session.ts'

interface Rule {
  readonly does: string
  readonly roles: readonly OperatorRole[]
  /** Needs the password and the second factor, given within the last minutes. */
  readonly fresh?: true
}

/** The operators' roles that may do each action. No other place decides it. */
export const CONSOLE_ACTIONS = {
  'identities.read': { does: 'see which identity checks wait for review', roles: ['reviewer', 'admin'] },
  'identities.reveal': {
    does: 'see a field of an applicant’s data; each is recorded',
    roles: ['reviewer', 'admin'],
    fresh: true,
  },
  'identities.decide': { does: 'approve and reject identity checks', roles: ['reviewer', 'admin'], fresh: true },
  'names.decide': { does: 'approve and refuse new names of enterprises', roles: ['reviewer', 'admin'], fresh: true },
  'bank.read': { does: 'see bank files, entries to book and reconciliation', roles: ['treasurer', 'admin'] },
  'bank.book': { does: 'book and resolve bank entries', roles: ['treasurer', 'admin'], fresh: true },
  'bank.files': {
    does: 'retry and confirm bank files, record balances and deposit sources',
    roles: ['treasurer', 'admin'],
    fresh: true,
  },
  'fees.change': { does: 'change the fees of an enterprise', roles: ['treasurer', 'admin'], fresh: true },
  'approvals.decide': {
    does: 'approve and reject what another operator has asked for',
    roles: ['treasurer', 'admin'],
    fresh: true,
  },
  'alerts.read': { does: 'see the alerts of the service and of enterprises', roles: ['treasurer', 'admin'] },
  'books.read': { does: 'audit all books, and see stopped payouts', roles: ['treasurer', 'admin'] },
  'payouts.resume': { does: 'resume payouts that the audit has stopped', roles: ['treasurer', 'admin'], fresh: true },
  'enterprises.read': { does: 'see enterprises, their settings, people and keys', roles: OPERATOR_ROLES },
  'enterprises.change': {
    does: 'create enterprises, change their settings and embed origins, and clear their approval rules',
    roles: ['admin'],
    fresh: true,
  },
  'enterprises.suspend': {
    does: 'suspend an enterprise, so that no new money moves out of it, and resume it',
    roles: ['treasurer', 'admin'],
    fresh: true,
  },
  'bank_accounts.change': {
    does: 'register the bank account that an enterprise withdraws to',
    roles: ['treasurer', 'admin'],
    fresh: true,
  },
  'limits.change': {
    does: 'set limits on the payouts of an enterprise',
    roles: ['treasurer', 'admin'],
    fresh: true,
  },
  'creators.erase': { does: 'erase the personal data of creators', roles: ['admin'], fresh: true },
  'people.change': { does: 'add people of enterprises and replace their passwords', roles: ['admin'], fresh: true },
  'keys.change': { does: 'create, change and revoke API keys of enterprises', roles: ['admin'], fresh: true },
  'operators.read': { does: 'see who the operators are', roles: ['admin'] },
  'operators.change': { does: 'change the roles of operators, and remove them', roles: ['admin'], fresh: true },
  'audit.read': { does: 'read, check and export the audit logs', roles: ['admin'] },
  'system.read': { does: 'see whether the service is set up for production, and what is held', roles: ['admin'] },
  'system.change': {
    does: 'rotate the vault’s key, remove the demo accounts and set rules of four eyes',
    roles: ['admin'],
    fresh: true,
  },
} as const satisfies Record<ConsoleAction, Rule>

const ruleOf = (action: ConsoleAction): Rule => CONSOLE_ACTIONS[action]

export const mayOperate = (role: OperatorRole, action: ConsoleAction): boolean => ruleOf(action).roles.includes(role)

export const needsFreshSignIn = (action: ConsoleAction): boolean => ruleOf(action).fresh === true

export const consoleActionsOf = (role: OperatorRole): ConsoleAction[] =>
  (Object.keys(CONSOLE_ACTIONS) as ConsoleAction[]).filter((action) => mayOperate(role, action))
