import { goLive } from '../app/go-live/go-live.ts'
import { readBankingDay } from '../console/index.ts'
import { cents, dollars } from '../kernel/money.ts'
import { agrees, type Reconciliation, reconcile } from '../resources/bank-files/index.ts'
import { processorAgrees, reconcileProcessor } from '../resources/processor/index.ts'
import { productionBank } from '../tenants/index.ts'
import { Finding, type OperatorCommand } from './command.ts'
import { examine } from './doctor.ts'
import { reportProcessor } from './processor-commands.ts'

const money = (amount: number): string => dollars(cents(amount))

function difference({ name, about, kind, said, posted, why }: Reconciliation['differences'][number]): string {
  if (kind === 'file') return `${name} was refused: ${why}`
  const what = about === null ? kind : `${kind} ${about}`
  return `${name}  ${what}: file ${money(said)}, books ${money(posted)}${why ? ` (${why})` : ''}`
}

function report(found: Reconciliation): string[] {
  const { day, sums, differences, balance } = found
  const lines = [`Banking day ${day}`]
  if (sums.length === 0) lines.push('  no files')
  for (const { kind, entries, said, posted } of sums) {
    lines.push(
      `  ${kind.padEnd(10)}${String(entries).padStart(7)} entries  files ${money(said).padStart(16)}  books ${money(posted).padStart(16)}`,
    )
  }
  for (const line of differences) lines.push(`  ${line.resolved ? 'resolved' : 'DIFFERS '}  ${difference(line)}`)
  if (balance) {
    const verdict = balance.moved === balance.expected ? 'agrees' : 'DIFFERS'
    lines.push(
      `  ${verdict.padEnd(10)}bank's balance since ${balance.since}: moved ${money(balance.moved)}, files say ${money(balance.expected)}`,
    )
  }
  return lines
}

export const PRODUCTION_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'doctor',
    args: '',
    does: 'checks settings, certificates, bank, mail, SMS, cards, identity, disk, clock, database and late work, and says what to do; exits with 1 if anything fails',
    // Opens the data itself: it has something to say when that fails.
    runOffline: () => examine(process.env),
  },
  {
    name: 'production check',
    args: '',
    does: 'checks everything that production needs, and asks each outside party, one line each: pass, FAIL or skip; exits with 1 if anything fails',
    async runOnDatabase({ database, config }) {
      const { lines, passes } = await goLive(database, config)
      if (!passes) throw new Finding(lines)
      return [...lines]
    },
  },
  {
    name: 'reconcile',
    args: '[DAY]',
    does: "compares a banking day's files with the books and the bank's balance, and the card processor's sales, fees, refunds, disputes and payouts with both; exits with 1 on a difference",
    async run(tx, [text]) {
      const bank = await productionBank(tx)
      const day = await readBankingDay(tx, bank, text)
      const found = await reconcile(tx, bank, day)
      const processor = await reconcileProcessor(tx, bank, day)
      const lines = [...report(found), ...(processor ? reportProcessor(processor) : [])]
      if (!agrees(found) || !processorAgrees(processor)) throw new Finding(lines)
      return [...lines, '  Everything agrees.']
    },
  },
]
