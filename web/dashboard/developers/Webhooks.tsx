import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import type { Page } from '../../../contracts/lists.ts'
import { EVENTS, type Webhook, type WebhookCreate } from '../../../contracts/webhooks.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Body, Field } from '../form/field.ts'
import { IconPlus, IconWebhook } from '../icons.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { type Address, addressesOf } from './addresses.ts'
import { EventChips } from './EventChips.tsx'
import { verifyCall } from './snippets.ts'

const ALL = { page_size: 100 }

const COLUMNS: readonly Column<Address>[] = [
  { title: 'Address', narrow: 'whole', cell: ({ url }) => url },
  { title: 'Events', grow: 'wrap', narrow: 'whole', cell: ({ webhooks }) => <EventChips webhooks={webhooks} /> },
  {
    title: 'Status',
    cell: ({ webhooks }) => {
      const off = webhooks.filter(({ disabled_at }) => disabled_at).length
      if (off === 0) return <StatusBadge status="active" />
      return <StatusBadge status="disabled">{off < webhooks.length ? `${off} disabled` : 'Disabled'}</StatusBadge>
    },
  },
]

type NewAddress = Omit<WebhookCreate, 'event'> & { readonly events: readonly string[] }

/** The API has one webhook per event, so events that have one are not offered. */
const fieldsFor = (taken: readonly string[]): readonly Field<keyof NewAddress>[] => [
  { kind: 'url', name: 'url', label: 'Address', placeholder: 'https://example.com/hooks/tributary' },
  {
    kind: 'choices',
    name: 'events',
    label: 'Events',
    missing: 'Choose at least one event.',
    hint: taken.length > 0 ? 'Each event has one webhook; those that have one are left out.' : 'One or several.',
    options: EVENTS.filter((event) => !taken.includes(event)).map((value) => ({ value, label: value })),
  },
  { kind: 'text', name: 'basic_user', label: 'Basic user', optional: true },
  { kind: 'password', name: 'basic_secret', label: 'Basic password', optional: true },
]

export default function Webhooks() {
  const can = useCan()
  const [opened, dialog] = useDisclosure(false)
  const { data, error, refetch } = useRead<Page<Webhook>>('v1/webhook', { params: ALL })
  const addresses = data && addressesOf(data.data)
  const taken = data?.data.map(({ event }) => event) ?? []
  const add = can('webhooks.change') && taken.length < EVENTS.length && (
    <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
      Add webhook
    </Button>
  )
  return (
    <>
      <PageHead title="Webhooks" lead="We send a request to your address whenever a resource changes." actions={add} />
      <Cards>
        <Card flush>
          {error && !data ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : addresses?.length === 0 ? (
            <EmptyState icon={<IconWebhook size={20} />} title="No webhooks yet" action={add}>
              Add one to be notified of every payout, purchase or connection that changes.
            </EmptyState>
          ) : (
            <Table
              label="Webhooks"
              columns={COLUMNS}
              rows={addresses}
              expected={2}
              keyOf={({ url }) => url}
              hrefOf={({ webhooks: [first] }) => first && `/webhooks/${first.id}`}
            />
          )}
        </Card>
        <Card title="Verify a call" lead="Signatures follow Standard Webhooks.">
          <CodeSnippet label="Verify a call" code={verifyCall()} />
        </Card>
      </Cards>
      <AddDialog opened={opened} onClose={dialog.close} taken={taken} />
    </>
  )
}

interface AddDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly taken: readonly string[]
}

/** Makes a webhook for each event. One that fails leaves those before it, which are no longer offered then. */
function AddDialog({ opened, onClose, taken }: AddDialogProps) {
  const [, navigate] = useLocation()
  const { mutateAsync } = useCommand<Webhook>()
  async function addAll({ events, ...shared }: Body): Promise<void> {
    const made: Webhook[] = []
    for (const event of events as readonly string[]) {
      made.push(await mutateAsync({ path: 'v1/webhook', body: { ...shared, event } }))
    }
    onClose()
    if (made.length === 1) navigate(`/webhooks/${made[0]?.id}`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add a webhook"
      fields={fieldsFor(taken)}
      submit="Add webhook"
      onSubmit={addAll}
    />
  )
}
