export const IDENTITIES = ['none', 'review', 'passed', 'failed'] as const
export type Identity = (typeof IDENTITIES)[number]

/** US numbers in any grouping, others with their country code: `+12025550123`. */
export function normalizeMobile(text: string): string | undefined {
  const compact = text.replace(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(compact)) return compact.startsWith('+1') ? usNumber(compact.slice(2)) : compact
  return usNumber(/^1\d{10}$/.test(compact) ? compact.slice(1) : compact)
}

/** Area codes and exchanges begin with 2 to 9. */
const usNumber = (digits: string): string | undefined =>
  /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? `+1${digits}` : undefined

/** Enough to recognise one's own. */
export const maskMobile = (mobile: string): string => `••• ••• ${mobile.slice(-4)}`
