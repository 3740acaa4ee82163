import type { EnterpriseListed } from '../../../contracts/console/pages.ts'
import { Copy } from '../../dashboard/parts/Copy.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { ShortList } from '../../dashboard/parts/ShortList.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import type { Column } from '../../dashboard/parts/Table.tsx'
import { Time } from '../../dashboard/parts/Time.tsx'
import { TwoLines } from '../../dashboard/resources/TwoLines.tsx'
import { Deed } from '../Deed.tsx'

const COLUMNS: readonly Column<EnterpriseListed>[] = [
  { title: 'Name', grow: true, narrow: 'whole', cell: ({ id, name }) => <TwoLines first={name} second={id} /> },
  {
    title: 'Status',
    cell: ({ suspended }) =>
      suspended.length === 0 ? (
        <StatusBadge status="active" />
      ) : (
        <StatusBadge status="failed">{`Suspended in ${suspended.join(' and ')}`}</StatusBadge>
      ),
  },
  { title: 'Sandbox keys', align: 'right', narrow: 'hide', cell: ({ keys }) => keys.sandbox },
  { title: 'Production keys', align: 'right', narrow: 'hide', cell: ({ keys }) => keys.production },
  { title: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} to="day" /> },
]

interface Created {
  readonly id: string
  readonly keys: readonly { readonly environment: string; readonly key: string }[]
}

export default function Enterprises() {
  return (
    <>
      <PageHead
        title="Enterprises"
        lead="Every enterprise, in both environments."
        actions={
          <Deed<Created>
            action="enterprises.change"
            label="Create an enterprise"
            title="Create an enterprise"
            lead="In both environments, with an API key for each, which is shown once."
            path="/enterprises"
            fields={[{ kind: 'text', name: 'name', label: 'Name', missing: 'Enter the name.' }]}
            toBody={(typed) => typed}
            submit="Create"
            result={({ id, keys }) => (
              <Facts
                facts={[
                  { name: 'Id', value: <Copy text={id} /> },
                  ...keys.map(({ environment, key }) => ({
                    name: `${humanize(environment)} key, shown only now`,
                    value: <Copy text={key} whole />,
                  })),
                ]}
              />
            )}
          />
        }
      />
      <ShortList<EnterpriseListed>
        label="Enterprises"
        path="/enterprises"
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/enterprises/${id}`}
        columns={COLUMNS}
        empty={<EmptyState title="There is no enterprise yet" />}
      />
    </>
  )
}
