import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Cents } from '../../kernel/money.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import { DAY_MS, iso } from '../../kernel/time.ts'
import type { SplitTerms } from './split.ts'

export const STATUSES = ['created', 'active', 'declined', 'terminated', 'expired'] as const
export type ContractStatus = (typeof STATUSES)[number]

export const EVENTS = ['accept', 'decline', 'expire', 'terminate'] as const
export type ContractEvent = (typeof EVENTS)[number]

/** `expire`: the creator has not answered for 30 days. `terminate`: the contract or its connection was deleted. */
export const CONTRACT_STATES: StateTable<ContractStatus, ContractEvent> = {
  created: { accept: 'active', decline: 'declined', expire: 'expired', terminate: 'terminated' },
  active: { terminate: 'terminated' },
  declined: { terminate: 'terminated' },
  expired: { terminate: 'terminated' },
  terminated: {},
}

export type ContractType = 'deposit_split'
export const DEPOSIT_SOURCES = ['music_distribution', 'video_ads', 'live_streaming'] as const
export type DepositSource = (typeof DEPOSIT_SOURCES)[number]

/** The time that the creator has to answer. */
export const ANSWER_MS = 30 * DAY_MS

/** Each deposit that is split adds an entry to the activity, so a list shows the newest alone. */
export const LISTED_ENTRIES_MAX = 10

export interface ContractEntry {
  readonly entry: string
  readonly date: string
  readonly hidden: boolean
}

export interface Contract extends SplitTerms {
  readonly id: Id<'contract'>
  readonly account_connection: string
  readonly type: ContractType
  readonly status: ContractStatus
  readonly deposit_source: DepositSource
  readonly activity: readonly ContractEntry[]
  /** The deadline for the creator's answer; null once the creator has answered or the contract was terminated. */
  readonly expires_at: Date | null
  readonly agreement_at: Date | null
  readonly agreement_ip: string | null
  readonly deleted_at: Date | null
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Money from outside that reached a creator's account. */
export interface Deposit {
  readonly id: Id<'deposit'>
  readonly account_connection: string
  readonly creator_id: string
  readonly deposit_source: DepositSource
  readonly amount_in_cents: Cents
  readonly created_at: Date
}

/** The share of one contract in one deposit. */
export interface Split {
  readonly id: Id<'split'>
  readonly contract: Id<'contract'>
  readonly deposit: Id<'deposit'>
  readonly deposit_amount_in_cents: Cents
  readonly amount_in_cents: Cents
  readonly created_at: Date
}

export const entry = (text: string, at: Date): ContractEntry => ({ entry: text, date: iso(at), hidden: false })
