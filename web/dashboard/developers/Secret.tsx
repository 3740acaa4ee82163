import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { WebhookSecret } from '../../../contracts/webhooks.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { Copy } from '../parts/Copy.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { Facts } from '../parts/Facts.tsx'
import { Time } from '../parts/Time.tsx'

/** The signing secret, read from the service only when somebody asks to see it. */
export function Secret({ webhook }: { readonly webhook: string }) {
  const [shown, setShown] = useState(false)
  const [rotating, dialog] = useDisclosure(false)
  const { data, error, refetch } = useRead<WebhookSecret>(`v1/webhook/${webhook}/secret`, { enabled: shown })
  const { mutate, isPending, error: refused } = useCommand<WebhookSecret>()
  return (
    <Card
      title="Signing secret"
      lead="A call with a valid signature of this secret comes from us."
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
          </Button>
          <Button variant="default" onClick={dialog.open}>
            Rotate
          </Button>
        </Group>
      }
    >
      {!shown ? (
        'whsec_••••••••••••••••'
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        data && (
          <Facts
            facts={[
              { name: 'Secret', value: <Copy text={data.secret} label="Copy the secret" whole /> },
              { name: 'Previous secret', value: data.previous_secret && <Copy text={data.previous_secret} /> },
              {
                name: 'Previous secret valid until',
                value: data.previous_valid_until && <Time at={data.previous_valid_until} />,
              },
            ]}
          />
        )
      )}
      <ConfirmDialog
        opened={rotating}
        onClose={dialog.close}
        title="Rotate the signing secret?"
        confirm="Rotate"
        busy={isPending}
        error={refused}
        onConfirm={() =>
          mutate(
            { path: `v1/webhook/${webhook}/secret/rotate` },
            {
              onSuccess: () => {
                dialog.close()
                setShown(true)
              },
            },
          )
        }
      >
        For 24 hours every call is signed with both secrets, so that you can update your receiver.
      </ConfirmDialog>
    </Card>
  )
}
