import type { LedgerAccount, LedgerAccounts, TrialBalance } from '../../../contracts/dashboard/ledger.ts'
import { useRead } from '../api/queries.ts'
import { IconAlertTriangle, IconCircleCheck } from '../icons.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { useFilters } from '../parts/filters.ts'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Pager } from '../parts/Pager.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { TwoLines } from '../resources/TwoLines.tsx'
import { AccountName } from './AccountName.tsx'
import styles from './ledger.module.css'

const COLUMNS: readonly Column<LedgerAccount>[] = [
  {
    title: 'Account',
    grow: true,
    cell: ({ account, name }) => <TwoLines first={<AccountName account={account} />} second={name} />,
  },
  { title: 'Debits', align: 'right', narrow: 'hide', cell: ({ debits_in_cents }) => <Money cents={debits_in_cents} /> },
  {
    title: 'Credits',
    align: 'right',
    narrow: 'hide',
    cell: ({ credits_in_cents }) => <Money cents={credits_in_cents} />,
  },
  {
    title: 'Balance',
    align: 'right',
    cell: ({ balance_in_cents }) => (
      <strong>
        <Money cents={balance_in_cents} />
      </strong>
    ),
  },
]

const PAGE_SIZE = 25

/** All ledger accounts of the enterprise, with the trial balance. */
export default function Ledger() {
  const { page, turnTo } = useFilters([])
  const { data, error, refetch, isPlaceholderData } = useRead<LedgerAccounts>('ledger/accounts', {
    params: { page, page_size: PAGE_SIZE },
    keep: true,
  })
  return (
    <>
      <PageHead title="Ledger" lead="The balances of all your accounts. Choose one to see its statement." />
      <Cards>
        <TrialBalanceCard />
        <Card title="Accounts" flush>
          {error && !data ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : (
            <>
              <Table
                label="All accounts"
                columns={COLUMNS}
                rows={data?.accounts}
                keyOf={({ account }) => account}
                hrefOf={({ account }) => `/ledger/statement?account=${encodeURIComponent(account)}`}
                stale={isPlaceholderData}
              />
              {data && <Pager page={page} pageSize={PAGE_SIZE} total={data.pagination.total} onTurn={turnTo} />}
            </>
          )}
        </Card>
      </Cards>
    </>
  )
}

function TrialBalanceCard() {
  const { data, error, refetch } = useRead<TrialBalance>('ledger/trial-balance')
  if (error && !data)
    return (
      <Card title="Trial balance">
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    )
  const isEven = data?.difference_in_cents === 0
  return (
    <Card title="Trial balance">
      <dl className={styles.balance} aria-busy={data === undefined}>
        <Figure name="Debits" cents={data?.debits_in_cents} />
        <Figure name="Credits" cents={data?.credits_in_cents} />
        <Figure name="Difference" cents={data?.difference_in_cents} />
      </dl>
      {data && (
        <p className={isEven ? styles.good : styles.bad}>
          {isEven ? (
            <IconCircleCheck size={18} aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={18} aria-hidden="true" />
          )}
          {isEven ? 'The book is in balance.' : 'The book is not in balance. Payouts are stopped; please tell us.'}
        </p>
      )}
    </Card>
  )
}

function Figure({ name, cents }: { readonly name: string; readonly cents: number | undefined }) {
  return (
    <div>
      <dt className={styles.name}>{name}</dt>
      <dd>{cents === undefined ? '\u2007' : <Money cents={cents} large />}</dd>
    </div>
  )
}
