import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { InvitationCreated } from '../../../contracts/dashboard/people.ts'
import { ROLES } from '../../../contracts/dashboard/session.ts'
import { useCommand } from '../api/queries.ts'
import { useMe } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { Copy } from '../parts/Copy.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { humanize } from '../parts/StatusBadge.tsx'

const FIELDS: readonly Field[] = [
  { kind: 'email', name: 'email', label: 'E-mail' },
  {
    kind: 'choice',
    name: 'role',
    label: 'Role',
    initial: 'viewer',
    options: ROLES.map((value) => ({ value, label: humanize(value) })),
  },
]

interface InviteDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  const [invited, setInvited] = useState<InvitationCreated>()
  const { mutateAsync } = useCommand<InvitationCreated>()
  const { enterprise } = useMe()
  return (
    <>
      <FormDialog
        opened={opened}
        onClose={onClose}
        title="Invite a person"
        lead="They get an e-mail with a link, and choose their own password."
        fields={FIELDS}
        submit="Send the invitation"
        onSubmit={async (body) => {
          setInvited(await mutateAsync({ path: '/invitations', body }))
          onClose()
        }}
      />
      <Dialog title="Invited" opened={invited !== undefined} onClose={() => setInvited(undefined)}>
        {invited && (
          <Stack gap="md">
            {invited.mailed ? (
              <Text>
                An e-mail is on its way to {invited.email}. Its link works once, for seven days. Only that mailbox gets
                it.
              </Text>
            ) : (
              <>
                <Text>
                  No mail server is set up, so nothing was sent. The operator of this service prints the link:
                </Text>
                <Copy
                  text={`npm run operator -- invitation link ${enterprise.id} ${invited.email}`}
                  label="Copy the operator's command"
                  whole
                />
              </>
            )}
            <Button ml="auto" onClick={() => setInvited(undefined)}>
              Done
            </Button>
          </Stack>
        )}
      </Dialog>
    </>
  )
}
