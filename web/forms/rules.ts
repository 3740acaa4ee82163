import { isEmail, isRoutingNumber, PASSWORD_MAX, PASSWORD_MIN, US_STATES } from '../../contracts/formats.ts'

/** Checks a value as the service will check it again: undefined if it is right, otherwise a sentence for the person. */
export type Rule = (value: string) => string | undefined

const form =
  (pattern: RegExp, message: string): Rule =>
  (value) =>
    pattern.test(value) ? undefined : message

export const text =
  (what: string): Rule =>
  (value) =>
    value.trim() === '' ? `Please enter ${what}.` : value.length > 255 ? 'Please keep to 255 characters.' : undefined

export const optionalText: Rule = (value) => (value.length > 255 ? 'Please keep to 255 characters.' : undefined)

export const routingNumber: Rule = (value) => {
  if (!/^\d{9}$/.test(value)) return 'A routing number has 9 digits.'
  return isRoutingNumber(value) ? undefined : 'This is not a valid routing number. Please check each digit.'
}

export const accountNumber = form(/^[0-9A-Za-z-]{1,17}$/, 'An account number has 1 to 17 digits or letters.')
export const postalCode = form(/^\d{5}$/, 'A ZIP code has 5 digits.')
export const ssn = form(/^\d{3}-\d{2}-\d{4}$/, 'A Social Security number has 9 digits, like 123-45-6789.')
export const state: Rule = (value) =>
  STATES.some((known) => known.value === value) ? undefined : 'Please choose a state.'

export const email: Rule = (value) =>
  isEmail(value) ? undefined : 'Please enter an e-mail address like name@example.com.'

export const newPassword: Rule = (value) =>
  value.length < PASSWORD_MIN
    ? `Please use at least ${PASSWORD_MIN} characters.`
    : value.length > PASSWORD_MAX
      ? `Please keep to ${PASSWORD_MAX} characters.`
      : undefined

export const NEW_PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. A short sentence is easy to keep in mind.`

/** Area codes and exchanges begin with 2 to 9. */
export const mobileNumber: Rule = (value) =>
  /^(\+?1)?[2-9]\d{2}[2-9]\d{6}$/.test(value.replace(/[\s().-]/g, ''))
    ? undefined
    : 'Please enter a US mobile number with 10 digits, like (202) 555-0123.'

export const code: Rule = form(/^\d{6}$/, 'The code has 6 digits.')

/** Groups the digits as they are printed: `123-45-6789`. */
export function formatSsn(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 9)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-')
}

export const digitsOnly = (typed: string, max: number): string => typed.replace(/\D/g, '').slice(0, max)

export const STATES = US_STATES.map(({ abbreviation, name }) => ({ value: abbreviation, label: name }))
