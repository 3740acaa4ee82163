import { cents } from '../kernel/money.ts'

/** Opening balance of a sandbox operating account: 100,000.00. */
export const OPERATING_OPENING = cents(10_000_000)

/** Opening balance of a sandbox creator's account: 5,000.00. */
export const CREATOR_OPENING = cents(500_000)
