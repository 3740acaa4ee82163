import type { Vault } from '../../platform/vault.ts'
import type { RecordDecision } from '../../resources/approvals/index.ts'
import { isSharedBank, requireEnterprise } from '../../tenants/index.ts'
import { record, recordByService } from '../audit-log/chain.ts'
import { OPERATOR_CHAIN } from '../audit-log/store.ts'

/** Implements the port of approvals: decisions by API keys and by time stand in the audit log, as those of people do. */
export const recordDecision =
  (vault: Vault): RecordDecision =>
  async (tx, tenant, { key, action, approval }) => {
    const { enterprise, environment } = (await isSharedBank(tx, tenant))
      ? { enterprise: OPERATOR_CHAIN, environment: 'production' as const }
      : await requireEnterprise(tx, tenant)
    const { id: subject, deed, description, amount_in_cents, status, rejected } = approval
    const details = {
      deed,
      description,
      ...(amount_in_cents === null ? {} : { amount_in_cents }),
      became: status,
      ...(rejected?.reason ? { reason: rejected.reason } : {}),
    }
    const entry = { enterprise, environment, action, subject, details }
    if (key) await record(tx, vault, { ...entry, personId: key.id, person: `API key ${key.name}` })
    else await recordByService(tx, vault, entry)
  }
