import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ConsoleAction } from '../../contracts/console/session.ts'
import { useCommand } from '../dashboard/api/queries.ts'
import { FormDialog } from '../dashboard/form/FormDialog.tsx'
import type { Body, Field } from '../dashboard/form/field.ts'
import { Dialog } from '../dashboard/parts/Dialog.tsx'
import { useMay } from './session.ts'

const REASON: Field = {
  kind: 'text',
  name: 'reason',
  label: 'Reason',
  hint: 'For the audit log: who reads it later wants to know why.',
  missing: 'Say why.',
}

interface DeedProps<Answer> {
  /** The right that it needs; without it the button is not there. */
  readonly action: ConsoleAction
  /** On the button that opens the dialog. */
  readonly label: string
  readonly title: string
  readonly lead?: ReactNode
  readonly path: string
  readonly fields?: readonly Field[]
  /** The body that is sent, of the values that were typed. */
  readonly toBody: (typed: Body, reason: unknown) => object
  readonly submit: string
  readonly danger?: boolean
  /** Shown once it is done, where the answer holds something to be passed on. */
  readonly result?: (answer: Answer) => ReactNode
  readonly onDone?: () => void
}

/** A rule of four eyes holds: the answer names the approval, and nothing else. */
const isAwaiting = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && Object.keys(answer).join() === 'approval'

/** A button for something that an operator does: asks for its input and the reason, sends it, and shows what came of it. */
export function Deed<Answer = unknown>(props: DeedProps<Answer>) {
  const { action, label, title, lead, path, fields = [], toBody, submit, danger = false, result, onDone } = props
  const [opened, setOpened] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [awaiting, setAwaiting] = useState(false)
  const command = useCommand<Answer>()
  const may = useMay()
  if (!may(action)) return null
  async function send({ reason, ...typed }: Body): Promise<void> {
    const done = await command.mutateAsync({ path, body: { ...toBody(typed, reason), reason } })
    setOpened(false)
    if (isAwaiting(done)) setAwaiting(true)
    else if (result) setAnswer(done)
    else onDone?.()
  }
  function close(): void {
    setAnswer(undefined)
    setAwaiting(false)
    onDone?.()
  }
  return (
    <>
      <Button
        variant={danger ? 'outline' : 'default'}
        {...(danger ? { color: 'red' } : {})}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        lead={lead}
        fields={[...fields, REASON]}
        submit={submit}
        danger={danger}
        onSubmit={send}
      />
      <Dialog
        title={awaiting ? 'Another operator is needed' : 'Done'}
        opened={awaiting || answer !== undefined}
        onClose={close}
        closedByButtonAlone
      >
        <Stack>
          <div>
            {awaiting
              ? 'A rule of four eyes holds for this. It is done once another operator approves it, under Four eyes.'
              : answer !== undefined && result?.(answer)}
          </div>
          <Button onClick={close}>Close</Button>
        </Stack>
      </Dialog>
    </>
  )
}
