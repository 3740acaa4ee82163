import { newId, type TenantId } from '../../kernel/ids.ts'
import { announceActivity } from '../../platform/activity.ts'
import type { Statement, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { firstStatus, KINDS, type NewMessage } from './model.ts'
import { insertMessagesStatement, readSender, type Sender } from './store.ts'

/** Writes messages in the transaction of the change they are about; a worker sends them once it is committed. */
export async function queueMessages(
  tx: Tx,
  tenant: TenantId,
  messages: readonly NewMessage[],
  vault: Vault,
): Promise<void> {
  if (messages.length === 0) return
  await Promise.all(queueMessagesStatements(tx, tenant, await readSender(tx, tenant), messages, vault))
}

/** Like `queueMessages`, as statements not yet sent. */
export function queueMessagesStatements(
  tx: Tx,
  tenant: TenantId,
  sender: Sender,
  messages: readonly NewMessage[],
  vault: Vault,
): Statement[] {
  if (messages.length === 0) return []
  announceActivity(tenant)
  const rows = messages.map(({ kind, to, facts }) => {
    const id = newId('message')
    const { channel, sealed } = KINDS[kind]
    const text = JSON.stringify(facts)
    return {
      id,
      channel,
      kind,
      recipient: to,
      facts: sealed ? null : text,
      facts_sealed: sealed ? vault.seal({ tenant, row: id, field: 'facts' }, text) : null,
      ...firstStatus(channel, to, sender.environment),
    }
  })
  return [insertMessagesStatement(tx, tenant, sender, rows)]
}
