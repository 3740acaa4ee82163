import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WalkedPage } from '../../../contracts/lists.ts'
import { type Params, usePath, withParams } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import styles from '../parts/DataTable.module.css'

/** One column that is added up, and the words for its sum. */
export interface Sum<R> {
  readonly of: (row: R) => number
  readonly words: (total: number) => string
}

interface ListTotalsProps<R> {
  /** The list of the API: `v1/withdrawal`. */
  readonly path: string
  readonly params?: Params
  readonly one: string
  readonly many: string
  /** The first sum stands out. */
  readonly sums: readonly Sum<R>[]
}

const COUNT = new Intl.NumberFormat('en-US')
/** The most rows of a request. */
const AT_ONCE = 100

interface Added {
  readonly rows: number
  readonly totals: readonly number[]
  /** Where to go on; absent once all are added. */
  readonly next?: string | undefined
}

/** The sums of the rows that match the filters: of the newest hundred at once, of all when a person asks. */
export function ListTotals<R>({ path, params, ...words }: ListTotalsProps<R>) {
  const address = withParams(usePath()(path), { ...params, page_size: AT_ONCE, order: 'newest' })
  return <Adding<R> key={address} address={address} path={path} {...words} />
}

function addPage<R>(before: Added, { data, pagination }: WalkedPage<R>, sums: readonly Sum<R>[]): Added {
  const totals = sums.map(({ of }, nth) => data.reduce((sum, row) => sum + of(row), before.totals[nth] ?? 0))
  return { rows: before.rows + data.length, totals, next: pagination.next_cursor }
}

const NOTHING: Added = { rows: 0, totals: [] }

function Adding<R>({ address, one, many, sums }: ListTotalsProps<R> & { readonly address: string }) {
  const { data: first } = useQuery({
    queryKey: ['read', address],
    queryFn: ({ signal }) => request<WalkedPage<R>>('GET', address, { signal }),
  })
  const [all, setAll] = useState<Added>()
  const [busy, setBusy] = useState(false)
  const added = all ?? (first && addPage(NOTHING, first, sums))
  async function addRest(from: Added): Promise<void> {
    setBusy(true)
    try {
      let sum = from
      while (sum.next) {
        const next: WalkedPage<R> = await request('GET', `${address}&cursor=${encodeURIComponent(sum.next)}`)
        sum = addPage(sum, next, sums)
        setAll(sum)
      }
    } catch {
      // The sum so far stays, and so does the button.
    } finally {
      setBusy(false)
    }
  }
  if (!added) return <div className={styles.totals} aria-busy="true" />
  const [main, ...rest] = sums.map(({ words }, nth) => words(added.totals[nth] ?? 0))
  return (
    <div className={styles.totals} aria-live="polite">
      <span>
        {added.next ? 'Of the newest ' : ''}
        {COUNT.format(added.rows)} {added.rows === 1 ? one : many}
      </span>
      <strong>{main}</strong>
      {rest.length > 0 && <span>{rest.join(', ')}</span>}
      {added.next && (
        <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void addRest(added)}>
          Add up all
        </Button>
      )}
    </div>
  )
}
