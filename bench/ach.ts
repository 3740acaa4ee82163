import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TenantId } from '../service/src/kernel/ids.ts'
import { openVault } from '../service/src/platform/vault.ts'
import { readAch } from '../service/src/rails/ach/nacha/index.ts'
import { createEnterprise, requireTenant } from '../service/src/tenants/index.ts'
import { type Arena, openArena } from './support/arena.ts'
import { type Line, report } from './support/report.ts'

const PAYOUTS = 100_000
const SECONDS_MAX = 10
const MEMORY_MAX_MB = 500

/** A hundred thousand payouts to as many bank accounts, from the cut-off until the bank has the files. */
export async function ach(): Promise<boolean> {
  const arena = await openArena()
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-ach-'))
  try {
    await seed(arena)
    const peer = await arena.peer('ach-files.ts', { FOLDER: folder })
    const result = (await (await fetch(`http://127.0.0.1:${peer.port}/`)).json()) as Record<
      'make' | 'transmit' | 'memory',
      number
    >
    await peer.stop()
    const entries = await countEntries(folder)
    if (entries !== PAYOUTS) throw new Error(`the files hold ${entries} entries`)
    const lines: Line[] = [
      { name: '100,000 payouts into files', value: result.make, unit: 's', atMost: SECONDS_MAX },
      { name: 'payouts into files', value: PAYOUTS / result.make, unit: 'payouts/s' },
      { name: 'the files to a folder, verified and confirmed', value: result.transmit, unit: 's' },
      { name: 'peak memory of the process', value: result.memory, unit: 'MB', atMost: MEMORY_MAX_MB },
    ]
    return await report('ach', lines)
  } finally {
    await arena.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function countEntries(folder: string): Promise<number> {
  let entries = 0
  for (const name of await readdir(folder)) {
    const { file } = readAch(await readFile(join(folder, name)))
    entries += file.batches.reduce((sum, batch) => sum + batch.entries.length, 0)
  }
  return entries
}

/** Payouts whose cut-off has come, and the sealed bank accounts they go to. Nothing moved for them in the books. */
async function seed({ database, variables }: Arena): Promise<void> {
  const vault = openVault(variables.VAULT_KEY as string)
  const tenant = await database.transaction(async (tx) =>
    requireTenant(tx, await createEnterprise(tx, 'Bench'), 'production'),
  )
  const idOf = (nth: number): string => `acon_bench${String(nth).padStart(20, '0')}`
  const sealed = (nth: number): Buffer =>
    vault.seal(
      { tenant: tenant as TenantId, row: idOf(nth), field: 'bank' },
      JSON.stringify({
        name_on_account: `Zoë Müller ${nth}`,
        account_number: String(10_000_000 + nth),
        routing_number: '021000021',
        account_type: 'checking',
      }),
    )
  for (let from = 0; from < PAYOUTS; from += 10_000) {
    const nths = Array.from({ length: 10_000 }, (_, index) => from + index)
    await database.sql`
      insert into account_connections (tenant_id, id, position, status, type, first_name, last_name, email,
        requested_permissions, credit_granted, verification_prompt, verification_answer_digest, bank_sealed, destination,
        created_at, updated_at)
      select ${tenant}, id, ordinal + ${from}, 'active', 'ach', 'Bench', 'Creator', 'bench@example.com', '{payment.credit}',
        true, 'none', '\\x00', decode(sealed, 'hex'), 'Checking ••••0000', now(), now()
      from unnest(${nths.map(idOf)}::text[], ${nths.map((nth) => sealed(nth).toString('hex'))}::text[])
        with ordinality as new (id, sealed, ordinal)`
  }
  await database.sql`
    insert into payouts (tenant_id, id, position, account_connection, status, type, amount_in_cents, fee_in_cents,
      description, date, destination, batch_at, activity, created_at, updated_at)
    select ${tenant}, 'pay_seed' || lpad(n::text, 22, '0'), n, 'acon_bench' || lpad((n - 1)::text, 20, '0'), 'pending', 'ach',
      100 + n, 25, 'Payment from Bench', now(), 'Checking ••••0000', date_trunc('second', now()) - interval '1 minute',
      '[{"entry":"Created","date":"2026-01-01T00:00:00.000Z","type":"status_change","status":"created"}]', now(), now()
    from generate_series(1, ${PAYOUTS}) n`
  await database.sql`vacuum analyze payouts`
  await database.sql`vacuum analyze account_connections`
}
