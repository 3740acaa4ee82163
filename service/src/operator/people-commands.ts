import { parseArgs } from 'node:util'
import { publicUrl } from '../config.ts'
import {
  addKnownPerson,
  addPerson,
  checkChain,
  enterprisesWithLog,
  findPersonByEmail,
  listPeople,
  newInvitationLink,
  newPassword,
  ROLES,
  type Role,
  record,
  replacePassword,
} from '../dashboard/index.ts'
import { FORMATS } from '../http/index.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { Vault } from '../platform/vault.ts'
import { requireTenant } from '../tenants/index.ts'
import { need, type OperatorCommand } from './command.ts'
import { OPERATOR } from './operator-entry.ts'

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

async function checkAuditLogs(tx: Tx, vault: Vault): Promise<string[]> {
  const lines: string[] = []
  let broken = false
  for (const enterprise of await enterprisesWithLog(tx)) {
    const { intact, rows, broken_at } = await checkChain(tx, vault, enterprise)
    broken ||= !intact
    lines.push(`${enterprise}  ${intact ? `intact, ${rows} rows` : `BROKEN at row ${broken_at}`}`)
  }
  if (broken) throw new StartError(lines.join('\n'))
  return lines.length === 0 ? ['The audit logs are empty.'] : lines
}

export const PEOPLE_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'person add',
    args: '--enterprise ENTERPRISE --email EMAIL --name NAME --role ROLE',
    does: `gives a person access to the dashboard: ${ROLES.join(', ')}; the password is shown only once`,
    async run(tx, args, { vault }) {
      const { enterprise, email, name, role: text } = readFlags(args, ['enterprise', 'email', 'name', 'role'])
      const role = readRole(text)
      if (!FORMATS.email?.test(email)) throw new StartError(`--email must be an e-mail address, not \`${email}\`.`)
      await requireTenant(tx, enterprise, 'sandbox')
      const password = newPassword()
      const known = await addKnownPerson(tx, { enterprise, role, email })
      const added = known ?? (await addPerson(tx, { enterprise, role, name, email, password }))
      const details = { email: added.email, role }
      await record(tx, vault, { enterprise, ...OPERATOR, action: 'people.added', subject: added.id, details })
      return [
        `${added.id}  ${added.name} <${added.email}>  ${role}`,
        known
          ? 'This person has a login at another enterprise and keeps its name and password.'
          : `Password    ${password}  (shown only now)`,
      ]
    },
  },
  {
    name: 'invitation link',
    args: 'ENTERPRISE EMAIL',
    does: 'prints a new link for an open invitation to the dashboard, where no mail server is set up to send it',
    async run(tx, args, { vault, config }) {
      const enterprise = need(args, 0, 'ENTERPRISE')
      const email = need(args, 1, 'EMAIL')
      if (config.smtpUrl) throw new StartError('SMTP_URL is set: the link goes to the invited address alone.')
      const environment = config.productionUrl ? 'production' : 'sandbox'
      const port = environment === 'production' ? config.productionPort : config.port
      const link = await newInvitationLink(tx, enterprise, email, publicUrl(config, environment, port))
      if (!link) throw new StartError(`There is no open invitation of \`${email}\` to \`${enterprise}\`.`)
      const details = { email, link: 'printed' }
      await record(tx, vault, { enterprise, ...OPERATOR, action: 'people.invite', details })
      return [link]
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
        ({ id, role, name, email, two_factor_enabled }) =>
          `${id}  ${role.padEnd(9)}  ${two_factor_enabled ? 'second factor' : 'password only'}  ${name} <${email}>`,
      )
    },
  },
  {
    name: 'person password',
    args: 'EMAIL',
    does: 'gives a person a new password, removes their second factor and ends their sessions',
    async run(tx, args, { vault }) {
      const email = need(args, 0, 'EMAIL')
      const person = await findPersonByEmail(tx, email)
      if (!person) throw new StartError(`No person has the e-mail address \`${email}\`.`)
      const password = newPassword()
      await replacePassword(tx, person.id, password)
      const entry = { enterprise: person.enterprise_id, ...OPERATOR, action: 'password.replaced', subject: person.id }
      await record(tx, vault, entry)
      return [`Password    ${password}  (shown only now)`]
    },
  },
  {
    name: 'audit-log check',
    args: '',
    does: 'verifies the hash chain of every audit log from its first row on; exits with 1 if a row was changed',
    run: (tx, _args, { vault }) => checkAuditLogs(tx, vault),
  },
]
