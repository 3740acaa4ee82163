import { BRAND_NAMES } from '../../../contracts/card-brands.ts'
import type { CardBrand } from '../../../contracts/purchases.ts'
import { formatCents } from '../../ui/Amount.tsx'
import { humanize } from '../parts/StatusBadge.tsx'
import { formatMinute } from '../parts/Time.tsx'

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export const nameOf = (name: string): string => humanize(name.replace(/_in_cents$/, ''))

/** The network of a card has a name; of everything else the value is the name. */
const nameIn = (name: string, value: string): string =>
  name.endsWith('brand') ? (BRAND_NAMES[value as CardBrand] ?? value) : value

/** A value of the API as people write it. */
export function wordsOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'number' && name.endsWith('_in_cents')) return formatCents(value)
  if (typeof value === 'string') return MOMENT.test(value) ? formatMinute(value) : nameIn(name, value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => wordsOf(name, one)).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([part, one]) => `${nameOf(part).toLowerCase()} ${wordsOf(part, one)}`)
    .join(', ')
}
