import type { FieldValues } from '../../kernel/changes.ts'
import type { EventDetails, FindSubjects } from '../events/index.ts'
import { transitionDetails } from '../transitions/index.ts'
import type { Approval } from './model.ts'
import { findDescriptions } from './read.store.ts'
import type { ApprovalTransition } from './transition.ts'

/** The fields of an approval that can change, as the API shows them. */
const approvalFields = (approval: Approval): FieldValues => ({
  status: approval.status,
  amount_in_cents: approval.amount_in_cents,
  given: approval.given.map(({ by, at }) => ({ by, at })),
})

export const approvalDetails = (transition: ApprovalTransition): EventDetails =>
  transitionDetails(transition, approvalFields)

/** These approvals as sentences about their events name them. */
export const findApprovalSubjects: FindSubjects = async (sql, tenant, ids) =>
  new Map(
    (await findDescriptions(sql, tenant, ids)).map(({ id, description }) => [
      id,
      { title: `Approval of “${description}”` },
    ]),
  )
