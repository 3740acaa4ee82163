import type { TenantId } from '../../kernel/ids.ts'
import { cents, dollars } from '../../kernel/money.ts'
import { HOUR_MS, iso, MINUTE_MS } from '../../kernel/time.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Database, Queryable, Tx } from '../../platform/database.ts'
import { lockName } from '../../platform/locks.ts'
import type { Logger } from '../../platform/logs.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import type { Approvers } from '../approvals/index.ts'
import { findUnconfirmedFiles } from '../bank-files/index.ts'
import { countReturns, findPayoutsAbove, lastPayoutPosition, medianPayout } from '../payouts/index.ts'
import { applyTransitions, changeOf } from '../transitions/index.ts'
import { findFailingWebhooks, recordEvents } from '../webhooks/index.ts'
import { mailAlerts } from './mail.ts'
import { type AlertSettings, type Cause, DEFAULT_ALERTS, decideAlerts, isSwitchedOn } from './model.ts'
import { ALERTS, findRaised, insertAlerts, readMark, tenantsToWatch, writeMark } from './store.ts'

interface AlertDeps {
  readonly database: Database
  readonly vault: Vault
  readonly log: Logger
  readonly approvers: Pick<Approvers, 'find'>
}

/** More are not looked at: an enterprise with so many does not read them one by one. */
const OPEN_MAX = 1_000
const PAYOUTS_AT_ONCE = 100

/** Raises and clears the alerts of every enterprise. Any number of workers may look at the same moment. */
export async function watchAlerts(deps: AlertDeps): Promise<void> {
  const { database, log } = deps
  for (const { tenant, environment, settings, has_raised } of await tenantsToWatch(database.sql)) {
    const thresholds = { ...DEFAULT_ALERTS[environment], ...settings }
    if (!isSwitchedOn(thresholds) && !has_raised) continue
    try {
      await database.transaction((tx) => watchTenant(tx, tenant, thresholds, deps))
    } catch (err) {
      log.error({ err, tenant }, 'could not look for alerts of this tenant')
    }
  }
}

/** The lock makes a second worker see what the first has raised. */
async function watchTenant(tx: Tx, tenant: TenantId, thresholds: AlertSettings, deps: AlertDeps): Promise<void> {
  await lockName(tx, `alerts of ${tenant}`)
  const settings = await readTenant(tx, tenant)
  const causes: Cause[] = []
  for (const look of LOOKS) causes.push(...(await look(tx, tenant, thresholds, settings)))
  const open = await findRaised(tx, tenant, OPEN_MAX)
  const { raised, cleared } = decideAlerts({ causes, open, now: settings.now })
  await insertAlerts(tx, tenant, raised)
  recordEvents(
    tx,
    tenant,
    raised.map((alert) => changeOf('alert.update', alert, { changes: {}, note: 'Raised' })),
  )
  await applyTransitions(tx, ALERTS, cleared, { tenant })
  if (thresholds.by_mail) await mailAlerts(tx, tenant, raised, deps)
}

type Look = (tx: Tx, tenant: TenantId, thresholds: AlertSettings, settings: TenantSettings) => Promise<Cause[]>

const lookAtBalance: Look = async (tx, tenant, { low_balance_in_cents: least }) => {
  if (least === null) return []
  const { operating } = await readBalances(tx, tenant, ['operating'])
  if (operating >= least) return []
  const summary = `The operating account holds ${dollars(operating)}, less than ${dollars(cents(least))}.`
  return [{ kind: 'low_balance', subject: '', summary }]
}

/** Payouts since the last look. Those before the first one are history, and raise nothing. */
const lookAtPayouts: Look = async (tx, tenant, { large_payout_in_cents: large, unusual_payout_times: times }) => {
  if (large === null && times === null) return []
  const last = await lastPayoutPosition(tx, tenant)
  const mark = await readMark(tx, tenant)
  await writeMark(tx, tenant, last)
  if (mark === undefined || mark >= last) return []
  const usual = times === null ? undefined : await medianPayout(tx, tenant, mark)
  const unusual = times === null || usual === undefined ? null : usual * times
  const least = Math.min(large ?? Number.MAX_SAFE_INTEGER, unusual ?? Number.MAX_SAFE_INTEGER)
  const found = await findPayoutsAbove(tx, tenant, { after: mark, upTo: last, least, limit: PAYOUTS_AT_ONCE })
  return found.map(({ id, amount_in_cents: amount }): Cause => {
    if (large !== null && amount >= large) {
      return { kind: 'large_payout', subject: id, summary: `A payout of ${dollars(amount)} was created.` }
    }
    const summary = `A payout of ${dollars(amount)} was created; the usual amount is ${dollars(usual ?? cents(0))}.`
    return { kind: 'unusual_payout', subject: id, summary }
  })
}

/** Fewer payouts say nothing about a rate. */
const RETURNS_FROM = 20

const lookAtReturns: Look = async (tx, tenant, { returns_percent: percent }) => {
  if (percent === null) return []
  const { sent, returned } = await countReturns(tx, tenant)
  if (sent < RETURNS_FROM || returned * 100 < percent * sent) return []
  const summary = `${returned} of the last ${sent} payouts by ACH came back from the bank.`
  return [{ kind: 'returns', subject: '', summary }]
}

const lookAtFiles: Look = async (tx, tenant, { bank_file_hours: hours }, { bank_id, now }) => {
  if (hours === null) return []
  const before = new Date(now.getTime() - hours * HOUR_MS)
  const files = await findUnconfirmedFiles(tx, { bank: bank_id, owner: tenant, before })
  return files.map(({ id, name, created_at }) => ({
    kind: 'bank_file',
    subject: id,
    summary: `The bank has not confirmed the file ${name} since ${iso(created_at)}; your payouts in it are not sent.`,
  }))
}

const lookAtWebhooks: Look = async (tx, tenant, { webhook_minutes: minutes }, { now }) => {
  if (minutes === null) return []
  const since = now.getTime() - minutes * MINUTE_MS
  const failing = (await findFailingWebhooks(tx as Queryable, tenant)).filter(
    ({ failing_since, disabled_because }) =>
      disabled_because !== null || (failing_since !== null && failing_since.getTime() <= since),
  )
  return failing.map(({ id, event, disabled_because }) => ({
    kind: 'webhook',
    subject: id,
    summary: `The webhook for ${event} ${disabled_because === null ? `has failed for ${minutes} minutes or more` : 'is disabled'}.`,
  }))
}

const LOOKS: readonly Look[] = [lookAtBalance, lookAtPayouts, lookAtReturns, lookAtFiles, lookAtWebhooks]
