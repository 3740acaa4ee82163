import { Link, useLocation } from 'wouter'
import { useCan, useEnvironment } from '../api/session.ts'
import styles from './Navigation.module.css'
import { navigationOf, type Section, type SectionGroup } from './navigation.ts'

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

interface NavigationListProps extends NavigationProps {
  readonly groups: readonly SectionGroup[]
}

/** The rows of a side bar. A section shows its pages while one of them is open; its own row leads to the first of them. */
export function NavigationList({ groups, onChoose }: NavigationListProps) {
  const [location] = useLocation()
  return (
    <nav aria-label="Main" className={styles.navigation}>
      {groups.map((group) => (
        <ul key={group[0]?.label} className={styles.group}>
          {group.map((section) => (
            <li key={section.label}>
              <SectionRows section={section} location={location} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

interface SectionRowsProps {
  readonly section: Section
  readonly location: string
  readonly onChoose: (() => void) | undefined
}

function SectionRows({ section: { label, icon: Icon, pages }, location, onChoose }: SectionRowsProps) {
  const [first, ...others] = pages
  const isOpen = pages.some(({ href }) => isHere(location, href))
  // A section named after its first page has that page as its own row.
  const listed = first?.label === label ? others : pages
  const isCurrent = listed !== pages && first !== undefined && isHere(location, first.href)
  return (
    <>
      <Link
        href={first?.href ?? '/'}
        className={styles.item}
        data-open={isOpen || undefined}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onChoose?.()}
      >
        <Icon size={17} stroke={1.75} aria-hidden="true" />
        {label}
      </Link>
      {isOpen && listed.length > 0 && (
        <ul className={styles.pages}>
          {listed.map((page) => (
            <li key={page.href}>
              <Link
                href={page.href}
                className={styles.item}
                aria-current={isHere(location, page.href) ? 'page' : undefined}
                onClick={() => onChoose?.()}
              >
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
