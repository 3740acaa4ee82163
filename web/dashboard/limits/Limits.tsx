import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { NEEDED_MAX, type Party } from '../../../contracts/approvals.ts'
import { ROLES } from '../../../contracts/dashboard/session.ts'
import {
  LIMIT_PERIODS,
  LIMIT_SCOPES,
  type LimitPeriod,
  type LimitScope,
  type LimitsChanged,
  type Limits as LimitsView,
  type LimitUse,
  type PayoutLimit,
  WAIT_HOURS_MAX,
} from '../../../contracts/limits.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { partyName } from '../approvals/names.tsx'
import { FieldsForm } from '../form/FieldsForm.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Body, Field } from '../form/field.ts'
import { IconPlus } from '../icons.tsx'
import { Card } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { Table } from '../parts/Table.tsx'
import styles from '../resources/resources.module.css'
import { limitColumns } from './columns.tsx'
import own from './limits.module.css'

const PERIOD_NAMES: Readonly<Record<LimitPeriod, string>> = {
  payment: 'One payout',
  day: 'A day (UTC)',
  month: 'A month (UTC)',
}

const FIELDS: readonly Field<keyof PayoutLimit>[] = [
  {
    kind: 'choice',
    name: 'scope',
    label: 'What counts',
    options: (Object.keys(LIMIT_SCOPES) as LimitScope[]).map((value) => ({ value, label: LIMIT_SCOPES[value] })),
  },
  {
    kind: 'text',
    name: 'of',
    label: 'Only of',
    hint: `The id of a key or a connection; empty for each by itself. For a role, its name: ${ROLES.join(', ')}.`,
    optional: true,
  },
  {
    kind: 'choice',
    name: 'per',
    label: 'Within',
    options: LIMIT_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] })),
    initial: 'day',
  },
  { kind: 'money', name: 'max_in_cents', label: 'Largest amount', hint: 'This or a number, not both.', optional: true },
  { kind: 'number', name: 'max_count', label: 'Largest number of payouts', optional: true },
  {
    kind: 'choice',
    name: 'outcome',
    label: 'A payout above it',
    options: [
      { value: 'refuse', label: 'Is refused' },
      { value: 'approve', label: 'Awaits approval' },
    ],
  },
  {
    kind: 'number',
    name: 'needed',
    label: 'How many must approve',
    hint: `1 to ${NEEDED_MAX}; counts only where approval is awaited.`,
    initial: '1',
  },
  {
    kind: 'choices',
    name: 'approvers',
    label: 'Who may approve',
    options: (['admin', 'finance', 'developer', 'api_key'] satisfies Party[]).map((party) => ({
      value: party,
      label: partyName(party),
    })),
    initial: ['admin', 'finance'],
  },
]

const WAIT: readonly Field[] = [
  {
    kind: 'number',
    name: 'new_bank_account_wait_hours',
    label: 'Hours that a new bank account waits',
    hint: `0 to ${WAIT_HOURS_MAX}. Payouts to it stay ready meanwhile and can be canceled.`,
  },
]

/** A limit as it is written: without its use, and without approvers where it refuses. */
function asWritten({ scope, of, per, max_in_cents, max_count, outcome, needed, approvers }: PayoutLimit): PayoutLimit {
  return {
    scope,
    ...(of === undefined ? {} : { of }),
    per,
    ...(max_in_cents === undefined ? {} : { max_in_cents }),
    ...(max_count === undefined ? {} : { max_count }),
    outcome,
    ...(outcome === 'approve' && needed !== undefined ? { needed } : {}),
    ...(outcome === 'approve' && approvers !== undefined ? { approvers } : {}),
  }
}

/** How much may be paid, what is used of it, and how long new bank accounts wait. */
export function Limits() {
  const can = useCan()
  const { data } = useRead<LimitsView>('v1/limit')
  const change = useCommand<LimitsChanged>()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<LimitUse>()
  if (!data) return null
  const mayChange = can('limits.change')
  const save = (limits: readonly PayoutLimit[], hours = data.new_bank_account_wait_hours) =>
    change.mutateAsync({
      method: 'PUT',
      path: 'limits',
      body: { limits: limits.map(asWritten), new_bank_account_wait_hours: hours },
    })
  const ours = data.limits.filter(({ set_by }) => set_by === 'enterprise')
  return (
    <Card
      title="Limits"
      lead={mayChange ? 'How much may be paid, by whom and to whom.' : 'Only an admin can change these.'}
      flush
      actions={
        mayChange && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            Add a limit
          </Button>
        )
      }
    >
      {change.data?.approval && (
        <p className={styles.none} role="status">
          The change awaits approval: <Link href={`/approvals/${change.data.approval.id}`}>look at it</Link>
        </p>
      )}
      {data.limits.length === 0 ? (
        <p className={styles.none}>There are no limits: payouts need only the money.</p>
      ) : (
        <Table
          label="Limits"
          rows={data.limits}
          keyOf={(limit) => JSON.stringify(limit)}
          columns={limitColumns(mayChange ? setRemoving : undefined)}
        />
      )}
      <div className={own.wait}>
        <FieldsForm
          key={data.new_bank_account_wait_hours}
          place="card"
          fields={WAIT}
          initial={{ new_bank_account_wait_hours: String(data.new_bank_account_wait_hours) }}
          submit="Save the wait"
          done="Saved"
          readOnly={!mayChange}
          onSubmit={({ new_bank_account_wait_hours: hours }: Body) => save(ours, Number(hours))}
        />
      </div>
      <LimitDialogs {...{ ours, save, change, isAdding, setAdding, removing, setRemoving }} />
    </Card>
  )
}

interface LimitDialogsProps {
  readonly ours: readonly LimitUse[]
  readonly save: (limits: readonly PayoutLimit[]) => Promise<unknown>
  readonly change: ReturnType<typeof useCommand<LimitsChanged>>
  readonly isAdding: boolean
  readonly setAdding: (isAdding: boolean) => void
  readonly removing: LimitUse | undefined
  readonly setRemoving: (limit: LimitUse | undefined) => void
}

function LimitDialogs({ ours, save, change, isAdding, setAdding, removing, setRemoving }: LimitDialogsProps) {
  return (
    <>
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Remove this limit?"
        confirm="Remove limit"
        danger
        busy={change.isPending}
        error={change.error}
        onConfirm={() =>
          void save(ours.filter((one) => one !== removing)).then(
            () => setRemoving(undefined),
            () => undefined,
          )
        }
      >
        What it bounds is bounded only by the other limits then. The change stands in the audit log.
      </ConfirmDialog>
      <FormDialog
        title="Add a limit"
        opened={isAdding}
        onClose={() => setAdding(false)}
        fields={FIELDS}
        submit="Add the limit"
        onSubmit={async (body) => {
          await save([...ours, body as unknown as PayoutLimit])
          setAdding(false)
        }}
      />
    </>
  )
}
