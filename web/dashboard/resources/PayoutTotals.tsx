import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayoutTotals as Totals } from '../../../contracts/dashboard/lists.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { type Params, usePath, withParams } from '../api/queries.ts'
import { request } from '../api/requests.ts'
import styles from '../parts/DataTable.module.css'

const COUNT = new Intl.NumberFormat('en-US')

const plus = (a: Totals, b: Totals): Totals => ({
  examined: a.examined + b.examined,
  payouts: a.payouts + b.payouts,
  amount_in_cents: a.amount_in_cents + b.amount_in_cents,
  fee_in_cents: a.fee_in_cents + b.fee_in_cents,
  ...(b.next_cursor ? { next_cursor: b.next_cursor } : {}),
})

/**
 * The sums of the payouts that match the filters. A request adds up a bounded number; of a longer list a person asks for
 * the rest, which is added step by step.
 */
export function PayoutTotals({ params }: { readonly params: Params }) {
  const address = withParams(usePath()('payouts/totals'), params)
  return <Sum key={address} address={address} />
}

function Sum({ address }: { readonly address: string }) {
  const { data: first } = useQuery({
    queryKey: ['read', address],
    queryFn: ({ signal }) => request<Totals>('GET', address, { signal }),
  })
  const [more, setMore] = useState<Totals>()
  const [busy, setBusy] = useState(false)
  const sum = more ?? first
  async function addRest(from: Totals): Promise<void> {
    setBusy(true)
    try {
      let all = from
      while (all.next_cursor) {
        const joint = address.includes('?') ? '&' : '?'
        all = plus(all, await request<Totals>('GET', `${address}${joint}cursor=${encodeURIComponent(all.next_cursor)}`))
        setMore(all)
      }
    } catch {
      // The sum so far stays, and so does the button.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.totals} aria-live="polite" aria-busy={sum === undefined}>
      {sum && (
        <>
          <span>
            {sum.next_cursor ? `Of the newest ${COUNT.format(sum.examined)}: ` : ''}
            {COUNT.format(sum.payouts)} {sum.payouts === 1 ? 'payout' : 'payouts'}
          </span>
          <strong>{formatCents(sum.amount_in_cents)}</strong>
          <span>
            {formatCents(sum.fee_in_cents)} fees, {formatCents(sum.amount_in_cents + sum.fee_in_cents)} in all
          </span>
          {sum.next_cursor && (
            <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void addRest(sum)}>
              Add up all
            </Button>
          )}
        </>
      )}
    </div>
  )
}
