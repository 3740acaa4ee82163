import type { FourEyesRules } from '../../../contracts/console/pages.ts'
import { changeRole, OPERATOR_ROLES, readFourEyes, removeOperator, setFourEyes } from '../console/index.ts'
import { addOperator, LINK_HOURS, listOperators, newPasswordLink } from '../dashboard/index.ts'
import { cents, dollars } from '../kernel/money.ts'
import { StartError } from '../platform/start-error.ts'
import { lockApprovalRules, productionBank, writeApprovalRules } from '../tenants/index.ts'
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
  {
    name: 'four-eyes list',
    args: '',
    does: 'says which actions of operators need the approval of another',
    run: async (tx) => describeRules(await readFourEyes(tx)),
  },
  deedCommand(
    setFourEyes,
    {
      name: 'four-eyes set',
      args: 'BANK_ENTRY FEES BANK_ACCOUNT',
      does: 'sets which actions of operators need the approval of another: for bank entries the amount in cents from which on, or off; for fees and bank accounts on or off',
    },
    (args) => ({
      bank_entry_from_in_cents: readAmount(need(args, 0, 'BANK_ENTRY')),
      fees: readSwitch(need(args, 1, 'FEES')),
      bank_account: readSwitch(need(args, 2, 'BANK_ACCOUNT')),
    }),
    describeRules,
  ),
  {
    name: 'four-eyes clear',
    args: '',
    does: 'removes the rules of four eyes where they can no longer be met; what awaits already goes on awaiting',
    action: 'four_eyes.clear',
    async change(tx) {
      const bank = await productionBank(tx)
      const before = await lockApprovalRules(tx, bank)
      await writeApprovalRules(tx, bank, [])
      return {
        lines: [`Removed ${before.length} rules.`],
        details: { before: before.map(({ deed }) => deed), after: [] },
      }
    },
  },
]

function describeRules({ bank_entry_from_in_cents: from, fees, bank_account }: FourEyesRules): string[] {
  const say = (isOn: boolean): string => (isOn ? 'another operator approves' : 'one operator alone')
  return [
    `Bank entries    ${from === null ? say(false) : `${say(true)} from ${dollars(cents(from))} on`}`,
    `Fees            ${say(fees)}`,
    `Bank accounts   ${say(bank_account)}`,
  ]
}

function readAmount(text: string): number | null {
  if (text === 'off') return null
  if (!/^\d{1,15}$/.test(text)) throw new StartError(`BANK_ENTRY must be an amount in cents or off, not \`${text}\`.`)
  return Number(text)
}

function readSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new StartError(`Give on or off, not \`${text}\`.`)
  return text === 'on'
}
