import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useCan } from '../api/session.ts'
import { IconDots } from '../icons.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import type { Action, Row } from './kind.ts'

interface ActionsProps<R extends Row | undefined> {
  readonly actions: readonly Action<R>[]
  readonly row: R
}

/** The actions that the role and the status allow: primary ones as buttons, the others in a menu. */
export function Actions<R extends Row | undefined>({ actions, row }: ActionsProps<R>) {
  const can = useCan()
  const [chosen, setChosen] = useState<Action<R>>()
  const [opened, { open, close }] = useDisclosure(false)
  const offered = actions.filter(({ needs }) => can(needs)).filter((action) => action.when?.(row) ?? true)
  const first = offered.filter(({ primary }) => primary)
  const rest = offered.filter(({ primary }) => !primary)
  const choose = (action: Action<R>) => {
    setChosen(action)
    open()
  }
  return (
    <>
      {first.map((action, nth) => (
        <Button
          key={action.label}
          {...(nth === 0 && !action.danger ? {} : { variant: 'default' })}
          onClick={() => choose(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label="More actions" variant="default" size={34}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((action) => (
              <Menu.Item key={action.label} onClick={() => choose(action)} {...(action.danger ? { color: 'red' } : {})}>
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {chosen && <ActionDialog action={chosen} row={row} opened={opened} onClose={close} />}
    </>
  )
}
