import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'

/** Whether credits of this originator are available as soon as they arrive. */
export async function isTrusted(sql: Queryable, bank: TenantId, company: string): Promise<boolean> {
  const rows = await sql`
    select 1 from ach_trusted_senders where tenant_id = ${bank} and company_identification = ${company}`
  return rows.length > 0
}

export async function setTrusted(tx: Tx, bank: TenantId, company: string, trusted: boolean): Promise<void> {
  if (trusted) {
    await tx`
      insert into ach_trusted_senders (tenant_id, company_identification) values (${bank}, ${company})
      on conflict do nothing`
  } else {
    await tx`delete from ach_trusted_senders where tenant_id = ${bank} and company_identification = ${company}`
  }
}

/** Trusted originators, in order. */
export async function listTrusted(sql: Queryable, bank: TenantId): Promise<string[]> {
  const rows = await sql<{ company: string }[]>`
    select company_identification as company from ach_trusted_senders where tenant_id = ${bank} order by 1`
  return rows.map(({ company }) => company)
}
