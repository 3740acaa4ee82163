import { isId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { isBank } from '../../tenants/index.ts'
import type { Sent } from './store.ts'

/** Payments that the bank can return or correct. */
export type SentKind = 'payout' | 'withdrawal' | 'withdrawal of a creator'

/** The bank itself owns what it has sent for creators; an enterprise never is a bank in production. */
export async function kindOfSent(tx: Tx, { owner, payout }: Sent): Promise<SentKind> {
  if (!isId('withdrawal', payout)) return 'payout'
  return (await isBank(tx, owner)) ? 'withdrawal of a creator' : 'withdrawal'
}
