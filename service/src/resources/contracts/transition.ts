import { mustFollow } from '../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import type { Transition } from '../transitions/index.ts'
import { CONTRACT_STATES, type Contract, type ContractEvent, entry } from './model.ts'

export type ContractTransition = Transition<Contract>

type Changes = Partial<Pick<Contract, 'expires_at' | 'agreement_at' | 'agreement_ip' | 'deleted_at'>>

/** The one way a contract's status changes: by its table, with its entry. It moves no money. */
function take(from: Contract, event: ContractEvent, text: string, at: Date, changes: Changes = {}): ContractTransition {
  const to: Contract = {
    ...from,
    ...changes,
    status: mustFollow(CONTRACT_STATES, from.status, event),
    activity: [...from.activity, entry(text, at)],
    updated_at: at,
  }
  return { from, to, transfers: NO_TRANSFERS }
}

export const accept = (contract: Contract, ip: string, at: Date, agreedAt = at): ContractTransition =>
  take(contract, 'accept', 'Accepted by the creator', at, {
    expires_at: null,
    agreement_at: agreedAt,
    agreement_ip: ip,
  })

export const decline = (contract: Contract, at: Date): ContractTransition =>
  take(contract, 'decline', 'Declined by the creator', at, { expires_at: null })

export const terminate = (contract: Contract, why: string, at: Date): ContractTransition =>
  take(contract, 'terminate', `Terminated: ${why}`, at, {
    deleted_at: at,
    // An expired contract still says when it expired.
    expires_at: contract.status === 'expired' ? contract.expires_at : null,
  })

export const expire = (contract: Contract, at: Date): ContractTransition =>
  take(contract, 'expire', 'Expired: not accepted within 30 days', at)

/** The expiry of a contract whose deadline has passed by then; none otherwise. */
export function expiryOf(contract: Contract, now: Date): ContractTransition | undefined {
  const { status, expires_at } = contract
  const isPast = status === 'created' && expires_at !== null && expires_at <= now
  return isPast ? expire(contract, expires_at) : undefined
}

/** The contract as it stands at that moment: a stopped worker extends no deadline. */
export const asOf = (contract: Contract, now: Date): Contract => expiryOf(contract, now)?.to ?? contract
