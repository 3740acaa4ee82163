import { Link } from 'wouter'
import type { Webhook } from '../../../contracts/webhooks.ts'
import styles from './developers.module.css'

/** The events of an address, each a link to its deliveries. */
export const EventChips = ({ webhooks }: { readonly webhooks: readonly Webhook[] }) => (
  <span className={styles.events}>
    {webhooks.map(({ id, event, disabled_at }) => (
      <Link key={id} href={`/webhooks/${id}`} className={styles.event} data-disabled={disabled_at ? '' : undefined}>
        {event}
        {disabled_at && <span className="visually-hidden">, disabled</span>}
      </Link>
    ))}
  </span>
)
