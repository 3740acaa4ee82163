import type { LegalDocument } from '../../contracts/connect.ts'
import { t } from '../ui/words/current.ts'
import styles from './screens/screens.module.css'

interface ConsentProps {
  readonly documents: readonly LegalDocument[]
  readonly agreed: boolean
  readonly onChange: (agreed: boolean) => void
  /** The creator went on without agreeing. */
  readonly missing: boolean
}

/** One yes to the documents of the service, never given in advance. Their versions are recorded with it. */
export function Consent({ documents, agreed, onChange, missing }: ConsentProps) {
  return (
    <div className={styles.consent}>
      <input
        id="consent"
        type="checkbox"
        className={styles.box}
        checked={agreed}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={missing ? true : undefined}
        aria-describedby="consent-says"
      />
      <div>
        <label htmlFor="consent">{t('review.consent')}</label>
        <ul className={styles.documents}>
          {documents.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noreferrer">
                {t(`legal.${name}`)}
                <span className="visually-hidden"> {t('review.newTab')}</span>
              </a>
            </li>
          ))}
        </ul>
        <p id="consent-says" className={styles.missing} aria-live="polite">
          {missing && t('review.consentMissing')}
        </p>
      </div>
    </div>
  )
}
