import type { Config } from '../config.ts'
import type { AnyDeed, Deed, DeedTools, LongDeed } from '../console/index.ts'
import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Database, Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { Storage } from '../platform/storage.ts'
import { requireTenant } from '../tenants/index.ts'

/** Parts of the service that only some commands use. */
export interface OperatorTools extends DeedTools {
  readonly config: Config
}

/** Options of every command that changes something. */
export interface Acting {
  /** An e-mail address of an operator. */
  readonly as?: string
  readonly reason?: string
}

/** For commands that need more than one transaction, or the data folder. */
export interface OperatorAccess extends OperatorTools {
  readonly database: Database
  readonly storage: Storage
  /** The operator whom the command is run for, and why, where its words say so. */
  readonly acting?: Acting
  /** Prints a line at once, for an answer that is too long to be kept in memory. */
  print(line: string): void
}

/** A check that found something wrong: printed like any other answer, but the exit code is 1. */
export class Finding extends Error {
  override readonly name = 'Finding'

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
  }
}

interface Description {
  readonly name: string
  readonly args: string
  readonly does: string
  /** The command reads `--name value` options, and itself refuses words that it does not know. */
  readonly takesOptions?: true
}

/** A change that a command has made, as the audit logs tell it. */
export interface Change {
  readonly lines: string[]
  /** Absent for a change that concerns no enterprise: it is in the operator's log alone. */
  readonly enterprise?: string
  readonly environment?: Environment
  /** The id of what was changed or made. */
  readonly subject?: string
  readonly details?: Record<string, unknown>
}

type Reading =
  | { run(tx: Tx, args: readonly string[], tools: OperatorTools): Promise<string[]> }
  | { runOnDatabase(access: OperatorAccess, args: readonly string[]): Promise<string[]> }
  | { runOffline(args: readonly string[]): Promise<string[]> }

/** Its name in the audit logs. What it changes is recorded there, and what it fails at. */
interface Recorded {
  readonly action: string
}

/** The arguments of a command as the input of a deed. */
interface DeedCall<Input, Answer> {
  readonly deed: Deed<Input, Answer> | LongDeed<Input, Answer>
  readonly input: Input
  lines(answer: Answer): string[]
}

// biome-ignore lint/suspicious/noExplicitAny: calls of any deed in one list
export type AnyDeedCall = DeedCall<any, any>

type Changing = Recorded &
  (
    | { change(tx: Tx, args: readonly string[], tools: OperatorTools): Promise<Change> }
    /** A change of more than one transaction is recorded before it begins, and again when it has ended. */
    | { changeOnDatabase(access: OperatorAccess, args: readonly string[]): Promise<Change> }
    /** The deeds that the command is one way to; the console is the other. Which of them depends on the arguments. */
    | { readonly deeds: readonly AnyDeed[]; read(args: readonly string[]): AnyDeedCall }
  )

/** A command runs in one transaction, on the database as it needs, or without the service's data. */
export type OperatorCommand = Description & (Reading | Changing)

export type RecordedCommand = Description & Changing

/** A command whose arguments spell the input of a deed. */
export const deedCommand = <Input, Answer>(
  deed: Deed<Input, Answer>,
  described: Description,
  read: (args: readonly string[]) => Input,
  lines: (answer: Answer, input: Input) => string[],
): OperatorCommand => commandOf(deed, described, read, lines)

/** The same for a deed of several transactions. */
export const longDeedCommand = <Input, Answer>(
  deed: LongDeed<Input, Answer>,
  described: Description,
  read: (args: readonly string[]) => Input,
  lines: (answer: Answer, input: Input) => string[],
): OperatorCommand => commandOf(deed, described, read, lines)

const commandOf = <Input, Answer>(
  deed: Deed<Input, Answer> | LongDeed<Input, Answer>,
  described: Description,
  read: (args: readonly string[]) => Input,
  lines: (answer: Answer, input: Input) => string[],
): OperatorCommand => ({
  ...described,
  action: deed.action,
  deeds: [deed],
  read(args) {
    const input = read(args)
    return { deed, input, lines: (answer: Answer) => lines(answer, input) }
  },
})

export function need(args: readonly string[], index: number, what: string): string {
  const value = args[index]?.trim()
  if (!value) throw new StartError(`${what} is missing; see \`tributaryd --help\`.`)
  return value
}

export function readEnvironment(text: string): Environment {
  if (!ENVIRONMENTS.includes(text as Environment)) {
    throw new StartError(`The environment must be ${ENVIRONMENTS.join(' or ')}, not \`${text}\`.`)
  }
  return text as Environment
}

/** The enterprise and the environment of a command whose arguments begin with them. */
export const readTenantWords = (args: readonly string[]): { enterprise: string; environment: Environment } => ({
  enterprise: need(args, 0, 'ENTERPRISE'),
  environment: readEnvironment(need(args, 1, 'ENVIRONMENT')),
})

/** The tenant of a command whose arguments begin with ENTERPRISE ENVIRONMENT. */
export async function needTenant(tx: Tx, args: readonly string[]): Promise<TenantId> {
  const { enterprise, environment } = readTenantWords(args)
  return requireTenant(tx, enterprise, environment)
}

/** A moment to the minute, in UTC. */
export const minute = (at: Date | null): string => at?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never'
