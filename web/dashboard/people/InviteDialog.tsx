import { useCommand } from '../api/queries.ts'
import { ROLES } from '../api/session.ts'
import { type Field, FormDialog } from '../parts/FormDialog.tsx'
import { words } from '../parts/StatusBadge.tsx'

const FIELDS: readonly Field[] = [
  { name: 'email', label: 'E-mail', kind: 'email' },
  {
    name: 'role',
    label: 'Role',
    kind: 'choice',
    initial: 'viewer',
    options: ROLES.map((value) => ({ value, label: words(value) })),
  },
]

interface InviteDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  const { mutate, isPending, error, reset } = useCommand()
  const close = () => {
    reset()
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title="Invite a person"
      lead="They get an e-mail with a link, and choose their own password."
      fields={FIELDS}
      submit="Send the invitation"
      busy={isPending}
      error={error}
      onSubmit={(body) => mutate({ path: '/invitations', body }, { onSuccess: close })}
    />
  )
}
