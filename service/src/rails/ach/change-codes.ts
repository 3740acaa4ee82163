/** Nacha's change codes: a bank accepted an entry and corrects this part of it. */
const CHANGE_CODES: Record<string, string> = {
  C01: 'incorrect account number',
  C02: 'incorrect routing number',
  C03: 'incorrect routing number and account number',
  C04: 'incorrect name',
  C05: 'incorrect account type',
  C06: 'incorrect account number and account type',
  C07: 'incorrect routing number, account number and account type',
  C08: 'incorrect identification of the foreign bank',
  C09: 'incorrect individual id number',
  C10: 'incorrect company name',
  C11: 'incorrect company identification',
  C12: 'incorrect company name and identification',
  C13: 'addenda format error',
  C14: 'international payment coded as domestic',
  C61: 'misrouted notification of change',
  C62: 'incorrect trace number in a notification',
  C63: 'incorrect company identification in a notification',
  C64: 'incorrect individual id number in a notification',
  C65: 'incorrectly formatted corrected data',
  C66: 'incorrect discretionary data in a notification',
  C67: 'the routing number is not that of the original entry',
  C68: 'the account number is not that of the original entry',
  C69: 'incorrect transaction code in a notification',
}

export const isChangeCode = (code: string): boolean => code in CHANGE_CODES
export const changeReason = (code: string): string => CHANGE_CODES[code] ?? 'no reason given'
export const changeCodes = (): readonly string[] => Object.keys(CHANGE_CODES)
