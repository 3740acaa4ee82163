import { code } from './fields.ts'

/** What a batch may hold; 280 is for advices. */
export const SERVICE_CLASS = code(3, /^(200|220|225|280)$/, '200 (mixed), 220 (credits), 225 (debits) or 280 (advices)')
