import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { mustFollow, type StateTable } from '../../kernel/state-machine.ts'
import { DAY_MS, iso } from '../../kernel/time.ts'
import type { SplitTerms } from './split.ts'

export const STATUSES = ['created', 'active', 'declined', 'terminated', 'expired'] as const
export type ContractStatus = (typeof STATUSES)[number]

export const EVENTS = ['accept', 'decline', 'expire', 'terminate'] as const
export type ContractEvent = (typeof EVENTS)[number]

/** `expire`: the creator has not answered for 30 days. `terminate`: deleted, or its connection was. */
export const CONTRACT_STATES: StateTable<ContractStatus, ContractEvent> = {
  created: { accept: 'active', decline: 'declined', expire: 'expired', terminate: 'terminated' },
  active: { terminate: 'terminated' },
  declined: { terminate: 'terminated' },
  expired: { terminate: 'terminated' },
  terminated: {},
}

export const TYPES = ['deposit_split'] as const
export const DEPOSIT_SOURCES = ['music_distribution', 'video_ads', 'live_streaming'] as const
export type DepositSource = (typeof DEPOSIT_SOURCES)[number]

/** How long the creator has to answer. */
export const ANSWER_MS = 30 * DAY_MS

export interface ContractEntry {
  readonly entry: string
  readonly date: string
  readonly hidden: boolean
}

export interface Contract extends SplitTerms {
  readonly id: Id<'contract'>
  readonly account_connection: string
  readonly type: (typeof TYPES)[number]
  readonly status: ContractStatus
  readonly deposit_source: DepositSource
  readonly activity: readonly ContractEntry[]
  /** Until when the creator can or could answer; null once they have, or it was taken back. */
  readonly expires_at: Date | null
  readonly agreement_at: Date | null
  readonly agreement_ip: string | null
  readonly deleted_at: Date | null
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

export const entry = (text: string, at: Date): ContractEntry => ({ entry: text, date: iso(at), hidden: false })

type Changes = Partial<Pick<Contract, 'expires_at' | 'agreement_at' | 'agreement_ip' | 'deleted_at'>>

/** The one way a contract's status changes: by its table, with its entry. */
function take(from: Contract, event: ContractEvent, text: string, at: Date, changes: Changes = {}): Contract {
  return {
    ...from,
    ...changes,
    status: mustFollow(CONTRACT_STATES, from.status, event),
    activity: [...from.activity, entry(text, at)],
    updated_at: at,
  }
}

export const accept = (contract: Contract, ip: string, at: Date, agreedAt = at): Contract =>
  take(contract, 'accept', 'Accepted by the creator', at, {
    expires_at: null,
    agreement_at: agreedAt,
    agreement_ip: ip,
  })

export const decline = (contract: Contract, at: Date): Contract =>
  take(contract, 'decline', 'Declined by the creator', at, { expires_at: null })

export const terminate = (contract: Contract, why: string, at: Date): Contract =>
  take(contract, 'terminate', `Terminated: ${why}`, at, {
    deleted_at: at,
    // What has expired still says when.
    expires_at: contract.status === 'expired' ? contract.expires_at : null,
  })

export const expire = (contract: Contract, at: Date): Contract =>
  take(contract, 'expire', 'Expired: not accepted within 30 days', at)

/** The contract as it stands at that moment: a stopped worker extends no deadline. */
export function asOf(contract: Contract, now: Date): Contract {
  const { status, expires_at } = contract
  return status === 'created' && expires_at !== null && expires_at <= now ? expire(contract, expires_at) : contract
}
