import { Popover } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import type { Clock } from '../../../contracts/sandbox.ts'
import { useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { IconSelector } from '../icons.tsx'
import { Time } from '../parts/Time.tsx'
import { ClockControls } from '../sandbox/ClockControls.tsx'
import styles from './Shell.module.css'

const LOOK_MS = 15_000

/** The time of the sandbox, by which everything in it is dated. Pressed, it can be moved ahead. */
export function SandboxTime() {
  const can = useCan()
  const [opened, popover] = useDisclosure(false)
  // A button that was pressed and is busy has lost the focus, and the popover does not hear Escape then.
  useHotkeys(opened ? [['Escape', popover.close]] : [])
  const { data } = useRead<Clock>('v1/sandbox/clock', { everyMs: LOOK_MS })
  // Nothing stands there before: it would move to the left when the time comes.
  if (!data) return null
  const time = <Time at={data.now} />
  if (!can('sandbox.simulate')) return <span className={styles.clock}>{time}</span>
  return (
    <Popover opened={opened} onDismiss={popover.close} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.clock} title="Sandbox time. Move it ahead" onClick={popover.toggle}>
          <span className="visually-hidden">Sandbox time: </span>
          {time}
          <IconSelector size={14} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Sandbox time">
        <ClockControls />
      </Popover.Dropdown>
    </Popover>
  )
}
