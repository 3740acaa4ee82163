import { Popover } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useCan } from '../api/session.ts'
import { IconSelector } from '../icons.tsx'
import { useSandboxNow } from '../parts/clock.ts'
import { Time } from '../parts/Time.tsx'
import { ClockControls } from '../sandbox/ClockControls.tsx'
import styles from './Shell.module.css'

const ZONE = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
const zoneAt = (now: string): string | undefined =>
  ZONE.formatToParts(new Date(now)).find(({ type }) => type === 'timeZoneName')?.value

/** The time of the sandbox, by which everything in it is dated. Pressed, it can be moved ahead. */
export function SandboxTime() {
  const can = useCan()
  const [opened, popover] = useDisclosure(false)
  // A button that was pressed and is busy has lost the focus, and the popover does not hear Escape then.
  useHotkeys(opened ? [['Escape', popover.close]] : [])
  const now = useSandboxNow()
  // Nothing stands there before: it would move to the left when the time comes.
  if (!now) return null
  const time = (
    <span>
      Sandbox time: <Time at={now} /> <span className={styles.zone}>{zoneAt(now)}</span>
    </span>
  )
  if (!can('sandbox.simulate')) return <span className={styles.clock}>{time}</span>
  return (
    <Popover opened={opened} onDismiss={popover.close} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.clock} title="Move the sandbox's clock ahead" onClick={popover.toggle}>
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
