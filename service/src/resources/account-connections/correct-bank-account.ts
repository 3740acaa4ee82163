import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { readContact, tenantNow } from '../../tenants/index.ts'
import { queueMessages } from '../messages/index.ts'
import { applyTransition } from './apply-transition.ts'
import { bankLabel, type ConnectionRow, update } from './model.ts'
import { lockConnection } from './store.ts'
import { liftSuspension } from './suspension.ts'

/**
 * A notification of change: the receiving bank corrects the account. The connection pays there from now on, and creator
 * and enterprise get a mail. `correct` returns `undefined` when the correction is for another account than the
 * connection has. Returns the reason why a correction was not applied, or `undefined`.
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
  const correction = correct(bank)
  if (!correction) return 'the account connection has another bank account by now'
  // A change of where payouts go locks the accounts that payouts lock.
  await lockOperating(tx, tenant)
  const corrected = { ...bank, ...correction }
  const destination = bankLabel(corrected.account_type, corrected.account_number)
  const bank_sealed = vault.seal(place, JSON.stringify(corrected))
  const transition = update(row, { bank_sealed, destination }, await tenantNow(tx, tenant))
  await applyTransition(tx, tenant, transition, async () => {
    await liftSuspension(tx, tenant, transition.to, vault)
    await sendMails(tx, tenant, row, destination, vault)
  })
  return undefined
}

async function sendMails(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  destination: string,
  vault: Vault,
): Promise<void> {
  const { enterprise, email } = await readContact(tx, tenant)
  const name = `${row.first_name} ${row.last_name}`
  await queueMessages(
    tx,
    tenant,
    [
      { kind: 'bank_corrected', to: row.email, facts: { name: row.first_name, enterprise, destination, own: true } },
      {
        kind: 'bank_corrected',
        to: email ?? '',
        facts: { name, enterprise, destination, own: false, connection: row.id },
      },
    ],
    vault,
  )
}
