const WEIGHTS = [3, 7, 1] as const

/** The check digit: the ninth digit of a routing number, computed from the first eight. */
export function checkDigit(eight: string): number {
  let sum = 0
  for (let i = 0; i < 8; i++) sum += Number(eight[i]) * (WEIGHTS[i % 3] as number)
  return (10 - (sum % 10)) % 10
}

export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && text !== '000000000' && checkDigit(text) === Number(text[8])
