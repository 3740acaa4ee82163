import { userInfo } from 'node:os'
import {
  type Actor,
  type Attempt,
  askApproval,
  mayOperate,
  type OperatorRole,
  performDeed,
  tellDeed,
} from '../console/index.ts'
import { findOperatorByEmail, hasOperators } from '../dashboard/index.ts'
import { StartError } from '../platform/start-error.ts'
import type { OperatorAccess, OperatorCommand, RecordedCommand } from './command.ts'

const NAME_MAX = 100
const ARGUMENT_MAX = 200

/** In a container the user may have a number and no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/**
 * Commands that need no operator. Some make the first ones, and let back in whoever has lost the way: the machine itself is
 * the proof. The others are run by timers.
 */
const OF_THE_MACHINE = new Set([
  'operator add',
  'operator link',
  'operator role',
  'operator remove',
  'four-eyes clear',
  'backup',
  'audit-log export',
  'audit-log follow',
])

const namedIn = ({ acting, config }: OperatorAccess): string | undefined => acting?.as ?? config.operator

/** Somebody who is no operator yet: `OPERATOR`, or else the system user. */
function unknownActor(access: OperatorAccess): Actor {
  const name = (namedIn(access) ?? systemUser()).replace(/[\p{C}<>]/gu, '').slice(0, NAME_MAX)
  return { personId: 'operator', person: `${name || 'Operator'} <operator>` }
}

/**
 * The person at the keyboard, as the audit logs name them. Once there are operators, a command that changes something is
 * done for one of them, whom `--as` or `OPERATOR` names by e-mail address.
 */
async function actorOf(command: RecordedCommand, access: OperatorAccess): Promise<Actor & { role?: OperatorRole }> {
  const { sql } = access.database
  const operator = await findOperatorByEmail(sql, namedIn(access) ?? '')
  if (operator) {
    const { id, name, email, role } = operator
    return { personId: id, person: `${name} <${email}>`, role }
  }
  if (!OF_THE_MACHINE.has(command.name) && (await hasOperators(sql))) {
    throw new StartError(
      'Name the operator whom you act for by their e-mail address: `--as EMAIL`, or set OPERATOR; see `operator list`.',
    )
  }
  return unknownActor(access)
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
  const asked = { command: command.name, arguments: args.map((one) => one.slice(0, ARGUMENT_MAX)) }
  const reason = access.acting?.reason?.slice(0, ARGUMENT_MAX)
  const attempt = { asked, reason, actor: unknownActor(access) }
  try {
    const { role, ...actor } = await actorOf(command, access)
    attempt.actor = actor
    return await carryOut(command, args, access, { ...attempt, role })
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, ARGUMENT_MAX) : String(error)
    // Where the database cannot be reached, nothing can be recorded: the command's own error is the one to show.
    await database
      .transaction((tx) => tellDeed(tx, vault, attempt, `${command.action}.refused`, { details: { reason: why } }))
      .catch(() => undefined)
    throw error
  }
}

async function carryOut(
  command: RecordedCommand,
  args: readonly string[],
  access: OperatorAccess,
  { role, ...attempt }: Attempt & { readonly role: OperatorRole | undefined },
): Promise<string[]> {
  const { database, vault } = access
  if ('deeds' in command) {
    const { deed, input, lines } = command.read(args)
    if (role && !mayOperate(role, deed.needs)) {
      throw new StartError(`${attempt.actor.person} is a ${role}, and that role does not allow this.`)
    }
    const done = await performDeed({ database, tools: access, askApproval }, deed, input, { ...attempt, role })
    if ('answer' in done) return lines(done.answer)
    return [`Awaits the approval of another operator: ${done.approval}. They decide at /operator.`]
  }
  const { action } = command
  if ('change' in command) {
    return database.transaction(async (tx) => {
      const { lines, ...told } = await command.change(tx, args, access)
      await tellDeed(tx, vault, attempt, action, told)
      return lines
    })
  }
  await database.transaction((tx) => tellDeed(tx, vault, attempt, action, {}))
  const { lines, ...told } = await command.changeOnDatabase(access, args)
  await database.transaction((tx) => tellDeed(tx, vault, attempt, `${action}.done`, told))
  return lines
}
