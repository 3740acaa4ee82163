import type { PayFileUpload } from '../../../contracts/dashboard/pay-file.ts'

/** A larger file has certainly more than the maximum of 10,000 rows. */
export const BYTES_MAX = 10 * 1024 * 1024

export const TEMPLATE = `account_connection,amount,description,date
acon_01kk3v9x2qf8m6t4w0c5n7d1ha,125.00,March royalties,
acon_01kk3v9x2qf8m6t4w0c5n7d1hb,80.50,March royalties,2031-04-01T09:00:00Z
`

/** Files uploaded in this tab, by id: only their columns can be matched again. */
export const dropped = new Map<string, Omit<PayFileUpload, 'columns'>>()
