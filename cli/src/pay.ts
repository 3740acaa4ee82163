import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { ApiError, type PayoutCreate, type Tributary } from '../../sdk/typescript/src/index.ts'
import { type Command, type Context, show } from './command.ts'
import { type Row, readRows } from './csv.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { cell, dollars, type Output, table } from './terminal.ts'

const BATCH = 500
const LOOKUPS = 16
const SHOWN_MAX = 20

interface Planned {
  readonly line: number
  readonly name: string
  readonly payout: PayoutCreate
}

interface Plan {
  readonly payouts: readonly Planned[]
  readonly faults: readonly { readonly line: number; readonly message: string }[]
}

export const pay: Command = {
  name: 'pay',
  args: 'FILE.csv',
  does: 'Pays the rows of a CSV file, after you have seen what it says; run again, it pays nobody twice',
  options: [
    { name: 'yes', does: 'Pays without asking', isSwitch: true },
    { name: 'dry-run', does: 'Shows what it would pay, and pays nothing', isSwitch: true },
    { name: 'again', does: 'A word of yours, to pay the same file once more' },
  ],
  async run(context, { words: [file], options }) {
    if (file === undefined) throw new CommandError('Name the file: tributary pay FILE.csv')
    const text = readFileSync(file, 'utf8')
    const client = context.client()
    const plan = await planOf(client, readRows(text))
    const { operating_account, environment } = await client.enterprise.get({ signal: context.signal })
    const total = plan.payouts.reduce((sum, { payout }) => sum + payout.amount_in_cents, 0)
    const funds = operating_account.balance_in_cents
    if (!context.isJson) preview(context.output, plan, { total, funds, environment })
    if (plan.faults.length > 0) return faulty(context, plan)
    if (plan.payouts.length === 0) throw new CommandError('The file pays nobody.')
    if (options['dry-run'] === 'true') {
      show(context, { payouts: plan.payouts.map(({ payout }) => payout), total_in_cents: total }, () => [])
      return undefined
    }
    if (total > funds)
      throw new CommandError(`The operating account holds ${dollars(funds)}: too little.`, EXIT.refused)
    if (options.yes !== 'true' && !(await isConfirmed(context, plan.payouts.length, total))) {
      context.output.note('Nobody was paid.')
      return EXIT.refused
    }
    // The key names the contents of the file, so that a second run of the command repeats the answers of the first.
    const key = createHash('sha256')
      .update(text)
      .update(options.again ?? '')
      .digest('hex')
      .slice(0, 32)
    return payAll(context, client, plan.payouts, key)
  },
}

/** Reads every row, and looks up whom it means; all faults at once. */
async function planOf(client: Tributary, rows: readonly Row[]): Promise<Plan> {
  const payouts: Planned[] = []
  const faults: { line: number; message: string }[] = []
  const names = new Map<string, Promise<{ id: string; name: string }>>()
  const find = (fields: Row['fields']) => {
    const key = fields.account_connection || `external ${fields.external_id}`
    const known = names.get(key) ?? findConnection(client, fields)
    names.set(key, known)
    return known
  }
  const waiting = [...rows]
  const worker = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      try {
        const { id, name } = await find(row.fields)
        payouts.push({ line: row.line, name, payout: payoutOf(row, id) })
      } catch (error) {
        if (!(error instanceof CommandError || error instanceof ApiError)) throw error
        faults.push({ line: row.line, message: error.message })
      }
    }
  }
  await Promise.all(Array.from({ length: LOOKUPS }, worker))
  const inOrder = (a: { line: number }, b: { line: number }) => a.line - b.line
  return { payouts: payouts.sort(inOrder), faults: faults.sort(inOrder) }
}

async function findConnection(client: Tributary, { account_connection, external_id }: Row['fields']) {
  if (!account_connection && !external_id) {
    throw new CommandError('The row names nobody: it needs account_connection or external_id.')
  }
  const found = account_connection
    ? await client.accountConnections.get(account_connection)
    : await client.accountConnections.getByExternalId(external_id as string)
  if (found.status === 'deleted') throw new CommandError('The connection is deleted.')
  return { id: found.id, name: `${found.first_name} ${found.last_name}` }
}

function payoutOf({ fields }: Row, account_connection: string): PayoutCreate {
  const { description, date, user_data } = fields
  return {
    account_connection,
    amount_in_cents: amountOf(fields),
    ...(description ? { description } : {}),
    ...(date ? { date: dateOf(date) } : {}),
    ...(user_data ? { user_data: userDataOf(user_data) } : {}),
  }
}

function userDataOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('user_data is not JSON.')
  }
}

/** `12.50`, `1,250`, `$7`, or cents. An amount like `12,50` or `12.505` is refused rather than guessed. */
export function amountOf({ amount = '', amount_in_cents = '' }: Row['fields']): number {
  if (amount && amount_in_cents) throw new CommandError('The row has both amount and amount_in_cents; give one.')
  const cents = amount_in_cents ? wholeCents(amount_in_cents) : dollarCents(amount)
  if (cents === undefined)
    throw new CommandError(`${amount_in_cents || amount || 'Nothing'} is no amount; write 12.50.`)
  if (cents === 0) throw new CommandError('The amount is zero.')
  return cents
}

const wholeCents = (text: string): number | undefined => (/^\d{1,10}$/.test(text) ? Number(text) : undefined)

function dollarCents(text: string): number | undefined {
  const match = /^\$?(\d{1,8}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  return Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

function dateOf(text: string): string {
  const at = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  if (Number.isNaN(at)) throw new CommandError(`${text} is no date; write 2026-12-01.`)
  return new Date(at).toISOString()
}

function preview(
  output: Output,
  { payouts, faults }: Plan,
  { total, funds, environment }: { total: number; funds: number; environment: string },
): void {
  const rows = payouts
    .slice(0, SHOWN_MAX)
    .map(({ line, name, payout }) => [
      String(line),
      cell(name, 30),
      dollars(payout.amount_in_cents).padStart(12),
      payout.date?.slice(0, 10) ?? 'now',
      cell(payout.description ?? '', 40),
    ])
  for (const line of table(output, ['line', 'creator', '      amount', 'when', 'description'], rows)) output.note(line)
  if (payouts.length > SHOWN_MAX) output.note(output.style('dim', `… and ${payouts.length - SHOWN_MAX} more`))
  output.note('')
  output.note(
    `${payouts.length} payouts, ${output.style('bold', dollars(total))} in all; the ${environment} account holds ${dollars(funds)}.`,
  )
  for (const { line, message } of faults) output.note(output.style('red', `Line ${line}: ${message}`))
}

function faulty(context: Context, { faults }: Plan): number {
  show(context, { faults }, () => [])
  context.output.note('Nobody was paid: mend the file first.')
  return EXIT.refused
}

async function isConfirmed({ terminal, output }: Context, count: number, total: number): Promise<boolean> {
  const { stdin, stderr } = terminal
  if (!stdin.isTTY) throw new CommandError('Nobody is there to confirm: use --yes.')
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await lines.question(`Pay ${count} payouts, ${output.style('bold', dollars(total))}? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}

const BAR = 30

async function payAll(
  context: Context,
  client: Tributary,
  planned: readonly Planned[],
  key: string,
): Promise<number | undefined> {
  const { output, signal } = context
  const ids: string[] = []
  for (let from = 0; from < planned.length; from += BATCH) {
    const payouts = planned.slice(from, from + BATCH).map(({ payout }) => payout)
    const idempotencyKey = `pay-${key}-${from}`
    try {
      const made = await client.payouts.createBatch({ payouts }, { idempotencyKey, signal })
      ids.push(...made.payouts.map(({ id }) => id))
    } catch (error) {
      output.progress('')
      output.note(`${ids.length} of ${planned.length} payouts were made; run the command again to go on.`)
      tellFaults(context, planned.slice(from), error)
      if (ids.length === 0) throw error
      return EXIT.partly
    }
    const share = ids.length / planned.length
    const bar = '█'.repeat(Math.round(share * BAR)).padEnd(BAR, '░')
    output.progress(`${bar}  ${ids.length} of ${planned.length}`)
  }
  output.progress('')
  show(context, { payouts: ids }, () => [`Paid: ${ids.length} payouts.`])
  return undefined
}

function tellFaults({ output }: Context, planned: readonly Planned[], error: unknown): void {
  if (!(error instanceof ApiError) || !error.is('batch_invalid')) return
  for (const { index, message } of error.fields.details) output.note(`Line ${planned[index]?.line}: ${message}`)
}
