import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { useMe, useSelf, useSessionChange } from '../api/session.ts'
import {
  IconBuilding,
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconUserCircle,
} from '../icons.tsx'
import { TIME_ZONE } from '../parts/Time.tsx'
import styles from './PersonMenu.module.css'

const SCHEMES = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

/** `children`: more items, between the person and their account. */
export function PersonMenu({ children }: { readonly children?: ReactNode }) {
  const { person, role } = useSelf()
  const { end } = useSessionChange()
  const [, navigate] = useLocation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = () => void request('POST', `${PLACE}/auth/sign-out`, { body: {} }).then(end, () => location.reload())
  return (
    <Menu width={240}>
      <Menu.Target>
        <ActionIcon size="xl" aria-label={`Your account: ${person.name}`}>
          <IconUserCircle size={22} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <p className={styles.name}>{person.name}</p>
          <p className={styles.soft}>{person.email}</p>
          <p className={styles.soft}>Role: {role}</p>
          <p className={styles.soft}>Times are in {TIME_ZONE}</p>
        </div>
        {children}
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => navigate('/account')}>
          Your account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value ? <IconCheck size={16} aria-label="Chosen" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** For a person of several enterprises: the one that the pages show. */
export function Enterprises() {
  const { enterprise, enterprises } = useMe()
  if (enterprises.length < 2) return null
  const choose = (id: string) =>
    void request('POST', '/dashboard/api/enterprise', { body: { enterprise: id } }).finally(() =>
      // Everything read so far belongs to the other enterprise.
      location.assign('/dashboard'),
    )
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Enterprises</Menu.Label>
      {enterprises.map(({ id, name }) => (
        <Menu.Item
          key={id}
          leftSection={<IconBuilding size={16} />}
          rightSection={id === enterprise.id ? <IconCheck size={16} aria-label="Chosen" /> : null}
          onClick={() => choose(id)}
        >
          <span dir="auto">{name}</span>
        </Menu.Item>
      ))}
    </>
  )
}
