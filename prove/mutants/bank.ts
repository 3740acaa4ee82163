import { flows, type Mutant, src } from './mutant.ts'

/** The bank's words, and its files. */
export const BANK_MUTANTS: readonly Mutant[] = [
  {
    rule: 'A credit is not available before its settlement date',
    file: `${src}/resources/bank-files/availability.ts`,
    from: 'return day > today ? standardSettlement(day) : undefined',
    to: 'return undefined',
    test: `${flows}/bank-words.test.ts`,
    named: 'is incoming until its settlement date',
  },
  {
    rule: 'Money taken back after it was spent is owed, and no account is overdrawn',
    file: `${src}/resources/incoming-money/model.ts`,
    from: 'Math.max(0, Math.min(amount, balance)) as Cents',
    to: 'amount',
    test: `${flows}/bank-words.test.ts`,
    named: 'is a receivable, which the next credits repay first',
  },
  {
    rule: 'A credit to a creator repays what the bank took back',
    file: `${src}/ledger/post.ts`,
    from: '  if (anyOwes) await repayReceivables(tx, tenant, credits)',
    to: '',
    test: `${flows}/bank-words.test.ts`,
    named: 'is repaid by what the creator is paid next',
  },
  {
    rule: 'A file that leaves late has dates that the bank takes',
    file: `${src}/rails/ach/by-file.ts`,
    from: 'return earliest > planned ? earliest : planned',
    to: 'return planned',
    test: `${flows}/bank-files.test.ts`,
    named: 'gets new dates first',
  },
  {
    rule: 'A file of the bank that it has not signed is not opened',
    file: `${src}/rails/ach/transport/pgp.ts`,
    from: 'expectSigned: true',
    to: 'expectSigned: false',
    test: `${src}/rails/ach/transport/pgp.test.ts`,
    named: 'opens what the bank has signed, and nothing else',
  },
  {
    rule: 'A credit that arrives while the login is erased does not go to nobody',
    file: `${src}/resources/contracts/deposit.ts`,
    from: "if (moment !== 'credit on its date') await holdAccountOpen(tx, bank, creator)",
    to: '',
    test: `${flows}/erasures.test.ts`,
    named: 'a credit that comes at the same moment waits',
  },
]
