import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Table.module.css'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** For amounts and counts. */
  readonly align?: 'right'
  /** On a phone a row is a grid of two columns: `hide` leaves the cell out, `whole` gives it a line. */
  readonly narrow?: 'hide' | 'whole'
  /** Takes the remaining width; its text is cut at the end, or with `wrap` goes on in the next line. */
  readonly grow?: boolean | 'wrap'
  /** Shown only to people who choose it. */
  readonly optional?: true
  /** The two orders that pressing the head of the column changes between, the first pressed one first. */
  readonly sorts?: readonly [Sort, Sort]
}

export interface Sort {
  /** In the address; empty for the order that the list has by itself. */
  readonly value: string
  readonly label: string
  readonly direction: 'ascending' | 'descending'
}

interface Sorting {
  readonly value: string
  readonly onSort: (value: string) => void
}

/** Rows that can be chosen, to do something with all of them. */
export interface Selection<Row> {
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (keys: readonly string[], isChosen: boolean) => void
  /** Names the row for screen readers. */
  nameOf(row: Row): string
}

interface TableProps<Row> {
  /** For screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while loading: `expected` placeholder rows are shown. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: ((row: Row) => string | undefined) | undefined
  readonly expected?: number
  /** The rows are of the previous page, until the next one is loaded. */
  readonly stale?: boolean
  readonly sorting?: Sorting | undefined
  readonly selection?: Selection<Row> | undefined
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, hrefOf, expected = 8, stale = false, sorting, selection } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0} aria-busy={rows === undefined || stale}>
      <table className={`${styles.table} ${stale ? styles.stale : ''}`}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.select}>
                <ChooseAll rows={rows ?? []} keyOf={keyOf} selection={selection} disabled={!rows || stale} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <Line
                  key={keyOf(row)}
                  row={row}
                  columns={columns}
                  href={hrefOf?.(row)}
                  choose={selection && <Choose row={row} id={keyOf(row)} selection={selection} disabled={stale} />}
                />
              ))
            : Array.from({ length: expected }, (_, place) => `row ${place}`).map((key) => (
                <Waiting key={key} columns={columns} select={selection !== undefined} />
              ))}
        </tbody>
      </table>
    </section>
  )
}

interface HeadProps<Row> {
  readonly column: Column<Row>
  readonly sorting: Sorting | undefined
}

/** The title of a column; of one that can be sorted by, a button. */
function Head<Row>({ column, sorting }: HeadProps<Row>) {
  const { title, sorts } = column
  if (!sorts || !sorting)
    return (
      <th scope="col" className={classOf(column)}>
        {title}
      </th>
    )
  const now = sorts.find(({ value }) => value === sorting.value)
  const next = now === sorts[0] ? sorts[1] : sorts[0]
  return (
    <th scope="col" className={classOf(column)} aria-sort={now?.direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={() => sorting.onSort(next.value)} title={next.label}>
        {title}
        <span className={styles.arrow} aria-hidden="true">
          {now ? (now.direction === 'ascending' ? '↑' : '↓') : '↕'}
        </span>
      </button>
    </th>
  )
}

interface ChooseAllProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly selection: Selection<Row>
  /** Rows that are not there yet, or no longer what is asked for, cannot be chosen. */
  readonly disabled: boolean
}

function ChooseAll<Row>({ rows, keyOf, selection: { chosen, onChoose }, disabled }: ChooseAllProps<Row>) {
  const keys = rows.map(keyOf)
  const count = keys.filter((key) => chosen.has(key)).length
  return (
    <Checkbox
      size="xs"
      aria-label="Select all rows of this page"
      checked={count > 0 && count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      disabled={disabled}
      onChange={(event) => onChoose(keys, event.currentTarget.checked)}
    />
  )
}

interface ChooseProps<Row> {
  readonly row: Row
  readonly id: string
  readonly selection: Selection<Row>
  readonly disabled: boolean
}

const Choose = <Row,>({ row, id, selection: { chosen, onChoose, nameOf }, disabled }: ChooseProps<Row>) => (
  <Checkbox
    size="xs"
    aria-label={`Select ${nameOf(row)}`}
    checked={chosen.has(id)}
    disabled={disabled}
    onChange={(event) => onChoose([id], event.currentTarget.checked)}
  />
)

interface LineProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly href: string | undefined
  readonly choose: ReactNode
}

/** The link in the first cell covers the whole row. */
function Line<Row>({ row, columns, href, choose }: LineProps<Row>) {
  return (
    <tr className={href ? styles.pressable : undefined}>
      {choose && <td className={styles.select}>{choose}</td>}
      {columns.map((column, place) => (
        <td key={column.title} className={classOf(column)}>
          {place === 0 && href ? (
            <Link href={href} className={styles.link}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

interface WaitingProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly select: boolean
}

function Waiting<Row>({ columns, select }: WaitingProps<Row>) {
  return (
    <tr>
      {select && <td className={styles.select} />}
      {columns.map((column) => (
        <td key={column.title} className={classOf(column)}>
          <span className={styles.bone} />
        </td>
      ))}
    </tr>
  )
}

const classOf = ({ align, narrow, grow }: Column<never>): string =>
  [
    align === 'right' ? styles.right : '',
    narrow === 'hide' ? styles.hide : narrow === 'whole' ? styles.whole : '',
    grow ? styles.grow : '',
    grow === 'wrap' ? styles.wrap : '',
  ]
    .filter(Boolean)
    .join(' ')
