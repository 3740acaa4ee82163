import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryAttempt,
  type EventPage,
  type Webhook,
} from '../../../contracts/webhooks.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconSend } from '../icons.tsx'
import { Json } from '../parts/CodeSnippet.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { Facts } from '../parts/Facts.tsx'
import type { Filter } from '../parts/filters.ts'
import { IdLink } from '../parts/links.tsx'
import { HttpStatus, humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { notificationOf } from './notification.ts'

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: DELIVERY_STATUSES.map((value) => ({ value, label: humanize(value) })),
  },
]

const EVERY_MS = 5_000

/** The deliveries of a webhook, with their attempts and a button to send one again. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const [open, setOpen] = useState<Delivery>()
  const columns: readonly Column<Delivery>[] = [
    { title: 'When', cell: ({ created_at }) => <Time at={created_at} to="second" /> },
    { title: 'Status', cell: (delivery) => <DeliveryStatus webhook={webhook} delivery={delivery} /> },
    {
      title: 'Resource',
      grow: true,
      cell: ({ resource, event }) => (event ? <IdLink id={resource} /> : 'Test'),
    },
    { title: 'Response', narrow: 'hide', cell: ({ attempts }) => <Response attempt={attempts.at(-1)} /> },
    { title: 'Attempts', align: 'right', narrow: 'hide', cell: ({ attempts }) => attempts.length },
    {
      title: 'Actions',
      align: 'right',
      cell: (delivery) => (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(delivery)}>
          Details
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable<Delivery>
        label="Deliveries"
        titled
        path={`v1/webhook/${webhook.id}/delivery`}
        keyOf={({ id }) => id}
        columns={columns}
        filters={FILTERS}
        everyMs={EVERY_MS}
        empty={
          <EmptyState icon={<IconSend size={20} />} title="No deliveries yet">
            Send a test, or change a resource that this webhook is about.
          </EmptyState>
        }
      />
      <Dialog title="Delivery" opened={open !== undefined} onClose={() => setOpen(undefined)} size="wide">
        {open && <DeliveryView webhook={webhook} delivery={open} onDone={() => setOpen(undefined)} />}
      </Dialog>
    </>
  )
}

/** Queued deliveries of a disabled webhook are on hold until it is enabled. */
function DeliveryStatus({ webhook, delivery: { status } }: Omit<DeliveryViewProps, 'onDone'>) {
  const isHeld = webhook.disabled_at !== undefined && status === 'queued'
  return isHeld ? <StatusBadge status="on_hold" /> : <StatusBadge status={status} />
}

function Response({ attempt }: { readonly attempt: DeliveryAttempt | undefined }) {
  if (!attempt) return '–'
  return attempt.status === undefined ? 'No response' : <HttpStatus status={attempt.status} />
}

interface DeliveryViewProps {
  readonly webhook: Webhook
  readonly delivery: Delivery
  readonly onDone: () => void
}

function DeliveryView({ webhook, delivery, onDone }: DeliveryViewProps) {
  const can = useCan()
  const { mutate, isPending, error } = useCommand()
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { name: 'Delivery', value: delivery.id },
          { name: 'Sent as webhook-id', value: delivery.event ?? delivery.id },
          { name: 'Status', value: <DeliveryStatus webhook={webhook} delivery={delivery} /> },
          {
            name: 'Next attempt',
            value: !webhook.disabled_at && delivery.next_attempt_at && <Time at={delivery.next_attempt_at} />,
          },
        ]}
      />
      <RequestBody webhook={webhook} delivery={delivery} />
      <Attempts attempts={delivery.attempts} />
      {error && <ErrorNote error={error} />}
      {can('webhooks.change') && (
        <Button
          ml="auto"
          loading={isPending}
          onClick={() =>
            mutate({ path: `v1/webhook/${webhook.id}/delivery/${delivery.id}/redeliver` }, { onSuccess: onDone })
          }
        >
          Send again
        </Button>
      )}
    </Stack>
  )
}

const EVENTS_READ = 100

/** The request body, made from the event as every attempt makes it. */
function RequestBody({ webhook, delivery }: Omit<DeliveryViewProps, 'onDone'>) {
  const { data } = useRead<EventPage>('v1/event', {
    params: { resource: delivery.resource, order: 'newest', page_size: EVENTS_READ },
    enabled: delivery.event !== undefined,
  })
  const event = data?.data.find(({ id }) => id === delivery.event)
  if (event) return <Json label="Request body" value={notificationOf(event)} />
  if (delivery.event !== undefined) return null
  const timestamp = Math.floor(Date.parse(delivery.created_at) / 1_000)
  return (
    <Json
      label="Request body"
      value={notificationOf({ type: webhook.event, resource: delivery.resource, timestamp, user_data: {} })}
    />
  )
}

const ATTEMPTS: readonly Column<DeliveryAttempt>[] = [
  { title: 'Attempt', cell: ({ attempt }) => attempt },
  { title: 'Response', cell: (attempt) => <Response attempt={attempt} /> },
  { title: 'Error', grow: true, narrow: 'whole', cell: ({ error }) => error },
  { title: 'Duration', align: 'right', narrow: 'hide', cell: ({ duration_ms }) => `${duration_ms} ms` },
  { title: 'When', cell: ({ at }) => <Time at={at} to="second" /> },
]

function Attempts({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  const answered = attempts.findLast(({ answer }) => answer)
  if (attempts.length === 0) return <p>Not attempted yet.</p>
  return (
    <>
      <Table label="Attempts" columns={ATTEMPTS} rows={attempts} keyOf={({ attempt, at }) => `${attempt} ${at}`} />
      {answered?.answer && <Json label={`Response body of attempt ${answered.attempt}`} value={answered.answer} />}
    </>
  )
}
