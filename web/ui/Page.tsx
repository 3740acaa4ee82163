import type { ReactNode } from 'react'
import { BackIcon, LockIcon, Mark } from './icons.tsx'
import styles from './Page.module.css'
import { Progress } from './Progress.tsx'

interface PageProps {
  /** The name in the header: the enterprise, or the person. */
  readonly name?: string | undefined
  readonly onBack?: (() => void) | undefined
  readonly progress?: { readonly step: number; readonly steps: number } | undefined
  readonly sandbox?: boolean | undefined
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** The frame of a hosted page: a card on a desktop, the whole screen on a phone. */
export function Page({ name, onBack, progress, sandbox = false, end, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <header className={styles.header}>
          <div className={styles.bar}>
            {onBack && (
              <button type="button" className={styles.back} onClick={onBack}>
                <BackIcon />
                <span className="visually-hidden">Back</span>
              </button>
            )}
            {name && (
              <div className={styles.who}>
                <span className={styles.tile} aria-hidden="true">
                  {initials(name)}
                </span>
                <span className={styles.name} dir="auto">
                  {name}
                </span>
              </div>
            )}
            {end}
          </div>
          {progress && <Progress {...progress} />}
        </header>
        <main className={styles.main}>{children}</main>
      </div>
      <footer className={styles.footer}>
        <span className={styles.brand}>
          <Mark />
          Tributary
        </span>
        <span className={styles.safe}>
          {sandbox ? (
            'Sandbox: no real money moves'
          ) : (
            <>
              <LockIcon /> Your details are encrypted
            </>
          )}
        </span>
      </footer>
    </div>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
