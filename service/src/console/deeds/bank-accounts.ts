import type { BankAccount } from '../../rails/ach/port.ts'
import { setBankAccount as set } from '../../resources/withdrawals/index.ts'
import { requireTenant } from '../../tenants/index.ts'
import { deed } from './deed.ts'
import type { InTenant } from './enterprises.ts'

export interface NewBankAccount extends InTenant {
  readonly account: BankAccount
}

/** Registers the bank account that an enterprise's withdrawals go to. The audit logs tell its last digits alone. */
export const setBankAccount = deed({
  action: 'bank_account.set',
  needs: 'bank_accounts.change',
  fourEyes: async (_tx, { enterprise, environment, account }: NewBankAccount) => ({
    deed: 'bank_account',
    subject: `${enterprise} ${environment}`,
    amount: null,
    description: `Bank account of ${enterprise} in ${environment}, ending in ${account.account_number.slice(-4)}`,
  }),
  async act(tx, { enterprise, environment, account }: NewBankAccount, { payouts }) {
    const tenant = await requireTenant(tx, enterprise, environment)
    const { before, after } = await set(tx, tenant, account, payouts)
    return {
      answer: { before: before ?? null, after },
      enterprise,
      environment,
      details: { before: before ?? null, after },
    }
  },
})
