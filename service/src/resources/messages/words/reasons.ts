import type { Language } from '../../../http/index.ts'
import { returnCodes, returnReason } from '../../../rails/ach/return-codes.ts'

/** Why a bank sends a credit back, in Spanish. A debit's reasons, and those of programs, reach no creator. */
const SPANISH: Readonly<Record<string, string>> = {
  R02: 'la cuenta está cerrada',
  R03: 'no existe esa cuenta',
  R04: 'el número de cuenta no es válido',
  R06: 'lo pidió el banco que lo envió',
  R12: 'la sucursal pasó a otro banco',
  R13: 'el número de ruta no es válido',
  R14: 'el representante ha fallecido',
  R15: 'el titular ha fallecido',
  R16: 'la cuenta está bloqueada',
  R20: 'la cuenta no admite este tipo de pagos',
  R23: 'el titular rechazó el pago',
  R24: 'es un pago repetido',
}

const codeOf = (reason: string): string | undefined =>
  /\((R\d\d)\)$/.exec(reason)?.[1] ?? returnCodes().find((code) => returnReason(code) === reason)

/** A bank's reason as the service writes it, in the reader's language; undefined where there are no words for it. */
export function reasonIn(language: Language, reason: string): string | undefined {
  if (language === 'en') return reason
  return SPANISH[codeOf(reason) ?? '']
}
