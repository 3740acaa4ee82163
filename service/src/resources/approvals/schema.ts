import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/approvals.ts'
import { type ApprovalReference, DEEDS, SUBJECT_TYPES } from '../../../../contracts/approvals.ts'
import { ROLES } from '../../../../contracts/dashboard/session.ts'
import { Activity, Body, Nullable, OneOf, Shape, Text, Timestamp, type Wire } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { type Approval, type Deed, type Party, STATUSES } from './model.ts'

const PARTIES = [...ROLES, 'api_key'] as const satisfies readonly Party[]

/** An approval as its subject shows it. */
export const ApprovalReferenceSchema = Shape(
  'ApprovalReference',
  { id: Type.String({ examples: ['apr_01kk3v9x2qf8m6t4w0c5n7d1ha'] }), status: OneOf(STATUSES) },
  { description: 'Only where one was needed. While it is `awaiting`, nothing is paid.' },
)

export const ApprovalSchema = Shape('Approval', {
  id: Type.String({ examples: ['apr_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  status: OneOf(STATUSES, {
    description:
      '`approved`: enough have agreed, and it was carried out. `rejected` and `expired`: it was given up, and money that was held is back. `void`: its subject was canceled or failed meanwhile.',
  }),
  deed: OneOf(Object.keys(DEEDS) as Deed[]),
  subject: Shape('ApprovalSubject', {
    type: OneOf(SUBJECT_TYPES),
    id: Type.Optional(
      Type.String({ description: 'Absent for a batch: `GET /approval/{id}/payout` lists its payouts.' }),
    ),
    count: Type.Integer({ description: 'The number of payouts, or 1.' }),
    description: Type.String(),
  }),
  amount_in_cents: Type.Optional(Type.Integer({ description: 'Of a batch, the sum. Absent where no money moves.' })),
  requested_by: Type.String({
    description: 'The API key or the person that asked; nobody approves their own.',
    examples: ['key_01kk3v9x2qf8m6t4w0c5n7d1ha'],
  }),
  needed: Type.Integer({ description: 'How many must agree.' }),
  approvers: Type.Array(OneOf(PARTIES), { description: 'The roles of those who may.' }),
  given: Type.Array(Shape('ApprovalGiven', { by: Type.String(), at: Timestamp() }), {
    description: 'Those who have agreed. A change of the subject empties it.',
  }),
  rejected: Type.Optional(
    Shape('ApprovalRejected', { by: Type.String(), at: Timestamp(), reason: Type.Optional(Type.String()) }),
  ),
  activity: Activity,
  expires_at: Timestamp({ description: 'Not approved by then, it is given up.' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

const Reason = Nullable(Text(255, { description: 'Why; it is shown to the one who asked.' }))

export const ApprovalReject = Body('ApprovalReject', { reason: Reason })

export const viewApproval = (approval: Approval): Wire<typeof ApprovalSchema, contract.Approval> => ({
  id: approval.id,
  status: approval.status,
  deed: approval.deed,
  subject: {
    type: approval.subject_type,
    ...(approval.subject === null ? {} : { id: approval.subject }),
    count: approval.subject_count,
    description: approval.description,
  },
  ...(approval.amount_in_cents === null ? {} : { amount_in_cents: approval.amount_in_cents }),
  requested_by: approval.made_by,
  needed: approval.needed,
  approvers: [...approval.approvers],
  given: approval.given.map(({ by, at }) => ({ by, at })),
  ...(approval.rejected === null ? {} : { rejected: viewRejection(approval.rejected) }),
  activity: approval.activity as Static<typeof Activity>,
  expires_at: iso(approval.expires_at),
  created_at: iso(approval.created_at),
  updated_at: iso(approval.updated_at),
})

const viewRejection = ({ by, at, reason }: NonNullable<Approval['rejected']>) => ({
  by,
  at,
  ...(reason === null ? {} : { reason }),
})

export const referenceTo = ({ id, status }: Approval): ApprovalReference => ({ id, status })
