import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  type LimitsChanged,
  type Limits as LimitsView,
  type LimitUse,
  type PayoutLimit,
  WAIT_HOURS_MAX,
} from '../../../contracts/limits.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Body, Field } from '../form/field.ts'
import { IconPlus } from '../icons.tsx'
import { Card } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { Table } from '../parts/Table.tsx'
import styles from '../resources/resources.module.css'
import { limitColumns } from './columns.tsx'
import { asWritten, LIMIT_FIELDS } from './limit-form.ts'
import own from './limits.module.css'

const WAIT: readonly Field[] = [
  {
    kind: 'number',
    name: 'new_bank_account_wait_hours',
    label: 'Hours that a new bank account waits',
    hint: `0 to ${WAIT_HOURS_MAX}. Payouts to it stay ready meanwhile and can be canceled.`,
  },
]

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
          label="Limits and their use"
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
        fields={LIMIT_FIELDS}
        submit="Add the limit"
        onSubmit={async (body) => {
          await save([...ours, body as unknown as PayoutLimit])
          setAdding(false)
        }}
      />
    </>
  )
}
