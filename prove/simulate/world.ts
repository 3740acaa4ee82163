import { auditEverything, auditSinceLast } from '../../service/src/app/audit.ts'
import { compose } from '../../service/src/app/compose.ts'
import { readConfig } from '../../service/src/config.ts'
import { BASE_PATH } from '../../service/src/http/index.ts'
import type { Mismatch } from '../../service/src/ledger/index.ts'
import { openDatabase } from '../../service/src/platform/database.ts'
import { createLogger } from '../../service/src/platform/logs.ts'
import { setPayoutLimits } from '../../service/src/resources/payouts/index.ts'
import {
  createEnterprise,
  createKey,
  requireTenant,
  resumeEnterprise,
  setSetting,
  suspendEnterprise,
  writeApprovalRules,
} from '../../service/src/tenants/index.ts'
import { type Client, createClient } from '../client.ts'
import { APPROVER, RULES } from './model/approvals.ts'
import { ENTERPRISE, WAIT_HOURS } from './model/book.ts'
import { LIMITS } from './model/limits.ts'
import { type FaultyNetwork, faultyNetwork } from './network.ts'

/** Where every sandbox clock starts, and stands still: on a full second, so that steps meet due times exactly. */
export const START = Date.parse('2026-03-04T10:17:23.000Z')
const VAULT_KEY = Buffer.alloc(32, 5).toString('base64')
const REMEMBERED = 500
export const REASON = 'A simulated review.'
/** All that a key without scopes may do, and what must be named. */
const SCOPES = [
  'read',
  'connections',
  'payouts',
  'p2p',
  'contracts',
  'buyers',
  'purchases',
  'webhooks',
  'sandbox',
  'withdrawals',
] as const
const DEEDS = ['payout', 'withdrawal'] as const
const BY_KEYS = { maker: 'any', approvers: ['api_key'] } as const

/** The real service over HTTP on a real database, in which time goes by only when a command says so. */
export interface World {
  readonly network: FaultyNetwork
  enterprise(): Promise<Enterprise>
  /** Lets time pass while no worker runs: nothing that becomes due is done. */
  timePasses(tenant: string, ms: number): Promise<void>
  /** As the operator does; to suspend or resume twice changes nothing. */
  suspend(tenant: string, isSuspended: boolean): Promise<void>
  readBooks(tenant: string): Promise<Books>
  /** What other enterprises have, for those who look where they should not. */
  remember(tenant: string, path: string): void
  stranger(tenant: string, which: number): string | undefined
  auditNew(): Promise<Mismatch[]>
  auditAll(): Promise<Mismatch[]>
  close(): Promise<void>
}

/** An enterprise under rules and limits, with a key that asks and two that approve. */
export interface Enterprise {
  readonly tenant: string
  readonly client: Client
  readonly maker: string
  readonly approvers: readonly { readonly id: string; readonly client: Client }[]
}

interface Books {
  readonly creators: Record<string, number>
  readonly fees: number
  readonly achOut: number
  readonly cardsOut: number
  readonly refundsDue: number
}

export async function openWorld(databaseUrl: string): Promise<World> {
  const network = faultyNetwork()
  const service = await compose({
    // Whoever asked the network and heard nothing has given it up at once: the next advance asks again.
    config: { ...readConfig({ PORT: '0', HOST: '127.0.0.1' }), cardLeaseSeconds: 0 },
    databaseUrl,
    vaultKey: VAULT_KEY,
    environments: ['sandbox'],
    role: 'api',
    log: createLogger('silent'),
    cards: network.cards,
  })
  const { sandbox: root } = await service.listen()
  const database = openDatabase({ url: databaseUrl, connectionsMax: 4 })
  await database.sql.unsafe(`
    create or replace function tenant_now(tenant integer) returns timestamptz language sql volatile as $$
      select timestamptz '${new Date(START).toISOString()}' + clock_offset_ms * interval '1 millisecond'
      from tenants where id = tenant
    $$;
    create or replace function tenant_time(offset_ms bigint) returns timestamptz language sql stable as $$
      select timestamptz '${new Date(START).toISOString()}' + offset_ms * interval '1 millisecond'
    $$`)
  const seen: { tenant: string; path: string }[] = []
  return {
    network,
    enterprise: () =>
      database.transaction(async (tx) => {
        const tenant = await createEnterprise(tx, ENTERPRISE)
        const book = await requireTenant(tx, tenant, 'sandbox')
        const clientOf = (apiKey: string) => createClient({ base: `${root}${BASE_PATH}`, apiKey, connections: 1 })
        const { id: maker, key } = await createKey(tx, book, 'sandbox', 'Simulation', { scopes: SCOPES })
        const scopes = ['approvals'] as const
        const approvers = []
        for (const _nth of [0, 1]) {
          const made = await createKey(tx, book, 'sandbox', APPROVER, { scopes })
          approvers.push({ id: made.id, client: clientOf(made.key) })
        }
        const rules = DEEDS.flatMap((deed) =>
          RULES.map(({ from, needed }) => ({ deed, from_amount_in_cents: from, needed, ...BY_KEYS })),
        )
        await writeApprovalRules(tx, book, rules)
        await setPayoutLimits(
          tx,
          book,
          LIMITS.map((limit) => ({ ...limit, set_by: 'enterprise' })),
        )
        await setSetting(tx, book, 'new_bank_account_wait_hours', String(WAIT_HOURS))
        return { tenant, client: clientOf(key), maker, approvers }
      }),
    async timePasses(tenant, ms) {
      await database.sql`
        update tenants set clock_offset_ms = clock_offset_ms + ${ms}
        where enterprise_id = ${tenant} and environment = 'sandbox'`
    },
    suspend: (tenant, isSuspended) =>
      database.transaction(async (tx) => {
        const book = await requireTenant(tx, tenant, 'sandbox')
        await (isSuspended ? suspendEnterprise(tx, book, REASON) : resumeEnterprise(tx, book))
      }),
    async readBooks(tenant) {
      const rows = await database.sql<{ code: string; email: string | null; balance: number }[]>`
        select account.code, creator.email, account.credits - account.debits as balance
        from tenants tenant
        join ledger_accounts account on account.tenant_id = tenant.id
        left join creators creator on creator.tenant_id = account.tenant_id and account.code = 'creator:' || creator.id
        where tenant.enterprise_id = ${tenant} and tenant.environment = 'sandbox'
        order by creator.email`
      const of = (code: string): number => rows.find((row) => row.code === code)?.balance ?? 0
      return {
        creators: Object.fromEntries(rows.flatMap(({ email, balance }) => (email === null ? [] : [[email, balance]]))),
        fees: of('fees_payable') + of('fees'),
        achOut: of('ach_clearing'),
        cardsOut: 0 - of('card_clearing'),
        refundsDue: 0 - of('refunds_due'),
      }
    },
    remember(tenant, path) {
      seen.push({ tenant, path })
      if (seen.length > REMEMBERED) seen.shift()
    },
    stranger(tenant, which) {
      const others = seen.filter((one) => one.tenant !== tenant).map(({ path }) => path)
      // Of each resource as often as of any other, however many of it there are.
      const byResource = [...Map.groupBy(others, (path) => path.split('/')[1]).values()]
      const those = byResource[which % byResource.length] ?? []
      return those[Math.floor(which / byResource.length) % those.length]
    },
    auditNew: async () => (await auditSinceLast(database)) ?? [],
    auditAll: () => auditEverything(database),
    async close() {
      await service.drain()
      await database.close()
    },
  }
}
