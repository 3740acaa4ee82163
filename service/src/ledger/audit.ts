import type { TenantId } from '../kernel/ids.ts'
import { type Database, errorCode, plain, type Statement, type Tx } from '../platform/database.ts'

/** Two figures that must agree and do not: it is reported and stops payouts, and is never "repaired". */
export interface Mismatch {
  readonly tenant: TenantId
  readonly what: string
}

/** A check of the rows of a resource against the ledger. The room that owns the rows writes it. */
export interface AuditCheck {
  readonly name: string
  /** Whether the audit of every minute runs it, too: then it must be cheap. */
  readonly isIncremental: boolean
  run(tx: Tx): Promise<Mismatch[]>
}

const LOCK = 7_461_005
const SERIALIZATION_FAILURE = '40001'

const describe = (rows: readonly { tenant: TenantId; what: string }[]): Mismatch[] =>
  rows.map(({ tenant, what }) => ({ tenant, what }))

/** Audits all transfers from the first on, in one snapshot. */
export const audit = (database: Database, checks: readonly AuditCheck[]): Promise<Mismatch[]> =>
  inSnapshot(database, (tx) => auditWhole(tx, checks))

/** Audits in the caller's transaction, which must not have read anything yet. */
export async function auditInSnapshot(tx: Tx, checks: readonly AuditCheck[]): Promise<Mismatch[]> {
  await takeSnapshot(tx)
  return auditWhole(tx, checks)
}

const auditWhole = async (tx: Tx, checks: readonly AuditCheck[]): Promise<Mismatch[]> => [
  ...(await unbalancedBooks(tx)),
  ...(await wrongTotals(tx)),
  ...(await brokenMirrors(tx)),
  ...(await runChecks(tx, checks)),
]

async function runChecks(tx: Tx, checks: readonly AuditCheck[]): Promise<Mismatch[]> {
  const found: Mismatch[] = []
  for (const check of checks) found.push(...(await check.run(tx)))
  return found
}

/**
 * The promises about money that can move, checked from where the last audit stopped: per account a checkpoint, plus the
 * transfers since. Cheap enough for every minute. Transfers of accounts that do not exist, and rows without their
 * transfer, only the whole audit finds. Undefined where another audit is under way, which sees the same.
 */
export async function auditNewTransfers(
  database: Database,
  checks: readonly AuditCheck[],
): Promise<Mismatch[] | undefined> {
  return inSnapshot(database, async (tx) => {
    // One audit at a time is enough; a second worker's would only collide with this one's checkpoints.
    const [turn] = await tx<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}::bigint) as mine`
    if (!turn?.mine) return undefined
    return [
      ...(await unbalancedBooks(tx)),
      ...(await wrongTotalsSinceCheckpoint(tx)),
      ...(await brokenMirrors(tx)),
      ...(await runChecks(
        tx,
        checks.filter(({ isIncremental }) => isIncremental),
      )),
    ]
  }).catch((error) => {
    // Another audit ended between our snapshot and our lock, and has moved the checkpoints: it saw what we would have seen.
    if (errorCode(error) === SERIALIZATION_FAILURE) return undefined
    throw error
  })
}

const inSnapshot = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await takeSnapshot(tx)
    return work(tx)
  })

async function takeSnapshot(tx: Tx): Promise<void> {
  await tx`set transaction isolation level repeatable read`
  await tx.liftTimeLimits()
}

async function unbalancedBooks(tx: Tx): Promise<Mismatch[]> {
  return describe(
    await tx<Mismatch[]>`
      select tenant_id as tenant, format('debits of the book are %s, credits %s', sum(debits), sum(credits)) as what
      from ledger_accounts group by tenant_id having sum(debits) <> sum(credits)`,
  )
}

async function wrongTotals(tx: Tx): Promise<Mismatch[]> {
  return describe(
    await tx<Mismatch[]>`
      with moved as (
        select tenant_id, account, sum(debit) as debits, sum(credit) as credits
        from (
          select tenant_id, debit_account as account, amount_in_cents as debit, 0 as credit from ledger_transfers
          union all
          select tenant_id, credit_account, 0, amount_in_cents from ledger_transfers
        ) side group by tenant_id, account
      )
      select coalesce(account.tenant_id, moved.tenant_id) as tenant,
        case when account.id is null
          then format('account %s does not exist, its transfers are debits %s and credits %s', moved.account, moved.debits,
            moved.credits)
          else format('account %s has debits %s and credits %s, its transfers %s and %s', account.code, account.debits,
            account.credits, coalesce(moved.debits, 0), coalesce(moved.credits, 0)) end as what
      from ledger_accounts account
      full join moved on moved.tenant_id = account.tenant_id and moved.account = account.id
      where account.id is null or account.debits <> coalesce(moved.debits, 0) or account.credits <> coalesce(moved.credits, 0)`,
  )
}

/** Accounts whose totals have moved since their checkpoint: the new transfers must explain exactly that. */
async function wrongTotalsSinceCheckpoint(tx: Tx): Promise<Mismatch[]> {
  const rows = await tx<{ tenant: TenantId; what: string | null }[]>`
    with moved as (
      select account.tenant_id, account.id, account.code, account.debits, account.credits,
        coalesce(point.sequence, 0) as since, coalesce(point.debits, 0) as old_debits, coalesce(point.credits, 0) as old_credits
      from ledger_accounts account
      left join ledger_checkpoints point on point.tenant_id = account.tenant_id and point.account_id = account.id
      where account.debits <> coalesce(point.debits, 0) or account.credits <> coalesce(point.credits, 0)
    ), explained as (
      select moved.tenant_id, moved.id, moved.code, moved.debits, moved.credits, moved.old_debits, moved.old_credits,
        coalesce(d.amount, 0) as new_debits, coalesce(c.amount, 0) as new_credits,
        greatest(moved.since, d.last, c.last) as last
      from moved
      left join lateral (
        select sum(amount_in_cents) as amount, max(sequence) as last from ledger_transfers t
        where t.tenant_id = moved.tenant_id and t.debit_account = moved.id and t.sequence > moved.since) d on true
      left join lateral (
        select sum(amount_in_cents) as amount, max(sequence) as last from ledger_transfers t
        where t.tenant_id = moved.tenant_id and t.credit_account = moved.id and t.sequence > moved.since) c on true
    ), kept as (
      insert into ledger_checkpoints (tenant_id, account_id, sequence, debits, credits)
      select tenant_id, id, last, debits, credits from explained
      where debits = old_debits + new_debits and credits = old_credits + new_credits
      on conflict (tenant_id, account_id) do update
      set sequence = excluded.sequence, debits = excluded.debits, credits = excluded.credits
    )
    select tenant_id as tenant, case when debits <> old_debits + new_debits or credits <> old_credits + new_credits
      then format('account %s moved to debits %s and credits %s, its transfers explain %s and %s', code, debits, credits,
        old_debits + new_debits, old_credits + new_credits) end as what
    from explained`
  return rows.flatMap(({ tenant, what }) => (what === null ? [] : [{ tenant, what }]))
}

/** The two accounts of a mirror: what a tenant owes its bank, and what the bank says it is owed. */
async function brokenMirrors(tx: Tx): Promise<Mismatch[]> {
  return describe(
    await tx<Mismatch[]>`
      with mine as materialized (
        select account.tenant_id as tenant, account.credits - account.debits as balance
        from tenants tenant join ledger_accounts account on account.tenant_id = tenant.id and account.code = 'due_to_bank'
      ), theirs as materialized (
        select tenant.id as tenant, account.debits - account.credits as balance
        from tenants tenant
        join ledger_accounts account on account.tenant_id = tenant.bank_id and account.code = 'due_from:' || tenant.id
      )
      select tenant, format('due_to_bank is %s, the bank says %s', mine.balance, theirs.balance) as what
      from mine join theirs using (tenant)
      where mine.balance <> theirs.balance`,
  )
}

/** An account whose balance must be what the rows of a resource come to. */
interface ExplainedAccount {
  readonly code: string
  /** The side on which its balance stands. */
  readonly side: 'debit' | 'credit'
  /** The text of a mismatch, with `%s` for the balance and `%s` for the sum of the rows. */
  readonly text: string
}

/** For the checks of a room. `explained` selects `tenant_id` and the sum of its rows as `total`. */
export async function findUnexplainedBalances(
  tx: Tx,
  { code, side, text }: ExplainedAccount,
  explained: Statement,
): Promise<Mismatch[]> {
  const balance = side === 'credit' ? tx`credits - debits` : tx`debits - credits`
  return describe(
    await tx<Mismatch[]>`
      with explained as (${explained})
      select account.tenant_id as tenant, format(${text}::text, ${balance}, coalesce(total, 0)) as what
      from ledger_accounts account left join explained on explained.tenant_id = account.tenant_id
      where account.code = ${code} and ${balance} <> coalesce(total, 0)`,
  )
}

/**
 * For the checks of a room: each of its rows has its transfer, of its amount, and each such transfer its row. `rows`
 * selects `tenant_id`, the `book` of the transfer (`tenant` or `bank`), its `kind`, its source as `id`, and
 * `amount_in_cents`.
 */
export async function findUnmatchedTransfers(tx: Tx, kinds: readonly string[], rows: Statement): Promise<Mismatch[]> {
  return describe(
    await tx<Mismatch[]>`
      with business as (${rows}), expected as (
        select business.tenant_id, business.kind, business.id, business.amount_in_cents,
          case book when 'bank' then bank_id else tenant_id end as book_id
        from business join tenants on tenants.id = business.tenant_id
      ), posted as (
        select tenant_id as book_id, kind, source_id as id, amount_in_cents from ledger_transfers
        where kind = any(${plain(kinds)}::text[])
      )
      select coalesce(expected.tenant_id, posted.book_id) as tenant,
        format('%s transfers of kind %s differ from their rows; first source %s', count(*), kind, min(id)) as what
      from expected full join posted using (book_id, kind, id)
      where expected.amount_in_cents is distinct from posted.amount_in_cents
      group by 1, kind`,
  )
}
