/** What a field must hold, as the service will check it again: a sentence when it does not, undefined when it does. */
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

/** Nine digits whose weighted sum (3, 7, 1) is a multiple of ten. */
export const routingNumber: Rule = (value) => {
  if (!/^\d{9}$/.test(value)) return 'A routing number has 9 digits.'
  const sum = [...value].reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0 ? undefined : 'This is not a valid routing number. Please check each digit.'
}

export const accountNumber = form(/^[0-9A-Za-z-]{1,17}$/, 'An account number has 1 to 17 digits or letters.')
export const postalCode = form(/^\d{5}$/, 'A ZIP code has 5 digits.')
export const ssn = form(/^\d{3}-\d{2}-\d{4}$/, 'A Social Security number has 9 digits, like 123-45-6789.')
export const state: Rule = (value) =>
  STATES.some((known) => known.value === value) ? undefined : 'Please choose a state.'

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const LOCAL = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const EMAIL = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+(?=[^.]{2,}$)(?=[^.]*\\p{L})${LABEL}$`, 'u')

export const email: Rule = (value) =>
  value.length <= 254 && value.indexOf('@') <= 64 && EMAIL.test(value)
    ? undefined
    : 'Please enter an e-mail address like name@example.com.'

export const newPassword: Rule = (value) =>
  value.length < 10
    ? 'Please use at least 10 characters.'
    : value.length > 200
      ? 'Please keep to 200 characters.'
      : undefined

/** Area codes and exchanges begin with 2 to 9. */
export const mobileNumber: Rule = (value) =>
  /^(\+?1)?[2-9]\d{2}[2-9]\d{6}$/.test(value.replace(/[\s().-]/g, ''))
    ? undefined
    : 'Please enter a US mobile number with 10 digits, like (202) 555-0123.'

export const code: Rule = form(/^\d{6}$/, 'The code has 6 digits.')

/** Digits as people type them, grouped as the card shows them. */
export function formatSsn(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 9)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-')
}

export const digitsOnly = (typed: string, max: number): string => typed.replace(/\D/g, '').slice(0, max)

const names =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|' +
  'FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|' +
  'MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|' +
  'NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|' +
  'PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|' +
  'WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|' +
  'PR Puerto Rico|VI U.S. Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific'

export const STATES = names.split('|').map((entry) => ({ value: entry.slice(0, 2), label: entry.slice(3) }))
