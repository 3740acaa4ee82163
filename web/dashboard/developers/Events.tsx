import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { EVENTS, type EventPage, type EventView } from '../../../contracts/webhooks.ts'
import { IconBolt } from '../icons.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { CodeSnippet, Json } from '../parts/CodeSnippet.tsx'
import { CsvButton } from '../parts/DataTable.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Facts } from '../parts/Facts.tsx'
import { type Filter, useFilters } from '../parts/filters.ts'
import { LogTable } from '../parts/LogTable.tsx'
import { IdLink } from '../parts/links.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { Changes } from './Changes.tsx'
import { notificationOf } from './notification.ts'
import { eventsCall } from './snippets.ts'

const FILTERS: readonly Filter[] = [
  { kind: 'choice', name: 'type', label: 'Event', options: EVENTS.map((value) => ({ value, label: value })) },
  { kind: 'text', name: 'resource', label: 'Resource id', placeholder: 'Resource id' },
]
/** Changes that are listed beside the sentence; the rest is in the details. */
const LISTED = 2
const NEWEST = { order: 'newest', page_size: 25 }

export default function Events() {
  const [open, setOpen] = useState<EventView>()
  const { params } = useFilters(FILTERS)
  const columns: readonly Column<EventView>[] = [
    {
      title: 'What happened',
      grow: 'wrap',
      narrow: 'whole',
      cell: ({ summary, changes }) => (
        <>
          {summary}
          <Changes changes={changes} limit={LISTED} />
        </>
      ),
    },
    { title: 'Event', narrow: 'hide', cell: ({ type }) => type },
    { title: 'When', cell: ({ created_at }) => <Time at={created_at} to="second" /> },
    {
      title: 'Actions',
      align: 'right',
      cell: (event) => (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(event)}>
          Details
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHead title="Events" lead="Every change after creation, whether a webhook listens or not." />
      <Cards>
        <LogTable<EventView, EventPage>
          label="Events"
          path="v1/event"
          params={NEWEST}
          columns={columns}
          filters={FILTERS}
          keyOf={({ id }) => id}
          cursor="after"
          nextOf={({ pagination }) => (pagination.has_more ? String(pagination.next_after) : undefined)}
          tools={<CsvButton resource="events" params={params} />}
          empty={
            <EmptyState icon={<IconBolt size={20} />} title="No events yet">
              Pay or connect a creator, and the changes are listed here.
            </EmptyState>
          }
        />
        <Card title="Read them with a program" lead="Store next_after, and continue from it after any interruption.">
          <CodeSnippet label="Read events" code={eventsCall()} />
        </Card>
      </Cards>
      <Dialog title="Event" opened={open !== undefined} onClose={() => setOpen(undefined)} size="wide">
        {open && <EventDetails event={open} />}
      </Dialog>
    </>
  )
}

/** The sentence, the fields that changed, and what a webhook is sent. */
function EventDetails({ event }: { readonly event: EventView }) {
  const { id, position, resource, summary, changes } = event
  return (
    <Stack>
      <p>{summary}</p>
      <Facts
        facts={[
          { name: 'Resource', value: <IdLink id={resource} /> },
          { name: 'Event id', value: id },
          { name: 'Position', value: position.toLocaleString('en-US') },
        ]}
      />
      <Changes changes={changes} />
      <Json label="Body of the webhook" value={notificationOf(event)} />
    </Stack>
  )
}
