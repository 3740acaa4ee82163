import { bookMovement } from '../console/index.ts'
import { cents, dollars } from '../kernel/money.ts'
import { StartError } from '../platform/start-error.ts'
import { DECISIONS, type Decision, listKeptMovements, type ProcessorDay } from '../resources/processor/index.ts'
import { productionBank } from '../tenants/index.ts'
import { deedCommand, need, type OperatorCommand } from './command.ts'

const money = (amount: number): string => dollars(cents(amount))

function decisionOf(text: string): Decision {
  const known = DECISIONS.find((one) => one === text)
  if (!known) throw new StartError(`AS must be one of ${DECISIONS.join(', ')}, not \`${text}\`.`)
  return known
}

/** The lines that `reconcile` prints of the card processor's day. */
export function reportProcessor({ sums, differences, balance }: ProcessorDay): string[] {
  const lines = ['Card processor']
  if (sums.length === 0) lines.push('  no movements')
  for (const { movement, entries, said, posted } of sums) {
    lines.push(
      `  ${movement.padEnd(17)}${String(entries).padStart(6)} entries  processor ${money(said).padStart(16)}  books ${money(posted).padStart(16)}`,
    )
  }
  for (const { id, kind, said, posted, why } of differences) {
    lines.push(`  DIFFERS   ${kind} ${id}: processor ${money(said)}, books ${money(posted)} (${why})`)
  }
  if (balance) {
    const verdict = balance.moved === balance.expected ? 'agrees' : 'DIFFERS'
    lines.push(
      `  ${verdict.padEnd(10)}processor's balance since ${balance.since}: moved ${money(balance.moved)}, its transactions say ${money(balance.expected)}`,
    )
  }
  return lines
}

export const PROCESSOR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'processor kept',
    args: '',
    does: "lists the card processor's movements, its credits at the bank, and late payouts, that wait for the operator",
    async run(tx) {
      const kept = await listKeptMovements(tx, await productionBank(tx))
      if (kept.length === 0) return ['Nothing of the card processor waits for the operator.']
      return kept.map(({ id, day, category, amount_in_cents, fee_in_cents, why }) =>
        [
          day,
          id.padEnd(34),
          category.padEnd(18),
          money(amount_in_cents).padStart(14),
          `fee ${money(fee_in_cents)}`,
          why,
        ].join('  '),
      )
    },
  },
  deedCommand(
    bookMovement,
    {
      name: 'processor book',
      args: 'ID AS',
      does: `books such a movement, credit or late payout as ${DECISIONS.join(' or ')}: a cost of ours, or money that belongs to no purchase`,
    },
    (args) => ({ id: need(args, 0, 'ID'), as: decisionOf(need(args, 1, 'AS')) }),
    ({ booked }) => [`Booked: ${booked}.`],
  ),
]
