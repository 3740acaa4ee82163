import { Link } from 'wouter'
import type { Page } from '../../../contracts/lists.ts'
import { useRead } from '../api/queries.ts'
import { IconArrowRight, IconCircleCheck } from '../icons.tsx'
import styles from './home.module.css'

const ONE = { page_size: 1 }

interface Step {
  readonly title: string
  readonly href: string
  readonly isDone: boolean
}

/** For a new enterprise: from the first creator to the first payout and the first webhook. Undefined while it is read. */
function useSteps(payouts: number): readonly Step[] | undefined {
  const creators = useRead<Page<unknown>>('v1/account-connection', { params: ONE })
  const active = useRead<Page<unknown>>('v1/account-connection', { params: { ...ONE, status: 'active' } })
  const webhooks = useRead<Page<unknown>>('v1/webhook', { params: ONE })
  if (!creators.data || !active.data || !webhooks.data) return undefined
  const has = ({ data }: typeof creators): boolean => (data?.pagination.total ?? 0) > 0
  return [
    { title: 'Add a creator', href: '/account-connections', isDone: has(creators) },
    { title: 'Let the creator connect', href: '/account-connections?status=created', isDone: has(active) },
    { title: 'Make the first payout', href: '/payouts', isDone: payouts > 0 },
    { title: 'Receive changes with a webhook', href: '/webhooks', isDone: has(webhooks) },
  ]
}

/** No list once everything is done. */
export function Checklist({ payouts }: { readonly payouts: number }) {
  const steps = useSteps(payouts)
  if (!steps || steps.every(({ isDone }) => isDone)) return null
  return (
    <section className={`${styles.card} ${styles.wide}`} aria-labelledby="first-steps">
      <h2 className={styles.title} id="first-steps">
        First steps
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ title, href, isDone }) => (
          <li key={href} className={isDone ? styles.stepDone : styles.step}>
            {isDone ? (
              <>
                <IconCircleCheck size={18} aria-hidden="true" />
                <span className="visually-hidden">Done: </span>
                {title}
              </>
            ) : (
              <Link href={href}>
                {title} <IconArrowRight size={14} aria-hidden="true" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
