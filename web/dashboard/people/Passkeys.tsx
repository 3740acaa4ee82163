import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canUsePasskeys } from '../../ui/passkeys.ts'
import type { RequestError } from '../../ui/requests.ts'
import { useAction } from '../../ui/use-action.ts'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorNote, ErrorState } from '../parts/ErrorState.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import { addPasskey } from '../sign-in/passkeys.ts'

interface Passkey {
  readonly id: string
  readonly name?: string | null
  readonly createdAt?: string | null
}

const KEY = ['passkeys']
const AUTH = `${PLACE}/auth/passkey`

const NAME: Field = {
  kind: 'text',
  name: 'name',
  label: 'Name',
  hint: 'To tell it from others, such as the device that keeps it.',
  initial: 'This device',
}

/** The person's passkeys: each stands for the password and the second factor. */
export function Passkeys() {
  const client = useQueryClient()
  const { refresh } = useSessionChange()
  const [adding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery<readonly Passkey[], RequestError>({
    queryKey: KEY,
    queryFn: () => request('GET', `${AUTH}/list-user-passkeys`),
  })
  const changed = async () => {
    await client.invalidateQueries({ queryKey: KEY })
    await refresh()
  }
  const columns: readonly Column<Passkey>[] = [
    { title: 'Passkey', grow: true, narrow: 'whole', cell: ({ name }) => name || 'Passkey' },
    { title: 'Added', cell: ({ createdAt }) => <Time at={createdAt ?? null} /> },
    { title: 'Actions', align: 'right', cell: (passkey) => <Remove passkey={passkey} onDone={changed} /> },
  ]
  return (
    <Card
      title="Passkeys"
      lead="Sign in with a fingerprint, a face or a PIN. Nobody can ask you for it, and nothing is there to guess."
      flush
      actions={
        <Button disabled={!canUsePasskeys()} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data?.length === 0 ? (
        <Text p="md">None yet.</Text>
      ) : (
        <Table label="Passkeys" columns={columns} rows={data} keyOf={({ id }) => id} expected={1} />
      )}
      <FormDialog
        opened={adding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        fields={[NAME]}
        submit="Add"
        onSubmit={async ({ name }) => {
          await addPasskey(String(name))
          setAdding(false)
          await changed()
        }}
      />
    </Card>
  )
}

function Remove({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => Promise<void> }) {
  const { busy, error, run } = useAction()
  async function remove(): Promise<void> {
    await request('POST', `${AUTH}/delete-passkey`, { body: { id: passkey.id } })
    await onDone()
  }
  return (
    <>
      {error && <ErrorNote error={error} />}
      <Button
        variant="subtle"
        size="compact-sm"
        color="red"
        loading={busy}
        onClick={() => void run(remove)}
        aria-label={`Remove ${passkey.name || 'the passkey'}`}
      >
        Remove
      </Button>
    </>
  )
}
