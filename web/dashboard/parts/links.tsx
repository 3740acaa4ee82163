import { Link } from 'wouter'
import styles from './links.module.css'

/** The list page of a resource, by the prefix of its id. */
const PAGES: Record<string, string> = {
  acon: '/account-connections',
  pay: '/payouts',
  apr: '/approvals',
  wdr: '/withdrawals',
  p2p: '/p2p',
  con: '/contracts',
  buy: '/buyers',
  pch: '/purchases',
  wh: '/webhooks',
  req: '/requests',
}

export function pageOf(id: string): string | undefined {
  const folder = PAGES[id.slice(0, id.indexOf('_'))]
  return folder && `${folder}/${id}`
}

/** An id, as a link to its page if it has one. */
export function IdLink({ id, children = id }: { readonly id: string; readonly children?: string }) {
  const page = pageOf(id)
  if (!page) return <span className={styles.id}>{children}</span>
  return (
    <Link href={page} className={styles.id}>
      {children}
    </Link>
  )
}
