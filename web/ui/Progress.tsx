import styles from './Progress.module.css'
import { t } from './words/current.ts'

/** A progress bar, with a sentence for screen readers. */
export function Progress({ step, steps }: { readonly step: number; readonly steps: number }) {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={t('progress')}
      aria-valuemin={0}
      aria-valuemax={steps}
      aria-valuenow={step}
      aria-valuetext={t('progress.step', { step, steps })}
    >
      {Array.from({ length: steps }, (_, index) => index + 1).map((place) => (
        <span key={place} className={place <= step ? styles.reached : styles.ahead} />
      ))}
    </div>
  )
}
