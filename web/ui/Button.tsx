import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'
import { t } from './words/current.ts'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: 'primary' | 'quiet' | 'danger' | 'link'
  /** A request is running: the button keeps its focus and its size, and ignores presses. */
  readonly busy?: boolean
  /** Ignores presses, but keeps its focus: otherwise a keyboard user would start at the top of the page again. */
  readonly disabled?: boolean
  readonly children: ReactNode
}

export function Button({
  look = 'primary',
  busy = false,
  disabled = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const idle = busy || disabled
  return (
    <button
      {...rest}
      type={idle ? 'button' : type}
      className={`${styles.button} ${styles[look]} ${disabled ? styles.disabled : ''}`}
      aria-disabled={idle || undefined}
      onClick={idle ? undefined : onClick}
    >
      <span className={busy ? styles.hiddenLabel : undefined}>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {busy && <span className="visually-hidden">{t('wait')}</span>}
    </button>
  )
}

interface ButtonLinkProps {
  readonly href: string
  readonly look?: 'primary' | 'quiet' | 'link'
  readonly newTab?: boolean
  readonly children: ReactNode
}

/** A link that looks like a button: it leads to another page. */
export const ButtonLink = ({ href, look = 'primary', newTab = false, children }: ButtonLinkProps) => (
  <a
    href={href}
    className={`${styles.button} ${styles[look]}`}
    {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}
  >
    {children}
  </a>
)
