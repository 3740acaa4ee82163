import type { Database } from '../../src/platform/database.ts'
import { passesLuhn } from '../../src/rails/cards/number.ts'
import { CARDS } from './purchases.ts'

/** What looks like the number of a card: a run of digits, grouped or not, that a network could have given out. */
const NUMBER = /(?<![\d.])(?:4|5[1-5]|2[2-7]|3[0-9]|6)(?:[ -]?\d){12,18}(?!\d)/g
/** Sealed bytes written as hexadecimal digits: a run of sixteen without a letter is chance. */
const SEALED = /\b(?=\d*[a-f])[0-9a-f]{64,}\b/g
const TIME = /\d\d:\d\d:\d\d(?:\.\d+)?|"(?:time|ms|timestamp)":[\d.]+/g

/** Every card number in a text, and every security code of these. */
export function cardsIn(text: string, codes: readonly string[]): string[] {
  const numbers = (text.replaceAll(SEALED, '').match(NUMBER) ?? []).filter((found) =>
    passesLuhn(found.replaceAll(/\D/g, '')),
  )
  const known = Object.values(CARDS).filter((number) => text.includes(number))
  const plain = text.replaceAll(TIME, '')
  return [...numbers, ...known, ...codes.filter((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`).test(plain))]
}

/** Every row of every table, as text; bytes as far as they are text. */
export async function wholeDatabase({ sql }: Database): Promise<string> {
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`
  const texts: string[] = []
  for (const [table, members] of Map.groupBy(columns, (column) => column.table)) {
    const list = members.map(({ column, type }) =>
      type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`,
    )
    const rows = await sql.unsafe(
      `select ${list.map((column, nth) => `${column} as c${nth}`).join(', ')} from "${table}"`,
    )
    texts.push(...rows.map((row) => `${table}: ${Object.values(row).join(' | ')}`))
  }
  return texts.join('\n')
}
