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
}

export function Table<Row>({ label, columns, rows, keyOf, hrefOf, expected = 8, stale = false }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0} aria-busy={rows === undefined || stale}>
      <table className={`${styles.table} ${stale ? styles.stale : ''}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <Line key={keyOf(row)} row={row} columns={columns} href={hrefOf?.(row)} />)
            : Array.from({ length: expected }, (_, place) => `row ${place}`).map((key) => (
                <Waiting key={key} columns={columns} />
              ))}
        </tbody>
      </table>
    </section>
  )
}

interface LineProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly href: string | undefined
}

/** The link in the first cell covers the whole row. */
function Line<Row>({ row, columns, href }: LineProps<Row>) {
  return (
    <tr className={href ? styles.pressable : undefined}>
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

function Waiting<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <tr>
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
