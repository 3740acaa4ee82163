import { Link, useLocation } from 'wouter'
import { useCan, useEnvironment } from '../api/session.ts'
import styles from './Navigation.module.css'
import { type NavigationGroup, navigationOf } from './navigation.ts'

/** `/payouts` is where one is on `/payouts/pay_…` too. */
const isHere = (location: string, href: string): boolean =>
  href === '/' ? location === '/' || location === '' : location === href || location.startsWith(`${href}/`)

interface NavigationProps {
  readonly onChoose?: () => void
}

export function Navigation({ onChoose }: NavigationProps) {
  const environment = useEnvironment()
  const can = useCan()
  return <NavigationList groups={navigationOf(environment, can)} {...(onChoose ? { onChoose } : {})} />
}

/** The rows of a side bar. */
export function NavigationList({
  groups,
  onChoose,
}: NavigationProps & { readonly groups: readonly NavigationGroup[] }) {
  const [location] = useLocation()
  return (
    <nav aria-label="Main" className={styles.navigation}>
      {groups.map(({ title, items }) => (
        <div key={title ?? 'first'} className={styles.group}>
          {title && <p className={styles.title}>{title}</p>}
          <ul>
            {items.map(({ href, label, icon: Icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  className={styles.item}
                  aria-current={isHere(location, href) ? 'page' : undefined}
                  onClick={() => onChoose?.()}
                >
                  <Icon size={17} stroke={1.75} aria-hidden="true" />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
