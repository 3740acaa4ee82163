import { parseArgs } from 'node:util'
import { changeKey, createKey, revokeKey } from '../console/index.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import {
  type KeySummary,
  listKeys,
  NAMED_SCOPES,
  type RestrictionsInput,
  requireTenant,
  SCOPES,
} from '../tenants/index.ts'
import { deedCommand, minute, need, type OperatorCommand, readTenantWords } from './command.ts'

const LIMITS = '[--scopes SCOPE,…] [--expires MOMENT] [--networks CIDR,…]'
const OPTIONS = { scopes: { type: 'string' }, expires: { type: 'string' }, networks: { type: 'string' } } as const

/** Takes a restriction of a key away. */
const NONE = 'none'

const listOf = (text: string): string[] | null => (text === NONE ? null : text.split(',').map((one) => one.trim()))

/** `2027-01-31`, whose first moment in UTC is meant, or `2027-01-31T12:00:00Z`. */
function momentOf(text: string): Date | null {
  if (text === NONE) return null
  const moment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text) ? new Date(text) : undefined
  if (!moment || Number.isNaN(moment.getTime())) {
    throw new StartError(`--expires must be like 2027-01-31 or 2027-01-31T12:00:00Z, not \`${text}\`.`)
  }
  return moment
}

/** The words of a command, and the restrictions that its options name. */
function readLimits(args: readonly string[]): {
  readonly words: readonly string[]
  readonly limits: RestrictionsInput
} {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const { scopes, expires, networks } = values
    const limits = {
      ...(scopes === undefined ? {} : { scopes: listOf(scopes) }),
      ...(expires === undefined ? {} : { expires_at: momentOf(expires) }),
      ...(networks === undefined ? {} : { allowed_networks: listOf(networks) }),
    }
    return { words: positionals, limits }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}

function refuseSurplus(words: readonly string[], most: number): void {
  if (words.length <= most) return
  throw new StartError(`\`${words.slice(most).join(' ')}\` is too much: quote a name that has spaces.`)
}

const status = ({ revoked_at, expired, expires_at }: KeySummary): string => {
  if (revoked_at) return `revoked ${minute(revoked_at)}`
  if (expired) return `expired ${minute(expires_at)}`
  return expires_at ? `valid until ${minute(expires_at)}` : 'valid'
}

/** A line for each key, and below it what it is limited to. */
function describe(key: KeySummary): string[] {
  const used = `last used ${minute(key.last_used_at)}${key.last_used_from ? ` from ${key.last_used_from}` : ''}`
  const line = [
    key.id,
    `${key.prefix}…`.padEnd(16),
    key.environment.padEnd(10),
    `created ${minute(key.created_at)}`,
    used.padEnd(26),
    status(key).padEnd(24),
    ...(key.flagged_at ? [`sent over plain HTTP ${minute(key.flagged_at)}: replace it`] : []),
    key.name,
  ].join('  ')
  return [
    line,
    ...(key.scopes ? [`    scopes    ${key.scopes.join(', ')}`] : []),
    ...(key.allowed_networks ? [`    networks  ${key.allowed_networks.join(', ')}`] : []),
  ]
}

async function list(tx: Tx, enterprise: string): Promise<string[]> {
  await requireTenant(tx, enterprise, 'sandbox')
  const keys = await listKeys(tx, enterprise)
  return keys.length === 0 ? ['The enterprise has no API key yet.'] : keys.flatMap(describe)
}

export const KEY_COMMANDS: readonly OperatorCommand[] = [
  deedCommand(
    createKey,
    {
      name: 'key create',
      args: `ENTERPRISE ENVIRONMENT [NAME] ${LIMITS}`,
      takesOptions: true,
      does: `creates an API key, shown only once; without --scopes it has all but those that must be named: ${NAMED_SCOPES.join(', ')}. Scopes: ${Object.keys(SCOPES).join(', ')}`,
    },
    (args) => {
      const { words, limits } = readLimits(args)
      refuseSurplus(words, 3)
      return { ...readTenantWords(words), name: words[2] ?? 'Operator', limits }
    },
    ({ id, key }) => [`${key}  (${id}; shown only now)`],
  ),
  {
    name: 'key list',
    args: 'ENTERPRISE',
    does: 'lists the API keys of an enterprise: when each was created, last used, from where, and revoked (UTC); its limits',
    run: (tx, args) => list(tx, need(args, 0, 'ENTERPRISE')),
  },
  deedCommand(
    changeKey,
    {
      name: 'key change',
      args: `ID_OR_PREFIX ${LIMITS}`,
      takesOptions: true,
      does: `changes what an API key is limited to; \`${NONE}\` takes a limit away`,
    },
    (args) => {
      const { words, limits } = readLimits(args)
      refuseSurplus(words, 1)
      const key = need(words, 0, 'ID_OR_PREFIX')
      if (Object.keys(limits).length === 0) throw new StartError(`Give at least one of ${LIMITS}.`)
      return { key, limits }
    },
    describe,
  ),
  deedCommand(
    revokeKey,
    {
      name: 'key revoke',
      args: 'ID_OR_PREFIX',
      does: 'revokes an API key; every process refuses it within a second',
    },
    (args) => ({ key: need(args, 0, 'ID_OR_PREFIX') }),
    (_revoked, { key }) => [`Revoked ${key}.`],
  ),
]
