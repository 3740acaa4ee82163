import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { PersonListed } from '../../../contracts/dashboard/people.ts'
import { ROLES } from '../../../contracts/dashboard/session.ts'
import { useCommand } from '../api/queries.ts'
import { useCan, useMe } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { IconDots, IconUserPlus, IconUsers } from '../icons.tsx'
import { Cards } from '../parts/Card.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { ShortList } from '../parts/ShortList.tsx'
import { humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { SIGN_IN_COLUMNS } from './columns.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { Roles } from './Roles.tsx'
import { SignInRules } from './SignInRules.tsx'

export default function People() {
  const can = useCan()
  const [inviting, invite] = useDisclosure(false)
  return (
    <>
      <PageHead
        title="People"
        clock="real"
        lead="Who of your enterprise can sign in, and what they may do. The same people in both environments."
        actions={
          can('people.invite') && (
            <Button leftSection={<IconUserPlus size={16} />} onClick={invite.open}>
              Invite a person
            </Button>
          )
        }
      />
      <Cards>
        <ShortList<PersonListed>
          label="People"
          path="/people"
          keyOf={({ id }) => id}
          columns={useColumns()}
          empty={<EmptyState icon={<IconUsers size={20} />} title="Nobody yet" />}
        />
        <Invitations />
        <SignInRules />
        <Roles />
      </Cards>
      <InviteDialog opened={inviting} onClose={invite.close} />
    </>
  )
}

function useColumns(): readonly Column<PersonListed>[] {
  const can = useCan()
  const { person: self } = useMe()
  return [
    { title: 'Name', cell: ({ id, name }) => (id === self.id ? `${name} (you)` : name) },
    { title: 'E-mail', grow: true, narrow: 'whole', cell: ({ email }) => email },
    { title: 'Role', cell: ({ role }) => <StatusBadge status={role}>{humanize(role)}</StatusBadge> },
    ...SIGN_IN_COLUMNS,
    {
      title: 'Actions',
      align: 'right',
      cell: (person) => can('people.change') && <PersonActions person={person} />,
    },
  ]
}

function PersonActions({ person }: { readonly person: PersonListed }) {
  const [open, setOpen] = useState<'role' | 'remove'>()
  const role = useCommand()
  const removal = useCommand()
  const close = () => {
    setOpen(undefined)
    removal.reset()
  }
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${person.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('role')}>Change role</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpen('remove')}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FormDialog
        opened={open === 'role'}
        onClose={close}
        title={`Change the role of ${person.name}`}
        lead="Where a rule asks for it, another person approves the change first; it then stands under Approvals."
        fields={[
          {
            kind: 'choice',
            name: 'role',
            label: 'Role',
            initial: person.role,
            options: ROLES.map((value) => ({ value, label: humanize(value) })),
          },
        ]}
        submit="Change role"
        onSubmit={(body) => role.mutateAsync({ path: `/people/${person.id}/role`, body }).then(close)}
      />
      <ConfirmDialog
        opened={open === 'remove'}
        onClose={close}
        title={`Remove ${person.name}?`}
        confirm="Remove"
        danger
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate({ method: 'DELETE', path: `/people/${person.id}` }, { onSuccess: close })}
      >
        They are signed out at once on every device. Their actions stay in the audit log.
      </ConfirmDialog>
    </>
  )
}
