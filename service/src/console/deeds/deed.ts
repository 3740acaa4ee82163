import type { OperatorDeed } from '../../../../contracts/approvals.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { VaultColumns } from '../../platform/vault-rotation.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import type { ConnectionDeps } from '../../resources/account-connections/index.ts'
import type { Originator } from '../../resources/bank-files/index.ts'
import type { PayoutDeps } from '../../resources/payouts/index.ts'
import type { ConsoleAction } from '../roles.ts'

/** Parts of the service that only some deeds use. */
export interface DeedTools {
  readonly vault: Vault
  /** For a deed that ends an identity check. */
  readonly connections: ConnectionDeps
  /** For a deed that asks the provider of identity checks. */
  readonly identity: Record<Environment, IdentityRail>
  /** For a deed that books the return of a payout. */
  readonly payouts: PayoutDeps
  /** How we name ourselves in bank files; undefined while the settings of the bank are incomplete. */
  readonly originator: Originator | undefined
  /** The originators whose credits at the bank are payouts of the card processor. */
  readonly processorCompanyIds: readonly string[]
  /** Where people open the links that they are sent. */
  readonly address: { readonly environment: Environment; readonly root: string }
  /** Links to people go by mail alone. */
  readonly sendsMail: boolean
  /** Every column that the vault's keys protect. */
  readonly vaultColumns: VaultColumns
}

/** The outcome of a deed, as the audit logs tell it. */
export interface Done<Answer> {
  readonly answer: Answer
  /** Absent for a deed that concerns no enterprise: it is in the operators' log alone. */
  readonly enterprise?: string | undefined
  readonly environment?: Environment | undefined
  /** The id of what was changed or made. */
  readonly subject?: string | undefined
  readonly details?: Record<string, unknown> | undefined
}

interface Named {
  /** Its name in the audit logs. */
  readonly action: string
  /** The right that an operator needs for it. */
  readonly needs: ConsoleAction
}

/** Something that an operator does. The operator command and the console are two ways to it. */
export interface Deed<Input, Answer> extends Named {
  /** `by`: the id of the operator. */
  act(tx: Tx, input: Input, tools: DeedTools, by: string): Promise<Done<Answer>>
  /** The part of a deed that a rule of four eyes can name; undefined where no rule can. */
  fourEyes?(tx: Tx, input: Input): Promise<UnderFourEyes | undefined>
}

/** A deed that may need the approval of another operator, as the rules and the approvers see it. */
export interface UnderFourEyes {
  readonly deed: OperatorDeed
  /** One approval of a subject is open at a time. */
  readonly subject: string
  readonly amount: Cents | null
  readonly description: string
}

/** A deed of more than one transaction. It is recorded before it begins, and again when it has ended. */
export interface LongDeed<Input, Answer> extends Named {
  actOnDatabase(database: Database, input: Input, tools: DeedTools): Promise<Done<Answer>>
}

// biome-ignore lint/suspicious/noExplicitAny: deeds of any input in one list
export type AnyDeed = Deed<any, any> | LongDeed<any, any>

/** Keeps the types of a deed's input and answer. */
export const deed = <Input, Answer>(one: Deed<Input, Answer>): Deed<Input, Answer> => one
