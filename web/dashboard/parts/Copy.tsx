import { useEffect, useState } from 'react'
import { IconCheck, IconCopy } from '../icons.tsx'
import styles from './Copy.module.css'

const SHOWN_MS = 1_500

interface CopyProps {
  readonly text: string
  /** The text shown; `text` if absent. */
  readonly children?: string
  /** For screen readers; `Copy` and the text if absent. */
  readonly label?: string
  /** Shows the whole text on several lines instead of cutting it, for text that may have to be typed. */
  readonly whole?: boolean
}

/** Text with a button to copy it: ids, keys, addresses. */
export function Copy({ text, children = text, label = `Copy ${children}`, whole = false }: CopyProps) {
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className={styles.copy} onClick={copy} aria-label={label} title={copied ? 'Copied' : 'Copy'}>
      <span className={whole ? styles.whole : styles.text}>{children}</span>
      {copied ? <IconCheck size={14} className={styles.done} /> : <IconCopy size={14} className={styles.icon} />}
      <span className="visually-hidden" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  )
}

export function useCopy(text: string): { readonly copied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    )
  return { copied, copy }
}
