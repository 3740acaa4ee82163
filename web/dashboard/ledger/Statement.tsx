import { useSearchParams } from 'wouter'
import type { LedgerAccounts, StatementLine, Statement as StatementPage } from '../../../contracts/dashboard/ledger.ts'
import { useRead } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { CsvButton } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { FilterBar } from '../parts/FilterBar.tsx'
import { type Filter, useFilters } from '../parts/filters.ts'
import { IdLink } from '../parts/links.tsx'
import { Money } from '../parts/Money.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Pager } from '../parts/Pager.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { useName } from '../resources/names.ts'
import { TwoLines } from '../resources/TwoLines.tsx'
import { AccountName } from './AccountName.tsx'
import styles from './ledger.module.css'
import { accountKind, creatorOf, transferName } from './names.ts'

const COLUMNS: readonly Column<StatementLine>[] = [
  {
    title: 'Transfer and time',
    cell: ({ kind, at }) => <TwoLines first={transferName(kind)} second={<Time at={at} />} />,
  },
  { title: 'Source', narrow: 'hide', cell: ({ source_id }) => <IdLink id={source_id} /> },
  { title: 'Other account', narrow: 'hide', cell: ({ counterpart }) => <AccountName account={counterpart} /> },
  { title: 'Amount', align: 'right', cell: ({ amount_in_cents }) => <Money cents={amount_in_cents} sign /> },
  {
    title: 'Balance',
    align: 'right',
    narrow: 'hide',
    cell: ({ balance_in_cents }) => <Money cents={balance_in_cents} />,
  },
]

const PAGE_SIZE = 50
/** Accounts in the filter; creators' accounts are reached from the ledger page. */
const OFFERED = 25

/** One account between two dates: opening balance, lines, closing balance. */
export default function Statement() {
  const accounts = useRead<LedgerAccounts>('ledger/accounts', { params: { page_size: OFFERED } })
  const [search] = useSearchParams()
  const account = search.get('account') ?? ''
  const creator = useName(creatorOf(account))
  const own = accounts.data?.accounts.map((one) => one.account).filter((one) => creatorOf(one) === undefined) ?? []
  const kinds = search.get('kind')?.split(',') ?? NO_KINDS
  const offered = new Set([...(account ? [account] : []), ...own])
  const filters: readonly Filter[] = [
    {
      kind: 'choice',
      name: 'account',
      label: 'Account',
      options: [...offered].map((value) => ({
        value,
        label: creatorOf(value) ? (creator ?? value) : accountKind(value),
      })),
    },
    { kind: 'from', name: 'from', label: 'From' },
    { kind: 'until', name: 'to', label: 'Until' },
    { kind: 'choices', name: 'kind', label: 'Transfers', options: kinds.map(kindOption), more: true },
  ]
  const filter = useFilters(filters)
  // Statements take days (`2026-11-15`), not instants as lists do.
  const params = Object.fromEntries(Object.entries(filter.values).filter(([, value]) => value !== ''))
  const { data, error, refetch, isPlaceholderData } = useRead<StatementPage>('ledger/statement', {
    params: { ...params, page: filter.page, page_size: PAGE_SIZE },
    enabled: account !== '',
    keep: true,
  })
  return (
    <>
      <PageHead
        title={account ? <AccountName account={account} /> : 'Statement'}
        name={account ? `${creator ?? accountKind(account)}, statement` : 'Statement'}
        lead="Opening balance, every line, closing balance. Days begin at midnight UTC."
        back={{ href: '/ledger', label: 'Ledger' }}
      />
      <Card flush>
        <div className={styles.tools}>
          <FilterBar filters={filters} values={filter.values} onChange={filter.set} onClear={filter.clear} />
          {account && <CsvButton resource="statement" path="ledger/statement.csv" params={params} />}
        </div>
        {account === '' ? (
          <EmptyState title="No account chosen">Choose an account above.</EmptyState>
        ) : error && !data ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <Lines
            ofKinds={kinds.length > 0}
            statement={data}
            stale={isPlaceholderData}
            page={filter.page}
            onTurn={filter.turnTo}
          />
        )}
      </Card>
    </>
  )
}

const NO_KINDS: readonly string[] = []
const kindOption = (value: string) => ({ value, label: transferName(value) })

interface LinesProps {
  /** Only some transfers are shown: they have a sum, and no balance. */
  readonly ofKinds: boolean
  readonly statement: StatementPage | undefined
  readonly stale: boolean
  readonly page: number
  readonly onTurn: (page: number) => void
}

/** One page of lines between the balances before and after it. */
function Lines({ ofKinds, statement, stale, page, onTurn }: LinesProps) {
  const total = statement?.pagination.total ?? 0
  const { before, after } = statement ? balancesOf(statement) : {}
  return (
    <>
      {!ofKinds && <Edge name={page === 1 ? 'Opening balance' : 'Brought forward'} cents={before} />}
      {statement?.lines.length === 0 ? (
        <EmptyState title="No movement">Nothing moved on this account between these dates.</EmptyState>
      ) : (
        <Table
          label="Lines"
          columns={ofKinds ? COLUMNS.filter(({ title }) => title !== 'Balance') : COLUMNS}
          rows={statement?.lines}
          keyOf={({ source_id, kind }) => `${source_id} ${kind}`}
          stale={stale}
        />
      )}
      {ofKinds ? (
        <Edge name="Sum of these transfers" cents={statement && sumOf(statement)} />
      ) : (
        <Edge name={page * PAGE_SIZE >= total ? 'Closing balance' : 'Carried forward'} cents={after} />
      )}
      {statement && <Pager page={page} pageSize={PAGE_SIZE} total={total} onTurn={onTurn} />}
    </>
  )
}

const sumOf = ({ opening_in_cents, closing_in_cents }: StatementPage): number => closing_in_cents - opening_in_cents

/** The balance before the first line of the page, and after its last one. */
function balancesOf({ lines, opening_in_cents, closing_in_cents }: StatementPage): { before?: number; after?: number } {
  const [first, last] = [lines[0], lines.at(-1)]
  return {
    before: first ? first.balance_in_cents - first.amount_in_cents : opening_in_cents,
    after: last ? last.balance_in_cents : closing_in_cents,
  }
}

function Edge({ name, cents }: { readonly name: string; readonly cents: number | undefined }) {
  return (
    <p className={styles.edge}>
      <span>{name}</span>
      {cents !== undefined && <Money cents={cents} />}
    </p>
  )
}
