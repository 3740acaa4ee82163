import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { ContractDecision } from './model.ts'

export interface ConnectionDeps {
  readonly vault: Vault
  readonly waitingPayouts: WaitingPayouts
  readonly boundContracts: BoundContracts
  readonly contracts: ContractDecisions
}

/** Changes payouts when their connection changes. A port: payouts/ implements it, so that the rooms do not import each other. */
export interface WaitingPayouts {
  /** Called before the connection changes: payouts already due are processed with the old connection, at their due time. */
  settleDue(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
  /** Unclaimed payouts take the payout method that the connection now has. */
  claim(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
  cancel(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
  /** The connection has another bank account: where new ones wait, ACH payouts that have not left yet wait for it. */
  delay(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
}

/** Ends contracts with their connection. A port that contracts/ implements. */
export interface BoundContracts {
  /** Locks the contracts. Called before any account is locked, by the order of locks. */
  hold(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>): Promise<void>
  terminate(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void>
}

/** Applies the creator's answers to contracts. A port that connect/ implements. */
export interface ContractDecisions {
  /**
   * Called under the locks of the connection and its contracts; a connection that accepts one is `direct` by then.
   * Contracts that no longer wait for an answer stay as they are.
   */
  decide(
    tx: Tx,
    tenant: TenantId,
    connection: Id<'accountConnection'>,
    decisions: readonly ContractDecision[],
  ): Promise<void>
}
