import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  AUDIT_COLUMNS,
  chainsWithLog,
  checkChain,
  OPERATOR_CHAIN,
  readFollowing,
  toCells,
  viewRow,
  walkRows,
} from '../dashboard/index.ts'
import { csvHead, csvLine } from '../kernel/csv.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import type { Vault } from '../platform/vault.ts'
import { need, type OperatorAccess, type OperatorCommand } from './command.ts'

const FOLLOW_MS = 1_000
const ROWS_AT_ONCE = 1_000

async function checkAuditLogs(tx: Tx, vault: Vault): Promise<string[]> {
  const lines: string[] = []
  let broken = false
  for (const chain of await chainsWithLog(tx)) {
    const { intact, rows, broken_at } = await checkChain(tx, vault, chain)
    broken ||= !intact
    lines.push(`${chain}  ${intact ? `intact, ${rows} rows` : `BROKEN at row ${broken_at}`}`)
  }
  if (broken) throw new StartError(lines.join('\n'))
  return lines.length === 0 ? ['The audit logs are empty.'] : lines
}

const FORMATS = ['ndjson', 'csv'] as const
type Format = (typeof FORMATS)[number]

interface ExportOptions {
  readonly chain: string
  readonly after: number
  readonly format: Format
}

function readOptions(args: readonly string[]): ExportOptions {
  const options = { after: { type: 'string', default: '0' }, format: { type: 'string', default: 'ndjson' } } as const
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
  const { after, format } = parsed.values
  if (!/^\d{1,15}$/.test(after)) throw new StartError(`--after must be a position, not \`${after}\`.`)
  if (!FORMATS.some((known) => known === format)) {
    throw new StartError(`--format must be ${FORMATS.join(' or ')}, not \`${format}\`.`)
  }
  return { chain: need(parsed.positionals, 0, 'LOG'), after: Number(after), format: format as Format }
}

async function requireChain({ database }: OperatorAccess, chain: string): Promise<void> {
  if (chain === OPERATOR_CHAIN || (await chainsWithLog(database.sql)).includes(chain)) return
  throw new StartError(`There is no audit log \`${chain}\`; give the id of an enterprise, or \`${OPERATOR_CHAIN}\`.`)
}

async function exportLog(access: OperatorAccess, { chain, after, format }: ExportOptions): Promise<number> {
  let rows = 0
  if (format === 'csv') access.print(csvHead(AUDIT_COLUMNS).trimEnd())
  for await (const row of walkRows(access.database.sql, chain, { after })) {
    access.print(format === 'csv' ? csvLine(toCells(row)).trimEnd() : JSON.stringify(viewRow(row)))
    rows++
  }
  return rows
}

/** Aborted by Ctrl-C or by whoever supervises the command, so that it closes what it has opened. */
function untilStopped(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}

/** Prints rows as they are written, until the command is stopped. Returns the last position. */
async function followLog({ database: { sql }, print }: OperatorAccess, chain: string, start: number): Promise<number> {
  const stopped = untilStopped()
  let after = start
  while (!stopped.aborted) {
    const { rows, nextAfter, hasMore } = await readFollowing(sql, chain, { after, limit: ROWS_AT_ONCE }, {})
    for (const row of rows) print(JSON.stringify(viewRow(row)))
    after = nextAfter
    if (!hasMore) await sleep(FOLLOW_MS, undefined, { signal: stopped }).catch(() => undefined)
  }
  return after
}

const LOG = `LOG is the id of an enterprise, or \`${OPERATOR_CHAIN}\` for the operator's own`

export const AUDIT_LOG_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'audit-log check',
    args: '',
    does: 'verifies the hash chain of every audit log from its first row on; exits with 1 if a row was changed',
    run: (tx, _args, { vault }) => checkAuditLogs(tx, vault),
  },
  {
    name: 'audit-log export',
    args: 'LOG [--after POSITION] [--format FORMAT]',
    takesOptions: true,
    does: `prints an audit log, oldest row first, as ndjson or csv; ${LOG}`,
    action: 'exports.make',
    async changeOnDatabase(access, args) {
      const options = readOptions(args)
      await requireChain(access, options.chain)
      const rows = await exportLog(access, options)
      const concerned = options.chain === OPERATOR_CHAIN ? {} : { enterprise: options.chain }
      return { ...concerned, lines: [], subject: `audit-log.${options.format}`, details: { rows } }
    },
  },
  {
    name: 'audit-log follow',
    args: 'LOG [--after POSITION]',
    takesOptions: true,
    does: `prints the rows of an audit log as they are written, one JSON object on each line, until it is stopped; ${LOG}`,
    action: 'exports.make',
    async changeOnDatabase(access, args) {
      const { chain, after } = readOptions(args)
      await requireChain(access, chain)
      const position = await followLog(access, chain, after)
      return { lines: [], subject: 'audit-log.ndjson', details: { up_to: position } }
    },
  },
]
