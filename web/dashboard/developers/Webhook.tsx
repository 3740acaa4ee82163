import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { WebhookRecover, WebhookUpdate, Webhook as WebhookView } from '../../../contracts/webhooks.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { IconSend } from '../icons.tsx'
import type { PageProps } from '../page.ts'
import { Card, Cards } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { Copy } from '../parts/Copy.tsx'
import { ErrorNote, ErrorState } from '../parts/ErrorState.tsx'
import { Facts } from '../parts/Facts.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { inputOf, minuteBefore, momentIn, Time, withMinutes } from '../parts/Time.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Secret } from './Secret.tsx'

const BACK = { href: '/webhooks', label: 'Webhooks' }

export default function Webhook({ params }: PageProps) {
  const id = params.id ?? ''
  const can = useCan()
  const { data, error, refetch } = useRead<WebhookView>(`v1/webhook/${encodeURIComponent(id)}`)
  if (!data)
    return (
      <>
        <PageHead title="Webhook" back={BACK} />
        {error && (
          <Card>
            <ErrorState error={error} onRetry={refetch} />
          </Card>
        )}
      </>
    )
  return (
    <>
      <PageHead
        title={data.event}
        badge={<StatusBadge status={data.disabled_at ? 'disabled' : 'active'} />}
        back={BACK}
        lead={<Copy text={data.id} />}
        actions={can('webhooks.change') && <Actions webhook={data} />}
      />
      <Cards>
        <Card title="Destination">
          <Facts
            facts={[
              { name: 'Address', value: <Copy text={data.url} /> },
              { name: 'Event', value: data.event },
              { name: 'Disabled', value: data.disabled_at && <Time at={data.disabled_at} /> },
              { name: 'Reason', value: data.disabled_because && withMinutes(data.disabled_because) },
            ]}
          />
        </Card>
        {can('webhooks.secret') && <Secret webhook={data.id} />}
        <Deliveries webhook={data} />
      </Cards>
    </>
  )
}

/** Starts one minute before the first failure, because an event is recorded before its first attempt. */
function recoverFields({ disabled_at, disabled_because = '' }: WebhookView): readonly Field<keyof WebhookRecover>[] {
  const since = momentIn(disabled_because) ?? disabled_at
  return [
    {
      name: 'since',
      label: 'Since',
      kind: 'moment',
      hint: 'Every event since then that was not delivered is sent again.',
      ...(since ? { initial: inputOf(minuteBefore(since)) } : {}),
    },
  ]
}

/** Name and password are never shown: an empty field leaves them as they are. */
const editFields = ({ url }: WebhookView): readonly Field<keyof WebhookUpdate>[] => [
  { kind: 'url', name: 'url', label: 'Address', initial: url },
  { kind: 'text', name: 'basic_user', label: 'New Basic user', optional: true, hint: 'Empty: as it is.' },
  { kind: 'password', name: 'basic_secret', label: 'New Basic password', optional: true, hint: 'Empty: as it is.' },
]

function Actions({ webhook }: { readonly webhook: WebhookView }) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'edit' | 'recover' | 'delete'>()
  const test = useCommand()
  const recover = useCommand()
  const removal = useCommand()
  const change = useCommand()
  const path = `v1/webhook/${webhook.id}`
  const close = () => {
    setOpen(undefined)
    removal.reset()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} />}
        loading={test.isPending}
        onClick={() => test.mutate({ path: `${path}/test` })}
      >
        Send a test
      </Button>
      <Button variant={webhook.disabled_at ? 'filled' : 'default'} onClick={() => setOpen('recover')}>
        {webhook.disabled_at ? 'Enable and send again' : 'Send again'}
      </Button>
      <Button variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {test.error && <ErrorNote error={test.error} />}
      <FormDialog
        opened={open === 'recover'}
        onClose={close}
        title="Send failed deliveries again"
        lead={webhook.disabled_at ? 'This also enables the webhook.' : undefined}
        fields={recoverFields(webhook)}
        submit={webhook.disabled_at ? 'Enable and send again' : 'Send again'}
        onSubmit={(body) => recover.mutateAsync({ path: `${path}/recover`, body }).then(close)}
      />
      <FormDialog
        opened={open === 'edit'}
        onClose={close}
        title="Edit the webhook"
        lead="The signing secret stays the same, and what is queued goes to the new address."
        fields={editFields(webhook)}
        submit="Save"
        onSubmit={(body) => change.mutateAsync({ method: 'PUT', path, body }).then(close)}
      />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title="Delete this webhook?"
        confirm="Delete webhook"
        danger
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate({ method: 'DELETE', path }, { onSuccess: () => navigate('/webhooks') })}
      >
        Deliveries queued for {webhook.url} are dropped. Events are kept and can be read in the event log.
      </ConfirmDialog>
    </>
  )
}
