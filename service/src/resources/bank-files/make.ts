import { createHash } from 'node:crypto'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import { settlesOn, type Windows } from '../../rails/ach/by-file.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import { enterpriseNames, tenantNow } from '../../tenants/index.ts'
import { type PayoutDeps, postponeForFile } from '../payouts/index.ts'
import {
  composeFile,
  type DraftedEntry,
  type DraftedGroup,
  draftEntry,
  groupsOf,
  type PaymentKind,
  TRACES,
} from './compose-file.ts'
import { CREDIT_MAX, ENTRIES_MAX, fileName, madeAt, modifierOf, type Originator } from './model.ts'
import { OUTGOING, PAYMENT_KINDS } from './outgoing.ts'
import { holdForPrenotes, type Prenoted } from './prenotes.ts'
import { countNamed, insertEntries, insertFile, takeTraces } from './store.ts'

export interface MakeDeps extends PayoutDeps {
  readonly originator: Originator
  /** The cut-offs of our bank, where they are not the usual ones. */
  readonly windows?: Windows
}

/** Makes files of all payments whose cut-off has come; answers how many. */
export async function makeFiles(database: Database, bank: TenantId, deps: MakeDeps): Promise<number> {
  let made = 0
  while (await makeNextFile(database, bank, deps)) made++
  return made
}

/**
 * Assigns payments to a file and stores its bytes in one transaction: whatever happens afterwards, a payment is in one
 * file or in none. False when no payment is waiting.
 */
function makeNextFile(database: Database, bank: TenantId, deps: MakeDeps): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockName(tx, `bank files ${bank}`)
    const now = await tenantNow(tx, bank)
    const waiting = (await Promise.all(PAYMENT_KINDS.map((kind) => OUTGOING[kind].waiting(tx, bank, now)))).flat()
    if (waiting.length === 0) return false
    const until = new Date(Math.min(...waiting.map(({ batch_at }) => batch_at.getTime())))
    const ready = waiting.filter(({ batch_at }) => batch_at <= until).map(({ tenant }) => tenant)
    const tenants = [...new Set(ready)].sort((a, b) => a - b)
    const settling = settlesOn(until, now, deps.windows)
    const { taken, groups } = await draftGroups(tx, bank, tenants, { until, now, settling }, deps)
    if (groups.length > 0) await storeFile(tx, bank, groups, { settling, now }, deps)
    // None was taken where another process was quicker: the next round finds what is left.
    return taken > 0
  })
}

/** The times of a file: until when its payments were due to leave, when it is made, and when it settles. */
interface FileTimes {
  readonly until: Date
  readonly now: Date
  readonly settling: BankingDate
}

const NOTHING_HELD: Prenoted = { leaving: [], waiting: [], prenotes: [] }

/** Goes through the tenants by id: every transaction that locks the accounts of several tenants does. */
async function draftGroups(
  tx: Tx,
  bank: TenantId,
  tenants: readonly TenantId[],
  when: FileTimes,
  deps: MakeDeps,
): Promise<{ readonly taken: number; readonly groups: readonly DraftedGroup[] }> {
  const names = await enterpriseNames(tx, tenants)
  const groups: DraftedGroup[] = []
  const left = { entries: ENTRIES_MAX, money: CREDIT_MAX }
  for (const tenant of tenants) {
    for (const kind of PAYMENT_KINDS) {
      if ((kind === 'creator') !== (tenant === bank)) continue
      const entries = await draftPayments(tx, { bank, tenant, kind }, when, left, deps)
      groups.push(...groupsOf({ tenant, kind, enterprise: names.get(tenant) ?? '', entries }))
    }
  }
  return { taken: ENTRIES_MAX - left.entries, groups }
}

/** The entries of one tenant's payments of a kind, as far as the file has room for them. */
async function draftPayments(
  tx: Tx,
  { bank, tenant, kind }: { readonly bank: TenantId; readonly tenant: TenantId; readonly kind: PaymentKind },
  { until, ...when }: FileTimes,
  left: { entries: number; money: number },
  deps: MakeDeps,
): Promise<DraftedEntry[]> {
  if (left.entries === 0 || left.money < 0) return []
  const taken = await OUTGOING[kind].take(tx, { tenant, until, limit: left.entries }, deps)
  // Small deposits prove the accounts of creators' withdrawals, and operators set those of enterprises.
  const isPrenoted = kind === 'payout' && deps.originator.hasPrenotes === true
  const held = isPrenoted ? await holdForPrenotes(tx, taken, { bank, ...when, vault: deps.vault }) : NOTHING_HELD
  await postponeForFile(tx, tenant, held.waiting, deps)
  left.entries -= held.waiting.length
  const found = isPrenoted ? held.leaving : taken
  // The first payment beyond the limit of a file's total waits for the next file, and so do those after it.
  const leaving = found.filter((one) => {
    left.money -= 'failure' in one ? 0 : one.amount
    return left.money >= 0
  })
  left.entries -= leaving.length
  const drafted = leaving.map((one) => ('failure' in one ? one : draftEntry(one, kind)))
  const refused = drafted.filter((one) => 'failure' in one)
  await OUTGOING[kind].fail(tx, tenant, refused, deps)
  return [...drafted.filter((one): one is DraftedEntry => !('failure' in one)), ...held.prenotes]
}

async function storeFile(
  tx: Tx,
  bank: TenantId,
  groups: readonly DraftedGroup[],
  { settling, now }: Pick<FileTimes, 'settling' | 'now'>,
  { originator, vault, log }: MakeDeps,
): Promise<void> {
  const id = newId('achFile')
  const { day } = madeAt(now)
  const modifier = modifierOf(await countNamed(tx, bank, fileName(day, '').slice(0, -4)))
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const firstTrace = await firstOfTraces(tx, bank, count + (originator.offset ? groups.length : 0))
  const { text, traces, credit, debit } = composeFile(groups, {
    originator,
    modifier,
    now,
    settlesOn: settling,
    firstTrace,
  })
  const fresh = await insertFile(tx, bank, {
    id,
    direction: 'out',
    name: fileName(day, modifier),
    sha256: createHash('sha256').update(text, 'latin1').digest(),
    bytes_sealed: vault.seal({ tenant: bank, row: id, field: 'bytes' }, text),
    status: 'made',
    day: settling,
    entries: count,
    debit_in_cents: debit,
    credit_in_cents: credit,
    why: null,
    created_at: now,
  })
  if (!fresh) throw new Error('a file with the same bytes was made before')
  await insertEntries(tx, bank, id, traces)
  const made = { file: fileName(day, modifier), resource: id, count, cents: credit, day: settling }
  tx.afterCommit(() => log.info(made, 'made a file for the bank'))
  for (const { tenant, kind, entries } of groups) {
    // A prenotification carries no payment.
    const paid = entries.filter(({ draft }) => draft.amount > 0)
    const payments = paid.map(({ id: payment, label }) => ({ id: payment, destination: label }))
    await OUTGOING[kind].putIntoFile(tx, tenant, id, payments)
  }
}

/** Trace numbers have seven digits and start again after the last, but never within a file. */
async function firstOfTraces(tx: Tx, bank: TenantId, count: number): Promise<number> {
  const last = await takeTraces(tx, bank, count)
  const first = ((last - count) % TRACES) + 1
  return first + count - 1 <= TRACES ? first : firstOfTraces(tx, bank, count)
}
