import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { Environment } from '../../../contracts/environment.ts'
import { Mark } from '../../ui/icons.tsx'
import { forgetAsOf, useAsOf } from '../api/as-of.ts'
import { useEnvironment, useMe } from '../api/session.ts'
import { IconMenu2 } from '../icons.tsx'
import { useRealTime } from '../parts/clock.ts'
import { TIME_ZONE, Time } from '../parts/Time.tsx'
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx'
import { Navigation } from './Navigation.tsx'
import { Enterprises, PersonMenu } from './PersonMenu.tsx'
import { SandboxTime } from './SandboxTime.tsx'
import { SearchBox } from './SearchBox.tsx'
import styles from './Shell.module.css'

const BANNERS = {
  sandbox: { name: 'Sandbox', means: ': test data, no real money moves' },
  production: { name: 'Production', means: ': real money' },
}

interface FrameProps {
  /** The colour of the banner. */
  readonly environment: Environment
  readonly banner: ReactNode
  /** The name beside the mark, which leads home. */
  readonly name: string
  readonly navigation: (onChoose?: () => void) => ReactNode
  /** Between the name and the person's menu. */
  readonly tools?: ReactNode
  readonly menu: ReactNode
  readonly children: ReactNode
}

/** The frame of every page: where it is, where one can go, who is signed in. */
export function Frame({ environment, banner, name, navigation, tools, menu, children }: FrameProps) {
  const [opened, drawer] = useDisclosure(false)
  return (
    <div className={styles.shell} data-environment={environment}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.top}>
        <div className={styles.banner}>{banner}</div>
        <div className={styles.bar}>
          <ActionIcon className={styles.burger} size="xl" aria-label="Open navigation" onClick={drawer.open}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <Link href="/" className={styles.brand}>
            <Mark />
            <span className={styles.enterprise} dir="auto">
              {name}
            </span>
          </Link>
          {tools ?? <div className={styles.search} />}
          {menu}
        </div>
      </header>
      <aside className={styles.aside}>
        <div className={styles.rail}>{navigation()}</div>
      </aside>
      <Drawer opened={opened} onClose={drawer.close} title={name} size="18rem" closeButtonProps={CLOSE}>
        {navigation(drawer.close)}
      </Drawer>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
        <AsOf />
        <div id="floating" />
      </main>
    </div>
  )
}

/** Said where figures may be older than the page: they were read from a copy of the database. */
function AsOf() {
  const asOf = useAsOf()
  const realTime = useRealTime()
  const [place] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgotten when the page changes
  useEffect(() => forgetAsOf, [place])
  if (asOf === null) return null
  return (
    <p className={styles.asOf}>
      Figures on this page are as of <Time at={asOf} to="second" />. {realTime}
    </p>
  )
}

/** In production there is one clock, and only the zone is to be said. */
export const TimeZone = () => <span className={`${styles.clock} ${styles.zone}`}>Time zone: {TIME_ZONE}</span>

const CLOSE = { 'aria-label': 'Close navigation' }

/** The frame of the pages of one environment. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const environment = useEnvironment()
  const { enterprise } = useMe()
  const tools = (
    <>
      <div className={styles.search}>
        <SearchBox />
      </div>
      <EnvironmentSwitch />
    </>
  )
  const { name, means } = BANNERS[environment]
  const banner = (
    <>
      <p>
        {name}
        <span className={styles.means}>{means}</span>
      </p>
      {environment === 'sandbox' ? <SandboxTime /> : <TimeZone />}
    </>
  )
  const menu = (
    <PersonMenu>
      <Enterprises />
    </PersonMenu>
  )
  return (
    <Frame
      environment={environment}
      banner={banner}
      name={enterprise.name}
      navigation={(onChoose) => <Navigation {...(onChoose ? { onChoose } : {})} />}
      tools={tools}
      menu={menu}
    >
      {children}
    </Frame>
  )
}
