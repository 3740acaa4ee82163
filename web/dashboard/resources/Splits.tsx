import type { Page } from '../../../contracts/lists.ts'
import type { Split } from '../../../contracts/resources.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { useRead } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { Money } from '../parts/Money.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { ListTotals } from './ListTotals.tsx'
import styles from './resources.module.css'

const COLUMNS: readonly Column<Split>[] = [
  { title: 'To you', align: 'right', cell: ({ amount_in_cents }) => <Money cents={amount_in_cents} /> },
  {
    title: 'Of a deposit of',
    align: 'right',
    cell: ({ deposit_amount_in_cents }) => <Money cents={deposit_amount_in_cents} />,
  },
  { title: 'Deposit', grow: true, narrow: 'hide', cell: ({ deposit }) => <code>{deposit}</code> },
  { title: 'When', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
]

const LATEST = { page_size: 10 }

/** The latest splits of a contract, and the sums of all of them. */
export function Splits({ contract }: { readonly contract: string }) {
  const path = `v1/contract/${contract}/split`
  const { data } = useRead<Page<Split>>(path, { params: LATEST })
  return (
    <Card title="Splits" lead="Shares of deposits that came to your operating account." flush>
      {data?.data.length === 0 ? (
        <p className={styles.none}>No deposit was split yet.</p>
      ) : (
        <>
          <Table label="Latest splits" columns={COLUMNS} rows={data?.data} expected={1} keyOf={({ id }) => id} />
          <ListTotals<Split>
            path={path}
            one="split"
            many="splits"
            sums={[
              { of: ({ amount_in_cents }) => amount_in_cents, words: (cents) => `${formatCents(cents)} to you` },
              {
                of: ({ deposit_amount_in_cents }) => deposit_amount_in_cents,
                words: (cents) => `of ${formatCents(cents)} deposited`,
              },
            ]}
          />
        </>
      )}
    </Card>
  )
}
