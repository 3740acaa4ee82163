import type { Tx } from '../../platform/database.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { requireEnterprise } from '../../tenants/index.ts'
import { correctBankAccount } from '../account-connections/index.ts'
import { correctCreatorBankAccount } from '../creator-withdrawals/index.ts'
import { connectionOfPayout, type PayoutDeps } from '../payouts/index.ts'
import { correctWithdrawalAccount } from '../withdrawals/index.ts'
import type { Settlement } from './received.ts'
import type { SentKind } from './sent.ts'
import type { Sent } from './store.ts'

/** The fields as the bank corrects them, for the account that they are about; undefined for any other. */
type Correct = (bank: BankAccount) => Partial<BankAccount> | undefined

type CorrectPaid = (tx: Tx, sent: Sent, correct: Correct, deps: PayoutDeps) => Promise<Settlement>

const settled = (refused: string | undefined, about: string): Settlement => (refused ? { kept: refused } : { about })

/** The bank account that a payment went to, as the receiving bank corrects it, by the kind of the payment. */
export const CORRECT: Readonly<Record<SentKind, CorrectPaid>> = {
  async payout(tx, { owner, payout }, correct, { vault }) {
    const connection = await connectionOfPayout(tx, owner, payout)
    return settled(await correctBankAccount(tx, owner, connection, correct, vault), connection)
  },
  async withdrawal(tx, { owner }, correct, deps) {
    const { enterprise } = await requireEnterprise(tx, owner)
    return settled(await correctWithdrawalAccount(tx, owner, correct, deps), enterprise)
  },
  async 'withdrawal of a creator'(tx, { owner, payout }, correct, deps) {
    const outcome = await correctCreatorBankAccount(tx, owner, payout, correct, deps)
    return 'refused' in outcome ? { kept: outcome.refused } : outcome
  },
}
