import { type ReactNode, useEffect } from 'react'
import { Mark } from '../../ui/icons.tsx'
import styles from './Gate.module.css'

interface GateProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
  readonly foot?: ReactNode
}

/** The pages before the sign-in: one card in the middle, one thing to do. */
export function Gate({ title, lead, children, foot }: GateProps) {
  useEffect(() => {
    document.title = `${title} · Tributary`
  }, [title])
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Mark size={22} />
        Tributary
      </header>
      <main className={styles.card}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </main>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </div>
  )
}
