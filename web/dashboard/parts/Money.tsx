import { formatCents } from '../../ui/Amount.tsx'
import styles from './Money.module.css'

interface MoneyProps {
  readonly cents: number
  /** Shows `+` before a positive amount. */
  readonly sign?: boolean
  readonly large?: boolean
}

export function Money({ cents, sign = false, large = false }: MoneyProps) {
  const words = `${sign && cents > 0 ? '+' : ''}${formatCents(cents)}`
  return (
    <span className={`${styles.money} ${large ? styles.large : ''}`} data-large={large || undefined}>
      {words}
    </span>
  )
}
