import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Link, useSearch } from 'wouter'
import type { ApiKey, ApiKeyCreated } from '../../../contracts/dashboard/developers.ts'
import { useCommand } from '../api/queries.ts'
import { useCan, useEnvironment } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { IconKey, IconPlus } from '../icons.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { Copy } from '../parts/Copy.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { ShortList } from '../parts/ShortList.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { TwoLines } from '../resources/TwoLines.tsx'
import { KEY_FIELDS, KeyLimits, keyBody, valuesOf } from './KeyLimits.tsx'
import { firstCall } from './snippets.ts'

export default function Keys() {
  const can = useCan()
  const environment = useEnvironment()
  const [opened, dialog] = useDisclosure(false)
  const [made, setMade] = useState<ApiKeyCreated>()
  const { mutateAsync } = useCommand<ApiKeyCreated>()
  const generate = can('keys.create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
      Generate key
    </Button>
  )
  return (
    <>
      <PageHead
        title="API keys"
        clock="real"
        lead={`For ${environment} alone: the other environment has keys of its own. Keep them on your servers.`}
        actions={generate}
      />
      <Cards>
        <KeyList generate={generate} />
        <Card
          title="The first call"
          lead="Returns your balance and settings."
          actions={
            <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default">
              Docs
            </Button>
          }
        >
          <CodeSnippet label="First call" code={firstCall('$TRIBUTARY_KEY')} />
        </Card>
      </Cards>
      <FormDialog
        opened={opened}
        onClose={dialog.close}
        title={`Generate a ${environment} key`}
        fields={KEY_FIELDS}
        submit="Generate key"
        onSubmit={async (body) => {
          const created = await mutateAsync({ path: 'keys', body: keyBody(body) })
          dialog.close()
          setMade(created)
        }}
      />
      <Dialog
        title="Your new key"
        opened={made !== undefined}
        onClose={() => setMade(undefined)}
        size="wide"
        closedByButtonAlone
      >
        {made && <NewKey made={made} onDone={() => setMade(undefined)} />}
      </Dialog>
    </>
  )
}

/** All keys, or with `?only=exposed` those that came over plain HTTP, as Home counts them. */
function KeyList({ generate }: { readonly generate: ReactNode }) {
  const onlyExposed = new URLSearchParams(useSearch()).get('only') === 'exposed'
  return (
    <>
      {onlyExposed && (
        <Text>
          Only keys that came over plain HTTP. <Link href="/keys">Show all keys</Link>
        </Text>
      )}
      <ShortList<ApiKey>
        label="API keys"
        path="keys"
        keyOf={({ id }) => id}
        columns={COLUMNS}
        only={onlyExposed ? isExposed : undefined}
        empty={
          <EmptyState icon={<IconKey size={20} />} title="No keys yet" action={generate}>
            Programs sign in to the API with a key.
          </EmptyState>
        }
      />
    </>
  )
}

const isExposed = ({ sent_in_plain_text_at, revoked_at }: ApiKey): boolean =>
  sent_in_plain_text_at !== null && revoked_at === null

function NewKey({
  made: { key: secret, approval },
  onDone,
}: {
  readonly made: ApiKeyCreated
  readonly onDone: () => void
}) {
  return (
    <Stack gap="md">
      {approval && <Text fw={600}>It works once another person has approved it.</Text>}
      <Text>Copy it now. It is not shown again; only its beginning stays visible.</Text>
      <div>
        <Copy text={secret} label="Copy the key" whole />
      </div>
      <CodeSnippet label="Try it" code={firstCall(secret)} />
      <Button onClick={onDone} ml="auto">
        I have copied it
      </Button>
    </Stack>
  )
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    title: 'Name',
    narrow: 'whole',
    grow: true,
    cell: (key) => (
      <TwoLines
        first={
          <>
            {key.name}{' '}
            {key.sent_in_plain_text_at && <StatusBadge status="failed">Sent without HTTPS: replace it</StatusBadge>}
          </>
        }
        second={<KeyLimits {...key} />}
      />
    ),
  },
  { title: 'Begins with', narrow: 'hide', cell: ({ prefix }) => <code>{prefix}…</code> },
  { title: 'Created', narrow: 'hide', cell: ({ created_at }) => <Time at={created_at} to="day" /> },
  {
    title: 'Last used',
    narrow: 'whole',
    cell: ({ last_used_at, last_used_from }) =>
      last_used_at ? <TwoLines first={<Time at={last_used_at} />} second={last_used_from} /> : 'Never used',
  },
  { title: 'Actions', align: 'right', narrow: 'whole', cell: (key) => <KeyActions apiKey={key} /> },
]

function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const can = useCan()
  if (apiKey.revoked_at) return <StatusBadge status="revoked" />
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {apiKey.expired ? <StatusBadge status="expired" /> : can('keys.change') && <Change apiKey={apiKey} />}
      <Revoke apiKey={apiKey} />
    </Group>
  )
}

function Change({ apiKey }: { readonly apiKey: ApiKey }) {
  const [opened, dialog] = useDisclosure(false)
  const { mutateAsync } = useCommand<ApiKey>()
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={dialog.open}>
        Change
      </Button>
      <FormDialog
        opened={opened}
        onClose={dialog.close}
        title={`Change the key “${apiKey.name}”`}
        lead="The key itself stays the same. Every process applies the change within a second."
        fields={KEY_FIELDS}
        initial={valuesOf(apiKey)}
        submit="Save"
        onSubmit={async (body) => {
          await mutateAsync({ method: 'PUT', path: `keys/${apiKey.id}`, body: keyBody(body, apiKey) })
          dialog.close()
        }}
      />
    </>
  )
}

function Revoke({ apiKey }: { readonly apiKey: ApiKey }) {
  const can = useCan()
  const [opened, dialog] = useDisclosure(false)
  const { mutate, isPending, error } = useCommand()
  if (!can('keys.revoke')) return <StatusBadge status="active" />
  return (
    <>
      <Button variant="subtle" size="compact-sm" color="red" onClick={dialog.open}>
        Revoke
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Revoke the key “${apiKey.name}”?`}
        confirm="Revoke key"
        danger
        busy={isPending}
        error={error}
        onConfirm={() => mutate({ method: 'DELETE', path: `keys/${apiKey.id}` }, { onSuccess: dialog.close })}
      >
        Every program that uses it is refused within seconds. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}
