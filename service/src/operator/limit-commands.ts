import type { Limits, PayoutLimit } from '../../../contracts/limits.ts'
import { setLimits } from '../console/index.ts'
import { faultsOfLimits, limitSchemaFaults } from '../dashboard/index.ts'
import { StartError } from '../platform/start-error.ts'
import { readLimits } from '../resources/limits/index.ts'
import { deedCommand, need, needTenant, type OperatorCommand, readTenantWords } from './command.ts'

const OPERATOR = { maker: { id: 'operator', role: 'admin' } } as const

function readList(text: string): PayoutLimit[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new StartError('JSON must be a list of limits; see docs/two-person-control.md.')
  }
  const faults = limitSchemaFaults(list)
  const [fault] = faults.length > 0 ? faults : faultsOfLimits(list as PayoutLimit[])
  if (fault) throw new StartError(`JSON is not a list of limits: ${fault.param} ${fault.message}.`)
  return list as PayoutLimit[]
}

const asLine = ({ set_by, scope, of = '', per, outcome, frees_at, ...figures }: Limits['limits'][number]): string => {
  const most = figures.max_in_cents ?? `${figures.max_count} payments`
  const used = figures.used_in_cents ?? figures.used_count
  return [
    set_by.padEnd(10),
    `${scope} ${of}`.trim().padEnd(12),
    `${most} per ${per}`,
    outcome,
    used === undefined ? '' : `${used} used until ${frees_at}`,
  ]
    .join('  ')
    .trimEnd()
}

export const LIMIT_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'limits show',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'shows the limits of an enterprise, in cents, with what is used of each',
    async run(tx, args) {
      const tenant = await needTenant(tx, args)
      const { limits, new_bank_account_wait_hours: hours } = await readLimits(tx, tenant, OPERATOR)
      const wait = `New bank accounts wait ${hours} hours.`
      return limits.length === 0 ? ['There are no limits.', wait] : [...limits.map(asLine), wait]
    },
  },
  deedCommand(
    setLimits,
    {
      name: 'limits set',
      args: 'ENTERPRISE ENVIRONMENT JSON',
      does: "replaces the provider's limits of an enterprise, which it cannot change itself",
    },
    (args) => ({ ...readTenantWords(args), limits: readList(need(args, 2, 'JSON')) }),
    ({ set }) => [`Set ${set} ${set === 1 ? 'limit' : 'limits'}.`],
  ),
  deedCommand(
    setLimits,
    {
      name: 'limits clear',
      args: 'ENTERPRISE ENVIRONMENT',
      does: "removes the provider's limits of an enterprise; its own stay",
    },
    (args) => ({ ...readTenantWords(args), limits: [] }),
    () => ["Removed the provider's limits."],
  ),
]
