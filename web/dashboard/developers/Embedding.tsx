import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { EmbedOrigin } from '../../../contracts/resources.ts'
import { useCommand } from '../api/queries.ts'
import { useCan, useEnvironment } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { IconFrame, IconPlus } from '../icons.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { embedCall } from './snippets.ts'

const FIELDS: readonly Field[] = [
  {
    kind: 'text',
    name: 'origin',
    label: 'Origin',
    hint: 'Scheme, host and port.',
    placeholder: 'https://app.example.com',
  },
]

const COLUMNS: readonly Column<EmbedOrigin>[] = [
  { title: 'Origin', grow: true, cell: ({ origin }) => origin },
  { title: 'Since', cell: ({ created_at }) => <Time at={created_at} to="day" /> },
  { title: 'Actions', align: 'right', cell: (origin) => <Forbid origin={origin} /> },
]

export default function Embedding() {
  const can = useCan()
  const environment = useEnvironment()
  const [opened, dialog] = useDisclosure(false)
  const { mutateAsync } = useCommand()
  const add = can('origins.change') && (
    <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
      Allow an origin
    </Button>
  )
  return (
    <>
      <PageHead
        title="Embedding"
        lead="Connect and the card form can be framed by these origins alone."
        actions={add}
      />
      <Cards>
        <DataTable<EmbedOrigin>
          label="Origins"
          path="v1/embed-origin"
          keyOf={({ id }) => id}
          columns={COLUMNS}
          empty={
            <EmptyState icon={<IconFrame size={20} />} title="No origins yet" action={add}>
              {environment === 'sandbox'
                ? 'In sandbox every port of localhost may embed without registration.'
                : 'Allow the origin of your website to show Connect in it.'}
            </EmptyState>
          }
        />
        <Card title="Embed Connect">
          <CodeSnippet label="Embed Connect" code={embedCall()} />
        </Card>
      </Cards>
      <FormDialog
        opened={opened}
        onClose={dialog.close}
        title="Allow an origin to embed"
        fields={FIELDS}
        submit="Allow"
        onSubmit={(body) => mutateAsync({ path: 'v1/embed-origin', body }).then(dialog.close)}
      />
    </>
  )
}

function Forbid({ origin }: { readonly origin: EmbedOrigin }) {
  const can = useCan()
  const [opened, dialog] = useDisclosure(false)
  const { mutate, isPending, error } = useCommand()
  if (!can('origins.change')) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" color="red" onClick={dialog.open}>
        Remove
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Remove ${origin.origin}?`}
        confirm="Remove origin"
        danger
        busy={isPending}
        error={error}
        onConfirm={() =>
          mutate({ method: 'DELETE', path: `v1/embed-origin/${origin.id}` }, { onSuccess: dialog.close })
        }
      >
        Pages of this origin can no longer show Connect or the card form.
      </ConfirmDialog>
    </>
  )
}
