import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { CheckIcon, ClockIcon, CrossIcon } from './icons.tsx'
import tones from './tones.module.css'

const ICONS: Record<BadgeTone, ReactNode> = {
  good: <CheckIcon size={28} />,
  waiting: <ClockIcon size={28} />,
  bad: <CrossIcon size={28} />,
}
type BadgeTone = 'good' | 'waiting' | 'bad'

/** The icon at the top of a screen that reports an outcome. */
export function Badge({ tone }: { readonly tone: BadgeTone }) {
  return (
    <span className={`${styles.badge} ${tones[tone]}`} aria-hidden="true">
      {ICONS[tone]}
    </span>
  )
}
