import type { Config } from '../config.ts'
import type { Database, Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { Storage } from '../platform/storage.ts'
import type { Vault } from '../platform/vault.ts'
import type { ConnectionDeps } from '../resources/account-connections/index.ts'
import type { PayoutDeps } from '../resources/payouts/index.ts'

/** What only some commands need. */
export interface OperatorTools {
  /** What the end of a check does to everything that waited for it. */
  readonly connections: ConnectionDeps
  /** What a return that a person chose does to a payout. */
  readonly payouts: PayoutDeps
  readonly config: Config
  readonly vault: Vault
}

/** What a command found is not as it should be: it is printed like any other answer, and the exit code is 1. */
export class Finding extends Error {
  override readonly name = 'Finding'

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
  }
}

interface Described {
  readonly name: string
  readonly args: string
  readonly does: string
}

/** What a command works on that takes more than one transaction. */
export interface OperatorSite extends OperatorTools {
  readonly database: Database
  readonly storage: Storage
}

/** One that needs the service's data in one transaction or in many, or one that does not need it. */
export type OperatorCommand = Described &
  (
    | { run(tx: Tx, args: readonly string[], tools: OperatorTools): Promise<string[]> }
    | { onSite(site: OperatorSite, args: readonly string[]): Promise<string[]> }
    | { offline(args: readonly string[]): Promise<string[]> }
  )

export function need(args: readonly string[], index: number, what: string): string {
  const value = args[index]?.trim()
  if (!value) throw new StartError(`${what} is missing; see \`npm run operator -- --help\`.`)
  return value
}
