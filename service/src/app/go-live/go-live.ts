import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database.ts'
import { listKept } from '../../resources/bank-files/index.ts'
import { listTenants, productionBank } from '../../tenants/index.ts'
import { auditEverythingInSnapshot } from '../audit.ts'
import { productionMissing, productionOptional, productionSettings } from '../production-settings.ts'
import { isLocal } from '../reach.ts'
import { type Check, faultOf } from './checks.ts'
import { defaultAccounts } from './default-accounts.ts'
import { OUTSIDE_CHECKS } from './outside-checks.ts'

const CHECKS: readonly Check[] = [
  ...OUTSIDE_CHECKS,
  {
    what: 'Every book balances',
    inside: async (tx) => (await auditEverythingInSnapshot(tx))[0]?.what,
  },
  {
    what: 'An enterprise has a production key',
    inside: async (tx) =>
      (await listTenants(tx)).some(({ environment, keys }) => environment === 'production' && keys > 0)
        ? undefined
        : 'create one with `key create`',
  },
  {
    what: 'DEMO_API_KEY is not set',
    outside: async ({ demoApiKey }) =>
      demoApiKey === undefined ? undefined : 'remove it: it is a key for trying things out',
  },
  {
    what: 'There are no default accounts',
    async inside(tx) {
      const found = await defaultAccounts(tx)
      return found.length === 0 ? undefined : `${found.join(' and ')}; end them with \`demo remove\``
    },
  },
  {
    what: 'People sign in over HTTPS at the sandbox, too, where they give the same password',
    async outside({ sandboxUrl, host }) {
      if (sandboxUrl === undefined) return isLocal(host) ? undefined : 'set SANDBOX_URL to an https address'
      const { protocol, hostname } = new URL(sandboxUrl)
      return protocol === 'https:' || isLocal(hostname) ? undefined : 'SANDBOX_URL is not an https address'
    },
  },
  {
    what: 'No ACH entry or file waits for the operator',
    async inside(tx) {
      const kept = await listKept(tx, await productionBank(tx))
      return kept.length === 0 ? undefined : `${kept.length} wait; see \`ach kept\``
    },
  },
]

/** The lines of a list of checks, and whether all of them pass. */
export interface Checked {
  readonly lines: readonly string[]
  readonly passes: boolean
}

/** Checks everything that production needs, line by line. */
export async function goLive(database: Database, config: Config): Promise<Checked> {
  const missing = productionMissing(config)
  const settings = [...new Set([...productionSettings(), ...missing])]
  const lines = settings.map((name) => (missing.includes(name) ? `FAIL  ${name}: not set` : `pass  ${name}`))
  for (const { name, without } of productionOptional(config)) {
    if (!missing.includes(name)) lines.push(`skip  ${name}: not set, and optional; only ${without} need it`)
  }
  for (const check of CHECKS) lines.push(await lineOf(check, database, config))
  const failed = lines.filter((line) => line.startsWith('FAIL')).length
  const verdict = failed > 0 ? `${failed} of ${lines.length} fail.` : 'Production can be served.'
  return { lines: [...lines, '', verdict], passes: failed === 0 }
}

async function lineOf(check: Check, database: Database, config: Config): Promise<string> {
  const { what } = check
  const reason = check.skipped?.(config)
  if (reason !== undefined) return `skip  ${what}: ${reason}`
  const fault = check.missing?.(config) ?? (await faultOf(check, database, config))
  return fault === undefined ? `pass  ${what}` : `FAIL  ${what}: ${fault}`
}
