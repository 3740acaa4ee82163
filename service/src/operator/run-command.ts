import { userInfo } from 'node:os'
import { type AuditEntry, OPERATOR_CHAIN, record } from '../dashboard/index.ts'
import type { Tx } from '../platform/database.ts'
import type { Change, OperatorAccess, OperatorCommand, RecordedCommand } from './command.ts'

const NAME_MAX = 100
const ARGUMENT_MAX = 200

/** The person at the keyboard, as the audit logs name them: `OPERATOR`, or else the system user. */
function operatorOf({ config }: OperatorAccess): Pick<AuditEntry, 'personId' | 'person'> {
  const name = (config.operator ?? systemUser()).replace(/[\p{C}<>]/gu, '').slice(0, NAME_MAX)
  return { personId: 'operator', person: `${name || 'Operator'} <operator>` }
}

/** In a container the user may have a number and no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/** Runs a command on the service's data. One that changes something is in the audit logs, with what came of it. */
export function runCommand(
  command: Exclude<OperatorCommand, { runOffline: unknown }>,
  args: readonly string[],
  access: OperatorAccess,
): Promise<string[]> {
  if ('run' in command) return access.database.transaction((tx) => command.run(tx, args, access))
  if ('runOnDatabase' in command) return command.runOnDatabase(access, args)
  return runRecorded(command, args, access)
}

async function runRecorded(
  command: RecordedCommand,
  args: readonly string[],
  access: OperatorAccess,
): Promise<string[]> {
  const { database, vault } = access
  const attempt = { command: command.name, arguments: args.map((one) => one.slice(0, ARGUMENT_MAX)) }
  const write = (tx: Tx, enterprise: string, action: string, change: Partial<Change>): Promise<void> => {
    const { environment, subject, details } = change
    const entry = { environment, subject, details: { ...attempt, ...details } }
    return record(tx, vault, { ...operatorOf(access), ...entry, enterprise, action })
  }
  const tell = async (tx: Tx, action: string, change: Partial<Change>): Promise<void> => {
    // The enterprise sees what the operator did to it. The operator's own chain has everything.
    if (change.enterprise !== undefined) await write(tx, change.enterprise, action, change)
    await write(tx, OPERATOR_CHAIN, action, change)
  }
  try {
    if ('change' in command) {
      return await database.transaction(async (tx) => {
        const change = await command.change(tx, args, access)
        await tell(tx, command.action, change)
        return change.lines
      })
    }
    await database.transaction((tx) => tell(tx, command.action, {}))
    const change = await command.changeOnDatabase(access, args)
    await database.transaction((tx) => tell(tx, `${command.action}.done`, change))
    return change.lines
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, ARGUMENT_MAX) : String(error)
    // Where the database cannot be reached, nothing can be recorded: the command's own error is the one to show.
    await database
      .transaction((tx) => tell(tx, `${command.action}.refused`, { details: { reason } }))
      .catch(() => undefined)
    throw error
  }
}
