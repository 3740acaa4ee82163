import { Problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { canonical } from '../../kernel/json.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { toUtf8 } from '../../kernel/utf8.ts'
import type { Database } from '../../platform/database.ts'
import { every } from '../../platform/every.ts'
import type { Lanes } from '../../platform/lanes.ts'
import type { Logger } from '../../platform/logs.ts'
import { type PayoutDeps, type PayoutLane, payoutLane } from '../../resources/payouts/index.ts'
import { readTenant, requireEnterprise } from '../../tenants/index.ts'
import { recordByService } from '../audit-log/index.ts'
import { findFileMaker } from './makers.store.ts'
import {
  type BatchRow,
  countUnpaid,
  endFile,
  findNextBatch,
  forgetFiles,
  leaseFile,
  markPaidStatement,
  readPaid,
  releaseFile,
  renewFile,
  setRefusedApart,
  tenantsWithFiles,
} from './store.ts'

/** Renewed with every batch. If it lapses, two workers may pay one batch: under one idempotency key, so it is paid once. */
const LEASE_MS = 5_000
const SCOPE = 'PAY FILE'
/** Refusals of a batch as a whole: the file stops there, and can be confirmed again. */
const STOPPING: ReadonlySet<string> = new Set(['insufficient_funds', 'limit_exceeded', 'enterprise_suspended'])

export interface PayingDeps extends PayoutDeps {
  readonly database: Database
  readonly lanes: Lanes
  readonly log: Logger
  readonly pollMs: number
}

interface Paying extends Pick<PayingDeps, 'database' | 'lanes' | 'log' | 'vault'> {
  readonly lane: PayoutLane
}

/** Pays the files that were confirmed, and those that another process left half paid. */
export function startPaying(deps: PayingDeps): { stop(): Promise<void> } {
  const { database, log, pollMs } = deps
  const all: Paying = { ...deps, lane: payoutLane(database, deps) }
  let stopping = false
  const paying = every(pollMs, log, 'pay confirmed pay files', async () => {
    const tenants = await tenantsWithFiles(database.sql)
    await Promise.all(tenants.map((tenant) => payNext(all, tenant, () => stopping)))
  })
  const forgetting = every(HOUR_MS, log, 'delete unconfirmed pay files', () => forgetFiles(database.sql))
  return {
    async stop() {
      stopping = true
      await Promise.all([paying.stop(), forgetting.stop()])
    },
  }
}

/** An error with one file holds up no other; its lease lapses, and it is tried again. */
async function payNext(deps: Paying, tenant: TenantId, isStopping: () => boolean): Promise<void> {
  try {
    // A sandbox that was reset pays nobody any more, even if a file was confirmed at that very moment.
    if ((await readTenant(deps.database.sql, tenant)).retired) return
    const file = await deps.database.transaction((tx) => leaseFile(tx, tenant, LEASE_MS))
    if (file) await payFile(deps, tenant, file, isStopping)
  } catch (err) {
    deps.log.error({ err, tenant }, 'a pay file could not be paid further; it is tried again')
  }
}

/** One batch after the other, until all is paid or something stops it. */
async function payFile(deps: Paying, tenant: TenantId, file: string, isStopping: () => boolean): Promise<void> {
  const { sql } = deps.database
  while (!isStopping()) {
    const rows = await findNextBatch(sql, tenant, file)
    if (rows.length === 0) return endPaid(deps, tenant, file)
    const stopped = await payBatch(deps, tenant, file, rows)
    if (stopped !== undefined) return end(deps, tenant, file, stopped)
    if (!(await renewFile(sql, tenant, file, LEASE_MS))) return
  }
  await releaseFile(sql, tenant, file)
}

async function endPaid(deps: Paying, tenant: TenantId, file: string): Promise<void> {
  const rows = await countUnpaid(deps.database.sql, tenant, file)
  const what = rows === 1 ? 'One row was refused' : `${rows} rows were refused`
  await end(deps, tenant, file, rows === 0 ? null : `${what} meanwhile; all others are paid.`)
}

/** Ends a file, and records what came of it. `why` says why not all of it is paid. */
function end({ database, vault }: Paying, tenant: TenantId, file: string, why: string | null): Promise<void> {
  return database.transaction(async (tx) => {
    if (!(await endFile(tx, tenant, file, why === null ? 'done' : 'failed', why))) return
    const { enterprise, environment } = await requireEnterprise(tx, tenant)
    const paid = await readPaid(tx, tenant, file)
    const details = { paid: paid.length, ...(why === null ? {} : { why }) }
    const action = `pay_file.confirm.${why === null ? 'done' : 'refused'}`
    await recordByService(tx, vault, { enterprise, environment, action, subject: file, details }, paid)
  })
}

/**
 * The same command as POST /payout/batch, under an idempotency key that was stored before: the payouts, the answer to
 * that key and the mark of each row are committed together, so that a row is paid once, whichever process dies when.
 * Answers why the file must stop, if it must.
 */
async function payBatch(
  { database, lanes, lane }: Paying,
  tenant: TenantId,
  file: string,
  rows: readonly BatchRow[],
): Promise<string | undefined> {
  const lines = rows.map(({ line }) => line)
  const entries = rows.map(({ entry: input }, index) => ({ index, input }))
  const batch = rows[0]?.batch as string
  const confirmed = await findFileMaker(database.sql, tenant, file)
  try {
    await lanes.submit(lane, tenant, {
      entries,
      isBatch: true,
      faults: [],
      keyed: { scope: SCOPE, key: batch, body: canonical(entries) },
      // The rules were applied to the whole file when it was confirmed.
      isJudged: true,
      maker: confirmed?.maker,
      isApproved: confirmed?.isApproved ?? false,
      answer: (payouts) => toUtf8(JSON.stringify(payouts.map(({ id }) => id))),
      alsoStatement: (tx, payouts) =>
        markPaidStatement(
          tx,
          tenant,
          file,
          batch,
          payouts.map(({ id: payout }, index) => ({ line: lines[index] as number, payout })),
        ),
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (STOPPING.has(error.code)) return error.message
    if (error.code !== 'batch_invalid') throw error
    const refused = (error.details.details ?? []).map(({ index, code, message }) => ({
      line: lines[index] as number,
      faults: [{ code, message: message.replaceAll('`', '') }],
    }))
    await database.transaction((tx) => setRefusedApart(tx, tenant, file, batch, restOf(batch), refused))
    return undefined
  }
}

/** Another key for the rows of a batch that were not refused, which keeps their place in the order of the file. */
const restOf = (batch: string): string => `${batch.split('/', 1)[0]}/${newId('payFile')}`
