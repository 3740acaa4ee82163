import type { ApprovalRule } from '../../../contracts/approvals.ts'
import type { TenantId } from '../kernel/ids.ts'
import { json, type Queryable, type Tx } from '../platform/database.ts'

export async function readApprovalRules(sql: Queryable, tenant: TenantId): Promise<readonly ApprovalRule[]> {
  const [row] = await sql<{ approval_rules: readonly ApprovalRule[] | null }[]>`
    select approval_rules from tenants where id = ${tenant}`
  return row?.approval_rules ?? []
}

/** The rules that two changes at once would both replace. */
export async function lockApprovalRules(tx: Tx, tenant: TenantId): Promise<readonly ApprovalRule[]> {
  await tx`select 1 from tenants where id = ${tenant} for no key update`
  return readApprovalRules(tx, tenant)
}

/** An empty table is stored as null, so that commands of a tenant without rules see none. */
export async function writeApprovalRules(tx: Tx, tenant: TenantId, rules: readonly ApprovalRule[]): Promise<void> {
  const value = rules.length === 0 ? null : json(rules)
  await tx`update tenants set approval_rules = ${value} where id = ${tenant}`
}
