import { type ReactNode, useLayoutEffect } from 'react'
import type { Enterprise } from '../../contracts/connect.ts'
import { BackIcon, LockIcon, Mark } from './icons.tsx'
import styles from './Page.module.css'
import { Progress } from './Progress.tsx'
import { t } from './words/current.ts'

interface PageProps {
  /** The name in the header: the enterprise, or the person. */
  readonly name?: string | undefined
  /** The name is the page's own: the mark stands for it, since it has no initials. */
  readonly nobody?: boolean
  /** The enterprise that the page speaks for: its logo, colour and support link are shown. */
  readonly enterprise?: Enterprise | undefined
  readonly onBack?: (() => void) | undefined
  readonly progress?: { readonly step: number; readonly steps: number } | undefined
  readonly sandbox?: boolean | undefined
  /** The page has dates, which in a sandbox are of its own clock. */
  readonly dated?: boolean
  readonly end?: ReactNode
  /** The buttons of all screens stand at one place, and a long screen scrolls above them. */
  readonly fixedFoot?: boolean
  readonly children: ReactNode
}

/** The frame of a hosted page: a card on a desktop, the whole screen on a phone. */
export function Page({
  name,
  nobody = false,
  enterprise,
  onBack,
  progress,
  sandbox = false,
  dated = false,
  end,
  fixedFoot = false,
  children,
}: PageProps) {
  useColor(enterprise?.color ?? null)
  return (
    <div className={styles.page} data-foot={fixedFoot ? 'fixed' : undefined}>
      <div className={styles.card}>
        <header className={styles.header}>
          <div className={styles.bar}>
            {onBack && (
              <button type="button" className={styles.back} onClick={onBack}>
                <BackIcon />
                <span className="visually-hidden">{t('back')}</span>
              </button>
            )}
            {name && (
              <div className={styles.who}>
                {enterprise?.logo ? (
                  <img className={styles.logo} src={enterprise.logo} alt="" width={40} height={40} />
                ) : (
                  <span className={styles.tile} aria-hidden="true">
                    {nobody ? <Mark /> : initials(name)}
                  </span>
                )}
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
        {enterprise?.support && (
          <a href={enterprise.support} target="_blank" rel="noreferrer">
            {t('connect.support', { name: enterprise.name })}
          </a>
        )}
        <span className={styles.safe}>
          {sandbox ? (
            t(dated ? 'footer.sandboxDates' : 'footer.sandbox')
          ) : (
            <>
              <LockIcon /> {t('footer.safe')}
            </>
          )}
        </span>
      </footer>
    </div>
  )
}

/** The enterprise's colour, for the rules of base.css. Set by script: the page's policy allows no inline style. */
function useColor(color: string | null): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    if (color === null) {
      delete root.dataset.enterprise
      return
    }
    root.dataset.enterprise = ''
    root.style.setProperty('--enterprise', color)
  }, [color])
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
