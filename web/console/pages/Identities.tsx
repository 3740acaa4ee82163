import { Group } from '@mantine/core'
import type { IdentityReview, NameReview } from '../../../contracts/console/pages.ts'
import type { WholeList } from '../../../contracts/lists.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { ErrorState } from '../../dashboard/parts/ErrorState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { humanize } from '../../dashboard/parts/StatusBadge.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { Time } from '../../dashboard/parts/Time.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'
import { TimeIn } from '../TimeIn.tsx'

const REVIEWS: readonly Column<IdentityReview>[] = [
  {
    title: 'Account connection',
    narrow: 'whole',
    cell: ({ connection, type }) => <TwoLines first={connection} second={humanize(type)} />,
  },
  {
    title: 'Enterprise',
    grow: true,
    narrow: 'whole',
    cell: ({ enterprise_name, environment }) => <TwoLines first={enterprise_name} second={humanize(environment)} />,
  },
  {
    title: 'Waiting since',
    cell: ({ submitted_at, environment }) => <TimeIn at={submitted_at} environment={environment} />,
  },
]

const NAMES: readonly Column<NameReview>[] = [
  {
    title: 'From',
    narrow: 'whole',
    cell: ({ current, enterprise }) => <TwoLines first={current} second={enterprise} />,
  },
  { title: 'To', narrow: 'whole', grow: true, cell: ({ name }) => name },
  {
    title: 'Asked for',
    narrow: 'whole',
    cell: ({ requested_by, requested_at }) => (
      <TwoLines first={<Time at={requested_at} />} second={`by ${requested_by}`} />
    ),
  },
  { title: 'Decision', align: 'right', cell: (name) => <NameDecision {...name} /> },
]

function NameDecision({ enterprise, name }: NameReview) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {(['approve', 'refuse'] as const).map((decision) => (
        <Deed
          key={decision}
          action="names.decide"
          label={humanize(decision)}
          danger={decision === 'refuse'}
          title={`${humanize(decision)} “${name}”?`}
          path="/names/decide"
          toBody={() => ({ enterprise, decision })}
          submit={humanize(decision)}
        />
      ))}
    </Group>
  )
}

/** Identity checks and names that wait for a person. */
export default function Identities() {
  const reviews = useRead<WholeList<IdentityReview>>('/identities', { everyMs: 30_000 })
  const names = useRead<WholeList<NameReview>>('/names')
  return (
    <>
      <PageHead
        title="Identities and names"
        lead="The longest waiting first. The data of an applicant are shown field by field, and each look is recorded."
      />
      <Cards>
        <Card title="Identity checks" flush>
          {reviews.error && !reviews.data ? (
            <ErrorState error={reviews.error} onRetry={reviews.refetch} />
          ) : reviews.data?.data.length === 0 ? (
            <EmptyState title="No identity check waits" />
          ) : (
            <Table
              label="List of identity checks"
              columns={REVIEWS}
              rows={reviews.data?.data}
              keyOf={({ connection }) => connection}
              hrefOf={({ environment, enterprise, connection }) =>
                `/identities/${environment}/${enterprise}/${connection}`
              }
              expected={3}
            />
          )}
        </Card>
        <Card title="New names" flush>
          {names.error && !names.data ? (
            <ErrorState error={names.error} onRetry={names.refetch} />
          ) : names.data?.data.length === 0 ? (
            <EmptyState title="No new name waits" />
          ) : (
            <Table
              label="List of new names"
              columns={NAMES}
              rows={names.data?.data}
              keyOf={({ enterprise }) => enterprise}
              expected={1}
            />
          )}
        </Card>
      </Cards>
    </>
  )
}
