import { Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core'
import { IconPlus, IconSend } from '../dashboard/icons.tsx'
import { Card } from '../dashboard/parts/Card.tsx'
import { CodeSnippet } from '../dashboard/parts/CodeSnippet.tsx'
import { Copy } from '../dashboard/parts/Copy.tsx'
import { EmptyState } from '../dashboard/parts/EmptyState.tsx'
import { ErrorNote } from '../dashboard/parts/ErrorState.tsx'
import { Facts } from '../dashboard/parts/Facts.tsx'
import { Money } from '../dashboard/parts/Money.tsx'
import { Pager } from '../dashboard/parts/Pager.tsx'
import { HttpStatus, StatusBadge } from '../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../dashboard/parts/Table.tsx'
import { Time } from '../dashboard/parts/Time.tsx'
import { RequestError } from '../ui/requests.ts'
import { Row } from './Row.tsx'

const STATUSES = ['created', 'ready', 'pending', 'sent', 'completed', 'canceled', 'error', 'returned', 'disabled']
const AT = '2026-11-16T09:30:00.000Z'
const FAULT = new RequestError(409, { message: 'The operating account holds $12.00 of the $40.00 needed.' })

interface Sample {
  readonly amount: number
  readonly status: string
  readonly creator: string
}

const ROWS: readonly Sample[] = [
  { amount: 125_000, status: 'sent', creator: 'Alice Alison' },
  { amount: 8_050, status: 'pending', creator: 'Łukasz Müller' },
]
const COLUMNS: readonly Column<Sample>[] = [
  { title: 'Amount', align: 'right', cell: ({ amount }) => <Money cents={amount} /> },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Creator', grow: true, cell: ({ creator }) => creator },
  { title: 'Created', align: 'right', cell: () => <Time at={AT} /> },
]

/** The controls of the dashboard and of the operators' console. */
export const DashboardParts = () => (
  <>
    <Card title="Buttons">
      <Row>
        <Button leftSection={<IconPlus size={16} />}>New payout</Button>
        <Button variant="default">Go back</Button>
        <Button variant="subtle">Show more</Button>
        <Button color="red">Cancel payout</Button>
        <Button disabled>Saved</Button>
        <Button loading>Pay $125.00</Button>
      </Row>
    </Card>
    <Card title="Fields">
      <Row>
        <TextInput label="Name" description="As creators read it." defaultValue="Riverside Music" />
        <TextInput label="Amount" leftSection="$" defaultValue="a lot" error="Enter an amount in dollars and cents." />
        <Select label="Reason" data={['R01', 'R03']} defaultValue="R03" />
        <Switch label="Mail alerts" defaultChecked />
        <SegmentedControl
          aria-label="Period"
          size="xs"
          data={['7 days', '30 days', '90 days']}
          defaultValue="30 days"
        />
      </Row>
    </Card>
    <Card title="Statuses">
      <Row>
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        {[200, 302, 409, 500].map((status) => (
          <HttpStatus key={status} status={status} />
        ))}
      </Row>
    </Card>
    <Card title="Facts">
      <Facts
        facts={[
          { name: 'Creator', value: <a href="#creator">Alice Alison</a> },
          { name: 'Total with fee', value: <Money cents={125_025} /> },
          { name: 'Pay on', value: <Time at={AT} /> },
          { name: 'Id', value: <Copy text="pay_01m7j50vst8qn0jg4ypcmhaf3s" /> },
        ]}
      />
    </Card>
    <Card title="Table" flush>
      <Table label="Payouts" columns={COLUMNS} rows={ROWS} keyOf={({ creator }) => creator} hrefOf={() => '#row'} />
      <Pager page={2} pageSize={25} total={1_204} onTurn={() => undefined} />
    </Card>
    <Card title="Nothing here yet" flush>
      <EmptyState icon={<IconSend size={20} />} title="No payouts yet" action={<Button>New payout</Button>}>
        Pay one creator here, or many at once by file.
      </EmptyState>
    </Card>
    <Card title="What went wrong">
      <ErrorNote error={FAULT} />
    </Card>
    <Card title="Code">
      <CodeSnippet
        label="First call"
        code={{ curl: 'curl -u $KEY: https://…/enterprise/v1/enterprise', Python: 'print(1)' }}
      />
    </Card>
  </>
)
