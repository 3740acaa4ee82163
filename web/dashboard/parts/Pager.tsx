import { ActionIcon, Button, Group, NumberInput } from '@mantine/core'
import type { WalkedPagination } from '../../../contracts/lists.ts'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '../icons.tsx'
import styles from './DataTable.module.css'

const count = new Intl.NumberFormat('en-US')

interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onTurn: (page: number) => void
  /** Tells several pagers of one page apart. */
  readonly label?: string
}

/** The range of rows shown, and buttons to other pages. */
export function Pager({ page, pageSize, total, onTurn, label = 'Pages' }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = (page - 1) * pageSize + 1
  const turns = [
    { label: 'First page', icon: IconChevronsLeft, to: 1, off: page <= 1 },
    { label: 'Previous page', icon: IconChevronLeft, to: page - 1, off: page <= 1 },
    { label: 'Next page', icon: IconChevronRight, to: page + 1, off: page >= last },
    { label: 'Last page', icon: IconChevronsRight, to: last, off: page >= last },
  ]
  const button = ({ label, icon: Icon, to, off }: (typeof turns)[number]) => (
    <ActionIcon key={label} variant="default" size="lg" aria-label={label} disabled={off} onClick={() => onTurn(to)}>
      <Icon size={16} />
    </ActionIcon>
  )
  return (
    <nav className={styles.pager} aria-label={label}>
      <p className={styles.where}>
        {total === 0 ? 'Nothing' : `${count.format(from)}–${count.format(Math.min(total, from + pageSize - 1))}`} of{' '}
        {count.format(total)}
      </p>
      {last > 1 && (
        <div className={styles.turns}>
          {turns.slice(0, 2).map(button)}
          <PageNumber key={page} page={page} last={last} onTurn={onTurn} />
          {turns.slice(2).map(button)}
        </div>
      )}
    </nav>
  )
}

function PageNumber({ page, last, onTurn }: Pick<PagerProps, 'page' | 'onTurn'> & { readonly last: number }) {
  function turn(text: string): void {
    const to = Number(text.replaceAll(/\D/g, ''))
    if (to >= 1 && to !== page) onTurn(Math.min(last, to))
  }
  return (
    <NumberInput
      aria-label={`Page, of ${last}`}
      className={styles.number}
      defaultValue={page}
      min={1}
      max={last}
      allowDecimal={false}
      thousandSeparator=","
      hideControls
      onBlur={(event) => turn(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') turn(event.currentTarget.value)
      }}
    />
  )
}

interface CursorPagerProps {
  readonly pagination: WalkedPagination
  /** Absent on the first page. */
  readonly cursor: string | undefined
  readonly onTurn: (cursor: string | undefined) => void
}

/** For a list that is too long to count to its end: it is read from page to page. */
export function CursorPager({ pagination, cursor, onTurn }: CursorPagerProps) {
  const { total, total_is_minimum, next_cursor } = pagination
  return (
    <nav className={styles.pager} aria-label="Pages">
      <p className={styles.where}>
        {total_is_minimum ? 'At least ' : ''}
        {count.format(total)}
      </p>
      <Group gap="xs">
        <Button variant="default" disabled={!cursor} onClick={() => onTurn(undefined)}>
          First page
        </Button>
        <Button variant="default" disabled={!next_cursor} onClick={() => onTurn(next_cursor)}>
          Next page
        </Button>
      </Group>
    </nav>
  )
}
