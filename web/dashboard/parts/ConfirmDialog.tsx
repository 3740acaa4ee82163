import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { RequestError } from '../../ui/requests.ts'
import { Dialog } from './Dialog.tsx'
import { ErrorNote } from './ErrorState.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** A question that names its object: `Cancel this payout?` */
  readonly title: string
  /** The consequence, and whether it can be undone. */
  readonly children: ReactNode
  /** The verb of the title: `Cancel payout`, not `OK`. */
  readonly confirm: string
  readonly danger?: boolean
  readonly busy?: boolean
  readonly error?: RequestError | null | undefined
  readonly onConfirm: () => void
  /** A word to type first, before something that cannot be undone. */
  readonly typed?: string
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title } = props
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <Question {...props} />
    </Dialog>
  )
}

function Question({ onClose, children, confirm, danger, busy = false, error, onConfirm, typed }: ConfirmDialogProps) {
  const [words, setWords] = useState('')
  const isReady = typed === undefined || words.trim() === typed
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !busy) onConfirm()
      }}
    >
      <Stack gap="md">
        <div>{children}</div>
        {typed !== undefined && (
          <TextInput
            label={`Type “${typed}” to confirm`}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" loading={busy} disabled={!isReady} {...(danger ? { color: 'red' } : {})}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
