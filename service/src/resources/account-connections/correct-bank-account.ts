import type { TenantId } from '../../kernel/ids.ts'
import { lockPayoutAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { readContact, tenantNow } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { announced } from './commands.ts'
import { bankLabel } from './model.ts'
import { lockConnection, updateConnection } from './store.ts'

/**
 * The receiving bank says what is right: the connection pays there from now on, and both sides are told. `correct` answers
 * nothing when the correction is of another account than the connection has. Says why it was not taken, or nothing.
 */
export async function correctBankAccount(
  tx: Tx,
  tenant: TenantId,
  id: string,
  correct: (bank: BankAccount) => Partial<BankAccount> | undefined,
  vault: Vault,
): Promise<string | undefined> {
  const row = await lockConnection(tx, tenant, id)
  if (!row || row.status === 'deleted') return 'the account connection was deleted'
  if (row.bank_sealed === null || row.type !== 'ach') return 'the account connection is paid elsewhere by now'
  const place = { tenant, row: row.id, field: 'bank' }
  const bank = JSON.parse(vault.open(place, row.bank_sealed)) as BankAccount
  const changes = correct(bank)
  if (!changes) return 'the account connection has another bank account by now'
  // Whoever changes where a payout goes holds the operating account, as payouts do.
  await lockPayoutAccounts(tx, tenant)
  const corrected = { ...bank, ...changes }
  const destination = bankLabel(corrected.account_type, corrected.account_number)
  const written = {
    bank_sealed: vault.seal(place, JSON.stringify(corrected)),
    destination,
    updated_at: await tenantNow(tx, tenant),
  }
  await updateConnection(tx, tenant, row.id, row.status, written)
  const { enterprise, email } = await readContact(tx, tenant)
  const name = `${row.first_name} ${row.last_name}`
  await queueMessages(
    tx,
    tenant,
    [
      { kind: 'bank_corrected', to: row.email, facts: { name: row.first_name, enterprise, destination, own: true } },
      { kind: 'bank_corrected', to: email ?? '', facts: { name, enterprise, destination, own: false } },
    ],
    vault,
  )
  await announced(tx, tenant, { ...row, ...written })
  return undefined
}
