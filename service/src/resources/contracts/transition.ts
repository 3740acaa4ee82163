import { mustFollow } from '../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import type { Transition } from '../transitions/index.ts'
import { CONTRACT_STATES, type Contract, type ContractEvent, entry } from './model.ts'

export type ContractTransition = Transition<Contract>

type Changes = Partial<Pick<Contract, 'expires_at' | 'agreement_at' | 'agreement_ip' | 'deleted_at'>>

/** Every change of a contract's status: by the state table, with its entry. No money moves. */
function makeTransition(
  from: Contract,
  event: ContractEvent,
  text: string,
  at: Date,
  changes: Changes = {},
): ContractTransition {
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
  makeTransition(contract, 'accept', 'Accepted by the creator', at, {
    expires_at: null,
    agreement_at: agreedAt,
    agreement_ip: ip,
  })

export const decline = (contract: Contract, at: Date): ContractTransition =>
  makeTransition(contract, 'decline', 'Declined by the creator', at, { expires_at: null })

export const terminate = (contract: Contract, why: string, at: Date): ContractTransition =>
  makeTransition(contract, 'terminate', `Terminated: ${why}`, at, {
    deleted_at: at,
    // An expired contract still says when it expired.
    expires_at: contract.status === 'expired' ? contract.expires_at : null,
  })

export const expire = (contract: Contract, at: Date): ContractTransition =>
  makeTransition(contract, 'expire', 'Expired: not accepted within 30 days', at)

/** The expiry of a contract whose deadline has passed by then; otherwise undefined. */
export function expiryOf(contract: Contract, now: Date): ContractTransition | undefined {
  const { status, expires_at } = contract
  const isPast = status === 'created' && expires_at !== null && expires_at <= now
  return isPast ? expire(contract, expires_at) : undefined
}

/** The contract in its state at that moment: a stopped worker extends no deadline. */
export const asOf = (contract: Contract, now: Date): Contract => expiryOf(contract, now)?.to ?? contract
