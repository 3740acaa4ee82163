import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './Table.module.css'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Amounts and counts stand right, digit under digit. */
  readonly align?: 'right'
  /** On a phone a row becomes two columns of cells; what is not needed there is left to the detail page. */
  readonly narrow?: 'hide' | 'whole'
  /** Takes what room is left, and is cut at its end. */
  readonly grow?: boolean
}

interface TableProps<Row> {
  /** What the table lists; for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they are on their way: then as many empty rows as `expected` hold the place. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly hrefOf?: ((row: Row) => string | undefined) | undefined
  readonly expected?: number
  /** Rows of the page before, until the next is here. */
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

/** The link of the first cell is stretched over its row. */
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
  ]
    .filter(Boolean)
    .join(' ')
