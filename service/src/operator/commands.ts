import { StartError } from '../platform/start-error.ts'
import { ACH_COMMANDS } from './ach-commands.ts'
import { ALERT_COMMANDS } from './alert-commands.ts'
import { AUDIT_LOG_COMMANDS } from './audit-log-commands.ts'
import { CLUSTER_COMMANDS } from './cluster-commands.ts'
import type { Acting, OperatorCommand } from './command.ts'
import { CONNECT_COMMANDS } from './connect-commands.ts'
import { DATA_COMMANDS } from './data-commands.ts'
import { DEMO_COMMANDS } from './demo-commands.ts'
import { ENTERPRISE_COMMANDS } from './enterprise-commands.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import { LEDGER_COMMANDS } from './ledger-commands.ts'
import { LIMIT_COMMANDS } from './limit-commands.ts'
import { NAME_COMMANDS } from './name-commands.ts'
import { OPERATOR_COMMANDS } from './operator-commands.ts'
import { PEOPLE_COMMANDS } from './people-commands.ts'
import { PROCESSOR_COMMANDS } from './processor-commands.ts'
import { PRODUCTION_COMMANDS } from './production-commands.ts'
import { RESTORE_COMMANDS } from './restore-commands.ts'

export const ALL_COMMANDS: readonly OperatorCommand[] = [
  ...ENTERPRISE_COMMANDS,
  ...LIMIT_COMMANDS,
  ...KEY_COMMANDS,
  ...CONNECT_COMMANDS,
  ...LEDGER_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...OPERATOR_COMMANDS,
  ...AUDIT_LOG_COMMANDS,
  ...NAME_COMMANDS,
  ...ACH_COMMANDS,
  ...PROCESSOR_COMMANDS,
  ...ALERT_COMMANDS,
  ...PRODUCTION_COMMANDS,
  ...DEMO_COMMANDS,
  ...DATA_COMMANDS,
  ...CLUSTER_COMMANDS,
  ...RESTORE_COMMANDS,
]

const ACTING = ['as', 'reason'] as const satisfies readonly (keyof Acting)[]

/** Takes `--as EMAIL` and `--reason TEXT` out of the words; every command has them. */
export function readActing(words: readonly string[]): { readonly words: readonly string[]; readonly acting: Acting } {
  const rest = [...words]
  const acting: { -readonly [Name in keyof Acting]: Acting[Name] } = {}
  for (const name of ACTING) {
    const at = rest.indexOf(`--${name}`)
    if (at < 0) continue
    const value = rest[at + 1]?.trim()
    if (!value || value.startsWith('--')) throw new StartError(`--${name} needs a value.`)
    acting[name] = value
    rest.splice(at, 2)
  }
  return { words: rest, acting }
}

/** The command that the words name, and its arguments. */
export function findCommand(words: readonly string[]): { command: OperatorCommand; args: readonly string[] } {
  const command = ALL_COMMANDS.find(({ name }) => name.split(' ').every((part, index) => words[index] === part))
  if (!command) throw unknownCommand(words)
  const args = words.slice(command.name.split(' ').length)
  refuseSurplus(command, args)
  return { command, args }
}

/** The whole list would push the fault off the screen: only the commands of the same family are named. */
function unknownCommand(words: readonly string[]): StartError {
  const family = ALL_COMMANDS.filter(({ name }) => name.split(' ')[0] === words[0])
  const fault = `There is no command \`${words.join(' ')}\``
  if (family.length === 0) return new StartError(`${fault}: \`tributaryd --help\` lists them all.`)
  return new StartError(
    `${fault}; there is\n${family.map(({ name, args }) => `  ${name} ${args}`.trimEnd()).join('\n')}`,
  )
}

/** A surplus argument would be ignored silently; most often it is part of a name without quotes. */
function refuseSurplus(command: OperatorCommand, args: readonly string[]): void {
  if (command.takesOptions || command.args.endsWith('…')) return
  const most = command.args.split(' ').filter(Boolean).length
  if (args.length <= most) return
  const name = /NAME\]?$/.test(command.args) ? args.slice(most - 1).join(' ') : undefined
  throw new StartError(
    `\`${command.name}\` takes ${command.args || 'no arguments'}, nothing after it (\`${args.slice(most).join(' ')}\`)${name ? `: quote a name that has spaces, "${name}".` : '.'}`,
  )
}

export function usage(): string {
  const rows = ALL_COMMANDS.map(({ name, args, does }) => `  ${`${name} ${args}`.trim()}\n      ${does}`)
  return `Operator commands, after \`tributaryd\` or \`npm run operator --\`:\n\n${rows.join('\n')}\n\nA command that changes something takes \`--as EMAIL\`, the operator whom it is run for, and \`--reason TEXT\` for the audit log.\n`
}
