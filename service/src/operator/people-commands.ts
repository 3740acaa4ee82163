import { addPerson, makeInvitationLink, replacePassword } from '../console/index.ts'
import { listPeople, ROLES } from '../dashboard/index.ts'
import { requireTenant } from '../tenants/index.ts'
import { deedCommand, need, type OperatorCommand } from './command.ts'
import { readChoice, readEmail, readFlags } from './flags.ts'

export const secondFactor = (hasAuthenticator: boolean, passkeys: number): string =>
  hasAuthenticator || passkeys > 0 ? 'second factor' : 'password only'

export const PEOPLE_COMMANDS: readonly OperatorCommand[] = [
  deedCommand(
    addPerson,
    {
      name: 'person add',
      args: '--enterprise ENTERPRISE --email EMAIL --name NAME --role ROLE',
      does: `gives a person access to the dashboard: ${ROLES.join(', ')}; the password is shown only once`,
    },
    (args) => {
      const { enterprise, email, name, role } = readFlags(args, ['enterprise', 'email', 'name', 'role'])
      return { enterprise, email: readEmail(email), name, role: readChoice(ROLES, role) }
    },
    ({ id, name, email, role, password }) => [
      `${id}  ${name} <${email}>  ${role}`,
      password === undefined
        ? 'This person has a login at another enterprise and keeps its name and password.'
        : `Password    ${password}  (shown only now)`,
    ],
  ),
  deedCommand(
    makeInvitationLink,
    {
      name: 'invitation link',
      args: 'ENTERPRISE EMAIL',
      does: 'prints a new link for an open invitation to the dashboard, where no mail server is set up to send it',
    },
    (args) => ({ enterprise: need(args, 0, 'ENTERPRISE'), email: need(args, 1, 'EMAIL') }),
    ({ link }) => [link],
  ),
  {
    name: 'person list',
    args: 'ENTERPRISE',
    does: 'lists the people who have access to the dashboard of an enterprise',
    async run(tx, args) {
      const enterprise = need(args, 0, 'ENTERPRISE')
      await requireTenant(tx, enterprise, 'sandbox')
      const people = await listPeople(tx, enterprise)
      if (people.length === 0) return ['No person has access.']
      return people.map(
        ({ id, role, name, email, two_factor_enabled, passkeys }) =>
          `${id}  ${role.padEnd(9)}  ${secondFactor(two_factor_enabled, passkeys)}  ${name} <${email}>`,
      )
    },
  },
  deedCommand(
    replacePassword,
    {
      name: 'person password',
      args: 'EMAIL',
      does: 'gives a person a new password, removes their second factor and ends their sessions',
    },
    (args) => ({ email: need(args, 0, 'EMAIL') }),
    ({ password }) => [`Password    ${password}  (shown only now)`],
  ),
]
