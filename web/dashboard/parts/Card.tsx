import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

interface CardProps {
  readonly title?: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** Without padding, for tables and lists. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A section of a page. */
export function Card({ title, lead, actions, flush = false, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className={styles.head}>
          <div className={styles.words}>
            {title && (
              <h2 className={styles.title} id={id}>
                {title}
              </h2>
            )}
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={flush ? undefined : styles.body}>{children}</div>
    </section>
  )
}

interface CardsProps {
  /** One column in every window, for a table that needs the width. */
  readonly single?: boolean
  readonly children: ReactNode
}

/** Sections of a page, one under the other. */
export const Cards = ({ single = false, children }: CardsProps) => (
  <div className={single ? styles.single : styles.stack}>{children}</div>
)
