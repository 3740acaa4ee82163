import {
  type ApiKey,
  type ApiKeyRequest,
  type ApiKeyRestrictions,
  NAMED_SCOPES,
  SCOPES,
  type Scope,
} from '../../../contracts/dashboard/developers.ts'
import type { Body, Field, Values } from '../form/field.ts'
import { humanize } from '../parts/StatusBadge.tsx'
import { formatMinute, inputOf } from '../parts/Time.tsx'

export const KEY_FIELDS: readonly Field<keyof ApiKeyRequest>[] = [
  { kind: 'text', name: 'name', label: 'Name', hint: 'Where it is used, so that you know what a revocation stops.' },
  {
    kind: 'choices',
    name: 'scopes',
    label: 'Limit to (optional)',
    hint: 'Choose only what the program needs. Without a choice the key may do all of these but follow the audit log, approve and withdraw.',
    optional: true,
    options: (Object.keys(SCOPES) as Scope[]).map((value) => ({ value, label: SCOPES[value] })),
  },
  {
    kind: 'lines',
    name: 'allowed_networks',
    label: 'Allowed networks',
    hint: 'One on each line, like 203.0.113.0/24 or 2001:db8::/32. Requests from elsewhere are refused.',
    optional: true,
  },
  { kind: 'moment', name: 'expires_at', label: 'Expires', clock: 'real', optional: true },
]

export const valuesOf = ({ name, scopes, allowed_networks, expires_at }: ApiKey): Values => ({
  name,
  scopes: scopes ?? [],
  allowed_networks: (allowed_networks ?? []).join('\n'),
  expires_at: expires_at === null ? '' : inputOf(expires_at),
})

/** The scopes of a key without a choice. */
export const ALL_BUT_NAMED = `All but ${NAMED_SCOPES.join(', ')}`

const NO_LIMITS: ApiKeyRestrictions = { scopes: null, allowed_networks: null, expires_at: null }

/** The form leaves out what is empty; the service reads that as "as it is", so no limit is sent as `null`. */
export function keyBody(body: Body, before?: ApiKey): Body {
  const { expires_at } = body
  // The field has no seconds: a moment that was not touched stays as it was.
  const isUntouched =
    typeof expires_at === 'string' && before?.expires_at && inputOf(expires_at) === inputOf(before.expires_at)
  return { ...NO_LIMITS, ...body, ...(isUntouched ? { expires_at: before.expires_at } : {}) }
}

/** The limits of a key in a line, which may be cut at its end; the tooltip shows all. */
export function KeyLimits({ scopes, allowed_networks, expires_at, expired }: ApiKey) {
  const words = [
    scopes ? scopes.map(humanize).join(', ') : ALL_BUT_NAMED,
    ...(expires_at ? [`${expired ? 'expired' : 'until'} ${formatMinute(expires_at)}`] : []),
    ...(allowed_networks ? [`from ${allowed_networks.join(', ')}`] : []),
  ].join(' · ')
  return <span title={words}>{words}</span>
}
