import type { ServiceAlertKind } from '../../../contracts/console/alerts.ts'
import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import { cents, dollars } from '../kernel/money.ts'
import { MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import type { Tx } from '../platform/database.ts'
import type { FigureSource } from '../platform/figures.ts'
import { RATE_DAYS } from '../rails/ach/return-rates.ts'
import { findWaitingFiles, listKept, readReturnRates } from '../resources/bank-files/index.ts'
import { messageFigures } from '../resources/messages/index.ts'
import { payoutsDue } from '../resources/payouts/index.ts'
import { listKeptMovements } from '../resources/processor/index.ts'
import { deliveryFigures } from '../resources/webhooks/index.ts'
import { withdrawalsDue } from '../resources/withdrawals/index.ts'
import { listStopped, productionBank, tenantNow } from '../tenants/index.ts'
import type { DeedTools } from './deeds/deed.ts'

/** A cause of concern for the operators that is there now. */
export interface ServiceCause {
  readonly kind: ServiceAlertKind
  readonly environment: Environment
  readonly summary: string
  /** The bank file that it is about; empty where there is none. */
  readonly subject: string
  readonly since: Date | null
}

type Tools = Pick<DeedTools, 'payouts'>

interface LookContext {
  readonly bank: TenantId
  readonly now: Date
  readonly tools: Tools
}

type Look = (tx: Tx, context: LookContext) => Promise<ServiceCause[]>

/** How late work may be, as the alert rules in `deploy/prometheus` have it. A test compares them. */
export const LATE_SECONDS = { payments: 60, webhooks: 300, messages: 600, files: 900 } as const

/**
 * Everything that is wrong with the service now, as far as the database shows it. Nothing is stored: a cause is listed as long
 * as it is there. People who must be called at night are called by the rules of `deploy/prometheus`.
 */
export async function findServiceCauses(tx: Tx, tools: Tools): Promise<ServiceCause[]> {
  const bank = await productionBank(tx)
  const context = { bank, now: await tenantNow(tx, bank), tools }
  const causes: ServiceCause[] = []
  for (const look of LOOKS) causes.push(...(await look(tx, context)))
  return causes
}

const inProduction = (kind: ServiceAlertKind, summary: string): ServiceCause => ({
  kind,
  environment: 'production',
  summary,
  subject: '',
  since: null,
})

const lookAtStops: Look = async (tx) =>
  (await listStopped(tx)).map(({ name, environment, because }) => ({
    ...inProduction('book_stopped', `${name ?? 'The bank that production enterprises share'}: ${because}`),
    environment,
  }))

const FILE_WORDS: Readonly<Record<string, string>> = {
  conflict: 'Another file has its name at the bank',
  missing: 'It was uploaded and is missing at the bank',
  refused: 'It came from the bank and could not be read',
}

const lookAtFiles: Look = async (tx, { bank, now }) => {
  const before = new Date(now.getTime() - LATE_SECONDS.files * SECOND_MS)
  return (await findWaitingFiles(tx, bank, before)).map(({ id, name, status, why, created_at }) => ({
    ...inProduction('bank_file', `${name}: ${FILE_WORDS[status] ?? 'It has not left for the bank'}${because(why)}.`),
    subject: id,
    since: created_at,
  }))
}

const because = (why: string | null): string => (why === null ? '' : ` (${why})`)

const several = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** Whole files are told by `lookAtFiles`. */
const lookAtEntries: Look = async (tx, { bank }) => {
  const entries = (await listKept(tx, bank)).filter(({ ordinal }) => ordinal !== null)
  if (entries.length === 0) return []
  const sum = cents(entries.reduce((all, { amount_in_cents }) => all + amount_in_cents, 0))
  const what = several(entries.length, 'entry from the bank matches', 'entries from the bank match')
  return [inProduction('bank_entries', `${what} nothing in the books: ${dollars(sum)} in all.`)]
}

const lookAtProcessor: Look = async (tx, { bank }) => {
  const kept = await listKeptMovements(tx, bank)
  if (kept.length === 0) return []
  const what = several(kept.length, 'movement at the card processor has', 'movements at the card processor have')
  return [inProduction('processor_movements', `${what} no counterpart in the books or at the bank.`)]
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

const lookAtReturns: Look = async (tx, { bank }) =>
  (await readReturnRates(tx, bank)).rates
    .filter(({ isAbove }) => isAbove)
    .map(({ kind, rate, threshold }) =>
      inProduction(
        'return_rate',
        `${percent(rate)} of the entries of ${RATE_DAYS} days came back${kind === 'all' ? '' : `, ${kind} returns`}; Nacha asks for reasons above ${percent(threshold)}.`,
      ),
    )

const minutes = (seconds: number): string => several(Math.floor((seconds * SECOND_MS) / MINUTE_MS), 'minute', 'minutes')

const lookAtPayments: Look = async (tx, { tools }) => {
  const causes: ServiceCause[] = []
  for (const { name, overdue } of [payoutsDue(tools.payouts), withdrawalsDue(tools.payouts)]) {
    for (const { environment, seconds } of (await overdue?.(tx)) ?? []) {
      if (seconds <= LATE_SECONDS.payments) continue
      const summary = `The ${name} of ${environment} are late by ${minutes(seconds)}. Is a worker running? See docs/runbooks/TributaryPayoutsLate.md.`
      causes.push({ ...inProduction('payments_late', summary), environment })
    }
  }
  return causes
}

interface Queue {
  readonly kind: ServiceAlertKind
  readonly source: FigureSource
  readonly figure: string
  readonly limit: number
  readonly runbook: string
  readonly what: (labels: Readonly<Record<string, string>>) => string
}

const QUEUES: readonly Queue[] = [
  {
    kind: 'webhooks_late',
    source: deliveryFigures,
    figure: 'tributary_deliveries_oldest_due_seconds',
    limit: LATE_SECONDS.webhooks,
    runbook: 'TributaryDeliveriesLate',
    what: () => 'Webhook calls',
  },
  {
    kind: 'messages_late',
    source: messageFigures,
    figure: 'tributary_messages_oldest_due_seconds',
    limit: LATE_SECONDS.messages,
    runbook: 'TributaryMessagesLate',
    what: ({ channel }) => (channel === 'sms' ? 'SMS' : 'E-mails'),
  },
]

/** Webhook calls and messages that a courier should have sent. */
const lookAtQueues: Look = async (tx) => {
  const causes: ServiceCause[] = []
  for (const { kind, source, figure, limit, runbook, what } of QUEUES) {
    for (const { name, labels, value } of await source.read(tx)) {
      const environment = ENVIRONMENTS.find((one) => one === labels.environment)
      if (name !== figure || value <= limit || environment === undefined) continue
      const summary = `${what(labels)} of ${environment} are late by ${minutes(value)}; see docs/runbooks/${runbook}.md.`
      causes.push({ ...inProduction(kind, summary), environment })
    }
  }
  return causes
}

const LOOKS: readonly Look[] = [
  lookAtStops,
  lookAtFiles,
  lookAtEntries,
  lookAtProcessor,
  lookAtReturns,
  lookAtPayments,
  lookAtQueues,
]
