export type { Addenda } from './addenda.ts'
export { isAchText, transliterate, UnspellableText } from './characters.ts'
export { describeAch } from './describe.ts'
export { AchFault } from './fault.ts'
export { isCompanyName, saysSomething } from './fields.ts'
export type { AchFile, Batch, Entry } from './file.ts'
export { type ReadFile, readAch } from './read.ts'
export { isRoutingNumber } from './routing-number.ts'
export {
  CREDIT_CODES,
  DEBIT_CODES,
  isAdvice,
  isCredit,
  isPayment,
  isPrenote,
  isReturnCode,
  isReturnedCredit,
  isSavings,
  PRENOTE_CODES,
} from './transaction-codes.ts'
export { writeAch } from './write.ts'
