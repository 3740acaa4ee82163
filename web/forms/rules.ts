import { isEmail, isRoutingNumber, PASSWORD_MAX, PASSWORD_MIN, US_STATES } from '../../contracts/formats.ts'
import { t } from '../ui/words/current.ts'

/** Checks a value as the service will check it again: undefined if it is right, otherwise a sentence for the person. */
export type Rule = (value: string) => string | undefined

/** Looked up when a value is checked: the page's language is set later than this file is read. */
type RuleKey = 'rule.account' | 'rule.zip' | 'rule.ssn' | 'rule.code'

const form =
  (pattern: RegExp, key: RuleKey): Rule =>
  (value) =>
    pattern.test(value) ? undefined : t(key)

export const text =
  (what: string): Rule =>
  (value) =>
    value.trim() === '' ? t('rule.enter', { what }) : value.length > 255 ? t('rule.long') : undefined

export const optionalText: Rule = (value) => (value.length > 255 ? t('rule.long') : undefined)

export const routingNumber: Rule = (value) => {
  if (!/^\d{9}$/.test(value)) return t('rule.routingDigits')
  return isRoutingNumber(value) ? undefined : t('rule.routing')
}

export const accountNumber = form(/^[0-9A-Za-z-]{1,17}$/, 'rule.account')
export const postalCode = form(/^\d{5}$/, 'rule.zip')
export const ssn = form(/^\d{3}-\d{2}-\d{4}$/, 'rule.ssn')
export const state: Rule = (value) => (STATES.some((known) => known.value === value) ? undefined : t('rule.state'))

export const email: Rule = (value) => (isEmail(value) ? undefined : t('rule.email'))

export const newPassword: Rule = (value) =>
  value.length < PASSWORD_MIN
    ? t('rule.passwordMin', { min: PASSWORD_MIN })
    : value.length > PASSWORD_MAX
      ? t('rule.passwordMax', { max: PASSWORD_MAX })
      : undefined

export const newPasswordHint = (): string => t('field.newPasswordHint', { min: PASSWORD_MIN })

/** Area codes and exchanges begin with 2 to 9. */
export const mobileNumber: Rule = (value) =>
  /^(\+?1)?[2-9]\d{2}[2-9]\d{6}$/.test(value.replace(/[\s().-]/g, '')) ? undefined : t('rule.mobile')

export const code: Rule = form(/^\d{6}$/, 'rule.code')

/** Groups the digits as they are printed: `123-45-6789`. */
export function formatSsn(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 9)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-')
}

export const digitsOnly = (typed: string, max: number): string => typed.replace(/\D/g, '').slice(0, max)

export const STATES = US_STATES.map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))
