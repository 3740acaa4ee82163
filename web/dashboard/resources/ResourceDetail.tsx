import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { Json } from '../parts/CodeSnippet.tsx'
import { DetailPage } from '../parts/DetailPage.tsx'
import { Facts } from '../parts/Facts.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { SimulateHere } from '../sandbox/SimulateHere.tsx'
import { Actions } from './Actions.tsx'
import type { Kind, Row } from './kind.ts'
import { RelatedList } from './RelatedList.tsx'

interface ResourceDetailProps {
  readonly kind: Kind<Row>
  readonly id: string
}

/** A page of a resource in one of these statuses is refreshed, because the status changes by itself. */
const MOVING = ['created', 'ready', 'pending', 'settling', 'refunded']
const LOOK_MS = 3_000

/** The page of one resource. */
export function ResourceDetail({ kind, id }: ResourceDetailProps) {
  const [isMoving, setMoving] = useState(false)
  const read = useRead<Row>(`v1${kind.path}/${encodeURIComponent(id)}`, { everyMs: isMoving ? LOOK_MS : false })
  const moves = MOVING.includes(read.data?.status ?? '')
  if (moves !== isMoving) setMoving(moves)
  return (
    <DetailPage
      kind={kind.singular}
      id={id}
      back={{ href: `/${kind.name}`, label: kind.title }}
      read={read}
      title={(row) => kind.heading(row)}
      badge={({ status }) => status && <StatusBadge status={status} />}
      actions={(row) => <Actions actions={kind.actions} row={row} />}
      {...(kind.aside ? { aside: kind.aside(id, read.data) } : {})}
    >
      {(row) => (
        <>
          <Card title="Details">
            <Facts facts={kind.facts(row)} />
          </Card>
          {kind.extra?.(row)}
          {row.user_data && Object.keys(row.user_data).length > 0 && <Json label="Your data" value={row.user_data} />}
          {kind.related?.map(({ kind: name, title, without, path }) => (
            <RelatedList key={name} name={name} title={title} path={path(row)} without={without} />
          ))}
          <SimulateHere resource={kind.path.slice(1).replace('-', '_')} row={row} />
        </>
      )}
    </DetailPage>
  )
}
