import { LIMITS_MAX, type Limits, type StoredLimit } from '../../../contracts/limits.ts'
import { faultsOfLimits, limitSchemaFaults } from '../dashboard/index.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import { readLimits } from '../resources/limits/index.ts'
import { lockLimits, setPayoutLimits } from '../resources/payouts/index.ts'
import { need, needTenant, type OperatorCommand } from './command.ts'

const OPERATOR = { maker: { id: 'operator', role: 'admin' } } as const

function readList(text: string): StoredLimit[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new StartError('JSON must be a list of limits; see docs/two-person-control.md.')
  }
  const faults = limitSchemaFaults(list)
  const [fault] = faults.length > 0 ? faults : faultsOfLimits(list as StoredLimit[])
  if (fault) throw new StartError(`JSON is not a list of limits: ${fault.param} ${fault.message}.`)
  return (list as StoredLimit[]).map((limit) => ({ ...limit, set_by: 'provider' }))
}

/** Replaces the limits that the provider sets; those of the enterprise itself stay. */
async function replaceOwn(tx: Tx, args: readonly string[], own: readonly StoredLimit[]) {
  const { tenant, enterprise, environment } = await needTenant(tx, args)
  const before = await lockLimits(tx, tenant)
  const after = [...own, ...before.filter(({ set_by }) => set_by === 'enterprise')]
  if (after.length > LIMITS_MAX) throw new StartError(`An enterprise has at most ${LIMITS_MAX} limits.`)
  await setPayoutLimits(tx, tenant, after)
  return { enterprise, environment, details: { before, after } }
}

const asLine = ({ set_by, scope, of = '', per, outcome, frees_at, ...figures }: Limits['limits'][number]): string => {
  const most = figures.max_in_cents ?? `${figures.max_count} payouts`
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
      const { tenant } = await needTenant(tx, args)
      const { limits, new_bank_account_wait_hours: hours } = await readLimits(tx, tenant, OPERATOR)
      const wait = `New bank accounts wait ${hours} hours.`
      return limits.length === 0 ? ['There are no limits.', wait] : [...limits.map(asLine), wait]
    },
  },
  {
    name: 'limits set',
    args: 'ENTERPRISE ENVIRONMENT JSON',
    does: "replaces the provider's limits of an enterprise, which it cannot change itself",
    action: 'limits.change',
    async change(tx, args) {
      const own = readList(need(args, 2, 'JSON'))
      const changed = await replaceOwn(tx, args, own)
      return { lines: [`Set ${own.length} ${own.length === 1 ? 'limit' : 'limits'}.`], ...changed }
    },
  },
  {
    name: 'limits clear',
    args: 'ENTERPRISE ENVIRONMENT',
    does: "removes the provider's limits of an enterprise; its own stay",
    action: 'limits.change',
    async change(tx, args) {
      const changed = await replaceOwn(tx, args, [])
      return { lines: ["Removed the provider's limits."], ...changed }
    },
  },
]
