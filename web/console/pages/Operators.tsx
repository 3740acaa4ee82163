import { Group } from '@mantine/core'
import type { OperatorListed } from '../../../contracts/console/pages.ts'
import { OPERATOR_ROLES } from '../../../contracts/console/session.ts'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
import { Time } from '../../dashboard/parts/Time.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'

const COLUMNS: readonly Column<OperatorListed>[] = [
  { title: 'Name', grow: true, narrow: 'whole', cell: ({ name, email }) => <TwoLines first={name} second={email} /> },
  { title: 'Role', cell: ({ role }) => <StatusBadge status={role} /> },
  {
    title: 'Second factor',
    narrow: 'hide',
    cell: ({ two_factor, passkeys }) =>
      two_factor || passkeys > 0 ? <StatusBadge status="active">On</StatusBadge> : 'Not yet',
  },
  { title: 'Last signed in', narrow: 'hide', cell: ({ last_signed_in_at }) => <Time at={last_signed_in_at} /> },
  { title: 'Actions', align: 'right', cell: (operator) => <Actions {...operator} /> },
]

const Actions = ({ email, name, role }: OperatorListed) => (
  <Group gap="xs" justify="flex-end" wrap="nowrap">
    <Deed
      action="operators.change"
      label="Change role"
      title={`Change the role of ${name}`}
      path="/operators/role"
      fields={[
        {
          kind: 'choice',
          name: 'role',
          label: 'Role',
          initial: role,
          options: OPERATOR_ROLES.map((value) => ({ value, label: humanize(value) })),
        },
      ]}
      toBody={(typed) => ({ ...typed, email })}
      submit="Change role"
    />
    <Deed
      action="operators.change"
      label="Remove"
      title={`Remove ${name}?`}
      lead="They are signed out at once. Their actions stay in the audit log."
      path="/operators/remove"
      toBody={() => ({ email })}
      submit="Remove"
      danger
    />
  </Group>
)

export default function Operators() {
  return (
    <>
      <PageHead
        title="Operators"
        lead="Operators, and links to new passwords, are made on the machine: tributaryd operator add, operator link."
      />
      <ShortList<OperatorListed>
        label="Operators"
        path="/operators"
        keyOf={({ id }) => id}
        columns={COLUMNS}
        empty={<EmptyState title="There is no operator yet" />}
      />
    </>
  )
}
