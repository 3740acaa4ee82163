import type { PayFileUpload } from '../../../contracts/dashboard/pay-file.ts'

/** Beyond this a file has surely more rows than one may have. */
export const BYTES_MAX = 10 * 1024 * 1024

export const TEMPLATE = `account_connection,amount,description,date
acon_01kk3v9x2qf8m6t4w0c5n7d1ha,125.00,March royalties,
acon_01kk3v9x2qf8m6t4w0c5n7d1hb,80.50,March royalties,2031-04-01T09:00:00Z
`

/** Files that were dropped while this page is open: their columns can be matched anew. */
export const dropped = new Map<string, Omit<PayFileUpload, 'columns'>>()
