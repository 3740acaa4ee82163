import { X509Certificate } from 'node:crypto'
import { bankFolders, readSecret } from '../bank-files.ts'
import { type Config, productionMissing, productionSettings } from '../config.ts'
import { cents, dollars } from '../kernel/money.ts'
import { auditInSnapshot } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import { bankingDate, bankingDayOf } from '../rails/ach/calendar.ts'
import { verifySmtp } from '../rails/messages/smtp.ts'
import { agrees, listKept, type Reconciliation, reconcile } from '../resources/bank-files/index.ts'
import { listTenants, productionBank, tenantNow } from '../tenants/index.ts'
import { Finding, type OperatorCommand } from './command.ts'

/** One line of the go-live list: nothing when it passes, else what is wrong. */
interface Check {
  readonly what: string
  run(tx: Tx, config: Config): Promise<string | undefined>
}

const DAY_MS = 86_400_000
const CERTIFICATE_DAYS_MIN = 14

async function certificate({ tlsCertFile, productionUrl }: Config): Promise<string | undefined> {
  if (!tlsCertFile) return undefined
  const found = new X509Certificate(await readSecret('TLS_CERT_FILE', tlsCertFile))
  const days = Math.floor((Date.parse(found.validTo) - Date.now()) / DAY_MS)
  if (days < CERTIFICATE_DAYS_MIN) return `it is valid for ${days} more days`
  const host = productionUrl && new URL(productionUrl).hostname
  return host && !found.checkHost(host) ? `it is not for ${host}` : undefined
}

const CHECKS: readonly Check[] = [
  {
    what: 'The TLS certificate is for PRODUCTION_URL and valid for two more weeks',
    run: (_tx, config) => certificate(config),
  },
  {
    what: "The bank's folders can be read",
    async run(_tx, config) {
      const folders = await bankFolders(config)
      if (!folders) return 'their settings are not complete'
      try {
        await folders.listIn()
        await folders.readOut('.tributary-check')
        return undefined
      } finally {
        await folders.close()
      }
    },
  },
  {
    what: 'The mail server takes our mail',
    async run(_tx, { smtpUrl }) {
      if (!smtpUrl) return 'SMTP_URL is not set'
      await verifySmtp(smtpUrl)
      return undefined
    },
  },
  {
    what: 'Every book balances',
    run: async (tx) => (await auditInSnapshot(tx))[0]?.what,
  },
  {
    what: 'An enterprise has a production key',
    run: async (tx) =>
      (await listTenants(tx)).some(({ environment, keys }) => environment === 'production' && keys > 0)
        ? undefined
        : 'create one with `key create`',
  },
  {
    what: 'Nothing of the bank waits for a person',
    async run(tx) {
      const kept = await listKept(tx, await productionBank(tx))
      return kept.length === 0 ? undefined : `${kept.length} wait; see \`ach kept\``
    },
  },
]

async function goLive(tx: Tx, config: Config): Promise<string[]> {
  const missing = productionMissing(config)
  const settings = [...new Set([...productionSettings(), ...missing])]
  const results: [string, string | undefined][] = settings.map((name) => [
    name,
    missing.includes(name) ? 'it is not set' : undefined,
  ])
  for (const { what, run } of CHECKS) {
    const fault = await run(tx, config).catch((error: Error) => error.message)
    results.push([what, fault])
  }
  const lines = results.map(([what, fault]) => (fault === undefined ? `pass  ${what}` : `FAIL  ${what}: ${fault}`))
  const failed = results.filter(([, fault]) => fault !== undefined).length
  if (failed > 0) throw new Finding([...lines, '', `${failed} of ${results.length} fail.`])
  return [...lines, '', 'Production can be served.']
}

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
    name: 'production check',
    args: '',
    does: 'prints what production needs, pass or fail per line; exits with 1 when anything fails',
    run: (tx, _args, { config }) => goLive(tx, config),
  },
  {
    name: 'reconcile',
    args: '[DAY]',
    does: "compares a banking day's files with the books and the bank's balance; exits with 1 on a difference",
    async run(tx, [text]) {
      const bank = await productionBank(tx)
      const day = text === undefined ? bankingDayOf(await tenantNow(tx, bank)) : readDay(text)
      const found = await reconcile(tx, bank, day)
      const lines = report(found)
      if (!agrees(found)) throw new Finding(lines)
      return [...lines, '  Everything agrees.']
    },
  },
]

function readDay(text: string) {
  try {
    return bankingDate(text)
  } catch {
    throw new StartError(`DAY must be a day like 2026-11-16, not \`${text}\`.`)
  }
}
