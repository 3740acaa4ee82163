import { changeRole, OPERATOR_ROLES, removeOperator } from '../console/index.ts'
import { addOperator, LINK_HOURS, listOperators, newPasswordLink } from '../dashboard/index.ts'
import { deedCommand, minute, need, type OperatorCommand } from './command.ts'
import { readChoice, readEmail, readFlags } from './flags.ts'
import { secondFactor } from './people-commands.ts'

const linkLines = (link: string): string[] => [
  link,
  `The link works once, for ${LINK_HOURS} hours. It asks for a password; a second factor is set up at the first sign-in.`,
]

/** Operators are made on the machine alone: nobody who is signed in to the console can make another person of themselves. */
export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'operator add',
    args: '--email EMAIL --name NAME --role ROLE',
    does: `makes an operator, who signs in at /operator: ${OPERATOR_ROLES.join(', ')}; prints a link that works once`,
    action: 'operators.add',
    async change(tx, args, { address }) {
      const { email, name, role: text } = readFlags(args, ['email', 'name', 'role'])
      const role = readChoice(OPERATOR_ROLES, text)
      const { operator, link } = await addOperator(tx, { email: readEmail(email), name, role }, address)
      return {
        lines: [`${operator.id}  ${operator.name} <${operator.email}>  ${role}`, ...linkLines(link)],
        subject: operator.id,
        details: { operator: operator.email, role },
      }
    },
  },
  {
    name: 'operator list',
    args: '',
    does: 'lists the operators, who sign in at /operator',
    async run(tx) {
      const operators = await listOperators(tx)
      if (operators.length === 0) return ['There is no operator yet.']
      return operators.map(
        ({ id, role, name, email, two_factor_enabled, passkeys, last_signed_in_at }) =>
          `${id}  ${role.padEnd(9)}  ${secondFactor(two_factor_enabled, passkeys)}  last signed in ${minute(last_signed_in_at)}  ${name} <${email}>`,
      )
    },
  },
  {
    name: 'operator link',
    args: 'EMAIL',
    does: 'prints a new link for an operator to choose a password; removes their second factor and ends their sessions',
    action: 'operators.link',
    async change(tx, args, { address }) {
      const { operator, link } = await newPasswordLink(tx, need(args, 0, 'EMAIL'), address)
      return { lines: linkLines(link), subject: operator.id, details: { operator: operator.email, link: 'printed' } }
    },
  },
  deedCommand(
    changeRole,
    { name: 'operator role', args: 'EMAIL ROLE', does: `gives an operator another role: ${OPERATOR_ROLES.join(', ')}` },
    (args) => ({ email: need(args, 0, 'EMAIL'), role: readChoice(OPERATOR_ROLES, need(args, 1, 'ROLE')) }),
    ({ name, email, role }) => [`${name} <${email}> is ${role}.`],
  ),
  deedCommand(
    removeOperator,
    { name: 'operator remove', args: 'EMAIL', does: 'removes an operator and ends their sessions' },
    (args) => ({ email: need(args, 0, 'EMAIL') }),
    ({ email }) => [`Removed ${email}.`],
  ),
]
