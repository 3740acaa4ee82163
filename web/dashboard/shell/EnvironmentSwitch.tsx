import { Menu } from '@mantine/core'
import { useLocation } from 'wouter'
import { ENVIRONMENTS, type Environment } from '../../../contracts/environment.ts'
import { useEnvironment, useMe } from '../api/session.ts'
import { IconCheck, IconSelector } from '../icons.tsx'
import { humanize } from '../parts/StatusBadge.tsx'
import { Titled } from '../parts/Titled.tsx'
import styles from './EnvironmentSwitch.module.css'

const MEANS: Record<Environment, string> = {
  sandbox: 'Test data, no real money',
  production: 'Real money',
}

/** From one environment to the other: to its home, since nothing of one exists in the other. */
export function EnvironmentSwitch() {
  const here = useEnvironment()
  const { environments } = useMe()
  const [, navigate] = useLocation()
  return (
    <Menu width={240}>
      <Menu.Target>
        <button
          type="button"
          className={`${styles.switch} ${styles[here]}`}
          aria-label={`Environment: ${here}. Change`}
        >
          <span className={styles.dot} aria-hidden="true" />
          {humanize(here)}
          <IconSelector size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {ENVIRONMENTS.map((environment) => (
          <Menu.Item
            key={environment}
            disabled={!environments[environment]}
            onClick={() => environment !== here && navigate(`~/dashboard/${environment}`)}
            rightSection={environment === here ? <IconCheck size={16} aria-label="Chosen" /> : null}
          >
            <Titled
              name={humanize(environment)}
              means={environments[environment] ? MEANS[environment] : 'Not enabled for your enterprise yet'}
            />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
