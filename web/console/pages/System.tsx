import { Button, Code, FileButton, Group } from '@mantine/core'
import type { CheckLines } from '../../../contracts/console/pages.ts'
import { useCommand } from '../../dashboard/api/queries.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { ErrorNote } from '../../dashboard/parts/ErrorState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { Deed } from '../Deed.tsx'

export default function System() {
  return (
    <>
      <PageHead title="Checks" lead="Whether production is ready, and what keeps the service in order." />
      <Cards>
        <ProductionCheck />
        <Inspect />
        <Card title="Maintenance" lead="Each is recorded, with its reason.">
          <Group gap="xs">
            <Deed
              action="system.change"
              label="Rotate the vault's key"
              title="Seal every secret again with the first key of VAULT_KEY?"
              lead="It runs beside the service. Keep older keys until it has ended."
              path="/system/vault/rotate"
              toBody={() => ({})}
              submit="Rotate"
            />
            <Deed
              action="system.change"
              label="Remove the demo accounts"
              title="Remove the demo accounts?"
              lead="The API key of the demo enterprise is revoked, and its first person is removed."
              path="/system/demo/remove"
              toBody={() => ({})}
              submit="Remove"
              danger
            />
          </Group>
        </Card>
      </Cards>
    </>
  )
}

/** Asks each outside party, so it runs on request alone. */
function ProductionCheck() {
  const check = useCommand<CheckLines>()
  return (
    <Card
      title="Ready for production"
      lead="Settings, certificates, bank, mail, cards, identity and books, one line each."
      actions={
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({ path: '/system/production-check', body: {} })}
        >
          Check now
        </Button>
      }
    >
      <div aria-live="polite">
        {check.error ? (
          <ErrorNote error={check.error} />
        ) : check.data ? (
          <Lines lines={check.data.lines} />
        ) : (
          'Not checked in this session.'
        )}
      </div>
    </Card>
  )
}

/** Reads an ACH file, and says where and why it would be refused. */
function Inspect() {
  const inspect = useCommand<CheckLines>()
  async function read(file: File | null): Promise<void> {
    if (!file) return
    // An ACH file is text of one byte for each character.
    const text = new TextDecoder('latin1').decode(await file.arrayBuffer())
    inspect.mutate({ path: '/bank/inspect', body: { text } })
  }
  return (
    <Card
      title="Inspect an ACH file"
      lead="Nothing of it is stored or booked."
      actions={
        <FileButton onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={inspect.isPending}>
              Choose a file
            </Button>
          )}
        </FileButton>
      }
    >
      <div aria-live="polite">
        {inspect.error ? (
          <ErrorNote error={inspect.error} />
        ) : inspect.data ? (
          <Lines lines={inspect.data.lines} />
        ) : (
          'No file was inspected in this session.'
        )}
      </div>
    </Card>
  )
}

const Lines = ({ lines }: CheckLines) => (
  <Code block tabIndex={0}>
    {lines.join('\n')}
  </Code>
)
