import styles from './Meter.module.css'

/** A bar beside a number that says the same: screen readers hear the number alone. */
export const Meter = ({ value, max }: { readonly value: number; readonly max: number }) => (
  <meter className={styles.meter} min={0} max={Math.max(max, 1)} value={value} aria-hidden="true" />
)
