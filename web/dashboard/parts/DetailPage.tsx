import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RequestError } from '../../ui/requests.ts'
import { Card, Cards } from './Card.tsx'
import { Copy } from './Copy.tsx'
import styles from './DetailPage.module.css'
import { ErrorState } from './ErrorState.tsx'
import { FoldedTimeline } from './FoldedTimeline.tsx'
import { PageHead } from './PageHead.tsx'
import { Timeline } from './Timeline.tsx'

interface DetailPageProps<Resource> {
  /** `Payout` */
  readonly kind: string
  readonly id: string
  readonly back: { readonly href: string; readonly label: string }
  /** The result of `useRead`. */
  readonly read: {
    readonly data: Resource | undefined
    readonly error: RequestError | null
    readonly refetch: () => unknown
  }
  /** An amount or a name. */
  readonly title: (resource: Resource) => ReactNode
  readonly badge?: (resource: Resource) => ReactNode
  readonly actions?: (resource: Resource) => ReactNode
  /** Cards in the wider column. */
  readonly children: (resource: Resource) => ReactNode
  /** Cards in the narrower column; the story of the resource if absent. */
  readonly aside?: ReactNode
}

/** The page of one resource: its facts, its actions and its timeline. */
export function DetailPage<Resource>(props: DetailPageProps<Resource>) {
  const { kind, id, back, read, title, badge, actions, children, aside = <Story id={id} /> } = props
  const { data, error, refetch } = read
  if (error && !data)
    return (
      <>
        <PageHead title={kind} back={back} />
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      </>
    )
  return (
    <>
      <PageHead
        title={data ? title(data) : <Skeleton width="12rem" height="2rem" />}
        name={kind}
        badge={data && badge?.(data)}
        back={back}
        lead={<Copy text={id} />}
        actions={data && actions?.(data)}
      />
      <div className={styles.columns}>
        <Cards>{data ? children(data) : <Waiting />}</Cards>
        <Cards>{aside}</Cards>
      </div>
    </>
  )
}

/** The story of a resource, and behind it what programs and the books have of it. */
const Story = ({ id }: { readonly id: string }) => (
  <>
    <Timeline id={id} />
    <FoldedTimeline id={id} withoutLog />
  </>
)

const Waiting = () => (
  <Card>
    <Skeleton height="14rem" />
  </Card>
)
