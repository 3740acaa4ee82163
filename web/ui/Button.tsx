import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: 'primary' | 'quiet' | 'danger' | 'link'
  /** Work is under way: the button keeps its focus and its size, and does nothing when pressed again. */
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Button({ look = 'primary', busy = false, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={`${styles.button} ${styles[look]}`}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className={busy ? styles.hiddenLabel : undefined}>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {busy && <span className="visually-hidden">, please wait</span>}
    </button>
  )
}
