/** Why a bank gives a payment back, in words a creator understands. The codes are the ACH network's. */
const RETURN_CODES: Record<string, string> = {
  R01: 'insufficient funds',
  R02: 'account closed',
  R03: 'no account',
  R04: 'invalid account number',
  R05: 'unauthorized debit to a consumer account',
  R06: 'returned at the request of the originating bank',
  R07: 'authorization revoked by the customer',
  R08: 'payment stopped',
  R09: 'uncollected funds',
  R10: 'the customer says it was not authorized',
  R11: 'not in accordance with the authorization',
  R12: 'branch sold to another bank',
  R13: 'invalid routing number',
  R14: 'representative payee deceased',
  R15: 'beneficiary or account holder deceased',
  R16: 'account frozen',
  R17: 'file record edit criteria',
  R20: 'non-transaction account',
  R21: 'invalid company identification',
  R22: 'invalid individual id number',
  R23: 'credit refused by the receiver',
  R24: 'duplicate entry',
  R29: 'the corporate customer says it was not authorized',
  R31: 'permissible return entry',
  R33: 'return of a converted check entry',
}

export const returnReason = (code: string): string => RETURN_CODES[code] ?? 'no reason given'
export const returnCodes = (): readonly string[] => Object.keys(RETURN_CODES)
