/** Formats that a page checks while a person types, and the service again when the value arrives. */

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const LOCAL = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const EMAIL = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+(?=[^.]{2,}$)(?=[^.]*\\p{L})${LABEL}$`, 'u')

/**
 * A dot-atom, an @ and a dotted domain whose last label is not a number. Whether the address exists is not checked. Letters are
 * written in one way (NFKC): in lower case the Kelvin sign is a `k`, and would be taken for somebody else's address.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text) && text.normalize('NFKC') === text
}

const WEIGHTS = [3, 7, 1]

/** Nine digits whose weighted sum (3, 7, 1) is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}

const NAMES =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|' +
  'FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|' +
  'MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|' +
  'NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|' +
  'PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|' +
  'WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|' +
  'PR Puerto Rico|VI U.S. Virgin Islands|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific'

/** US states, territories and military post areas. */
export const US_STATES: readonly { readonly abbreviation: string; readonly name: string }[] = NAMES.split('|').map(
  (entry) => ({ abbreviation: entry.slice(0, 2), name: entry.slice(3) }),
)

/** The least length of a new password. Its strength is judged by the service. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 200
