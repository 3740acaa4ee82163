import type { FieldValues } from '../../kernel/changes.ts'
import { failureOf } from '../../kernel/failure.ts'
import type { EventDetails } from '../events/index.ts'
import { type Transition, transitionDetails } from '../transitions/index.ts'
import type { Withdrawal } from './model.ts'

/** The fields of a withdrawal that can change, as the API shows them. */
export const withdrawalFields = (withdrawal: Withdrawal): FieldValues => ({
  status: withdrawal.status,
  description: withdrawal.description,
  destination: withdrawal.destination,
  failure_code: failureOf(withdrawal),
  user_data: withdrawal.user_data,
})

export const withdrawalDetails = (transition: Transition<Withdrawal>): EventDetails =>
  transitionDetails(transition, withdrawalFields)
