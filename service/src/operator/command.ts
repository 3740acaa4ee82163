import type { Config } from '../config.ts'
import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Database, Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { Storage } from '../platform/storage.ts'
import type { Vault } from '../platform/vault.ts'
import type { ConnectionDeps } from '../resources/account-connections/index.ts'
import type { PayoutDeps } from '../resources/payouts/index.ts'
import { requireTenant } from '../tenants/index.ts'

/** Parts of the service that only some commands use. */
export interface OperatorTools {
  /** For a command that ends an identity check. */
  readonly connections: ConnectionDeps
  /** For a command that books the return of a payout. */
  readonly payouts: PayoutDeps
  readonly config: Config
  readonly vault: Vault
}

/** For commands that need more than one transaction, or the data folder. */
export interface OperatorAccess extends OperatorTools {
  readonly database: Database
  readonly storage: Storage
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

type Changing = Recorded &
  (
    | { change(tx: Tx, args: readonly string[], tools: OperatorTools): Promise<Change> }
    /** A change of more than one transaction is recorded before it begins, and again when it has ended. */
    | { changeOnDatabase(access: OperatorAccess, args: readonly string[]): Promise<Change> }
  )

/** A command runs in one transaction, on the database as it needs, or without the service's data. */
export type OperatorCommand = Description & (Reading | Changing)

export type RecordedCommand = Description & Changing

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

/** The tenant of a command whose arguments begin with ENTERPRISE ENVIRONMENT. */
export async function needTenant(
  tx: Tx,
  args: readonly string[],
): Promise<{ readonly tenant: TenantId; readonly enterprise: string; readonly environment: Environment }> {
  const enterprise = need(args, 0, 'ENTERPRISE')
  const environment = readEnvironment(need(args, 1, 'ENVIRONMENT'))
  return { tenant: await requireTenant(tx, enterprise, environment), enterprise, environment }
}

/** A moment to the minute, in UTC. */
export const minute = (at: Date | null): string => at?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never'
