import { t } from '../ui/words/current.ts'

/** Dates of birth as people in the US write them, `MM/DD/YYYY`, and as the service takes them, `YYYY-MM-DD`. */
export function shapeBirthDate(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/')
}

export function isoBirthDate(written: string): string | undefined {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(written) ?? []
  if (!month || !day || !year) return undefined
  const iso = `${year}-${month}-${day}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

export const writtenBirthDate = (iso: string | undefined): string =>
  iso ? `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}` : ''

export function birthDate(written: string): string | undefined {
  const iso = isoBirthDate(written)
  if (!iso) return t('rule.birthForm')
  const eighteenth = new Date(`${Number(iso.slice(0, 4)) + 18}${iso.slice(4)}T00:00:00Z`)
  if (Number(iso.slice(0, 4)) < 1900) return t('rule.year')
  return eighteenth.getTime() > Date.now() ? t('rule.adult') : undefined
}

/** The last millisecond of a day in the browser's time zone. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59.999`)

export function tomorrow(now = new Date()): string {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return `${next.getFullYear()}-${String(next.getMonth() + 1).padStart(2, '0')}-${String(next.getDate()).padStart(2, '0')}`
}
