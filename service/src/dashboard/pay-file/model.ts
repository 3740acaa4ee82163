import { PAY_FILE_FIELDS as FIELDS, type PayFileField as Field } from '../../../../contracts/dashboard/pay-file.ts'
import type { CsvRecord } from '../../kernel/csv.ts'
import type { Fault } from '../../kernel/errors.ts'
import { canonical, parseJson } from '../../kernel/json.ts'
import { parseDollars } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import type { PayoutInput } from '../../resources/payouts/index.ts'

/** The payee and the amount: a file needs at least one column of each. */
export const PAYEE_FIELDS = ['account_connection', 'external_id', 'email'] as const
const AMOUNT_FIELDS = ['amount', 'amount_in_cents'] as const

/** Names that people give the columns, in small letters and with `_` between words. */
const NAMES: Record<Field, readonly string[]> = {
  account_connection: ['account_connection', 'account_connection_id', 'connection', 'connection_id', 'creator_id'],
  external_id: ['external_id', 'your_id', 'reference_id'],
  email: ['email', 'e_mail', 'email_address', 'e_mail_address', 'mail'],
  amount: ['amount', 'amount_usd', 'amount_in_usd', 'usd', 'dollars', 'amount_in_dollars', 'payment', 'payout'],
  amount_in_cents: ['amount_in_cents', 'cents', 'amount_cents'],
  description: ['description', 'memo', 'note', 'message', 'payment_description'],
  date: ['date', 'pay_on', 'payment_date', 'payout_date', 'scheduled_for'],
  user_data: ['user_data'],
}

const normalized = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** A column of the file and the field it holds; null when it is ignored. */
export interface Column {
  readonly column: string
  readonly field: Field | null
}

export function matchColumns(header: readonly string[], chosen: Readonly<Record<string, Field | null>> = {}): Column[] {
  const taken = new Set<Field>(Object.values(chosen).filter((field) => field !== null))
  return header.map((column) => {
    if (Object.hasOwn(chosen, column)) return { column, field: chosen[column] ?? null }
    const field = FIELDS.find((one) => NAMES[one].includes(normalized(column)))
    if (field === undefined || taken.has(field)) return { column, field: null }
    taken.add(field)
    return { column, field }
  })
}

/** A fault of a row, or of one value in it. */
export interface RowFault {
  readonly column?: string
  readonly value?: string
  readonly code: string
  readonly message: string
}

/** Faults of the columns themselves: with any of them no row can be read. */
export function columnFaults(columns: readonly Column[]): RowFault[] {
  const has = (fields: readonly Field[]): boolean =>
    columns.some(({ field }) => field !== null && fields.includes(field))
  const twice = columns.filter(
    ({ field }, nth) => field !== null && columns.findIndex((one) => one.field === field) < nth,
  )
  return [
    ...(has(PAYEE_FIELDS)
      ? []
      : [{ code: 'missing_column', message: 'No column says whom to pay: account_connection, external_id or email.' }]),
    ...(has(AMOUNT_FIELDS)
      ? []
      : [{ code: 'missing_column', message: 'No column says how much: amount or amount_in_cents.' }]),
    ...twice.map(({ column, field }) => ({
      column,
      code: 'duplicate_column',
      message: `Another column is taken for ${field} already.`,
    })),
  ]
}

/** A row by its fields, as written but for white space around. */
export type Fields = Partial<Record<Field, string>>

export interface Row {
  readonly line: number
  readonly fields: Fields
  readonly faults: readonly RowFault[]
}

export function readRow({ line, fields }: CsvRecord, columns: readonly Column[]): Row {
  const named: Fields = {}
  for (const [nth, { field }] of columns.entries()) {
    const value = fields[nth]?.trim()
    if (field !== null && value) named[field] = value
  }
  if (fields.length === columns.length) return { line, fields: named, faults: [] }
  const message = `The row has ${fields.length} fields, the first line of the file has ${columns.length}.`
  return { line, fields: named, faults: [{ code: 'wrong_number_of_fields', message }] }
}

/** Which connections an external id or an e-mail address stands for. */
export interface Payees {
  byExternalId(externalId: string): readonly string[]
  byEmail(email: string): readonly string[]
}

type FaultsOf = (input: unknown) => readonly Fault[]

/** The payout a row asks for, or its faults, by the rules of the API's own request. */
export function readEntry(
  row: Row,
  columns: readonly Column[],
  payees: Payees,
  faultsOf: FaultsOf,
): PayoutInput | RowFault[] {
  const { fields } = row
  const faults: RowFault[] = [...row.faults]
  const report = (field: Field, code: string, message: string): void => {
    const column = columns.find((one) => one.field === field)?.column
    const value = fields[field]
    faults.push({
      ...(column === undefined ? {} : { column }),
      ...(value === undefined ? {} : { value }),
      code,
      message,
    })
  }
  const input = {
    account_connection: payeeOf(fields, payees, report),
    amount_in_cents: amountOf(fields, report),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.date === undefined ? {} : { date: momentOf(fields.date) }),
    ...(fields.user_data === undefined ? {} : { user_data: dataOf(fields.user_data, report) }),
  }
  if (faults.length > 0) return faults
  for (const { param, code, message } of faultsOf(input)) {
    const [name = ''] = param.split('.')
    const field = name === 'amount_in_cents' && fields.amount_in_cents === undefined ? 'amount' : (name as Field)
    report(field, code, sentence(message))
  }
  return faults.length > 0 ? faults : (input as PayoutInput)
}

const sentence = (message: string): string => `It ${message.replaceAll('`', '')}.`

type Report = (field: Field, code: string, message: string) => void

/** Where a row names its payee in several ways, they must mean the same. */
function payeeOf(fields: Fields, payees: Payees, report: Report): string | undefined {
  const meant = new Set<string>()
  const { account_connection, external_id, email } = fields
  if (account_connection !== undefined) meant.add(account_connection)
  if (external_id !== undefined) {
    const [found] = payees.byExternalId(external_id)
    if (found === undefined)
      return void report('external_id', 'not_found', 'No account connection has this external id.')
    meant.add(found)
  }
  if (meant.size > 1)
    return void report(
      'external_id',
      'ambiguous',
      'The account connection and the external id are not of the same creator.',
    )
  const [payee] = meant
  if (email !== undefined) return payeeByEmail(email, payee, payees, report)
  if (payee === undefined) report('account_connection', 'required', 'The row does not say whom to pay.')
  return payee
}

/** Several may share an address: then it names nobody, but it agrees with each of them. */
function payeeByEmail(email: string, payee: string | undefined, payees: Payees, report: Report): string | undefined {
  const found = payees.byEmail(email)
  if (found.length === 0) return void report('email', 'not_found', 'No account connection has this e-mail address.')
  if (payee !== undefined) {
    if (found.includes(payee)) return payee
    return void report('email', 'ambiguous', 'The e-mail address is of another creator than the one the row names.')
  }
  if (found.length === 1) return found[0]
  return void report('email', 'ambiguous', 'Several account connections have this e-mail address; name one by its id.')
}

function amountOf({ amount, amount_in_cents }: Fields, report: Report): number | undefined {
  const fromDollars = amount === undefined ? undefined : parseDollars(amount)
  if (amount !== undefined && fromDollars === undefined)
    return void report('amount', 'invalid_amount', 'It must be dollars like 12.50.')
  if (amount_in_cents === undefined) {
    if (fromDollars === undefined) report('amount', 'required', 'The row does not say how much.')
    return fromDollars
  }
  if (!/^\d{1,15}$/.test(amount_in_cents))
    return void report('amount_in_cents', 'invalid_amount', 'It must be a whole number of cents like 1250.')
  const cents = Number(amount_in_cents)
  if (fromDollars !== undefined && fromDollars !== cents)
    return void report('amount', 'ambiguous', 'The amount in dollars and the amount in cents are not the same.')
  return cents
}

/** A day is its first moment; everything else is judged as the API judges it. */
const momentOf = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text)

function dataOf(text: string, report: Report): unknown {
  try {
    const { value, faults } = parseJson(text)
    for (const { code, message } of faults) report('user_data', code, sentence(message))
    return value
  } catch {
    return void report('user_data', 'malformed_json', 'It must be a JSON object.')
  }
}

/** The payments of a file, in one spelling: equal for files that pay the same, however a spreadsheet saved them. */
export const paymentsOf = (entries: readonly PayoutInput[]): string =>
  canonical(
    entries.map(({ date, ...entry }) => canonical(date ? { ...entry, date: iso(new Date(date)) } : entry)).sort(),
  )
