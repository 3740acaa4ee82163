import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation } from 'wouter'
import { EVENTS, type Webhook, type WebhookCreate } from '../../../contracts/webhooks.ts'
import { useCommand } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { IconPlus, IconWebhook } from '../icons.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { verifyCall } from './snippets.ts'

const COLUMNS: readonly Column<Webhook>[] = [
  { title: 'Event', cell: ({ event }) => event },
  { title: 'Address', grow: true, narrow: 'whole', cell: ({ url }) => url },
  { title: 'Status', cell: ({ disabled_at }) => <StatusBadge status={disabled_at ? 'disabled' : 'active'} /> },
]

const FIELDS: readonly Field<keyof WebhookCreate>[] = [
  { kind: 'url', name: 'url', label: 'Address', placeholder: 'https://example.com/hooks/tributary' },
  {
    kind: 'choice',
    name: 'event',
    label: 'Event',
    initial: 'payout.update',
    hint: 'One webhook per event.',
    options: EVENTS.map((value) => ({ value, label: value })),
  },
  { kind: 'text', name: 'basic_user', label: 'Basic user', optional: true },
  { kind: 'password', name: 'basic_secret', label: 'Basic password', optional: true },
]

export default function Webhooks() {
  const can = useCan()
  const [, navigate] = useLocation()
  const [opened, dialog] = useDisclosure(false)
  const { mutateAsync } = useCommand<Webhook>()
  const add = can('webhooks.change') && (
    <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
      Add webhook
    </Button>
  )
  return (
    <>
      <PageHead title="Webhooks" lead="We send a request to your address whenever a resource changes." actions={add} />
      <Cards>
        <DataTable<Webhook>
          label="Webhooks"
          path="v1/webhook"
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/webhooks/${id}`}
          columns={COLUMNS}
          empty={
            <EmptyState icon={<IconWebhook size={20} />} title="No webhooks yet" action={add}>
              Add one to be notified of every payout, purchase or connection that changes.
            </EmptyState>
          }
        />
        <Card title="Verify a call" lead="Signatures follow Standard Webhooks.">
          <CodeSnippet label="Verify a call" code={verifyCall()} />
        </Card>
      </Cards>
      <FormDialog
        opened={opened}
        onClose={dialog.close}
        title="Add a webhook"
        fields={FIELDS}
        submit="Add webhook"
        onSubmit={async (body) => {
          const { id } = await mutateAsync({ path: 'v1/webhook', body })
          navigate(`/webhooks/${id}`)
        }}
      />
    </>
  )
}
