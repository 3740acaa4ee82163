import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import type { ContractDecisions } from '../account-connections/index.ts'

/** A contract as a creator reads it. */
export interface ContractTerms {
  readonly id: string
  readonly type: 'deposit_split'
  readonly deposit_source: 'music_distribution' | 'video_ads' | 'live_streaming'
  readonly split_percent_amount: number | null
  readonly split_fixed_amount_in_cents: number | null
  readonly split_amount_max_in_cents: number | null
  readonly deposit_minimum_in_cents: number
  readonly deposit_maximum_in_cents: number | null
}

/** One that waits for the creator's answer, with an example by the rules of the split itself. */
export interface WaitingContract extends ContractTerms {
  readonly example: {
    readonly deposit_in_cents: number
    readonly share_in_cents: number
    readonly kept_in_cents: number
  }
}

export interface CreatorContract extends ContractTerms {
  readonly enterprise: string
  readonly status: 'created' | 'active' | 'declined' | 'terminated' | 'expired'
}

/** The port through which Connect and the creator's home see contracts; contracts/ implements it. */
export interface Contracts extends ContractDecisions {
  /** Those of a connection that wait for an answer and have not expired, oldest first. */
  waiting(sql: Queryable, tenant: TenantId, connection: Id<'accountConnection'>): Promise<readonly WaitingContract[]>
  /** Those of a creator with the enterprises of their bank, newest first. */
  ofCreator(sql: Queryable, bank: TenantId, creator: Id<'creator'>): Promise<readonly CreatorContract[]>
}

/** While there are none. */
export const noContracts: Contracts = {
  waiting: async () => [],
  ofCreator: async () => [],
  decide: async () => {},
}
