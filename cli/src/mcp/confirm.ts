import { randomUUID } from 'node:crypto'
import type { Tributary } from '../../../sdk/typescript/src/index.ts'
import { cell, dollars } from '../terminal.ts'
import { type ApiTool, type Arguments, CONFIRMATION } from './tools.ts'

const ROWS_SHOWN = 10
const MINUTES = 10

/** A connection by the name of its creator and the account that money goes to. An unknown id stays an id. */
async function connectionText({ accountConnections }: Tributary, id: unknown): Promise<string> {
  if (typeof id !== 'string') return cell(id)
  const found = await accountConnections.get(id).catch(() => undefined)
  if (!found) return id
  const { first_name, last_name, destination, status } = found
  return `${first_name} ${last_name}, ${destination ?? `not connected yet (${status})`} (${id})`
}

/** The payout or purchase that an id in the path names, with its amount and where it goes. */
async function subjectText({ payouts, purchases, p2p }: Tributary, id: string): Promise<string> {
  const read = async (): Promise<{ status: string; amount?: number; to?: string | undefined } | undefined> => {
    if (id.startsWith('pay_')) {
      const { status, amount_in_cents, destination } = await payouts.get(id)
      return { status, amount: amount_in_cents, to: destination }
    }
    if (id.startsWith('pch_')) {
      const { status, total_in_cents } = await purchases.get(id)
      return { status, amount: total_in_cents }
    }
    if (id.startsWith('p2p_')) {
      const { status, amount_in_cents, destination } = await p2p.get(id)
      return { status, amount: amount_in_cents, to: destination }
    }
    return undefined
  }
  const found = await read().catch(() => undefined)
  if (!found) return id
  const { status, amount, to } = found
  return `${id}: ${amount === undefined ? '' : `${dollars(amount)}, `}${status}${to ? `, to ${to}` : ''}`
}

type Row = { readonly account_connection?: unknown; readonly amount_in_cents?: unknown }

/** The sum of a batch, and its first rows one by one. */
async function batchLines(client: Tributary, rows: readonly Row[]): Promise<string[]> {
  const sum = rows.reduce((total, { amount_in_cents }) => total + Number(amount_in_cents ?? 0), 0)
  const shown = await Promise.all(
    rows
      .slice(0, ROWS_SHOWN)
      .map(
        async ({ account_connection, amount_in_cents }) =>
          `  ${dollars(Number(amount_in_cents))} to ${await connectionText(client, account_connection)}`,
      ),
  )
  const rest = rows.length - shown.length
  return [`${rows.length} payouts, ${dollars(sum)} in all`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])]
}

const CONNECTIONS: readonly string[] = ['account_connection', 'source', 'destination']

async function argumentLines(client: Tributary, name: string, value: unknown, isParam: boolean): Promise<string[]> {
  if (name === 'payouts' && Array.isArray(value)) return batchLines(client, value)
  if (name.endsWith('_in_cents') && typeof value === 'number') return [`${name}: ${dollars(value)}`]
  if (CONNECTIONS.includes(name)) return [`${name}: ${await connectionText(client, value)}`]
  if (isParam) return [`${name}: ${await subjectText(client, String(value))}`]
  return [`${name}: ${cell(value, 2_000)}`]
}

/** A call in words: every amount in dollars, every creator by name and destination, every other argument as it is. */
export async function describeCall(client: Tributary, tool: ApiTool, args: Arguments): Promise<string> {
  const given = Object.entries(args).filter(([name]) => name !== CONFIRMATION)
  const lines = await Promise.all(
    given.map(([name, value]) => argumentLines(client, name, value, tool.described.params.includes(name))),
  )
  return [tool.described.summary, ...lines.flat()].join('\n')
}

/** Calls that were described and wait to be confirmed, for clients that cannot ask a person themselves. */
export interface Confirmations {
  /** A token for exactly this call. */
  offer(tool: ApiTool, args: Arguments): string
  /** Whether the token was given for this call and still holds. It may be sent again: the call has one idempotency key. */
  holds(token: unknown, tool: ApiTool, args: Arguments): token is string
}

const keyOf = ({ name }: ApiTool, args: Arguments): string =>
  JSON.stringify([
    name,
    Object.entries(args)
      .filter(([field]) => field !== CONFIRMATION)
      .sort(),
  ])

export function createConfirmations(now: () => number = Date.now): Confirmations {
  const offered = new Map<string, { readonly call: string; readonly until: number }>()
  return {
    offer(tool, args) {
      for (const [token, { until }] of offered) if (until < now()) offered.delete(token)
      const token = randomUUID()
      offered.set(token, { call: keyOf(tool, args), until: now() + MINUTES * 60_000 })
      return token
    },
    holds(token, tool, args): token is string {
      const found = offered.get(String(token))
      return found !== undefined && found.until >= now() && found.call === keyOf(tool, args)
    },
  }
}
