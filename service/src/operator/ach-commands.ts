import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { originatorOf } from '../app/bank-files.ts'
import type { TenantId } from '../kernel/ids.ts'
import { cents, dollars } from '../kernel/money.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import { AchFault, describeAch, readAch } from '../rails/ach/nacha/index.ts'
import { returnReason } from '../rails/ach/return-codes.ts'
import { RATE_DAYS } from '../rails/ach/return-rates.ts'
import {
  applyKept,
  confirmMissing,
  listFiles,
  listKept,
  readReturnRates,
  resolveKept,
  retryFile,
  setBalance,
  setDepositSource,
  stoppedFile,
} from '../resources/bank-files/index.ts'
import { DEPOSIT_SOURCES } from '../resources/contracts/index.ts'
import { listTenants, operatingNumber, productionBank, requireTenant } from '../tenants/index.ts'
import { readBankingDay } from './banking-day.ts'
import { Finding, need, type OperatorCommand } from './command.ts'

/** The contents of an ACH file, line by line; an error with the line and the reason if it is refused. */
async function inspect(file: string): Promise<string[]> {
  // npm runs the command in the project's folder; a relative path is meant from the caller's folder.
  const bytes = await readFile(resolve(process.env.INIT_CWD ?? '.', file)).catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`)
  })
  try {
    const { file: found, broken } = readAch(bytes)
    const [first] = broken
    if (first) throw first.fault
    return describeAch(found)
  } catch (error) {
    if (error instanceof AchFault) throw new StartError(`${file} is refused: ${error.message}`)
    throw error
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`.padStart(8)

const cell = (text: string | null, width: number): string => (text ?? '').padEnd(width)

/** A whole number of cents, with or without a minus. */
function centsOf(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new StartError(`CENTS must be a whole number, not \`${text}\`.`)
  return Number(text)
}

function ordinalOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`ORDINAL must be a whole number, not \`${text}\`.`)
  return Number(text)
}

/** The kind and the amount of what waits, read before it is dealt with. */
async function keptDetails(
  tx: Tx,
  bank: TenantId,
  file: string,
  ordinal: number | undefined,
): Promise<Record<string, unknown>> {
  const kept = (await listKept(tx, bank)).find((one) => one.file === file && (one.ordinal ?? undefined) === ordinal)
  return kept ? { kind: kept.kind, amount_in_cents: kept.amount_in_cents, why: kept.why } : {}
}

export const ACH_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'ach inspect',
    args: 'FILE',
    does: 'prints the contents of an ACH file, or exits with 1 and the line and reason why it is refused',
    runOffline: (args) => inspect(need(args, 0, 'FILE')),
  },
  {
    name: 'ach files',
    args: '',
    does: 'lists the latest files sent to and received from the bank',
    async run(tx) {
      const files = await listFiles(tx, await productionBank(tx))
      if (files.length === 0) return ['No file has been made or received yet.']
      return files.map(
        (file) =>
          `${file.day}  ${file.direction.padEnd(3)}  ${cell(file.status, 9)}  ${cell(file.name, 32)}  ${String(file.entries).padStart(7)} entries  debits ${dollars(cents(file.debit_in_cents))}  credits ${dollars(cents(file.credit_in_cents))}${file.why ? `  (${file.why})` : ''}`,
      )
    },
  },
  {
    name: 'ach kept',
    args: '',
    does: 'lists the received entries and files that wait for the operator',
    async run(tx) {
      const kept = await listKept(tx, await productionBank(tx))
      if (kept.length === 0) return ['No entry or file waits for the operator.']
      return kept.map(({ file, name, ordinal, kind, amount_in_cents, why }) =>
        [
          `${file} ${ordinal ?? ''}`.trim().padEnd(34),
          cell(name, 28),
          cell(kind, 9),
          dollars(cents(amount_in_cents)).padStart(14),
          why,
        ].join('  '),
      )
    },
  },
  {
    name: 'ach resolve',
    args: 'FILE [ORDINAL]',
    does: 'marks a kept entry, or a whole refused file, as dealt with by hand',
    action: 'bank.resolve',
    async change(tx, args) {
      const [file, ordinal] = [need(args, 0, 'FILE'), args[1]]
      const nth = ordinal === undefined ? undefined : ordinalOf(ordinal)
      const bank = await productionBank(tx)
      const details = await keptDetails(tx, bank, file, nth)
      if (!(await resolveKept(tx, bank, file, nth))) {
        const stopped = await stoppedFile(tx, bank, file)
        if (stopped !== undefined) {
          throw new StartError(
            `The payouts of ${stopped} still wait for it to leave: use \`ach retry ${stopped}\`, or \`ach delivered ${stopped}\` if the bank has it.`,
          )
        }
        throw new StartError(`No entry or file of that name waits; see \`ach kept\`.`)
      }
      return { lines: ['Resolved.'], subject: file, details }
    },
  },
  {
    name: 'ach apply',
    args: 'FILE ORDINAL [PAYOUT]',
    does: 'books a kept entry: a return, of PAYOUT or else of the payout that its trace number names; or a credit that looks like a duplicate',
    action: 'bank.apply',
    async change(tx, args, { config, payouts }) {
      const key = { file: need(args, 0, 'FILE'), ordinal: ordinalOf(need(args, 1, 'ORDINAL')) }
      const deps = { ...payouts, originator: originatorOf(config), payout: args[2] }
      const bank = await productionBank(tx)
      const details = await keptDetails(tx, bank, key.file, key.ordinal)
      const outcome = await applyKept(tx, bank, key, deps)
      if ('kept' in outcome) throw new StartError(`It is still kept: ${outcome.kept}.`)
      return { lines: [`Booked: ${outcome.about}.`], subject: outcome.about, details }
    },
  },
  {
    name: 'ach retry',
    args: 'NAME',
    does: 'uploads a stopped file again: another file had its name at the bank, or it was missing there',
    action: 'bank.retry',
    async change(tx, args) {
      const name = need(args, 0, 'NAME')
      if (!(await retryFile(tx, await productionBank(tx), name))) {
        throw new StartError(`There is no file ${name} in \`conflict\` or \`missing\`; see \`ach files\`.`)
      }
      return { lines: [`${name} will be uploaded with the next exchange of files.`], subject: name }
    },
  },
  {
    name: 'ach delivered',
    args: 'NAME',
    does: 'confirms that the bank has an uploaded file that was missing in its folder',
    action: 'bank.delivered',
    async change(tx, args) {
      const name = need(args, 0, 'NAME')
      if (!(await confirmMissing(tx, await productionBank(tx), name))) {
        throw new StartError(`There is no file ${name} in \`missing\`; see \`ach files\`.`)
      }
      return { lines: [`${name} is delivered.`], subject: name }
    },
  },
  {
    name: 'ach balance',
    args: 'DAY CENTS',
    does: "records the bank's own balance at the end of a banking day, for `reconcile`",
    action: 'bank.balance',
    async change(tx, args) {
      const bank = await productionBank(tx)
      const day = await readBankingDay(tx, bank, need(args, 0, 'DAY'))
      const balance = centsOf(need(args, 1, 'CENTS'))
      await setBalance(tx, bank, day, balance)
      return { lines: [`${day}  ${dollars(cents(balance))}`], subject: day, details: { amount_in_cents: balance } }
    },
  },
  {
    name: 'ach source',
    args: 'COMPANY_ID SOURCE',
    does: `counts the deposits of an originator as one source of contracts: ${DEPOSIT_SOURCES.join(', ')}`,
    action: 'bank.source',
    async change(tx, args) {
      const company = need(args, 0, 'COMPANY_ID')
      const source = need(args, 1, 'SOURCE')
      if (!DEPOSIT_SOURCES.some((known) => known === source)) {
        throw new StartError(`SOURCE must be one of ${DEPOSIT_SOURCES.join(', ')}, not \`${source}\`.`)
      }
      await setDepositSource(tx, await productionBank(tx), company, source)
      return { lines: [`Deposits of ${company} count as ${source}.`], subject: company, details: { source } }
    },
  },
  {
    name: 'ach returns',
    args: '',
    does: "shows the share of the last 60 days' entries that came back, by kind, against Nacha's thresholds; exits with 1 above one",
    async run(tx) {
      const { entries, rates, byCode } = await readReturnRates(tx, await productionBank(tx))
      const lines = [
        `${entries.toLocaleString('en-US')} entries sent in ${RATE_DAYS} days`,
        ...rates.map(
          ({ kind, returned, rate, threshold, isAbove }) =>
            `${isAbove ? 'ABOVE' : 'ok   '}  ${kind.padEnd(15)} ${String(returned).padStart(6)} returned  ${percent(rate)}  threshold ${percent(threshold)}`,
        ),
        ...byCode.map(({ code, count }) => `       ${code}  ${count}  ${returnReason(code)}`),
      ]
      if (rates.some(({ isAbove }) => isAbove)) throw new Finding(lines)
      return lines
    },
  },
  {
    name: 'ach accounts',
    args: '',
    does: 'lists the account number of every operating account, for top-ups by ACH',
    async run(tx) {
      const lines = []
      for (const { enterprise, name, environment } of await listTenants(tx)) {
        if (environment !== 'production') continue
        lines.push(`${operatingNumber(await requireTenant(tx, enterprise, environment))}  ${enterprise}  ${name}`)
      }
      return lines.length > 0 ? lines : ['There is no enterprise yet.']
    },
  },
]
