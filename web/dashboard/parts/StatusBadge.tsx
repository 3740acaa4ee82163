import tones from '../../ui/tones.module.css'
import styles from './StatusBadge.module.css'

type Tone = 'good' | 'waiting' | 'bad' | 'info' | 'quiet'

/** The tone of every status of the API. */
const TONES: Record<string, Tone> = {
  active: 'good',
  approved: 'good',
  completed: 'good',
  delivered: 'good',
  done: 'good',
  sent: 'good',
  intact: 'good',
  matched: 'good',
  succeeded: 'good',
  won: 'good',
  created: 'info',
  ready: 'info',
  validated: 'info',
  captured: 'info',
  awaiting: 'waiting',
  pending: 'waiting',
  settling: 'waiting',
  queued: 'waiting',
  on_hold: 'waiting',
  running: 'waiting',
  sending: 'waiting',
  invited: 'waiting',
  inquiry: 'waiting',
  under_review: 'waiting',
  rejected: 'bad',
  dead: 'bad',
  disabled: 'bad',
  error: 'bad',
  failed: 'bad',
  returned: 'bad',
  reversed: 'bad',
  declined: 'bad',
  needs_response: 'bad',
  lost: 'bad',
  canceled: 'quiet',
  deleted: 'quiet',
  dropped: 'quiet',
  expired: 'quiet',
  refunded: 'quiet',
  revoked: 'quiet',
  suppressed: 'quiet',
  terminated: 'quiet',
  void: 'quiet',
}

/** The tones of all pages, and two that only the dashboard has. */
const toneOf = (tone: Tone): string | undefined => tones[tone] ?? styles[tone]

interface StatusBadgeProps {
  readonly status: string
  /** The text, if it is not the status itself. */
  readonly children?: string
  readonly tone?: Tone
}

export function StatusBadge({
  status,
  children = humanize(status),
  tone = TONES[status] ?? 'quiet',
}: StatusBadgeProps) {
  return <span className={`${styles.badge} ${toneOf(tone)}`}>{children}</span>
}

/** `account_connection` → `Account connection`. */
export const humanize = (name: string): string => {
  const plain = name.replaceAll('_', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** An HTTP status in the tone of its class. */
export function HttpStatus({ status }: { readonly status: number }) {
  const tone: Tone = status < 300 ? 'good' : status < 400 ? 'info' : status < 500 ? 'waiting' : 'bad'
  return <span className={`${styles.badge} ${toneOf(tone)}`}>{status}</span>
}
