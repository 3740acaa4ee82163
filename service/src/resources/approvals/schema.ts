import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/approvals.ts'
import { type ApprovalReference, DEEDS, SUBJECT_TYPES } from '../../../../contracts/approvals.ts'
import { ROLES } from '../../../../contracts/dashboard/session.ts'
import {
  Activity,
  Body,
  exampleId,
  Nullable,
  OneOf,
  ResourceId,
  Shape,
  Text,
  Times,
  Timestamp,
  Values,
  type Wire,
} from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { Approval, ApprovalStatus, Deed, Party, SubjectType } from './model.ts'

const PARTIES = [...ROLES, 'api_key'] as const satisfies readonly Party[]

const StatusSchema = Values<ApprovalStatus>('ApprovalStatus', 'Where the approval is.', {
  awaiting: 'not enough have agreed yet; what it is about waits',
  approved: 'enough have agreed, and it was carried out. Final',
  rejected: 'somebody said no: it was given up, and money that was held is back. Final',
  expired: 'not enough agreed in time: given up in the same way. Final',
  void: 'its subject was canceled or failed meanwhile. Final',
})

const ById = (description: string) => Type.String({ description, examples: [exampleId('key')] })

/** An approval as its subject shows it. */
export const ApprovalReferenceSchema = Shape(
  'ApprovalReference',
  { id: ResourceId('apr', 'The id of the approval.'), status: StatusSchema },
  { description: 'Only where one was needed. While it is `awaiting`, nothing is paid.' },
)

export const ApprovalSchema = Shape('Approval', {
  id: ResourceId('apr', 'The id of the approval.'),
  status: StatusSchema,
  deed: OneOf(Object.keys(DEEDS) as Deed[], { description: 'What is to be done, as the rules name it.' }),
  subject: Shape(
    'ApprovalSubject',
    {
      type: OneOf(SUBJECT_TYPES as readonly SubjectType[], { description: 'The kind of what it is about.' }),
      id: Type.Optional(
        Type.String({
          description: 'The id of what it is about. Absent for a batch: `GET /approval/{id}/payout` lists its payouts.',
          examples: [exampleId('pay')],
        }),
      ),
      count: Type.Integer({ description: 'The number of payouts, or 1.', examples: [1] }),
      description: Type.String({
        description: 'What it is about, for people.',
        examples: ['Payout to Alice <alice@example.com>'],
      }),
    },
    { description: 'What is to be approved.' },
  ),
  amount_in_cents: Type.Optional(
    Type.Integer({ description: 'In cents; of a batch, the sum. Absent where no money moves.', examples: [12_500] }),
  ),
  requested_by: ById('The API key or the person that asked; nobody approves their own.'),
  needed: Type.Integer({ description: 'How many must agree.', examples: [1] }),
  approvers: Type.Array(
    OneOf(PARTIES as readonly Party[], { description: 'A role of people, or any API key that has the scope.' }),
    {
      description: 'The roles of those who may agree.',
    },
  ),
  given: Type.Array(
    Shape('ApprovalGiven', {
      by: ById('The API key or the person that agreed.'),
      at: Timestamp({ description: 'When they agreed.' }),
    }),
    { description: 'Those who have agreed. A change of the subject empties it.' },
  ),
  rejected: Type.Optional(
    Shape(
      'ApprovalRejected',
      {
        by: ById('The API key or the person that said no.'),
        at: Timestamp({ description: 'When they said no.' }),
        reason: Type.Optional(Type.String({ description: 'Why, if they said so.' })),
      },
      { description: 'Who said no. Absent unless somebody did.' },
    ),
  ),
  activity: Activity,
  expires_at: Timestamp({ description: 'Not approved by then, it is given up.' }),
  ...Times,
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
