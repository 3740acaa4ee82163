import { Stack } from '@mantine/core'
import type { ApiKey, LoggedRequestDetail } from '../../../contracts/dashboard/developers.ts'
import type { WholeList } from '../../../contracts/lists.ts'
import { useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import type { PageProps } from '../page.ts'
import { Card } from '../parts/Card.tsx'
import { CodeSnippet, Json } from '../parts/CodeSnippet.tsx'
import { Copy } from '../parts/Copy.tsx'
import { useRealTime } from '../parts/clock.ts'
import { DetailPage } from '../parts/DetailPage.tsx'
import { Facts } from '../parts/Facts.tsx'
import { HttpStatus } from '../parts/StatusBadge.tsx'
import { Time } from '../parts/Time.tsx'
import { TwoLines } from '../resources/TwoLines.tsx'
import { durationOf } from './duration.ts'
import { callOf } from './snippets.ts'

export default function Request({ params }: PageProps) {
  const id = params.id ?? ''
  const read = useRead<LoggedRequestDetail>(`request-log/${encodeURIComponent(id)}`)
  return (
    <DetailPage
      kind="Request"
      id={id}
      back={{ href: '/requests', label: 'Requests' }}
      read={read}
      title={({ method, path }) => `${method} ${path}`}
      badge={({ status }) => <HttpStatus status={status} />}
      aside={read.data ? <About request={read.data} /> : null}
    >
      {(request) => (
        <>
          <Card title="Bodies" lead="Secrets are left out.">
            <Stack gap="md">
              <Body label="Request" none="The request had no body." body={request.request_body} />
              <Body label="Response" none="The response was not stored." body={request.response_body} />
            </Stack>
          </Card>
          <Card title="The same call" lead="Put back what was left out as a secret.">
            <CodeSnippet
              label="The same call"
              code={callOf({ ...request, body: request.request_body, idempotencyKey: keyOf(request) })}
            />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

const About = ({ request }: { readonly request: LoggedRequestDetail }) => (
  <>
    <Card title="Details" lead={useRealTime()}>
      <Facts
        facts={[
          { name: 'When', value: <Time at={request.at} to="second" /> },
          { name: 'Duration', value: durationOf(request) },
          { name: 'Key', value: request.api_key && <KeyName id={request.api_key} /> },
          { name: 'Idempotency key', value: keyOf(request) && <Copy text={keyOf(request) ?? ''} /> },
          {
            name: 'Replayed',
            value:
              request.response_headers['idempotent-replayed'] && 'Yes: the answer to an earlier request with this key',
          },
        ]}
      />
    </Card>
    <Headers title="Request headers" headers={request.request_headers} />
    <Headers title="Response headers" headers={request.response_headers} />
  </>
)

const keyOf = ({ request_headers }: LoggedRequestDetail): string | undefined => request_headers['idempotency-key']

interface HeadersProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
}

const Headers = ({ title, headers }: HeadersProps) =>
  Object.keys(headers).length > 0 && (
    <Card title={title}>
      <Facts facts={Object.entries(headers).map(([name, value]) => ({ name, value: <code>{value}</code> }))} />
    </Card>
  )

/** The key's name, for roles that may see the keys. */
function KeyName({ id }: { readonly id: string }) {
  const enabled = useCan()('keys.read')
  const { data } = useRead<WholeList<ApiKey>>('keys', { enabled })
  const name = data?.data.find((key) => key.id === id)?.name
  return name ? <TwoLines first={name} second={id} /> : id
}

interface BodyProps {
  readonly label: string
  readonly none: string
  readonly body: unknown
}

const Body = ({ label, none, body }: BodyProps) =>
  body === undefined || body === null ? <p>{none}</p> : <Json label={label} value={body} />
