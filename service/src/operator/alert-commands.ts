import { parseArgs } from 'node:util'
import { ALERT_KINDS, ALERT_STATUSES } from '../../../contracts/alerts.ts'
import { SERVICE_ALERT_KINDS } from '../../../contracts/console/alerts.ts'
import { findServiceCauses, type NamedAlert, readEnterpriseAlerts, type ServiceCause } from '../console/index.ts'
import { ENVIRONMENTS } from '../kernel/environment.ts'
import { StartError } from '../platform/start-error.ts'
import type { AlertSearch } from '../resources/alerts/index.ts'
import { minute, type OperatorCommand } from './command.ts'

/** More are not printed; the options narrow the list. */
const PRINTED_MAX = 200

/** The values that an option takes; undefined for any text. */
const OPTIONS: Readonly<Record<keyof AlertSearch, readonly string[] | undefined>> = {
  status: ALERT_STATUSES,
  kind: Object.keys(ALERT_KINDS),
  enterprise: undefined,
  environment: ENVIRONMENTS,
}

/** Raised alerts, unless `--status` asks for others. */
function readSearch(args: readonly string[]): AlertSearch {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }]))
  let values: Record<string, unknown>
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
  for (const [name, choices] of Object.entries(OPTIONS)) {
    const value = values[name] as string | undefined
    if (value !== undefined && choices && !choices.includes(value)) {
      throw new StartError(`--${name} must be one of ${choices.join(', ')}, not \`${value}\`.`)
    }
  }
  return { status: 'raised', ...(values as AlertSearch) }
}

const serviceLine = ({ kind, environment, summary, since }: ServiceCause): string =>
  [
    SERVICE_ALERT_KINDS[kind].label.padEnd(24),
    environment.padEnd(10),
    ...(since ? [`since ${minute(since)}`] : []),
    summary,
  ].join('  ')

const enterpriseLine = ({ kind, environment, enterprise, summary, status, created_at }: NamedAlert): string =>
  [
    ALERT_KINDS[kind].label.padEnd(24),
    environment.padEnd(10),
    status.padEnd(7),
    minute(created_at),
    enterprise,
    summary,
  ].join('  ')

export const ALERT_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'alerts list',
    args: '[--status STATUS] [--kind KIND] [--enterprise ENTERPRISE] [--environment ENVIRONMENT]',
    does: `lists what is wrong with the service now, and the alerts that are raised at enterprises; with an option, those of enterprises alone: STATUS is ${ALERT_STATUSES.join(' or ')}, KIND is ${Object.keys(ALERT_KINDS).join(', ')}`,
    takesOptions: true,
    async run(tx, args, tools) {
      const search = readSearch(args)
      const causes = args.length > 0 ? [] : await findServiceCauses(tx, tools)
      const { data, total } = await readEnterpriseAlerts(tx, { page: 1, pageSize: PRINTED_MAX }, search)
      const lines = [...causes.map(serviceLine), ...data.map(enterpriseLine)]
      if (total > data.length) lines.push(`… and ${(total - data.length).toLocaleString('en-US')} more.`)
      return lines.length > 0 ? lines : ['There is no such alert.']
    },
  },
]
