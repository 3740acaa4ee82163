import { type Fault, validationFailed } from '../kernel/errors.ts'
import { isScope, SCOPES, type Scope } from './key-scopes.ts'
import { readNetwork } from './networks.ts'

/** The limits of an API key. Null means that there is no such limit. */
export interface KeyRestrictions {
  readonly scopes: readonly Scope[] | null
  readonly expires_at: Date | null
  readonly allowed_networks: readonly string[] | null
}

export const UNRESTRICTED: KeyRestrictions = { scopes: null, expires_at: null, allowed_networks: null }

export const isRestricted = ({ scopes, expires_at, allowed_networks }: KeyRestrictions): boolean =>
  scopes !== null || expires_at !== null || allowed_networks !== null

export const NETWORKS_MAX = 50

/** Restrictions as a person or a program writes them. */
export interface RestrictionsInput {
  readonly scopes?: readonly string[] | null
  readonly expires_at?: Date | null
  readonly allowed_networks?: readonly string[] | null
}

/** The restrictions in one form of writing. Throws every fault at once. `now` is the database's clock. */
export function readRestrictions(input: RestrictionsInput, now: Date): KeyRestrictions {
  const faults: Fault[] = []
  const restrictions = {
    scopes: readScopes(input.scopes ?? null, faults),
    expires_at: input.expires_at ?? null,
    allowed_networks: readNetworks(input.allowed_networks ?? null, faults),
  }
  if (restrictions.expires_at !== null && restrictions.expires_at <= now) {
    faults.push({ param: 'expires_at', code: 'out_of_range', message: 'must be in the future' })
  }
  if (faults.length > 0) throw validationFailed(faults)
  return restrictions
}

const empty = (param: string): Fault => ({ param, code: 'too_few', message: 'must have at least one entry' })

function readScopes(names: readonly string[] | null, faults: Fault[]): readonly Scope[] | null {
  if (names === null) return null
  if (names.length === 0) faults.push(empty('scopes'))
  for (const [nth, name] of names.entries()) {
    if (isScope(name)) continue
    const message = `must be one of ${Object.keys(SCOPES).join(', ')}`
    faults.push({ param: `scopes.${nth}`, code: 'invalid_value', message })
  }
  return (Object.keys(SCOPES) as Scope[]).filter((scope) => names.includes(scope))
}

function readNetworks(texts: readonly string[] | null, faults: Fault[]): readonly string[] | null {
  if (texts === null) return null
  if (texts.length === 0) faults.push(empty('allowed_networks'))
  if (texts.length > NETWORKS_MAX) {
    const message = `must have at most ${NETWORKS_MAX} entries`
    faults.push({ param: 'allowed_networks', code: 'too_many', message })
  }
  const networks = new Set<string>()
  for (const [nth, text] of texts.entries()) {
    const found = readNetwork(text)
    if ('network' in found) networks.add(found.network)
    else faults.push({ param: `allowed_networks.${nth}`, code: 'invalid_format', message: found.fault })
  }
  return [...networks]
}
