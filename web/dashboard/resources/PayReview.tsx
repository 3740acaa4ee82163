import type { Page } from '../../../contracts/lists.ts'
import type { Payout } from '../../../contracts/resources.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { useRead } from '../api/queries.ts'
import { IconAlertTriangle } from '../icons.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Money } from '../parts/Money.tsx'
import { formatMinute, Time } from '../parts/Time.tsx'
import { TYPES } from './kinds/words.tsx'
import { Named } from './Named.tsx'
import { type PayoutDryRun, warningsOf } from './pay-warnings.ts'
import styles from './resources.module.css'

/** Earlier payouts to the same creator, to see what is unusual. */
const EARLIER = 25

const UNKNOWN = { claim: 'Once the creator has claimed it', approval: 'Once it is approved' }

interface PayReviewProps {
  readonly foreseen: PayoutDryRun
  /** When it is to be paid, if not at once. */
  readonly scheduled: string | undefined
}

/** A payment before it is made: whom it pays where, what it costs, when it arrives, what is left, and what to look at twice. */
export function PayReview({ foreseen, scheduled }: PayReviewProps) {
  const { account_connection, amount_in_cents, fee_in_cents, type, destination, description, expected } = foreseen
  const earlier = useRead<Page<Payout>>(`v1/account-connection/${encodeURIComponent(account_connection)}/payout`, {
    params: { page_size: EARLIER },
  })
  const before = expected.balance_after_in_cents + amount_in_cents + fee_in_cents
  const isEstimate = expected.fee_in_cents !== fee_in_cents || type === 'unclaimed'
  return (
    <>
      <Facts
        facts={[
          { name: 'Creator', value: <Named id={account_connection} /> },
          { name: 'Amount', value: <Money cents={amount_in_cents} /> },
          { name: 'Fee', value: `${isEstimate ? 'at most ' : ''}${formatCents(fee_in_cents)}` },
          { name: 'Paid to', value: destination ?? TYPES[type] },
          { name: 'Description', value: description },
          { name: 'Pay on', value: scheduled && <Time at={scheduled} /> },
          {
            name: 'Arrives',
            value: expected.arrives_at ? (
              <Time at={expected.arrives_at} />
            ) : (
              UNKNOWN[type === 'unclaimed' ? 'claim' : 'approval']
            ),
          },
          {
            name: 'Balance',
            value: `${formatCents(before)} before, ${formatCents(expected.balance_after_in_cents)} after`,
          },
        ]}
      />
      <ul className={styles.warnings}>
        {warningsOf(foreseen, earlier.data?.data, formatMinute).map((warning) => (
          <li key={warning} className={styles.warning}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            <span>{warning}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
