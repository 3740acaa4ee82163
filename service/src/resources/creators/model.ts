import { validationFailed } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { follow, type StateTable } from '../../kernel/state-machine.ts'

export const IDENTITIES = ['none', 'review', 'passed', 'failed'] as const
export type Identity = (typeof IDENTITIES)[number]

export const VERDICTS = ['passed', 'review', 'failed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The identity check of a creator. `review`: a person looks at it. A check that has passed is final; a failed one can be repeated. */
export const IDENTITY_STATES: StateTable<Identity, Verdict> = {
  none: { passed: 'passed', review: 'review', failed: 'failed' },
  review: { passed: 'passed', review: 'review', failed: 'failed' },
  failed: { passed: 'passed', review: 'review', failed: 'failed' },
  passed: {},
}

/** A person with a login, and an account once they have completed Connect. `tenant_id` is their bank. */
export interface CreatorRow {
  readonly tenant_id: TenantId
  readonly id: Id<'creator'>
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly account_number: string
  readonly mobile: string | null
  readonly password_hash: string | null
  readonly identity: Identity
  readonly person_sealed: Buffer | null
  readonly account_opened_at: Date | null
  readonly signed_in_at: Date | null
  readonly created_at: Date
}

/** Top-level domain that reaches nobody (RFC 2606): the login has no address of its own. */
const NO_ADDRESS_DOMAIN = '@unproven.invalid'

export const placeholderEmail = (id: string): string => `${id}${NO_ADDRESS_DOMAIN}`

/** The e-mail address of a login, or null where it has lost it. */
export const emailOf = ({ email }: Pick<CreatorRow, 'email'>): string | null =>
  email.endsWith(NO_ADDRESS_DOMAIN) ? null : email

/** A password must not be made of these. */
export const ownData = ({ email, first_name, last_name }: CreatorRow): string[] => [email, first_name, last_name]

/** The login never got further than a password. */
export const isUnfinished = ({ account_opened_at, identity }: CreatorRow): boolean =>
  account_opened_at === null && identity === 'none'

/** The applicant's details that are stored with a verdict. */
export type ApplicantColumns = Partial<Pick<CreatorRow, 'person_sealed' | 'first_name' | 'last_name'>>

/** The columns that a verdict sets, or `undefined` when the creator's identity can no longer change. */
export function applyVerdict(
  { identity }: Pick<CreatorRow, 'identity'>,
  verdict: Verdict,
  applicant: ApplicantColumns = {},
): (ApplicantColumns & Pick<CreatorRow, 'identity'>) | undefined {
  const next = follow(IDENTITY_STATES, identity, verdict)
  return next && { ...applicant, identity: next }
}

/** US numbers in any grouping, other numbers with their country code: `+12025550123`. */
export function normalizeMobile(text: string): string | undefined {
  const compact = text.replace(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(compact)) return compact.startsWith('+1') ? usNumber(compact.slice(2)) : compact
  return usNumber(/^1\d{10}$/.test(compact) ? compact.slice(1) : compact)
}

export function requireMobile(text: string): string {
  const mobile = normalizeMobile(text)
  if (mobile) return mobile
  const message = 'must be a mobile number like `+1 202 555 0123`'
  throw validationFailed([{ param: 'mobile', code: 'invalid_format', message }])
}

/** Area codes and exchanges begin with 2 to 9. */
const usNumber = (digits: string): string | undefined =>
  /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? `+1${digits}` : undefined

/** Shows the last four digits, enough for the owner to recognise the number. */
export const maskMobile = (mobile: string): string => `••• ••• ${mobile.slice(-4)}`
