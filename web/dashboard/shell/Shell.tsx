import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Mark } from '../../ui/icons.tsx'
import { useEnvironment, useMe } from '../api/session.ts'
import { IconMenu2 } from '../icons.tsx'
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx'
import { Navigation } from './Navigation.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { SandboxTime } from './SandboxTime.tsx'
import { SearchBox } from './SearchBox.tsx'
import styles from './Shell.module.css'

const BANNERS = {
  sandbox: { name: 'Sandbox', means: ': test data, no real money moves' },
  production: { name: 'Production', means: ': real money' },
}

/** The frame of every page: which environment it is, where one can go, who is signed in. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const environment = useEnvironment()
  const { enterprise } = useMe()
  const [opened, drawer] = useDisclosure(false)
  return (
    <div className={styles.shell} data-environment={environment}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.top}>
        <div className={styles.banner}>
          <p>
            {BANNERS[environment].name}
            <span className={styles.means}>{BANNERS[environment].means}</span>
          </p>
          {environment === 'sandbox' && <SandboxTime />}
        </div>
        <div className={styles.bar}>
          <ActionIcon className={styles.burger} size="xl" aria-label="Open navigation" onClick={drawer.open}>
            <IconMenu2 size={20} />
          </ActionIcon>
          <Link href="/" className={styles.brand}>
            <Mark />
            <span className={styles.enterprise} dir="auto">
              {enterprise.name}
            </span>
          </Link>
          <div className={styles.search}>
            <SearchBox />
          </div>
          <EnvironmentSwitch />
          <PersonMenu />
        </div>
      </header>
      <aside className={styles.aside}>
        <div className={styles.rail}>
          <Navigation />
        </div>
      </aside>
      <Drawer opened={opened} onClose={drawer.close} title={enterprise.name} size="18rem" closeButtonProps={CLOSE}>
        <Navigation onChoose={drawer.close} />
      </Drawer>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
        <div id="floating" />
      </main>
    </div>
  )
}

const CLOSE = { 'aria-label': 'Close navigation' }
