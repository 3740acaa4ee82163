import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { rowsOf } from '../../platform/rows.ts'

/** When payouts may go to an account that was prenotified; undefined where it was not. */
export async function clearFrom(tx: Tx, bank: TenantId, fingerprints: readonly Buffer[]): Promise<Date | undefined> {
  const given = fingerprints.map((fingerprint) => ({ fingerprint }))
  const [row] = await tx<{ clear_at: Date }[]>`
    select clear_at from ach_prenotes prenote
    where tenant_id = ${bank}
      and fingerprint in (select fingerprint from ${rowsOf(given, { fingerprint: 'bytea' })} as given)
    order by clear_at limit 1`
  return row?.clear_at
}

export async function insertPrenote(tx: Tx, bank: TenantId, fingerprint: Buffer, clear_at: Date): Promise<void> {
  await tx`insert into ach_prenotes ${tx({ tenant_id: bank, fingerprint, clear_at } as never)} on conflict do nothing`
}
