import { parseArgs } from 'node:util'
import { publicUrl } from '../config.ts'
import {
  addKnownPerson,
  addPerson,
  findPersonByEmail,
  listPeople,
  newInvitationLink,
  newPassword,
  ROLES,
  type Role,
  replacePassword,
  tellPerson,
} from '../dashboard/index.ts'
import { FORMATS } from '../http/index.ts'
import { StartError } from '../platform/start-error.ts'
import { requireTenant } from '../tenants/index.ts'
import { need, type OperatorCommand } from './command.ts'

/** Reads `--name value` pairs; every one is required. */
function readFlags<K extends string>(args: readonly string[], names: readonly K[]): Record<K, string> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  let values: Partial<Record<string, string>>
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values as Partial<Record<string, string>>
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
  const missing = names.filter((name) => !values[name]?.trim())
  if (missing.length > 0) throw new StartError(`${missing.map((name) => `--${name}`).join(', ')} must be given.`)
  return Object.fromEntries(names.map((name) => [name, values[name]?.trim()])) as Record<K, string>
}

function readRole(text: string): Role {
  if (!ROLES.includes(text as Role)) throw new StartError(`--role must be one of ${ROLES.join(', ')}, not \`${text}\`.`)
  return text as Role
}

export const PEOPLE_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'person add',
    args: '--enterprise ENTERPRISE --email EMAIL --name NAME --role ROLE',
    does: `gives a person access to the dashboard: ${ROLES.join(', ')}; the password is shown only once`,
    action: 'people.added',
    async change(tx, args) {
      const { enterprise, email, name, role: text } = readFlags(args, ['enterprise', 'email', 'name', 'role'])
      const role = readRole(text)
      if (!FORMATS.email?.test(email)) throw new StartError(`--email must be an e-mail address, not \`${email}\`.`)
      await requireTenant(tx, enterprise, 'sandbox')
      const password = newPassword()
      const known = await addKnownPerson(tx, { enterprise, role, email })
      const added = known ?? (await addPerson(tx, { enterprise, role, name, email, password }))
      const lines = [
        `${added.id}  ${added.name} <${added.email}>  ${role}`,
        known
          ? 'This person has a login at another enterprise and keeps its name and password.'
          : `Password    ${password}  (shown only now)`,
      ]
      return { lines, enterprise, subject: added.id, details: { email: added.email, role } }
    },
  },
  {
    name: 'invitation link',
    args: 'ENTERPRISE EMAIL',
    does: 'prints a new link for an open invitation to the dashboard, where no mail server is set up to send it',
    action: 'people.invite',
    async change(tx, args, { config }) {
      const enterprise = need(args, 0, 'ENTERPRISE')
      const email = need(args, 1, 'EMAIL')
      if (config.smtpUrl) throw new StartError('SMTP_URL is set: the link goes to the invited address alone.')
      const environment = config.productionUrl ? 'production' : 'sandbox'
      const port = environment === 'production' ? config.productionPort : config.port
      const root = publicUrl(config, environment, port)
      const link = await newInvitationLink(tx, enterprise, email, { environment, root })
      if (!link) throw new StartError(`There is no open invitation of \`${email}\` to \`${enterprise}\`.`)
      return { lines: [link], enterprise, details: { email, link: 'printed' } }
    },
  },
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
          `${id}  ${role.padEnd(9)}  ${two_factor_enabled || passkeys > 0 ? 'second factor' : 'password only'}  ${name} <${email}>`,
      )
    },
  },
  {
    name: 'person password',
    args: 'EMAIL',
    does: 'gives a person a new password, removes their second factor and ends their sessions',
    action: 'password.replaced',
    async change(tx, args, { vault }) {
      const email = need(args, 0, 'EMAIL')
      const person = await findPersonByEmail(tx, email)
      if (!person) throw new StartError(`No person has the e-mail address \`${email}\`.`)
      const password = newPassword()
      await replacePassword(tx, person.id, password)
      await tellPerson(tx, vault, person, 'password_changed', [['Changed by', 'the operator of the service']])
      const lines = [`Password    ${password}  (shown only now)`]
      return { lines, enterprise: person.enterprise_id, subject: person.id, details: { email: person.email } }
    },
  },
]
