import { formatCents } from '../../ui/Amount.tsx'

/** A setting as people say it; what its name ends in says what it is. */
export function settingWords(name: string, value: string | number | boolean | null): string {
  if (value === null) return 'Default'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'string') return value
  if (name.endsWith('_in_cents')) return formatCents(value)
  if (name.endsWith('_basis_points')) return `${(value / 100).toFixed(2)} %`
  if (name.endsWith('_hours')) return `${value} hours`
  return value.toLocaleString('en-US')
}
