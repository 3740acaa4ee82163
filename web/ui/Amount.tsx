import styles from './Amount.module.css'

/** Written the same in both languages of the pages, as in the United States. */
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as dollars. Amounts stay far below 2^53, so the division by 100 prints exactly. */
export const formatCents = (cents: number): string => dollars.format(cents / 100).replace('-', '−')

export function Amount({ cents, sign = false }: { readonly cents: number; readonly sign?: boolean }) {
  const isIn = sign && cents > 0
  return <span className={isIn ? styles.in : styles.amount}>{`${isIn ? '+' : ''}${formatCents(cents)}`}</span>
}
