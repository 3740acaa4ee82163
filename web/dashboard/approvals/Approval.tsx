import { Button, Group, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Approval as ApprovalView, DEED_NAMES } from '../../../contracts/approvals.ts'
import type { ActivityEntry } from '../../../contracts/resources.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan, useMe } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { IconActivity } from '../icons.tsx'
import type { PageProps } from '../page.ts'
import { Card } from '../parts/Card.tsx'
import { DetailPage } from '../parts/DetailPage.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Money } from '../parts/Money.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { Time } from '../parts/Time.tsx'
import timeline from '../parts/Timeline.module.css'
import { RelatedList } from '../resources/RelatedList.tsx'
import { partyName, SUBJECTS, subjectPage, useNames } from './names.tsx'

const LOOK_MS = 3_000

/** One approval: what it is about, who has agreed, and the decision. */
export default function Approval({ params: { id = '' } }: PageProps) {
  const read = useRead<ApprovalView>(`v1/approval/${encodeURIComponent(id)}`, { everyMs: LOOK_MS })
  return (
    <DetailPage
      kind="Approval"
      id={id}
      back={{ href: '/approvals', label: 'Approvals' }}
      read={read}
      title={({ amount_in_cents: cents, subject }) =>
        cents === undefined ? subject.description : <Money cents={cents} />
      }
      badge={({ status }) => <StatusBadge status={status} />}
      aside={read.data && <History entries={read.data.activity} />}
    >
      {(approval) => (
        <>
          {approval.status === 'awaiting' && <Decision approval={approval} />}
          <Details approval={approval} />
          {approval.deed === 'payout' && approval.subject.type !== 'pay_file' && (
            <RelatedList name="payouts" title="Payouts" path={`/approval/${approval.id}/payout`} without={undefined} />
          )}
        </>
      )}
    </DetailPage>
  )
}

function Details({ approval }: { readonly approval: ApprovalView }) {
  const nameOf = useNames()
  const { subject, given, needed, approvers, rejected } = approval
  const page = subjectPage(subject)
  return (
    <Card title="Details">
      <Facts
        facts={[
          {
            name: SUBJECTS[subject.type],
            value: page ? <Link href={page}>{subject.description}</Link> : subject.description,
          },
          { name: 'Rule', value: DEED_NAMES[approval.deed] },
          { name: 'Asked by', value: nameOf(approval.requested_by) },
          { name: 'Needed', value: `${needed} of: ${approvers.map(partyName).join(', ')}` },
          { name: 'Approved by', value: given.map(({ by }) => nameOf(by)).join(', ') },
          { name: 'Rejected by', value: rejected && nameOf(rejected.by) },
          { name: 'Reason', value: rejected?.reason },
          { name: 'Expires', value: approval.status === 'awaiting' && <Time at={approval.expires_at} /> },
          { name: 'Asked for', value: <Time at={approval.created_at} /> },
        ]}
      />
    </Card>
  )
}

const REASON: readonly Field[] = [
  { kind: 'text', name: 'reason', label: 'Reason', hint: 'The one who asked reads it.', optional: true },
]

/** Approve by the button or the key A. Both ask for the password where the sign-in is not fresh. */
function Decision({ approval }: { readonly approval: ApprovalView }) {
  const can = useCan()
  const { person, role } = useMe()
  const approve = useCommand()
  const reject = useCommand()
  const [isRejecting, setRejecting] = useState(false)
  const refusal = refusalOf(approval, person.id, can('approvals.decide') && approval.approvers.includes(role))
  const isOwn = approval.requested_by === person.id
  const path = `v1/approval/${approval.id}`
  const submit = () => {
    if (refusal === undefined && !approve.isPending) approve.mutate({ path: `${path}/approve`, body: {} })
  }
  useHotkeys([['a', submit]])
  return (
    <Card
      title={refusal === undefined ? 'Your approval is needed' : 'Waits for approval'}
      lead={refusal ?? consequence(approval)}
    >
      {approve.error && <ErrorNote error={approve.error} />}
      <Group gap="xs">
        {refusal === undefined && (
          <Button loading={approve.isPending} onClick={submit} rightSection={<Kbd size="xs">A</Kbd>}>
            {approval.amount_in_cents === undefined ? 'Approve' : `Approve ${formatCents(approval.amount_in_cents)}`}
          </Button>
        )}
        {(refusal === undefined || isOwn) && can('approvals.decide') && (
          <Button variant="default" onClick={() => setRejecting(true)}>
            {isOwn ? 'Withdraw' : 'Reject'}
          </Button>
        )}
      </Group>
      <FormDialog
        title={isOwn ? 'Withdraw this?' : 'Reject this?'}
        opened={isRejecting}
        onClose={() => setRejecting(false)}
        lead="It is given up for good, and money that was held goes back to your operating account."
        fields={REASON}
        submit={isOwn ? 'Withdraw' : 'Reject'}
        danger
        onSubmit={async (body) => {
          await reject.mutateAsync({ path: `${path}/reject`, body })
          setRejecting(false)
        }}
      />
    </Card>
  )
}

/** Why this person cannot approve; `undefined` if they can. The service checks again. */
function refusalOf(
  { requested_by, given, approvers }: ApprovalView,
  self: string,
  allowed: boolean,
): string | undefined {
  if (requested_by === self) return 'You asked for this yourself, so somebody else must approve it.'
  if (given.some(({ by }) => by === self)) return 'You have approved this. It waits for others.'
  return allowed ? undefined : `It can be approved by: ${approvers.map(partyName).join(', ')}.`
}

const LAST: Partial<Record<ApprovalView['subject']['type'], string>> = {
  approval_rules: 'The new rules hold at once.',
  refund: 'The money is given back at once.',
  api_key: 'The key is in force at once.',
  person: 'The person is invited, or has the role, at once.',
}

function consequence({ needed, given, subject }: ApprovalView): string {
  const isLast = given.length + 1 >= needed
  if (!isLast) return `${needed - given.length - 1} more must approve after you.`
  return `Yours is the last one needed. ${LAST[subject.type] ?? 'The payment goes at once, or on its date.'}`
}

const History = ({ entries }: { readonly entries: readonly ActivityEntry[] }) => (
  <Card title="History">
    <ol className={timeline.line}>
      {entries.toReversed().map(({ entry, date }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list of the past, never reordered
        <li key={place} className={timeline.entry}>
          <span className={timeline.mark}>
            <IconActivity size={16} stroke={1.75} aria-hidden="true" />
          </span>
          <div className={timeline.words}>
            <p className={timeline.title}>{entry}</p>
            <p className={timeline.at}>
              <Time at={date} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  </Card>
)
