import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Buyer } from './model.ts'

export type BuyerName = Pick<Buyer, 'first_name' | 'last_name' | 'email'>

/** Records a buyer as known until this change. Of two changes in one moment the first counts: what came between never was. */
export async function recordName(tx: Tx, tenant: TenantId, buyer: Buyer, until: Date): Promise<void> {
  await tx`
    insert into buyer_names (tenant_id, buyer, until, first_name, last_name, email)
    values (${tenant}, ${buyer.id}, ${until}, ${buyer.first_name}, ${buyer.last_name}, ${buyer.email})
    on conflict do nothing`
}

/** The buyer as known at that moment. */
export async function findNameAt(
  sql: Queryable,
  tenant: TenantId,
  id: string,
  at: Date,
): Promise<BuyerName | undefined> {
  const [name] = await sql<BuyerName[]>`
    select first_name, last_name, email from (
      (select first_name, last_name, email, until from buyer_names
        where tenant_id = ${tenant} and buyer = ${id} and until > ${at} order by until limit 1)
      union all
      select first_name, last_name, email, 'infinity' from buyers where tenant_id = ${tenant} and id = ${id}
    ) known order by until limit 1`
  return name
}
