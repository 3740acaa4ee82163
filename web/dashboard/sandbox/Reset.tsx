import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useCommand } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'

export function Reset() {
  const can = useCan()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [opened, dialog] = useDisclosure(false)
  const { mutate, isPending, error, reset } = useCommand()
  const close = () => {
    dialog.close()
    reset()
  }
  if (!can('sandbox.reset')) return null
  return (
    <Card
      title="Reset sandbox"
      lead="An empty sandbox with the same keys, webhooks and settings."
      actions={
        <Button variant="default" onClick={dialog.open}>
          Reset sandbox
        </Button>
      }
    >
      Creators, payouts and purchases of the present sandbox are no longer shown; its ledger is kept.
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Reset the sandbox?"
        confirm="Reset sandbox"
        danger
        typed="reset"
        busy={isPending}
        error={error}
        onConfirm={() =>
          mutate(
            { path: '/sandbox/reset', body: {} },
            {
              onSuccess: () => {
                client.removeQueries({ queryKey: ['read'] })
                close()
                navigate('/')
              },
            },
          )
        }
      >
        Everybody of your enterprise sees an empty sandbox at once. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
