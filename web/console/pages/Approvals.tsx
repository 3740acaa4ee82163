import { Group } from '@mantine/core'
import { DEED_NAMES } from '../../../contracts/approvals.ts'
import type { FourEyesRules, OperatorApproval } from '../../../contracts/console/pages.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { DataTable } from '../../dashboard/parts/DataTable.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { Money } from '../../dashboard/parts/Money.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
import { Time } from '../../dashboard/parts/Time.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'

const COLUMNS: readonly Column<OperatorApproval>[] = [
  {
    title: 'Action',
    grow: 'wrap',
    narrow: 'whole',
    cell: ({ deed, description, reason }) => <TwoLines first={description} second={reason ?? DEED_NAMES[deed]} />,
  },
  {
    title: 'Amount',
    align: 'right',
    cell: ({ amount_in_cents }) => (amount_in_cents === undefined ? '–' : <Money cents={amount_in_cents} />),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Asked for', narrow: 'hide', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Decision', align: 'right', cell: (approval) => <Decision {...approval} /> },
]

function Decision({ id, status, description, is_own }: OperatorApproval) {
  if (status !== 'awaiting') return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {!is_own && (
        <Deed
          action="approvals.decide"
          label="Approve"
          title="Approve this?"
          lead={description}
          path="/approvals/decide"
          toBody={() => ({ approval: id, decision: 'approve' })}
          submit="Approve"
        />
      )}
      <Deed
        action="approvals.decide"
        label={is_own ? 'Withdraw' : 'Reject'}
        title={is_own ? 'Withdraw this?' : 'Reject this?'}
        lead={description}
        path="/approvals/decide"
        toBody={(_typed, reason) => ({ approval: id, decision: 'reject', why: reason })}
        submit={is_own ? 'Withdraw' : 'Reject'}
        danger
      />
    </Group>
  )
}

/** Deeds of operators that wait for another one, and which deeds do. */
export default function Approvals() {
  return (
    <>
      <PageHead title="Four eyes" lead="Actions that another operator approves. Nobody approves their own." />
      <Cards>
        <DataTable<OperatorApproval>
          label="Actions that wait or waited for approval"
          path="/approvals"
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={<EmptyState title="No action has needed another operator" />}
        />
        <Rules />
      </Cards>
    </>
  )
}

function Rules() {
  const { data } = useRead<FourEyesRules>('/four-eyes')
  const change = data && (
    <Deed
      action="system.change"
      label="Change the rules"
      title="Which actions need another operator"
      lead="Where a rule is in force already, the change itself waits for another operator."
      path="/four-eyes"
      fields={[
        {
          kind: 'money',
          name: 'bank_entry_from_in_cents',
          label: 'Bank entries, from this amount on',
          hint: 'Empty: one operator alone books them.',
          optional: true,
        },
        { kind: 'switch', name: 'fees', label: 'Fees of enterprises', initial: data.fees },
        { kind: 'switch', name: 'bank_account', label: 'Bank accounts of enterprises', initial: data.bank_account },
      ]}
      toBody={({ bank_entry_from_in_cents = null, fees, bank_account }) => ({
        bank_entry_from_in_cents,
        fees,
        bank_account,
      })}
      submit="Change the rules"
    />
  )
  return (
    <Card title="Rules" actions={change}>
      {data && (
        <Facts
          facts={[
            {
              name: 'Bank entries',
              value:
                data.bank_entry_from_in_cents === null ? (
                  'One operator alone'
                ) : (
                  <>
                    Another operator, from <Money cents={data.bank_entry_from_in_cents} /> on
                  </>
                ),
            },
            { name: 'Fees of enterprises', value: data.fees ? 'Another operator' : 'One operator alone' },
            {
              name: 'Bank accounts of enterprises',
              value: data.bank_account ? 'Another operator' : 'One operator alone',
            },
          ]}
        />
      )}
    </Card>
  )
}
