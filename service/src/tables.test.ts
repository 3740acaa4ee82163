import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCES = import.meta.dirname
const MIGRATIONS = join(SOURCES, '../migrations')

/** The room that owns each table: its SQL alone names it. Other rooms call the owner, or join a view that it exports. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  platform: ['counters', 'tenant_activity', 'tries', 'vault_check', 'service_login', 'database_place'],
  http: ['idempotency_answers'],
  ledger: ['ledger_accounts', 'ledger_transfers', 'ledger_checkpoints', 'ledger_days', 'ledger_day_marks'],
  tenants: ['enterprises', 'enterprise_name_requests', 'tenants', 'api_keys', 'auth_epoch', 'enterprise_brands'],
  'resources/account-connections': [
    'account_connections',
    'connection_activity',
    'suspended_bank_accounts',
    'connection_bank_accounts',
  ],
  'resources/alerts': ['alerts', 'alert_marks'],
  'resources/approvals': ['approvals', 'approval_payouts'],
  'resources/bank-files': [
    'ach_files',
    'ach_entries',
    'ach_received',
    'ach_credits',
    'ach_inbox',
    'ach_balances',
    'ach_deposit_sources',
    'ach_trusted_senders',
    'ach_prenotes',
  ],
  'resources/buyers': ['buyers', 'buyer_names', 'card_detachments'],
  'resources/connect': ['connect_links', 'connect_sessions', 'connect_consents', 'identity_checks', 'identity_ssns'],
  'resources/contracts': ['contracts', 'contract_splits', 'deposits'],
  'resources/creator-withdrawals': ['creator_bank_accounts', 'creator_withdrawals'],
  'resources/creators': [
    'creators',
    'creator_addresses',
    'creator_changes',
    'creator_devices',
    'creator_passkeys',
    'creator_resets',
    'creator_sessions',
    'sign_in_codes',
  ],
  'resources/erasures': ['creator_erasures'],
  'resources/embed-origins': ['embed_origins'],
  'resources/events': ['events'],
  'resources/incoming-money': ['incoming_credits', 'bank_bookings'],
  'resources/limits': ['limit_usage', 'payout_makers'],
  'resources/messages': ['messages', 'reader_languages'],
  'resources/p2p': ['p2p_payments'],
  'resources/payouts': ['payouts'],
  'resources/processor': ['processor_transactions', 'processor_arrivals', 'processor_marks', 'processor_balances'],
  'resources/purchases': ['purchases', 'refunds', 'disputes'],
  'resources/webhooks': ['webhooks', 'deliveries', 'delivery_attempts'],
  'resources/withdrawals': ['withdrawals', 'withdrawal_accounts'],
  'dashboard/audit-log': ['audit_log', 'audit_heads', 'operator_audit_log', 'operator_audit_heads'],
  'dashboard/pay-file': ['pay_files', 'pay_file_rows', 'pay_file_makers'],
  'dashboard/people': [
    'people',
    'person_devices',
    'person_memberships',
    'person_passkeys',
    'person_sessions',
    'person_logins',
    'person_tokens',
    'person_second_factors',
    'person_secret',
    'invitations',
    'sign_in_rules',
    'operators',
    'operator_sessions',
    'operator_logins',
    'operator_tokens',
    'operator_second_factors',
    'operator_passkeys',
    'operator_devices',
  ],
  'dashboard/request-log': ['request_log'],
}

/** Every row belongs to a tenant, whose clock, bank and environment any query may need. Only its owner writes it. */
const READ_BY_ALL = 'tenants'

/** The one list of columns of all rooms: those that the rotation of the vault's key seals again in place. */
const VAULT_COLUMNS = 'app/vault-columns.ts'

const ownerOf = new Map(Object.entries(OWNERS).flatMap(([room, tables]) => tables.map((table) => [table, room])))

const roomOf = (file: string): string =>
  file
    .split('/')
    .slice(0, /^(resources|dashboard)\//.test(file) ? 2 : 1)
    .join('/')

/** Files in which SQL may stand; `house.test.ts` refuses it elsewhere. */
const SQL_FILE = /^(platform|ledger)\/|(^|[/.])store\.ts$/
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm
const WRITTEN = /\b(?:into|update|delete from)\s+(\w+)/g
const READ = /(?:\b(?:from|join|using)|,)\s+(\w+)/g
/** A table given to a part that makes the SQL. */
const DESCRIBED = /\btable: '(\w+)'/g

/** The text of all template literals, also of those within others, without what is interpolated. */
function templatesIn(source: string): string {
  const depths: number[] = []
  let depth = 0
  let isText = false
  let text = ''
  for (const [token] of source.matchAll(/'[^'\n`]*'|"[^"\n`]*"|\$\{|\\.|[\s\S]/g)) {
    if (token === '`') {
      isText = !isText
      text += ';'
    } else if (isText && token === '${') {
      depths.push(depth)
      depth = 0
      isText = false
      text += '?'
    } else if (isText) text += token
    else if (token === '{') depth++
    else if (token === '}' && depth > 0) depth--
    else if (token === '}' && depths.length > 0) {
      depth = depths.pop() as number
      isText = true
    }
  }
  return text
}

const known = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name as string).filter((name) => ownerOf.has(name))

function tablesIn(file: string, source: string): { read: Set<string>; written: Set<string> } {
  const code = source.replaceAll(COMMENT, ' ')
  const sql = SQL_FILE.test(file) ? templatesIn(code) : ''
  return {
    read: new Set([...known(sql, READ), ...known(code, DESCRIBED)]),
    written: new Set(known(sql, WRITTEN)),
  }
}

function foreignTables(file: string, source: string): string[] {
  const { read, written } = tablesIn(file, source)
  const room = roomOf(file)
  return [...new Set([...read, ...written])].filter(
    (table) => ownerOf.get(table) !== room && (table !== READ_BY_ALL || written.has(table)),
  )
}

describe('tables', async () => {
  const names = (await readdir(SOURCES, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))

  it('have one owner each', async () => {
    const migrations = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'))
    const texts = await Promise.all(migrations.map((name) => readFile(join(MIGRATIONS, name), 'utf8')))
    const created = texts.flatMap((text) =>
      [...text.matchAll(/^create table (\w+)/gm)].map(([, name]) => name as string),
    )
    expect(Object.values(OWNERS).flat().sort()).toEqual(created.sort())
  })

  it('are found in SQL by what is read, written and described', () => {
    const found = (sql: string) => foreignTables('resources/a/store.ts', sql)
    expect(found('tx`select 1 from payouts`')).toEqual(['payouts'])
    expect(found('tx`select 1 from unnest($1) new, buyers`')).toEqual(['buyers'])
    expect(found('tx`\n delete from people using tenants`')).toEqual(['people'])
    expect(found('tx`update tenants set x`')).toEqual(['tenants'])
    expect(found("const LIST = { table: 'events' } // update payouts")).toEqual(['events'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    expect(found('f(a, payouts); tx`select ${{ a, buyers }} from ${tx`x join events`}, people`, contracts')).toEqual([
      'events',
      'people',
    ])
    expect(foreignTables('resources/payouts/audit.store.ts', 'tx`update payouts`')).toEqual([])
  })

  it('are named by the SQL of their owner alone', async () => {
    const found: Record<string, string[]> = {}
    for (const name of names.filter((one) => one !== VAULT_COLUMNS)) {
      const tables = foreignTables(name, await readFile(join(SOURCES, name), 'utf8'))
      if (tables.length > 0) found[name] = tables
    }
    expect(found).toEqual({})
  })
})
