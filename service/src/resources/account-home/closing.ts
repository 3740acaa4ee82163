import type { AccountMoney, AccountMoneySteps } from '../../../../contracts/account.ts'
import { problem } from '../../kernel/errors.ts'
import { ZERO } from '../../kernel/money.ts'
import { creatorAccount, creatorReceivable, lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { type ConnectionDeps, changeConnection, connectionsOfCreator } from '../account-connections/index.ts'
import { lockCreatorBankAccount, withdraw } from '../creator-withdrawals/index.ts'
import { type CreatorRow, closeAccount, lockCreator } from '../creators/index.ts'
import { findIncomingOf } from '../incoming-money/index.ts'
import { type MoneyDeps, readMoney } from './money.ts'
import { requirePassword } from './security.ts'
import { requireSignedIn } from './session.ts'

export type ClosingDeps = MoneyDeps & ConnectionDeps

/**
 * Closes the creator's account. Whatever it holds is withdrawn to the proven bank account first; without one, nothing is closed.
 * The login stays: a withdrawal that the bank returns comes back to the account, and can be made again.
 */
export async function closeOwnAccount(
  token: string | undefined,
  { password }: AccountMoneySteps['close'],
  deps: ClosingDeps,
): Promise<AccountMoney> {
  const visitor = await requireSignedIn(token, deps)
  await requirePassword(visitor, password, deps)
  await deps.database.transaction(async (tx) => {
    // Canceling a payout takes the account between its enterprise and the bank too, so the creator's own may come after it.
    await endConnections(tx, visitor.creator, deps)
    await emptyAndClose(tx, visitor.creator, deps)
  })
  return readMoney(token, deps)
}

/** Nobody can pay into the account any more: each enterprise hears of it, and payouts that wait are canceled. */
async function endConnections(tx: Tx, { tenant_id: bank, id }: CreatorRow, deps: ClosingDeps): Promise<void> {
  const connections = await connectionsOfCreator(tx, bank, id)
  for (const { tenant_id, id: connection } of connections.toSorted((a, b) => a.tenant_id - b.tenant_id)) {
    await changeConnection(tx, tenant_id, connection, { status: 'deleted' }, deps)
  }
}

/** Locks the creator, the bank account and the books in the order of every withdrawal. */
async function emptyAndClose(tx: Tx, { tenant_id: bank, id }: CreatorRow, deps: ClosingDeps): Promise<void> {
  const creator = await lockCreator(tx, bank, id)
  if (creator.account_opened_at === null) throw problem('invalid_state', 'You have no open account.')
  await lockCreatorBankAccount(tx, bank, id)
  const [own, owed] = [creatorAccount(id), creatorReceivable(id)]
  const balances = await lockAccounts(tx, bank, [own, owed])
  if ((balances.get(owed)?.balance ?? ZERO) < 0) {
    throw problem('invalid_state', 'The bank took back money that you had spent. The account closes once it is repaid.')
  }
  if ((await findIncomingOf(tx, bank, id)).length > 0) {
    throw problem('invalid_state', 'Deposits are still on their way to the account. Close it once they are available.')
  }
  const balance = balances.get(own)?.balance ?? ZERO
  if (balance > 0) await withdraw(tx, creator, balance, deps)
  await closeAccount(tx, creator)
}
