import { type Problem, problem } from '../../kernel/errors.ts'
import { holds, type Party } from '../account-connections/index.ts'
import type { Failure } from './model.ts'

/** The reason why a payment may not be made: an API error when it is created, a failure when it is processed. */
export interface Refusal {
  readonly failure: Failure | undefined
  problem(): Problem
}

type Side = 'source' | 'destination'

const NEEDS = {
  source: { permission: 'payment.debit', grant: 'debit' },
  destination: { permission: 'payment.credit', grant: 'credit' },
} as const

/** The first reason, checked in this order: existence, state, permission, and that the two are different people. */
export function refusalOf(source: Party | undefined, destination: Party | undefined, at: Date): Refusal | undefined {
  if (!source) return unknown('source')
  if (!destination) return unknown('destination')
  return (
    stateRefusal('source', source) ??
    stateRefusal('destination', destination) ??
    permissionRefusal('source', source, at) ??
    permissionRefusal('destination', destination, at) ??
    (source.creatorId === destination.creatorId ? SAME_CREATOR : undefined)
  )
}

const unknown = (side: Side): Refusal => ({
  failure: undefined,
  problem: () => problem('not_found', `There is no account connection with the id given as \`${side}\`.`),
})

function stateRefusal(side: Side, { status, type }: Party): Refusal | undefined {
  if (status === 'deleted') return wrongState('connection_deleted', `The connection given as \`${side}\` is deleted.`)
  if (status !== 'active') {
    return wrongState(
      'connection_inactive',
      `The connection given as \`${side}\` is \`${status}\`: the creator has to activate it in Connect first.`,
    )
  }
  if (type === 'direct') return undefined
  return wrongState(
    'connection_not_direct',
    `The connection given as \`${side}\` is of type \`${type}\`; P2P payments need \`direct\` on both sides.`,
  )
}

const wrongState = (failure: Failure, message: string): Refusal => ({
  failure,
  problem: () => problem('invalid_state', message),
})

function permissionRefusal(side: Side, party: Party, at: Date): Refusal | undefined {
  const { permission, grant } = NEEDS[side]
  if (holds(party[grant], at)) return undefined
  return {
    failure: 'permission_withdrawn',
    problem: () =>
      problem(
        'permission_not_granted',
        `The creator has not granted \`${permission}\` on the connection given as \`${side}\`, or it has expired.`,
      ),
  }
}

const SAME_CREATOR: Refusal = wrongState(
  'account_changed',
  '`source` and `destination` are connections of the same creator; a P2P payment needs two.',
)
