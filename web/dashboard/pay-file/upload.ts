import type { PayFileUpload } from '../../../contracts/dashboard/pay-file.ts'

/** A larger file has certainly more than the maximum of 10,000 rows. */
export const BYTES_MAX = 10 * 1024 * 1024

export const TOO_LARGE = 'This file is larger than 10 MB. Split it: a file has up to 10,000 rows.'
export const NOT_TEXT =
  'This is not a text file. If it is a spreadsheet, save it as CSV (comma-separated values, UTF-8) and choose that file.'

/** Spreadsheets and archives hold zero bytes, or bytes that are no UTF-8 and are read as U+FFFD. */
export const isText = (csv: string): boolean => !/[\0\uFFFD]/.test(csv)

export const TEMPLATE = `account_connection,amount,description,date
acon_01kk3v9x2qf8m6t4w0c5n7d1ha,125.00,March royalties,
acon_01kk3v9x2qf8m6t4w0c5n7d1hb,80.50,March royalties,2031-04-01T09:00:00Z
`

/** Files uploaded in this tab, by id: only their columns can be matched again. */
export const dropped = new Map<string, Omit<PayFileUpload, 'columns'>>()
