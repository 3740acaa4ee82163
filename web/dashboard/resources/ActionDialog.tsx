import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { useCommand } from '../api/queries.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import type { Body } from '../form/field.ts'
import { Dialog } from '../parts/Dialog.tsx'
import type { Action, Row } from './kind.ts'
import { PaySteps } from './PaySteps.tsx'

interface ActionDialogProps<R extends Row | undefined> {
  readonly action: Action<R>
  readonly row: R
  readonly opened: boolean
  readonly onClose: () => void
}

/** The dialog of an action of a resource: its form, then its answer. */
export function ActionDialog<R extends Row | undefined>({ opened, ...rest }: ActionDialogProps<R>) {
  const { action, row, onClose } = rest
  return (
    <Dialog title={action.title(row)} opened={opened} onClose={onClose}>
      {action.pays ? <PaySteps {...rest} /> : <Inside {...rest} />}
    </Dialog>
  )
}

/** Mounted only while the dialog is open, so that each opening has an idempotency key of its own. */
function Inside<R extends Row | undefined>({ action, row, onClose }: Omit<ActionDialogProps<R>, 'opened'>) {
  const { mutateAsync } = useCommand<Row>({ oneKey: true })
  const [done, setDone] = useState<ReactNode>()
  const [, go] = useLocation()

  async function submit(values: Body): Promise<void> {
    const { method, path, body } = action.call(values, row)
    const answer = await mutateAsync({ method, path: `v1${path}`, ...(body ? { body } : {}) })
    if (action.done) return setDone(action.done(answer as never))
    onClose()
    if (action.leadsTo) go(action.leadsTo(answer))
  }

  if (done)
    return (
      <Stack gap="md">
        {done}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    )
  return (
    <FieldsForm
      fields={action.fields ?? []}
      initial={action.initial?.(row)}
      lead={action.text?.(row)}
      submit={(values) => action.submit(values, row)}
      danger={action.danger}
      cancel={action.danger ? 'Keep as it is' : 'Cancel'}
      onCancel={onClose}
      onSubmit={submit}
    />
  )
}
