import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Invitation } from '../../../contracts/dashboard/people.ts'
import type { WholeList } from '../../../contracts/lists.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { humanize } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'

/** Open invitations; no card if there are none. */
export function Invitations() {
  const { data, error, refetch } = useRead<WholeList<Invitation>>('/invitations')
  if (error && !data)
    return (
      <Card title="Invitations">
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    )
  if (!data || data.data.length === 0) return null
  return (
    <Card title="Invitations" lead="Sent, and not accepted yet." flush>
      <Table label="Invitations" columns={COLUMNS} rows={data.data} keyOf={({ id }) => id} />
    </Card>
  )
}

const COLUMNS: readonly Column<Invitation>[] = [
  { title: 'E-mail', grow: true, cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => humanize(role) },
  { title: 'Invited by', narrow: 'hide', cell: ({ invited_by }) => invited_by },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} to="day" /> },
  { title: 'Actions', align: 'right', cell: (invitation) => <TakeBack invitation={invitation} /> },
]

function TakeBack({ invitation }: { readonly invitation: Invitation }) {
  const can = useCan()
  const [open, setOpen] = useState(false)
  const { mutate, isPending, error } = useCommand()
  if (!can('people.invite')) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" color="red" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={`Withdraw the invitation of ${invitation.email}?`}
        confirm="Withdraw"
        danger
        busy={isPending}
        error={error}
        onConfirm={() =>
          mutate({ method: 'DELETE', path: `/invitations/${invitation.id}` }, { onSuccess: () => setOpen(false) })
        }
      >
        The link in the e-mail stops working. You can invite them again.
      </ConfirmDialog>
    </>
  )
}
