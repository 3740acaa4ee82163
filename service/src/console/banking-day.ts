import type { TenantId } from '../kernel/ids.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import { type BankingDate, bankingDate, bankingDayOf, isBankingDay } from '../rails/ach/calendar.ts'
import { tenantNow } from '../tenants/index.ts'

/** The banking day that a text spells, or the current one. Refuses other days, and banking days to come. */
export async function readBankingDay(tx: Tx, bank: TenantId, text: string | undefined): Promise<BankingDate> {
  const current = bankingDayOf(await tenantNow(tx, bank))
  if (text === undefined) return current
  const day = dayOf(text)
  if (!isBankingDay(day)) throw new StartError(`${day} is no banking day: banks are closed.`)
  if (day > current) throw new StartError(`${day} is in the future: the current banking day is ${current}.`)
  return day
}

function dayOf(text: string): BankingDate {
  try {
    return bankingDate(text)
  } catch {
    throw new StartError(`DAY must be a day like 2026-11-16, not \`${text}\`.`)
  }
}
