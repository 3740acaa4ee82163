import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  bookEntry,
  bookStatedWire,
  confirmFile,
  nameSource,
  recordBalance,
  resolveEntry,
  retryFile,
  trustSender,
} from '../console/index.ts'
import { cents, dollars } from '../kernel/money.ts'
import { StartError } from '../platform/start-error.ts'
import { AchFault, describeAch, readAch } from '../rails/ach/nacha/index.ts'
import { returnReason } from '../rails/ach/return-codes.ts'
import { RATE_DAYS } from '../rails/ach/return-rates.ts'
import {
  BOOKINGS,
  type Booking,
  listFiles,
  listKept,
  listTrusted,
  readReturnRates,
} from '../resources/bank-files/index.ts'
import { DEPOSIT_SOURCES } from '../resources/contracts/index.ts'
import { listTenants, operatingNumber, productionBank, requireTenant } from '../tenants/index.ts'
import { deedCommand, Finding, need, type OperatorCommand } from './command.ts'

/** The contents of an ACH file, line by line; an error with the line and the reason if it is refused. */
async function inspect(file: string): Promise<string[]> {
  // npm runs the command in the project's folder; a relative path is meant from the caller's folder.
  const bytes = await readFile(resolve(process.env.INIT_CWD ?? '.', file)).catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`)
  })
  try {
    const { file: found, broken } = readAch(bytes, process.env.ACH_ORIGIN)
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

function amountOf(text: string): number {
  const amount = centsOf(text)
  if (amount < 1) throw new StartError('CENTS must be more than nothing.')
  return amount
}

function directionOf(text: string): 'in' | 'out' {
  if (text !== 'in' && text !== 'out') throw new StartError(`A wire goes in or out, not \`${text}\`.`)
  return text
}

function isOn(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new StartError(`It must be on or off, not \`${text}\`.`)
  return text === 'on'
}

const isBooking = (text: string | undefined): text is Booking => BOOKINGS.some((one) => one === text)

/** `FILE ORDINAL`, then what it is booked as, then the payout or the account that it concerns. */
function readBooking(args: readonly string[]) {
  const entry = { file: need(args, 0, 'FILE'), ordinal: ordinalOf(need(args, 1, 'ORDINAL')) }
  const [as, about] = isBooking(args[2]) ? [args[2], args[3]] : [undefined, args[2]]
  if (about === undefined) return { ...entry, ...(as ? { as } : {}) }
  const isAccount = as === 'credit' || as === 'taken_back'
  return { ...entry, ...(as ? { as } : {}), ...(isAccount ? { account: about } : { payout: about }) }
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
  deedCommand(
    resolveEntry,
    {
      name: 'ach resolve',
      args: 'FILE [ORDINAL]',
      does: 'marks a kept entry, or a whole refused file, as dealt with by hand',
    },
    (args) => ({
      file: need(args, 0, 'FILE'),
      ...(args[1] === undefined ? {} : { ordinal: ordinalOf(args[1]) }),
    }),
    () => ['Resolved.'],
  ),
  deedCommand(
    bookEntry,
    {
      name: 'ach apply',
      args: 'FILE ORDINAL [AS] [PAYOUT_OR_ACCOUNT]',
      does: `books a kept entry, as its kind says or AS ${BOOKINGS.join(', ')}: the return of PAYOUT, a credit to our ACCOUNT, money that the bank has taken back from it, or the corrected bank account of PAYOUT`,
    },
    readBooking,
    ({ booked }) => [`Booked: ${booked}.`],
  ),
  deedCommand(
    bookStatedWire,
    {
      name: 'ach wire',
      args: 'DIRECTION ACCOUNT CENTS REFERENCE DAY',
      does: "books a wire of the bank's statement, in or out of our ACCOUNT, once for each REFERENCE; what the account lacks is a receivable",
    },
    (args) => ({
      direction: directionOf(need(args, 0, 'in or out')),
      account: need(args, 1, 'ACCOUNT'),
      amount_in_cents: amountOf(need(args, 2, 'CENTS')),
      reference: need(args, 3, 'REFERENCE').slice(0, 64),
      day: need(args, 4, 'DAY'),
    }),
    ({ booked }) => [`Booked: ${booked}.`],
  ),
  deedCommand(
    trustSender,
    {
      name: 'ach trust',
      args: 'COMPANY_ID ON_OR_OFF',
      does: 'makes the credits of an originator available at once, or on their settlement dates again',
    },
    (args) => ({ company: need(args, 0, 'COMPANY_ID'), trusted: isOn(need(args, 1, 'on or off')) }),
    ({ company, trusted }) => [
      `Credits of ${company} are available ${trusted ? 'as soon as they arrive' : 'on their settlement dates'}.`,
    ],
  ),
  {
    name: 'ach trusted',
    args: '',
    does: 'lists the originators whose credits are available at once',
    async run(tx) {
      const trusted = await listTrusted(tx, await productionBank(tx))
      return trusted.length === 0 ? ['No originator is trusted.'] : trusted
    },
  },
  deedCommand(
    retryFile,
    {
      name: 'ach retry',
      args: 'NAME',
      does: 'uploads a stopped file again: another file had its name at the bank, or it was missing there',
    },
    (args) => ({ name: need(args, 0, 'NAME') }),
    ({ name }) => [`${name} will be uploaded with the next exchange of files.`],
  ),
  deedCommand(
    confirmFile,
    {
      name: 'ach delivered',
      args: 'NAME',
      does: 'confirms that the bank has an uploaded file that was missing in its folder',
    },
    (args) => ({ name: need(args, 0, 'NAME') }),
    ({ name }) => [`${name} is delivered.`],
  ),
  deedCommand(
    recordBalance,
    {
      name: 'ach balance',
      args: 'DAY CENTS',
      does: "records the bank's own balance at the end of a banking day, for `reconcile`",
    },
    (args) => ({ day: need(args, 0, 'DAY'), balance_in_cents: centsOf(need(args, 1, 'CENTS')) }),
    ({ day, balance_in_cents }) => [`${day}  ${dollars(cents(balance_in_cents))}`],
  ),
  deedCommand(
    nameSource,
    {
      name: 'ach source',
      args: 'COMPANY_ID SOURCE',
      does: `counts the deposits of an originator as one source of contracts: ${DEPOSIT_SOURCES.join(', ')}`,
    },
    (args) => ({ company: need(args, 0, 'COMPANY_ID'), source: need(args, 1, 'SOURCE') }),
    ({ company, source }) => [`Deposits of ${company} count as ${source}.`],
  ),
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
