import type { AccountWithdrawal } from '../../contracts/account.ts'
import { spokenLanguage, t } from '../ui/words/current.ts'

/** The service's own sentence, which names the reason, is English; another language has a general one. */
export const refusalWords = (why: string): string => (spokenLanguage() === 'en' ? why : t('money.refused'))

/** How far a withdrawal is, in the page's language. */
export function withdrawalWords({ status, note }: Pick<AccountWithdrawal, 'status' | 'note'>): string {
  const isBack = status === 'error' || status === 'returned'
  return isBack && spokenLanguage() === 'en' ? note : t(`withdrawal.${status}`)
}
