import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession, PersonSession } from '../../../contracts/dashboard/sign-in.ts'
import { deviceOf } from '../../ui/devices.ts'
import type { RequestError } from '../../ui/requests.ts'
import { useAction } from '../../ui/use-action.ts'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { useSessionChange } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorNote, ErrorState } from '../parts/ErrorState.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'

const AUTH = `${PLACE}/auth`
const KEY = ['sessions']

/** The person's sessions, with buttons to end them. */
export function Sessions() {
  const client = useQueryClient()
  const { end } = useSessionChange()
  const { data, error, refetch } = useQuery<SessionsView, RequestError>({ queryKey: KEY, queryFn: readSessions })
  const others = useAction()
  const all = useAction()
  async function endOthers(): Promise<void> {
    await request('POST', `${AUTH}/revoke-other-sessions`, { body: {} })
    await client.invalidateQueries({ queryKey: KEY })
  }
  async function endAll(): Promise<void> {
    await request('POST', `${AUTH}/revoke-sessions`, { body: {} })
    end()
  }
  const refused = others.error ?? all.error
  const columns: readonly Column<PersonSession>[] = [
    { title: 'Device', cell: ({ userAgent }) => deviceOf(userAgent ?? '') },
    {
      title: 'Address',
      grow: true,
      cell: ({ ipAddress }) => ipAddress || '–',
    },
    { title: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: 'Actions',
      align: 'right',
      cell: (session) =>
        session.id === data?.current ? <StatusBadge status="active">This device</StatusBadge> : <End {...session} />,
    },
  ]
  return (
    <Card
      title="Where you are signed in"
      flush
      actions={
        <>
          <Button variant="default" loading={others.busy} onClick={() => void others.run(endOthers)}>
            Sign out everywhere else
          </Button>
          <Button variant="default" loading={all.busy} onClick={() => void all.run(endAll)}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      {refused && <ErrorNote error={refused} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Table label="Sessions" columns={columns} rows={data?.sessions} keyOf={({ id }) => id} expected={1} />
      )}
    </Card>
  )
}

interface SessionsView {
  readonly sessions: readonly PersonSession[]
  readonly current: string | undefined
}

async function readSessions(): Promise<SessionsView> {
  const [sessions, own] = await Promise.all([
    request<readonly PersonSession[]>('GET', `${AUTH}/list-sessions`),
    request<OwnSession>('GET', `${AUTH}/get-session`),
  ])
  return { sessions, current: own?.session?.id }
}

function End({ token, userAgent }: PersonSession) {
  const client = useQueryClient()
  const { busy, run } = useAction()
  async function end(): Promise<void> {
    await request('POST', `${AUTH}/revoke-session`, { body: { token } })
    await client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color="red"
      loading={busy}
      onClick={() => void run(end)}
      aria-label={`Sign out ${deviceOf(userAgent ?? '')}`}
    >
      Sign out
    </Button>
  )
}
