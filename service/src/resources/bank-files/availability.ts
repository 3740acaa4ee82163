import { DAY_MS } from '../../kernel/time.ts'
import {
  type BankingDate,
  bankingDate,
  easternDay,
  isBankingDay,
  nextBankingDay,
  standardSettlement,
} from '../../rails/ach/calendar.ts'
import type { ReceivedEntry } from './received.ts'

type Dates = Pick<ReceivedEntry, 'effectiveEntryDate' | 'settlementDate'>

/**
 * The day on which a received entry settles. The ACH operator writes it into the batch, as the day of the year; a bank that
 * passes the batch on without it leaves the effective date. Without either it has settled.
 */
export function settlementDayOf({ settlementDate, effectiveEntryDate }: Dates, today: BankingDate): BankingDate {
  const day = dayOfYear(settlementDate ?? '', today) ?? effectiveDay(effectiveEntryDate) ?? today
  return isBankingDay(day) ? day : nextBankingDay(day)
}

/** When a credit becomes available; undefined when its settlement date has come. */
export function availableAt(dates: Dates, now: Date): Date | undefined {
  const today = easternDay(now)
  const day = settlementDayOf(dates, today)
  return day > today ? standardSettlement(day) : undefined
}

/** The day with that number in the year that brings it nearest to today. */
function dayOfYear(text: string, today: BankingDate): BankingDate | undefined {
  const nth = /^\d{3}$/.test(text) ? Number(text) : 0
  if (nth < 1 || nth > 366) return undefined
  const distance = (ms: number): number => Math.abs(ms - Date.parse(today))
  const year = Number(today.slice(0, 4))
  const [nearest] = [year - 1, year, year + 1]
    .map((one) => Date.UTC(one, 0, 1) + (nth - 1) * DAY_MS)
    .sort((a, b) => distance(a) - distance(b))
  return bankingDate(new Date(nearest as number).toISOString().slice(0, 10))
}

function effectiveDay(text: string): BankingDate | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  try {
    return bankingDate(`20${year}-${month}-${day}`)
  } catch {
    return undefined
  }
}
